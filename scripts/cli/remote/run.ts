import type {
  ArenaReceipt,
  ArenaTrial,
  JudgingProgress,
  JudgingRequest,
  JudgingState,
} from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { problemText, ArenaFileError, checkArena, type ArenaPlan } from '../../../server/transfer/index.ts'
import { judgesBoard, finish, resumeCommand } from '../judging/finish.ts'
import { whileJudging } from '../judging/work-on-run.ts'
import type { RunFlags } from '../terminal/options.ts'
import { UsageError } from '../terminal/errors.ts'
import { notNamedNotes } from '../terminal/import-summary.ts'
import { printNote, resolveFilePath, type Terminal } from '../terminal/terminal.ts'
import { adminPath, type Remote, type ServerFlags } from './server.ts'
import { openAsBlob } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

/** `run ARENA.yaml` over HTTP: sends the files, and the server makes the answers and judges. */
export async function runRemotely(
  terminal: Terminal,
  remote: Remote,
  file: string,
  flags: RunFlags & ServerFlags & { control?: string },
): Promise<void> {
  refuseLocal({ '--control': flags.control, '--concurrency': flags.concurrency })
  const { slug } = await sendArena(terminal, remote, file, false)
  const before = await judgesBoard(remote, slug)
  const progress = await judgeRemotely(terminal, remote, slug, judgingRequestBody(flags))
  const { json } = flags
  await finish(terminal, remote, slug, progress, {
    json,
    before,
    resumeCommand: resumeCommand(['run', file], flags),
  })
}

/** What `runRemotely` would do and cost, beside what the server has. Nothing is stored. */
export async function estimateRemotely(
  terminal: Terminal,
  remote: Remote,
  file: string,
  flags: RunFlags & ServerFlags & { control?: string },
): Promise<ArenaTrial> {
  refuseLocal({ '--control': flags.control })
  const { files } = await readArenaFiles(resolveFilePath(terminal, file))
  const { budget, judges, votesPerPair, plan } = flags
  const query = { 'dry-run': true, judges, votesPerPair, plan }
  const trial = await remote.json<ArenaTrial>(SENT_ARENAS, {
    method: 'POST',
    body: createFormData(files),
    query,
  })
  return budget === undefined ? trial : { ...trial, budgetUsd: budget }
}

const SENT_ARENAS = '/api/admin/arenas'

/** Sends an arena.yaml with its files, and prints warnings. @param renews  as of `setUpArena` */
export async function sendArena(terminal: Terminal, remote: Remote, file: string, renews: boolean) {
  const { slug, files } = await readArenaFiles(resolveFilePath(terminal, file))
  const sent = await remote.json<ArenaReceipt>(SENT_ARENAS, {
    method: 'POST',
    body: createFormData(files),
    query: renews ? { renew: true } : {},
  })
  for (const warning of sent.warnings) printNote(terminal, `warning: ${problemText(warning)}`)
  if (!renews)
    for (const warning of notNamedNotes(sent.change.contestantsNotNamed))
      printNote(terminal, `warning: ${warning}`)
  return { slug, renewed: sent.renewed ?? {} }
}

/** @throws {UsageError} for an option that only a process beside the database can follow */
export function refuseLocal(options: Record<string, unknown>): void {
  const option = Object.entries(options).find(([, value]) => value !== undefined && value !== false)
  if (option) throw new UsageError(msg('option_not_over_http', { option: option[0] }))
}

/** The options of a run as a server takes them. */
export const judgingRequestBody = ({
  budget: budgetUsd,
  judges,
  plan,
  votesPerPair,
  retryFailed,
}: RunFlags) => ({
  budgetUsd,
  judges,
  votesPerPair,
  plan,
  retryFailed,
})

/** Starts a run and shows it until it stops. @param atOnce  as of `whileJudging` */
export const judgeRemotely = (
  terminal: Terminal,
  remote: Remote,
  slug: string,
  request: JudgingRequest,
  atOnce: number | null = null,
): Promise<JudgingProgress> =>
  whileJudging(terminal, remote, slug, atOnce, async (showRun) => {
    await remote.json<JudgingState>(`${adminPath(slug)}/judging/start`, { method: 'POST', body: request })
    return (await showRun())!
  })

interface ArenaFiles {
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
export async function readArenaFiles(path: string): Promise<ArenaFiles> {
  const named = new Set<string>()
  const plan = await checkArena(path, { ...NO_CALLS, onFile: (name) => named.add(name) })
  const problems = plan.problems.filter(({ stops }) => stops === 'all')
  if (problems.length > 0) throw new ArenaFileError(problems)
  const files = new Map([[basename(path), await openAsBlob(path)]])
  for (const name of named) files.set(name, await openAsBlob(resolve(dirname(path), name)))
  return { slug: plan.slug, plan, files }
}

/** Files as the form that a server takes. */
export function createFormData(files: ReadonlyMap<string, Blob>): FormData {
  const form = new FormData()
  for (const [path, content] of files) form.append(path, content, path)
  return form
}
