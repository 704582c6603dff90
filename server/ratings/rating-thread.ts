/**
 * The thread behind rating-threads.ts: keeps the votes of arenas in memory and computes boards from them. It passes slow
 * boards to another thread, so that it is always ready for the next vote.
 */
import { parentPort } from 'node:worker_threads'
import { judgeIn, type CheckSummary, type Warning } from '../../shared/contracts/index.ts'
import { MAJORITY } from '../../shared/votes/majority.ts'
import { VERSION } from '../platform/config/installation.ts'
import { dataVersionOf, type DataState } from './data-version.ts'
import { boardOf, type Preview, type BoardOptions } from './boards/board-of.ts'
import { VoteStore, LONGEST_READ_MS } from './vote-store/vote-store.ts'
import { daysOf } from './vote-store/days-of.ts'
import { differencesOf, type ComputedDifferences } from './vote-store/differences-of.ts'
import {
  computeFull,
  type FullTask,
  storedRows,
  isSlowToCompute,
  textOf,
  type BoardText,
} from './vote-store/compute-full.ts'
import type { AnswersOf } from './reports/answer-styles.ts'
import type { ComputedReports, ReportsInput } from './reports/board-reports.ts'
import { countView, type ExcludedVotes } from './vote-store/count-view.ts'
import {
  contestantVotes,
  exploredVotes,
  votesOnCell,
  type PromptsByVotes,
} from './vote-store/votes-by-prompt.ts'
import type { PairCounts } from './vote-store/view-tally.ts'
import { sourceWarnings } from './boards/board-warnings.ts'
import { asError, Thread } from '../platform/jobs/thread.ts'
import type { Publication } from '../platform/postgres/publishing.ts'
import type { ArenaView } from './view.ts'
import type { Client } from 'pg'
import { connectTo } from '../platform/postgres/database.ts'
import { Mutex } from '../platform/mutex.ts'

export const ROUNDS = 1000
export const SEED = 1

export interface Task {
  url: string
  arenaId: number
  publication: Publication | null
  /** Null: only the state of the store. */
  request:
    | BoardTask
    | PairsTask
    | ContestantVotesTask
    | ExploreTask
    | CellTask
    | DifferencesTask
    | DaysTask
    | ReportsTask
    | null
}

/** Asks for the counts of the pairs of a view. */
export interface PairsTask {
  pairsOf: ArenaView
  /** Whether a job keeps the view current; its tally is then stored. */
  isTracked: boolean
}

/** Asks for the votes of a view on one contestant, by its name. */
export interface ContestantVotesTask {
  votesOn: string
  view: ArenaView
}

/** Asks for the votes of a view on some contestants, by their names, prompt by prompt. */
export interface ExploreTask {
  explored: readonly string[]
  view: ArenaView
  /** The keys of prompts, or which of them to list. */
  asked: readonly string[] | PromptsByVotes
}

/** Asks for the ids of the newest votes of a view on one contestant on one prompt. */
export interface CellTask {
  cell: { contestant: string; prompt: string; most: number }
  view: ArenaView
}

export interface CountedPairs extends PairCounts {
  /** Sorted; pairs refer to them by index. */
  contestants: { name: string; slug: string; retired: boolean }[]
}

/** Asks for the differences of a contestant, by name or slug, to all others of a view. */
export interface DifferencesTask {
  differencesOf: string
  view: ArenaView
  isTracked: boolean
}

/** Asks for the days before a moment on which the counted votes of a view were cast. */
export interface DaysTask {
  daysOf: ArenaView
  before: Date
}

/** Asks for the reports beside the board of a view. */
export interface ReportsTask {
  reportsOf: ArenaView
  slug: string
}

export interface BoardTask {
  slug: string
  view: ArenaView
  /** Whether a job keeps the view current; its tally is then stored. */
  isTracked: boolean
  computedAt: Date
  /** Allows a preview if the board is slow to compute; null allows none. */
  preview: Preview | null
  /** Facts about judging that votes do not contain. */
  judging: JudgingInfo
  hasImportedVotes: boolean
  /** How many votes of one person count; null: all. */
  voterCap: number | null
}

/** Facts about judging that votes do not contain. */
interface JudgingInfo {
  warnings: Warning[]
  /** By contestant's name. */
  checks: ReadonlyMap<string, CheckSummary[]>
}

