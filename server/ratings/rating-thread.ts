/**
 * The thread behind board-memory.ts: keeps the votes of arenas in memory and computes boards from them. It passes slow
 * boards to another thread, so that it is always ready for the next vote.
 */
import type { Client } from 'pg'
import {
  judgeOfSource,
  type BoardContestant,
  type CheckSummary,
  type Warning,
} from '../../shared/contracts/index.ts'
import { VERSION } from '../platform/config/installation.ts'
import { answerTasks, Thread } from '../platform/jobs/thread.ts'
import { Mutex } from '../platform/mutex.ts'
import { openThreadConnection } from '../platform/postgres/database.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import { BOOTSTRAP, type BoardOptions } from './boards/assemble-board.ts'
import { sourceWarnings } from './boards/board-warnings.ts'
import type { ComputedReports, ReportsInput } from './reports/compute-reports.ts'
import type { ReportsTask } from './slow-thread.ts'
import { votingDays } from './vote-store/voting-days.ts'
import { computeDifferences } from './vote-store/compute-differences.ts'
import {
  isSlowToCompute,
  liveBoard,
  countViewPairs,
  selectRows,
  viewTable,
  type BoardTask,
  type BoardText,
  type ViewPairs,
} from './vote-store/view-votes.ts'
import { LONGEST_READ_MS, VoteStore } from './vote-store/vote-store.ts'
import { listVotes, type VoteListRequest } from './vote-store/listed-votes.ts'
import { voterInfluence } from './vote-store/voter-influence.ts'
import { votesByPrompt } from './vote-store/votes-by-prompt.ts'
import { viewDataVersion, type ArenaView, type DataState } from './view.ts'

export interface Task<Kind extends keyof Requests = keyof Requests> {
  /** The database. It is the same for all tasks of a thread. */
  url: string
  arenaId: number
  /** What is public; null: everything. */
  publication: Publication | null
  kind: Kind
  request: Parameters<Requests[Kind]>[1]
}

interface OfView {
  view: ArenaView
}

/** What the thread answers, by the kind of request. */
export type Requests = typeof REQUESTS
const REQUESTS = {
  /** How many votes and changes the store has, by stratum. */
  state: ({ revision, strata, hasUnpublished }: VoteStore, _: null): StoreState => ({
    revision,
    strata: strata.all.map((stratum) => ({ ...stratum })),
    hasUnpublished,
  }),
  board: (store: VoteStore, request: BoardRequest): Promise<ComputedBoard> => compute(store, request),
  /** Who beat whom how often. */
  pairs: (store: VoteStore, { view }: OfView): CountedPairs => {
    const rowByName = new Map(
      store.contestantRows.map((contestantRow) => [contestantRow.name, contestantRow]),
    )
    return {
      contestants: store.contestants.sorted.map((name) => ({
        name,
        slug: rowByName.get(name)!.slug!,
        retired: rowByName.get(name)!.retired!,
      })),
      ...countViewPairs(store, view),
    }
  },
  /** The differences of a contestant, by name or slug, to all others. */
  differences: (store: VoteStore, { view, contestant }: OfView & { contestant: string }) =>
    computeDifferences(store, view, contestant, `${dataVersionIn(store, view)} ${view.key} ${store.arenaId}`),
  /** The reports beside the board. */
  reports: (store: VoteStore, request: ReportsRequest, url: string): Promise<ComputedReports> =>
    askReports(store, request, url),
  /** The days before a moment on which the counted votes were cast. */
  days: (store: VoteStore, { view, before }: OfView & { before: Date }) => votingDays(store, view, before),
  /** The votes on one contestant, prompt by prompt. */
  byPrompt: (store: VoteStore, { view, name }: OfView & { name: string }) => votesByPrompt(store, name, view),
  /** How far the votes of one voter moved the ratings. */
  influence: (store: VoteStore, { view, voter }: OfView & { voter: string }) =>
    voterInfluence(store, view, voter),
  /** A page of a list of votes. */
  listed: (store: VoteStore, { view, request }: OfView & { request: VoteListRequest }) =>
    listVotes(store, view, request),
}

answerTasks(async ({ url, arenaId, publication, kind, request }: Task) => {
  const store = await updatedStore(url, arenaId, publication)
  // each reads all it needs from the store before its first await, since the store may change after that
  return REQUESTS[kind](store, request as never, url)
})

interface StoreState extends DataState {
  /** Whether there are votes or changes that are not published yet. */
  hasUnpublished: boolean
}

export interface CountedPairs extends ViewPairs {
  /** Sorted; pairs refer to them by index. */
  contestants: { name: string; slug: string; retired: boolean }[]
}

export interface BoardRequest extends OfView {
  slug: string
  computedAt: Date
  /** Facts about judging that votes do not contain. */
  judging: JudgingInfo
  /** How many votes of one person count; null: all. */
  voterCap: number | null
}

interface JudgingInfo {
  warnings: Warning[]
  /** By contestant's name. */
  checks: ReadonlyMap<string, CheckSummary[]>
  failures: ReadonlyMap<string, NonNullable<BoardContestant['failed']>>
}

export interface ComputedBoard extends BoardText {
  dataVersion: string
}

const boards = new Thread(new URL('./slow-thread.ts', import.meta.url))
const reports = new Thread(new URL('./slow-thread.ts', import.meta.url))

const dataVersionIn = ({ revision, strata }: VoteStore, view: ArenaView): string =>
  viewDataVersion({ revision, strata: strata.all }, view)

