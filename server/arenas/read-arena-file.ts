import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { ArenaFile } from '../../shared/contracts/index.ts'
import { ProblemError } from '../platform/problem.ts'
import { faultLine, readYaml } from '../platform/read-yaml.ts'

/**
 * Reads and checks an arena.yaml.
 * @throws {ProblemError} with `file:line: path: what is wrong` for each fault
 */
export async function readArenaFile(path: string): Promise<ArenaFile> {
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new ProblemError('invalid_request', `${path}: cannot be read (${code})`)
  })
  const read = readYaml(ArenaFile, text, basename(path))
  if ('faults' in read) throw new ProblemError('invalid_request', faultLine(read.faults))
  return read.value
}