/** How many votes and changes the store has, by group. */
export interface StoreState extends DataState {
  /** Whether there are votes or changes that are not published yet. */
  hasUnpublished: boolean
}

export interface ComputedBoard extends BoardText {
  data_version: string
  isPreview: boolean
}

const bootstraps = new Thread(new URL('./bootstrap-thread.ts', import.meta.url))
const reports = new Thread(new URL('./reports-thread.ts', import.meta.url))

parentPort!.on('message', async ({ id, task }: { id: number; task: Task }) => {
  const { url, arenaId, publication, request } = task
  try {
    const answer = await withStore(url, arenaId, publication, (store) => {
      if (request === null) return stateOf(store)
      if ('pairsOf' in request) return pairsOf(store, request)
      if ('votesOn' in request) return contestantVotes(store, request.votesOn, request.view)
      if ('explored' in request) return exploredVotes(store, request.explored, request.view, request.asked)
      if ('cell' in request) return votesOnCell(store, request.cell, request.view)
      if ('differencesOf' in request) return differences(store, request, `${arenaId} ${url}`)
      if ('daysOf' in request) return daysOf(store, request.daysOf, request.before, ROUNDS)
      if ('reportsOf' in request) return { later: reportsOf(store, request, { url, arenaId }) }
      return { later: compute(store, request, `${arenaId} ${url}`) }
    })
    parentPort!.postMessage({ id, answer: 'later' in answer ? await answer.later : answer })
  } catch (error) {
    parentPort!.postMessage({ id, error: asError(error) })
  }
})

const stateOf = ({ revision, groups, hasUnpublished }: VoteStore): StoreState => ({
  revision,
  groups: groups.all.map((group) => ({ ...group })),
  hasUnpublished,
})

function pairsOf(store: VoteStore, { pairsOf: view, isTracked }: PairsTask): CountedPairs {
  const rowByName = new Map(store.contestantRows.map((one) => [one.name, one]))
  return {
    contestants: store.contestants.sorted.map((name) => ({
      name,
      slug: rowByName.get(name)!.slug!,
      retired: rowByName.get(name)!.retired!,
    })),
    ...store.tallyOf(view, isTracked).pairs(),
  }
}

function differences(
  store: VoteStore,
  { differencesOf: nameOrSlug, view, isTracked }: DifferencesTask,
  arena: string,
): ComputedDifferences {
  const dataVersion = dataVersionOf({ revision: store.revision, groups: store.groups.all }, view)
  const key = `${dataVersion} ${store.namesVersion} ${view.key} ${arena}`
  return differencesOf(store, view, { nameOrSlug, isTracked, key, rounds: ROUNDS, seed: SEED })
}

/** Reads all it needs from the store before its first await. Another thread computes the reports. */
function reportsOf(
  store: VoteStore,
  { reportsOf: view, slug }: ReportsTask,
  arena: Pick<AnswersOf, 'url' | 'arenaId'>,
): Promise<ComputedReports> {
  const { counted, excluded, rows } = countView(store, view, false)
  const judging = { warnings: [], checks: new Map() }
  const input: ReportsInput = {
    counted,
    votes: storedRows(store, rows(), counted.cluster),
    options: optionsOf(
      store,
      { slug, view, computedAt: new Date(0), judging, hasImportedVotes: false, voterCap: null },
      excluded,
    ),
  }
  return reports.ask({ ...input, answers: { ...arena, revision: store.revision } })
}

/** Reads all it needs from the store before its first await, since the store may change after that. */
async function compute(store: VoteStore, task: BoardTask, arena: string): Promise<ComputedBoard> {
  const { view, isTracked, preview } = task
  const { counted, excluded, rows, withQuarantined } = countView(store, view, isTracked)
  const options = optionsOf(store, task, excluded)
  const dataVersion = dataVersionOf({ revision: store.revision, groups: store.groups.all }, view)
  const isLong = isSlowToCompute(counted, ROUNDS)
  if (isLong && preview)
    return { ...textOf(boardOf(counted, '', options, preview)), data_version: dataVersion, isPreview: true }
  const full: FullTask = {
    counted,
    votes: storedRows(store, rows(), counted.cluster),
    options,
    withQuarantined: withQuarantined(),
    key: `${view.key} ${arena}`,
    namesVersion: store.namesVersion,
  }
  const text = isLong ? bootstraps.ask<BoardText>(full) : computeFull(full)
  return { ...(await text), data_version: dataVersion, isPreview: false }
}

