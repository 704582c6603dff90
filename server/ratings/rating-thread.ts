/**
 * The other side of rating-threads.ts: keeps the facts of arenas in memory, and makes boards of them. What takes long
 * it hands to a thread of its own, so that it is always ready for the next vote.
 */
import { parentPort } from 'node:worker_threads'
import type { CheckSummary, Warning } from '../../shared/contracts/index.ts'
import { VERSION } from '../platform/version.ts'
import { basisOf } from './basis.ts'
import type { FactState } from './basis.ts'
import { boardOf } from './boards/board-of.ts'
import type { Preview } from './boards/board-of.ts'
import { textOf } from './boards/board-text.ts'
import type { BoardText } from './boards/board-text.ts'
import type { BoardOptions } from './compute-board.ts'
import type { ArenaFacts } from './vote-store/arena-facts.ts'
import { differencesOf } from './vote-store/differences-of.ts'
import type { ComputedDifferences } from './vote-store/differences-of.ts'
import { computeFull } from './vote-store/compute-full.ts'
import type { FullTask } from './vote-store/compute-full.ts'
import { votesOf } from './vote-store/fold-votes.ts'
import { countedOf } from './vote-store/powered.ts'
import { votesOn } from './vote-store/votes-on.ts'
import { withFacts } from './vote-store/houses.ts'
import type { PairCounts } from './vote-store/view-tally.ts'
import { isPreviewWorthIt } from './vote-store/worth.ts'
import { sourceWarnings } from './source-warnings.ts'
import { asError, Thread } from './thread-answers.ts'
import type { ArenaView } from './view.ts'

export const ROUNDS = 1000
export const SEED = 1

export interface Task {
  url: string
  arenaId: number
  until: Date | null
  /** Null: only the state of the facts. */
  wanted: BoardTask | PairsTask | OneTask | DifferencesTask | null
}

/** Asks for the counts of the pairs of a view. */
export interface PairsTask {
  pairsOf: ArenaView
  /** A job keeps the view current, so its tally is kept too. */
  isKept: boolean
}

/** Asks for the votes of a view on one contestant, by its name. */
export interface OneTask {
  votesOn: string
  view: ArenaView
}

export interface CountedPairs extends PairCounts {
  /** Sorted; pairs name them by place. */
  contestants: { name: string; slug: string; retired: boolean }[]
}

/** Asks for the differences of a contestant, by name or slug, to all others of a view. */
export interface DifferencesTask {
  differencesOf: string
  view: ArenaView
  isKept: boolean
}

export interface BoardTask {
  slug: string
  view: ArenaView
  /** A job keeps the view current, so its tally is kept too. */
  isKept: boolean
  computedAt: Date
  /** Says that a preview is welcome, where the board itself takes long. */
  preview: Preview | null
  /** What the facts of votes do not tell. */
  judging: JudgingNews
}

/** What is known of judging beside its votes. */
export interface JudgingNews {
  warnings: Warning[]
  /** By contestant's name. */
  checks: ReadonlyMap<string, CheckSummary[]>
}

/** How far the facts are, by group. */
export interface ArenaState extends FactState {
  /** Whether there are facts that are not out yet. */
  isHeldBack: boolean
}

export interface ComputedBoard extends BoardText {
  basis: string
  isPreview: boolean
}

const bootstraps = new Thread(new URL('./bootstrap-thread.ts', import.meta.url))

parentPort!.on('message', async ({ id, task }: { id: number; task: Task }) => {
  const { url, arenaId, until, wanted } = task
  try {
    const answer = await withFacts(url, arenaId, until, (facts) => {
      if (wanted === null) return stateOf(facts)
      if ('pairsOf' in wanted) return pairsOf(facts, wanted)
      if ('votesOn' in wanted) return votesOn(facts, wanted.votesOn, wanted.view)
      if ('differencesOf' in wanted) return differences(facts, wanted, `${arenaId} ${url}`)
      return { later: compute(facts, wanted, `${arenaId} ${url}`) }
    })
    parentPort!.postMessage({ id, answer: 'later' in answer ? await answer.later : answer })
  } catch (error) {
    parentPort!.postMessage({ id, error: asError(error) })
  }
})

const stateOf = ({ revision, groups, isHeldBack }: ArenaFacts): ArenaState => ({
  revision,
  groups: groups.all.map((group) => ({ ...group })),
  isHeldBack,
})

function pairsOf(facts: ArenaFacts, { pairsOf: view, isKept }: PairsTask): CountedPairs {
  const known = new Map(facts.known.map((one) => [one.name, one]))
  return {
    contestants: facts.contestants.sorted.map((name) => ({
      name,
      slug: known.get(name)!.slug!,
      retired: known.get(name)!.retired!,
    })),
    ...facts.tallyOf(view, isKept).pairs(),
  }
}

function differences(
  facts: ArenaFacts,
  { differencesOf: wanted, view, isKept }: DifferencesTask,
  arena: string,
): ComputedDifferences {
  const basis = basisOf({ revision: facts.revision, groups: facts.groups.all }, view)
  const key = `${basis} ${facts.stamp} ${view.key} ${arena}`
  return differencesOf(facts, view, { wanted, isKept, key, rounds: ROUNDS, seed: SEED })
}

/** Makes all it needs of the facts before it first waits. */
async function compute(facts: ArenaFacts, task: BoardTask, arena: string): Promise<ComputedBoard> {
  const { view, isKept, preview } = task
  const { counted, quarantined, rows } = countedOf(facts, view, isKept)
  const options = optionsOf(facts, task, quarantined)
  const basis = basisOf({ revision: facts.revision, groups: facts.groups.all }, view)
  const isLong = isPreviewWorthIt(counted, ROUNDS)
  if (isLong && preview) return { ...textOf(boardOf(counted, '', options, preview)), basis, isPreview: true }
  const full: FullTask = {
    counted,
    votes: votesOf(facts, rows()),
    options,
    key: `${view.key} ${arena}`,
    stamp: facts.stamp,
  }
  const text = isLong ? bootstraps.ask<BoardText>(full) : computeFull(full)
  return { ...(await text), basis, isPreview: false }
}

function optionsOf(
  facts: ArenaFacts,
  { slug, view, computedAt, judging }: BoardTask,
  quarantined: number,
): BoardOptions {
  const { since: _since, before: _before, key: _key, trust: _trust, ...shown } = view
  return {
    arena: slug,
    view: shown,
    contestants: facts.known.map((one) => ({ ...one, checks: judging.checks.get(one.name) })),
    rounds: ROUNDS,
    seed: SEED,
    excluded: { quarantined, leaked: 0 },
    warnings: [...sourceWarnings(view, facts.groups.all), ...judging.warnings],
    computedAt: computedAt.toISOString(),
    version: VERSION,
  }
}
