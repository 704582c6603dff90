import { stat } from 'node:fs/promises'
import { msg } from '../../../../shared/messages/index.ts'
import { UsageError } from '../../terminal/errors.ts'
import { pathFrom } from '../../terminal/terminal.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { isSource } from './report-options.ts'
import type { RateFlags } from './refuse-combinations.ts'

/**
 * Compares the files themselves, not their names: a file may be named by several paths and links.
 * @param files the votes files, as the caller named them
 * @throws {UsageError} if a votes file is named twice, or a file that is read would be overwritten
 */
export async function refuseSameFiles(
  terminal: Terminal,
  files: readonly string[],
  {
    answers,
    against,
    output,
    plot,
    matrix,
  }: Pick<RateFlags, 'answers' | 'against' | 'output' | 'plot' | 'matrix'>,
): Promise<void> {
  const read = new Map<string, string>()
  for (const file of files) {
    const id = await idOf(terminal, file)
    if (read.has(id)) throw new UsageError(msg('file_twice', { file }))
    read.set(id, file)
  }
  for (const file of [answers, against])
    if (file !== undefined && !isSource(file)) read.set(await idOf(terminal, file), file)
  const written = new Set<string>()
  for (const file of [output, plot, matrix]) {
    if (file === undefined || file === '-') continue
    const id = await idOf(terminal, file)
    if (read.has(id)) throw new UsageError(msg('output_is_input', { output: file }))
    if (written.has(id)) throw new UsageError(msg('two_outputs_in_one', { output: file }))
    // a device, such as /dev/null, takes any number of outputs
    if (!id.startsWith(DEVICE)) written.add(id)
  }
}

const DEVICE = 'device '

/** A text that is equal for equal files; for a file that does not exist yet, its path. */
async function idOf(terminal: Terminal, file: string): Promise<string> {
  if (file === '-') return file
  const path = pathFrom(terminal, file)
  const there = await stat(path, { bigint: true }).catch(() => null)
  if (!there) return path
  return `${there.isFile() ? '' : DEVICE}${there.dev}:${there.ino}`
}
