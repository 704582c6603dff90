import type { ArenaNeeds, Board, NeedsQuery } from '../../shared/contracts/index.ts'
import { planVotes } from '../../shared/stats/plan/plan.ts'
import type { Arena } from '../arenas/index.ts'
import { arenaPlanSpec, costOfVotes, currentJudges, estimateArena } from '../judging/index.ts'
import { selectLedger } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { currentSnapshot, resolveView } from '../ratings/index.ts'

/**
 * What is left to generate and judge in an arena, its cost, and how many votes its board still needs. Without judges:
 * how many votes of people.
 * @returns the needs, and the board they are for
 */
export async function arenaNeeds(
  deps: Deps,
  arena: Arena,
  query: NeedsQuery,
): Promise<{ needs: ArenaNeeds; board: Board }> {
  const { winRate, alpha, power, votesPerPair } = query
  const { plan = {}, budgetUsd = null } = arena.settings
  const wish = arenaPlanSpec(plan, { votesPerPair })
  const estimate = await estimateArena(deps.db, arena, wish, deps.settings)
  const ledger = await selectLedger(deps.db, arena.id, deps.clock())
  const view = await resolveView(deps, arena, {})
  const board = JSON.parse((await currentSnapshot(deps, arena, view)).board) as Board
  const needed = winRate === undefined ? null : planVotes(winRate, alpha, power)
  const judging = needed && (await costOfVotes(deps.db, arena, wish, needed.votesForPower, deps.settings))
  const hasJudges = (await currentJudges(deps.db, arena.id)).length > 0
  const { view: shown, votes: counted, state, leader, deadHeat, settle } = board
  const needs = {
    arena: arena.slug,
    ...estimate,
    budgetUsd,
    ledger,
    board: { view: shown, votes: counted, state, leader, deadHeat, settle },
    votesNeeded: needed && { ...needed, judging },
    people: hasJudges ? null : planOfPeople(board, query),
  }
  return { needs, board }
}

/** The leads to plan for, if none is named: from small to large. */
const WIN_RATES = [0.55, 0.6, 0.65, 0.7]

/** @param board  of the view that people decide */
function planOfPeople(
  { contestants, votes }: Board,
  { winRate, alpha, power }: NeedsQuery,
): ArenaNeeds['people'] {
  const size = contestants.length
  const rates = winRate === undefined ? WIN_RATES : [winRate]
  return {
    contestants: size,
    pairs: (size * (size - 1)) / 2,
    votes,
    perPair: rates.map((rate) => planVotes(rate, alpha, power)),
  }
}