function optionsOf(
  store: VoteStore,
  {
    slug,
    view,
    computedAt,
    judging,
    hasImportedVotes,
    voterCap,
  }: Pick<BoardTask, 'slug' | 'view' | 'computedAt' | 'judging' | 'hasImportedVotes' | 'voterCap'>,
  { overCap, ...excluded }: ExcludedVotes,
): BoardOptions {
  const {
    since: _since,
    before: _before,
    key: _key,
    trust: _trust,
    looks,
    together,
    categories,
    ...shown
  } = view
  const cap =
    view.source === 'judges' || view.source === MAJORITY || judgeIn(view.source) !== null ? null : voterCap
  return {
    arena: slug,
    view: shown,
    contestants: store.contestantRows.map((one) => ({ ...one, checks: judging.checks.get(one.name) })),
    rounds: ROUNDS,
    seed: SEED,
    looks,
    together,
    categories,
    hasImportedVotes,
    excluded: { ...excluded, ...(cap !== null && { overCap: { votes: overCap, most: cap } }) },
    warnings: [...sourceWarnings(view, store.groups.all), ...judging.warnings],
    computedAt: computedAt.toISOString(),
    version: VERSION,
  }
}

// The vote stores of arenas, by database. When a connection ends, the stores that were read on it are discarded.

interface DatabaseStores {
  client: Promise<Client>
  arenas: Map<number, VoteStore>
  /** Allows one reading at a time on the connection. */
  reading: Mutex
}

const databases = new Map<string, DatabaseStores>()

interface UpdateQueue {
  updates: Mutex
  /** The update that waits to begin. Callers with the same publication share it. */
  next: { publication: Publication | null; store: Promise<VoteStore> } | null
}

/** Updates of one arena run one after another, so that no caller sees half of one. */
const updateQueues = new Map<string, UpdateQueue>()

/**
 * Calls `use` with the arena's updated store. Until the first await in `use` the store does not change.
 * @throws {Error} of the database; the next call then reads everything again. A read that takes too long is stopped, with
 *   the code 57014
 */
async function withStore<T>(
  url: string,
  arenaId: number,
  publication: Publication | null,
  use: (store: VoteStore) => T,
): Promise<T> {
  const key = `${arenaId} ${url}`
  const queue: UpdateQueue = updateQueues.get(key) ?? { updates: new Mutex(), next: null }
  updateQueues.set(key, queue)
  if (queue.next?.publication !== publication) {
    const store = queue.updates.run(() => {
      if (queue.next?.store === store) queue.next = null
      return updateStore(url, arenaId, publication)
    })
    queue.next = { publication, store }
  }
  return queue.next!.store.then(use)
}

async function updateStore(
  url: string,
  arenaId: number,
  publication: Publication | null,
): Promise<VoteStore> {
  const stores = databaseAt(url)
  const store = stores.arenas.get(arenaId) ?? new VoteStore(arenaId)
  const isFirst = store.isEmpty
  try {
    if (isFirst) {
      // the first reading takes long, and other arenas wait for the shared connection
      const client = await connectTo(url, 'deadheat vote store')
      client.on('error', () => {})
      await store.update(client, publication).finally(() => client.end())
    } else {
      const isCurrent = await stores.reading.run(async () => store.update(await stores.client, publication))
      if (!isCurrent) {
        stores.arenas.delete(arenaId)
        return await updateStore(url, arenaId, publication)
      }
    }
  } catch (error) {
    stores.arenas.delete(arenaId)
    // the first reading had a separate connection, so its failure says nothing about the shared one
    if (!isFirst) disconnect(url, stores)
    throw withAdvice(error as Error & { code?: string }, arenaId)
  }
  stores.arenas.set(arenaId, store)
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

function databaseAt(url: string): DatabaseStores {
  const there = databases.get(url)
  if (there) return there
  const client = connectTo(url, 'deadheat vote store')
  const stores: DatabaseStores = { client, arenas: new Map(), reading: new Mutex() }
  databases.set(url, stores)
  client.then(
    (connected) => {
      connected.on('error', () => disconnect(url, stores))
      connected.on('end', () => disconnect(url, stores))
    },
    () => disconnect(url, stores),
  )
  return stores
}

function disconnect(url: string, stores: DatabaseStores): void {
  if (databases.get(url) !== stores) return
  databases.delete(url)
  stores.client.then((client) => client.end()).catch(() => {})
}
