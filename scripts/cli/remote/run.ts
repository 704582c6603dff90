import type { ArenaReceipt } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { problemText } from '../../../server/transfer/index.ts'
import { resumeCommand } from '../judging/resume-command.ts'
import type { RunFlags } from '../judging/run-options.ts'
import { UsageError } from '../terminal/errors.ts'
import { notNamedNotes } from '../terminal/import-notes.ts'
import { note } from '../terminal/output.ts'
import { pathFrom } from '../terminal/terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { arenaFilesAt, formOf } from './arena-files.ts'
import { judgeOver } from './follow-run.ts'
import type { Remote, ServerFlags } from './server.ts'

/** `run ARENA.yaml` over HTTP: sends the files, and the server makes the answers and judges. */
export async function runOver(
  terminal: Terminal,
  remote: Remote,
  file: string,
  flags: RunFlags & ServerFlags & { control?: string },
): Promise<void> {
  refuseLocal({ '--control': flags.control, '--concurrency': flags.concurrency })
  const { slug, files } = await arenaFilesAt(pathFrom(terminal, file))
  const sent = await remote.json<ArenaReceipt>('/api/admin/arenas', { method: 'POST', body: formOf(files) })
  for (const warning of sent.warnings) note(terminal, `warning: ${problemText(warning)}`)
  for (const warning of notNamedNotes(sent.change.contestantsNotNamed)) note(terminal, `warning: ${warning}`)
  await judgeOver(terminal, remote, slug, {
    request: requestOf(flags),
    json: flags.json,
    resumeCommand: resumeCommand(['run', file], flags),
  })
}

/** @throws {UsageError} for an option that only a process beside the database can follow */
export function refuseLocal(options: Record<string, unknown>): void {
  const option = Object.entries(options).find(([, value]) => value !== undefined && value !== false)
  if (option) throw new UsageError(msg('option_not_over_http', { option: option[0] }))
}

/** The options of a run as a server takes them. */
export function requestOf({ budget, judges, votesPerPair, focus, retryFailed }: RunFlags) {
  return {
    ...(budget !== undefined && { budgetUsd: budget }),
    ...(judges && { judges }),
    ...(votesPerPair !== undefined && { votesPerPair }),
    ...(focus && { focus }),
    ...(retryFailed && { retryFailed }),
  }
}
