import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize, sep } from 'node:path'
import type { Connection } from '../../../clients/typescript/request.ts'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { arenaAsFiles } from '../../../server/transfer/index.ts'
import { ArenaRecipe } from '../../../shared/contracts/index.ts'
import { inEnglish, msg } from '../../../shared/messages/index.ts'
import { withServer } from '../remote/server.ts'
import { OutsideError, UsageError } from '../terminal/errors.ts'
import { note } from '../terminal/output.ts'
import { pathFrom } from '../terminal/terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { withApp } from '../terminal/with-app.ts'
import { writeFolderWhole } from '../terminal/write-folder.ts'

/**
 * Writes an arena as an arena.yaml with the files it names. Importing them again changes nothing.
 * @param folder missing or empty
 * @param server null: the database of this machine
 * @throws {UsageError} if the folder has files or cannot be written
 * @throws {OutsideError} if the server names a file outside the folder
 */
export async function exportRecipe(
  terminal: Terminal,
  slug: string,
  folder: string,
  server: Connection | null,
): Promise<void> {
  if (folder === '-') throw new UsageError(msg('recipe_needs_folder'))
  const path = pathFrom(terminal, folder)
  const there = await readdir(path).catch(() => [])
  if (there.length > 0) throw new UsageError(msg('recipe_folder_taken', { folder }))
  const { files, leftOut } = server
    ? await withServer(terminal, server, async ({ json }) =>
        ArenaRecipe.parse(await json(`/api/admin/arenas/${encodeURIComponent(slug)}/recipe`)),
      )
    : await withApp(terminal, async ({ deps }) => arenaAsFiles(deps, await arenaNamed(deps.db, slug), {}))
  const outside = Object.keys(files).find((name) => !isInside(name))
  if (outside !== undefined) throw new OutsideError(msg('recipe_leaves_folder', { file: outside }))
  await writeFolderWhole(path, folder, async (staging) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(staging, name)), { recursive: true })
      await writeFile(join(staging, name), text, { flush: true })
    }
  })
  note(terminal, inEnglish(msg('recipe_written', { folder, arena: slug, files: Object.keys(files) })))
  for (const one of leftOut) note(terminal, inEnglish(msg('recipe_left_out', one)))
}

/** The server of another operator may send any name. */
const isInside = (name: string): boolean =>
  name !== '' && !isAbsolute(name) && normalize(name) === name && name.split(sep)[0] !== '..'
