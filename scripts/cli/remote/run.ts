/** What commands of judging send: an arena.yaml with its files, and requests for runs. */
import type {
  ArenaReceipt,
  JudgingProgress,
  JudgingRequest,
  JudgingState,
} from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { problemText, ArenaFileError, checkArena, type ArenaPlan } from '../../../server/transfer/index.ts'
import { whileJudging } from '../judging/work-on-run.ts'
import type { RunFlags } from '../terminal/options.ts'
import { UsageError } from '../terminal/errors.ts'
import { importNotes } from '../terminal/import-summary.ts'
import { printNote, resolveFilePath, type Terminal } from '../terminal/terminal.ts'
import { adminPath, type Call, type Remote } from './server.ts'
import { basename, dirname, resolve } from 'node:path'

export const SENT_ARENAS = '/api/admin/arenas'

/**
 * Creates or updates an arena from its file, and prints warnings.
 * @param query  `renew`: as of `setUpArena`; the others say which run follows
 */
export async function sendArena(
  terminal: Terminal,
  remote: Remote,
  file: string,
  query: NonNullable<Call['query']> & { renew?: true },
) {
  const { plan, files } = await readArenaFiles(resolveFilePath(terminal, file))
  const call = { method: 'POST', files: { files }, query } as const
  const { warnings, change, renewed = {} } = await remote.json<ArenaReceipt>(SENT_ARENAS, call)
  // earlier forms of a changed contestant are not named any more
  const noted = query.renew ? { ...change, contestantsNotNamed: [] } : change
  for (const warning of [...warnings.map(problemText), ...importNotes(noted)])
    printNote(terminal, `warning: ${warning}`)
  return { slug: plan.slug, renewed }
}

/**
 * How many calls this process makes at once to each provider; null: as many as the provider takes.
 * @throws {UsageError} if a server makes the calls, which this process cannot limit
 */
export function callsAtOnce({ app }: Remote, { concurrency }: Pick<RunFlags, 'concurrency'>): number | null {
  if (concurrency !== undefined && !app) throw new UsageError(msg('not_over_http', { what: '--concurrency' }))
  return concurrency ?? null
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
  plan: ArenaPlan
  /** By the paths from the folder of the arena.yaml, which comes first. */
  files: Map<string, string>
}

/** The server checks keys and prices, since it makes the calls. */
const NO_CALLS = { env: {}, prices: { rows: [] }, now: new Date(0) }

/**
 * An arena.yaml with every file that it names.
 * @throws {ArenaFileError} with all problems, if a file is missing or unusable
 */
export async function readArenaFiles(path: string): Promise<ArenaFiles> {
  const read = await checkArenaFiles(path)
  const problems = read.plan.problems.filter(({ stops }) => stops === 'all')
  if (problems.length > 0) throw new ArenaFileError(problems)
  return read
}

/** The same for an arena.yaml with problems. */
export async function checkArenaFiles(path: string): Promise<ArenaFiles> {
  const named = new Set<string>()
  const plan = await checkArena(path, { ...NO_CALLS, onFile: (name) => named.add(name) })
  const files = new Map([[basename(path), path]])
  for (const name of named) files.set(name, resolve(dirname(path), name))
  return { plan, files }
}