/** The board of a view: here if it is quick, else by another thread. */
async function compute(store: VoteStore, request: BoardRequest): Promise<ComputedBoard> {
  const { contestants } = store
  const { counted, quarantined, excluded } = selectRows(store, request.view)
  const options = boardOptions(store, { ...request, excluded })
  const dataVersion = dataVersionIn(store, request.view)
  const rows = new Int32Array(counted.length + quarantined.length)
  rows.set(counted)
  rows.set(quarantined, counted.length)
  const task: BoardTask = { table: viewTable(store, request.view, rows), counted: counted.length, options }
  const isSlow = isSlowToCompute(counted.length, contestants.sorted.length)
  return { ...(isSlow ? await boards.ask<BoardText>(task) : liveBoard(task)), dataVersion }
}

/** Reports do not show it. */
const NOTHING_EXCLUDED = { quarantined: 0, leaked: 0, overCap: 0 }

interface ReportsRequest extends OfView, Pick<ReportsInput, 'withFactors'> {
  slug: string
}

function askReports(
  store: VoteStore,
  { view, slug, withFactors }: ReportsRequest,
  url: string,
): Promise<ComputedReports> {
  const judging = { warnings: [], checks: new Map(), failures: new Map() }
  const facts = { slug, view, computedAt: new Date(0), judging, voterCap: null, excluded: NOTHING_EXCLUDED }
  const task: ReportsTask = {
    table: viewTable(store, view),
    options: boardOptions(store, facts),
    withFactors,
    answers: { url, arenaId: store.arenaId, revision: store.revision },
  }
  return reports.ask(task)
}

function boardOptions(
  store: VoteStore,
  {
    slug,
    view,
    computedAt,
    judging,
    voterCap,
    excluded,
  }: BoardRequest & { excluded: typeof NOTHING_EXCLUDED },
): BoardOptions {
  const { since: _since, before: _before, key: _key, trust: _trust, looks, decides, ...publicView } = view
  const cap = view.source === 'judges' || judgeOfSource(view.source) !== null ? null : voterCap
  return {
    arena: slug,
    view: publicView,
    contestants: store.contestantRows.map((contestantRow) => ({
      ...contestantRow,
      checks: judging.checks.get(contestantRow.name),
      failed: judging.failures.get(contestantRow.name),
    })),
    ...BOOTSTRAP,
    looks,
    decides,
    excluded: { ...excluded, ...(cap !== null && { mostOfVoter: cap }) },
    warnings: [...sourceWarnings(view, store.strata.all), ...judging.warnings],
    computedAt: computedAt.toISOString(),
    version: VERSION,
  }
}

// The vote stores of arenas. When the connection ends, the stores that were read on it are discarded.

interface Stores {
  client: Promise<Client>
  byArena: Map<number, VoteStore>
  /** Allows one reading at a time on the connection. */
  reading: Mutex
}

let current: Stores | null = null

interface UpdateQueue {
  updates: Mutex
  /** The update that waits to begin. Callers with the same publication share it. */
  next: { publication: Publication | null; store: Promise<VoteStore> } | null
}

/** Updates of one arena run one after another, so that no caller sees half of one. */
const updateQueues = new Map<number, UpdateQueue>()

/**
 * The arena's store with all that was written until now.
 * @throws {Error} of the database; the next call then reads everything again. A read that takes too long is stopped, with
 *   the code 57014
 */
function updatedStore(url: string, arenaId: number, publication: Publication | null): Promise<VoteStore> {
  const queue: UpdateQueue = updateQueues.get(arenaId) ?? { updates: new Mutex(), next: null }
  updateQueues.set(arenaId, queue)
  if (queue.next?.publication !== publication) {
    const store = queue.updates.run(() => {
      if (queue.next?.store === store) queue.next = null
      return updateStore(url, arenaId, publication)
    })
    queue.next = { publication, store }
  }
  return queue.next!.store
}

async function updateStore(
  url: string,
  arenaId: number,
  publication: Publication | null,
): Promise<VoteStore> {
  const stores = (current ??= connect(url))
  const store = stores.byArena.get(arenaId) ?? new VoteStore(arenaId)
  const isFirst = store.isEmpty
  try {
    if (isFirst) {
      // the first reading takes long, and other arenas wait for the shared connection
      const client = await openThreadConnection(url, 'deadheat vote store')
      client.on('error', () => {})
      await store.update(client, publication).finally(() => client.end())
    } else {
      const isCurrent = await stores.reading.run(async () => store.update(await stores.client, publication))
      if (!isCurrent) {
        stores.byArena.delete(arenaId)
        return await updateStore(url, arenaId, publication)
      }
    }
  } catch (error) {
    stores.byArena.delete(arenaId)
    // the first reading had a separate connection, so its failure says nothing about the shared one
    if (!isFirst) disconnect(stores)
    throw withAdvice(error as Error & { code?: string }, arenaId)
  }
  stores.byArena.set(arenaId, store)
  return store
}

const QUERY_CANCELED = '57014'

function withAdvice(error: Error & { code?: string }, arenaId: number): Error {
  if (error.code !== QUERY_CANCELED) return error
  const limit = LONGEST_READ_MS / 1000
  return Object.assign(
    new Error(
      `Reading the votes of arena ${arenaId} was stopped: it took longer than ${limit} seconds, or somebody cancelled it. Run ANALYZE on the database and see in pg_stat_activity what it waits for.`,
    ),
    { code: QUERY_CANCELED },
  )
}

function connect(url: string): Stores {
  const client = openThreadConnection(url, 'deadheat vote store')
  const stores: Stores = { client, byArena: new Map(), reading: new Mutex() }
  client.then(
    (connected) => {
      connected.on('error', () => disconnect(stores))
      connected.on('end', () => disconnect(stores))
    },
    () => disconnect(stores),
  )
  return stores
}

function disconnect(stores: Stores): void {
  if (current !== stores) return
  current = null
  stores.client.then((client) => client.end()).catch(() => {})
}
