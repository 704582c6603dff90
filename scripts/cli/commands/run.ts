import type { Command } from 'commander'
import { stat } from 'node:fs/promises'
import { fileReadFailure } from '../../../server/platform/setup-error.ts'
import { FileError } from '../../../server/transfer/formats/fields.ts'
import { addRunOptions, type RunFlags } from '../terminal/options.ts'
import { resolveFilePath, type Terminal } from '../terminal/terminal.ts'

export type ArenaRunFlags = RunFlags & { dryRun: boolean }

/** `run ARENA.yaml`: an arena from its file to its board. */
export function runCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('run')
    .argument('<file>', 'an arena.yaml')
    .option(
      '--dry-run',
      'print what would be done and what it would cost; stores nothing and calls no model',
      false,
    )
  addRunOptions(command).action(async (file: string, flags: ArenaRunFlags) => {
    await refuseUnread(terminal, file)
    const { runArena } = await import('./run/run-arena.ts')
    await runArena(terminal, file, flags)
  })
}

/**
 * Refuses a file before the code that works on it is loaded, which is most of the server. A pipe is read once, later.
 * @throws {FileError | ArenaFileError} if it is missing, or an arena.yaml that is no YAML
 */
export async function refuseUnread(terminal: Terminal, file: string): Promise<void> {
  const path = resolveFilePath(terminal, file)
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new FileError(fileReadFailure(path, error))
  })
  if (!stats.isFile() || !/\.ya?ml$/i.test(file)) return
  const { readArenaFile } = await import('../../../server/transfer/arena-file/read-arena-file.ts')
  await readArenaFile(path)
}
