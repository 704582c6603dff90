import { isAbove, rankIntervals, type Rated } from '../../../shared/stats/declare/declare.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import type { VoteColumns } from '../../../shared/stats/fit/tally.ts'
import type { Cell } from './cell.ts'
import { namesByAllDifferences } from './all-differences.ts'
import { noRuleScore, type RuleScore, type Score } from './score.ts'

const ARENA_ROUNDS = 100
/** Strengths that differ by less are equal: the projection has rounding errors. */
const SAME = 1e-7

/** What a rule declared on one board. */
interface RuleResult {
  board: Rated
  winner: number | null
  frontRunner: number | null
}

/** Judges one board by both rules against the true strengths, at every look. */
export function judgeBoard(
  cell: Cell,
  truth: Float64Array,
  votes: VoteColumns,
  rounds: number,
  seed: number,
): Score {
  const engine = noRuleScore()
  const arena = noRuleScore()
  const best = trulyBest(truth)
  let lastBoard: Rated | null = null
  for (let look = 1; look <= cell.looks; look++) {
    const votesSoFar = firstVotes(votes, Math.ceil((votes.left.length * look) / cell.looks))
    const isLast = look === cell.looks
    const byEngine = resultOfEngine(cell, votesSoFar, rounds, seed)
    lastBoard = byEngine.board
    count(engine, byEngine, cell, truth, best, isLast)
    count(arena, resultOfArena(votesSoFar, seed), cell, truth, best, isLast)
  }
  const unbeaten = lastBoard!.standings.some(({ reason }) => reason === 'unbeaten') ? 1 : 0
  const bestByDifferences = cell.allDifferences
    ? namesByAllDifferences(votes, cell.units !== null, rounds, seed)
    : null
  return {
    boards: 1,
    unbeaten,
    engine,
    arena,
    allDifferences: best !== null && bestByDifferences === best ? 1 : 0,
  }
}

function resultOfEngine({ units }: Cell, votes: VoteColumns, rounds: number, seed: number): RuleResult {
  const by = units ? 'unit' : 'vote'
  const board = rate(votes, { rounds, seed, by, ties: 'half', intervals: 'comparison', baseline: null })
  return { board, winner: board.winner, frontRunner: board.frontRunner }
}

/** The usual recipe: 100 by-vote rounds, percentiles, non-overlap. Contestants without a rating are ignored. */
function resultOfArena(votes: VoteColumns, seed: number): RuleResult {
  const options = { rounds: ARENA_ROUNDS, seed, by: 'vote', ties: 'half', intervals: 'classic' } as const
  const board = rate(votes, { ...options, baseline: null })
  const rated = [...board.standings.keys()].filter((i) => board.standings[i].rankInterval !== null)
  const above = rated.find((i) => board.standings[i].rankInterval![1] === 1)
  return { board, winner: rated.length > 1 && above !== undefined ? above : null, frontRunner: null }
}

function count(
  score: RuleScore,
  { board, winner, frontRunner }: RuleResult,
  { newcomers }: Cell,
  truth: Float64Array,
  best: number | null,
  isLast: boolean,
): void {
  const isFalse = (bestByDifferences: number | null) =>
    bestByDifferences !== null && bestByDifferences !== best
  if (isFalse(winner)) score.falseWinner = 1
  if (isFalse(frontRunner)) score.falseFrontRunner = 1
  if (isFalse(winner) || hasFalseOrder(board, truth)) score.anyFalse = 1
  if (!isLast) return
  if (winner !== null && winner === best) score.rightWinner = 1
  if (frontRunner !== null && frontRunner === best) score.rightFrontRunner = 1
  countCoverage(score, board, truth, newcomers)
}

/** Whether the board puts a contestant above one that is as strong or stronger. */
function hasFalseOrder({ standings }: Rated, truth: Float64Array): boolean {
  const placed = [...standings.keys()].filter((i) => standings[i].comparison !== null)
  if (rankIntervals(placed.map((i) => standings[i].comparison!)).every(([highest]) => highest === 1))
    return false
  return placed.some((i) =>
    placed.some(
      (j) => truth[i] <= truth[j] + SAME && isAbove(standings[i].comparison, standings[j].comparison),
    ),
  )
}

/** The true strengths are centred over the rated contestants, as ratings are. */
function countCoverage(score: RuleScore, { standings }: Rated, truth: Float64Array, newcomers: number): void {
  const rated = [...standings.keys()].filter((i) => standings[i].marginal !== null)
  if (rated.length < 2) return
  const mean = rated.reduce((total, i) => total + truth[i] / rated.length, 0)
  const covered = rated.filter((i) => {
    const [low, high] = standings[i].marginal!
    return low <= truth[i] - mean && truth[i] - mean <= high
  })
  const share = covered.length / rated.length
  score.covered += share
  score.coveredSquares += share * share
  score.measured++
  const isNew = (i: number) => i >= standings.length - newcomers
  score.newcomersCovered += covered.filter(isNew).length
  score.newcomersMeasured += rated.filter(isNew).length
}

/** The one contestant that is stronger than all others, or null. */
function trulyBest(truth: Float64Array): number | null {
  const strongest = truth.indexOf(Math.max(...truth))
  return truth.every((value, i) => i === strongest || value < truth[strongest] - SAME) ? strongest : null
}

function firstVotes(votes: VoteColumns, count: number): VoteColumns {
  if (count === votes.left.length) return votes
  return {
    ...votes,
    left: votes.left.subarray(0, count),
    right: votes.right.subarray(0, count),
    outcome: votes.outcome.subarray(0, count),
    unit: votes.unit.subarray(0, count),
  }
}
