import { cp, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { UsageError } from '../terminal/errors.ts'
import { print, printJson, resolveFilePath, type Terminal } from '../terminal/terminal.ts'
import { COMMAND, makeFolder } from '../../../server/platform/config/installation.ts'
import { msg, shortList } from '../../../shared/messages/index.ts'

const EXAMPLE = fileURLToPath(new URL('../../../examples/first-arena', import.meta.url))

/** `init [DIR]`: a commented arena.yaml with prompts, two contestants' answers and a rubric. */
export function init(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .argument('[dir]', 'folder to write to; it is created if it does not exist', '.')
    .action(async (dir: string) => {
      const target = resolveFilePath(terminal, dir)
      await refuseToOverwrite(target, dir)
      await writeExample(target, dir)
      const files = (await filesIn(EXAMPLE)).sort()
      if (terminal.json) return printJson(terminal, { dir: target, files })
      const file = dir === '.' ? 'arena.yaml' : `${dir.replace(/\/$/, '')}/arena.yaml`
      print(
        terminal,
        `Wrote ${files.join(', ')}.\nNext: ${COMMAND} import first-arena ${file}\nOr, with a key, judged by an LLM: ${COMMAND} run ${file}`,
      )
    })
}

/** @throws {UsageError} if the folder cannot be written to */
async function writeExample(target: string, shownAs: string): Promise<void> {
  try {
    await makeFolder(target)
    await cp(EXAMPLE, target, { recursive: true, force: false })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(msg('cannot_be_written', { file: shownAs, code }))
  }
}

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(dir.length + 1))
}

async function refuseToOverwrite(target: string, shownAs: string): Promise<void> {
  const existingFiles = new Set(
    await readdir(target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw new UsageError(`${shownAs} is not a readable folder (${error.code}).`)
    }),
  )
  const taken = (await readdir(EXAMPLE)).filter((name) => existingFiles.has(name))
  if (taken.length > 0)
    throw new UsageError(msg('folder_taken', { folder: shownAs, files: shortList(taken) }))
}
