import { openAsBlob } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { ArenaFileError, checkArena } from '../../../server/transfer/index.ts'
import type { ArenaPlan } from '../../../server/transfer/index.ts'

export interface ArenaFiles {
  slug: string
  plan: ArenaPlan
  /** By the paths from the folder of the arena.yaml, as a server takes them. */
  files: Map<string, Blob>
}

/** The server checks keys and prices, since it makes the calls. */
const NO_CALLS = { env: {}, prices: { rows: [] }, now: new Date(0) }

/**
 * An arena.yaml with every file that it names.
 * @throws {ArenaFileError} with all problems, if a file is missing or unusable
 */
export async function arenaFilesAt(path: string): Promise<ArenaFiles> {
  const named = new Set<string>()
  const plan = await checkArena(path, { ...NO_CALLS, onFile: (name) => named.add(name) })
  const problems = plan.problems.filter(({ stops }) => stops === 'all')
  if (problems.length > 0) throw new ArenaFileError(problems)
  const files = new Map([[basename(path), await openAsBlob(path)]])
  for (const name of named) files.set(name, await openAsBlob(resolve(dirname(path), name)))
  return { slug: plan.slug, plan, files }
}

/** Files as the form that a server takes. */
export function formOf(files: ReadonlyMap<string, Blob>): FormData {
  const form = new FormData()
  for (const [path, content] of files) form.append(path, content, path)
  return form
}
