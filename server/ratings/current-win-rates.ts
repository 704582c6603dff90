import type { Arena } from '../arenas/index.ts'
import type { Board } from '../../shared/contracts/index.ts'
import { UNKNOWN_STYLE } from '../../shared/contracts/vote-details.ts'
import { tableOf } from '../../shared/votes/vote-table.ts'
import type { VoteTable } from '../../shared/votes/vote-table.ts'
import type { Deps } from '../platform/deps.ts'
import { published } from '../platform/publication.ts'
import { selectVotesAgainst } from './against-queries.ts'
import type { VoteWithLengths } from './against-queries.ts'
import { noContestant } from './current-differences.ts'
import { currentPairs } from './current-pairs.ts'
import { currentSnapshot } from './current-snapshot.ts'
import { inSlot } from './in-slot.ts'
import { humanView } from './human-view.ts'
import type { CountedPairs } from './rating-thread.ts'
import { baselineReport } from './reports/baseline.ts'
import type { BaselineWinRate } from './reports/baseline.ts'
import type { ArenaView } from './arena-view.ts'

type PairContestant = CountedPairs['contestants'][number]

interface ChosenBaseline {
  baseline: PairContestant
  chosenBy: 'request' | 'plan' | 'most_met'
}

export interface WinRatesAgainst {
  /** Null if there are no votes and no baseline was requested. */
  chosen: ChosenBaseline | null
  rows: BaselineWinRate[]
  /** The board of the same view. */
  board: Board
}

const cacheByPairs = new WeakMap<CountedPairs, Map<string, Promise<WinRatesAgainst>>>()

/**
 * Everybody's win rate against one contestant, plain and with lengths controlled, from the published votes on the two
 * alone. `rate --baseline` reports the same for an export of the view. For a view powered by judges only people's votes
 * count. The votes are read once for each data version.
 * @param requestedBaseline  name or slug; null: the baseline of the arena's plan, else the contestant that met most others
 * @throws {ProblemError} invalid_request when the arena has none of that name
 */
export async function currentWinRates(
  deps: Deps,
  arena: Arena,
  requestedView: ArenaView,
  requestedBaseline: string | null,
): Promise<WinRatesAgainst> {
  const view = humanView(requestedView)
  const counted = await currentPairs(deps, arena, view)
  const chosen = chooseBaseline(arena, counted, requestedBaseline)
  const cache = cacheByPairs.get(counted) ?? new Map<string, Promise<WinRatesAgainst>>()
  cacheByPairs.set(counted, cache)
  const key = chosen ? `${chosen.chosenBy} ${chosen.baseline.slug}` : ''
  const cached = cache.get(key)
  if (cached) return cached
  const winRates = compute(deps, arena, view, chosen)
  cache.set(key, winRates)
  winRates.catch(() => cache.delete(key))
  return winRates
}

async function compute(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  chosen: ChosenBaseline | null,
): Promise<WinRatesAgainst> {
  const board = JSON.parse((await currentSnapshot(deps, arena, view)).board) as Board
  const publication = await published(deps)
  if (!chosen) return { chosen, rows: [], board }
  const { name } = chosen.baseline
  const votes = await inSlot(deps, arena, view, () =>
    selectVotesAgainst(deps.db, arena.id, name, { ...view, publication }),
  )
  return { chosen, rows: baselineReport(withLengths(votes), board, name), board }
}

function chooseBaseline(
  arena: Arena,
  { contestants, first, second, ...counts }: CountedPairs,
  requestedBaseline: string | null,
): ChosenBaseline | null {
  const contestantOf = (name: string) =>
    contestants.find((one) => one.name === name) ?? contestants.find(({ slug }) => slug === name)
  if (requestedBaseline !== null) {
    const baseline = contestantOf(requestedBaseline)
    if (!baseline) throw noContestant(arena, requestedBaseline, 'baseline')
    return { baseline, chosenBy: 'request' }
  }
  const planned = arena.settings.plan?.baseline
  const ofPlan = planned === undefined ? undefined : contestantOf(planned)
  if (ofPlan) return { baseline: ofPlan, chosenBy: 'plan' }
  const opponentCounts = contestants.map((baseline) => ({ baseline, others: 0, votes: 0 }))
  for (const [at, one] of first.entries())
    for (const who of [one, second[at]]) {
      opponentCounts[who].others++
      opponentCounts[who].votes += counts.firstWins[at] + counts.secondWins[at] + counts.ties[at]
    }
  const [most] = opponentCounts.toSorted((a, b) => b.others - a.others || b.votes - a.votes)
  return most && most.others > 0 ? { baseline: most.baseline, chosenBy: 'most_met' } : null
}

function withLengths(votes: readonly VoteWithLengths[]): VoteTable {
  const details = votes.map(({ lengthA, lengthB }) => ({
    styleA: { ...UNKNOWN_STYLE, length: lengthA },
    styleB: { ...UNKNOWN_STYLE, length: lengthB },
    preferenceB: null,
    difficulty: null,
    castAt: null,
  }))
  return { ...tableOf(votes), details }
}
