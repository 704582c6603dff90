import type { Share } from './table.ts'
import { isAbove, rankIntervals, type Rated, fieldOf } from '../../shared/stats/declare/declare.ts'
import { rate } from '../../shared/stats/declare/rate.ts'
import { type VoteColumns, tally } from '../../shared/stats/fit/tally.ts'
import { pointsAmong } from '../../shared/stats/fit/points.ts'
import { bootstrap, resampler } from '../../shared/stats/intervals/bootstrap.ts'
import { deviationOfDifference } from '../../shared/stats/intervals/spread.ts'
import { evidenceOf } from '../../shared/stats/fit/evidence.ts'
import { predictionQuantile } from '../../shared/stats/numbers/distributions.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'
import { inflation } from '../../shared/stats/intervals/comparison.ts'
import { information } from '../../shared/stats/fit/information.ts'
import { type Cell, pairs } from './cell.ts'

/**
 * Counts of what a rule did on a number of boards. They can be added up. `covered` sums shares of a board's
 * ratings.
 */
export interface RuleScore {
  covered: number
  coveredSquares: number
  /** Boards on which somebody was rated, so coverage was counted. */
  measured: number
  newcomersCovered: number
  newcomersMeasured: number
  anyFalse: number
  falseWinner: number
  falseFrontRunner: number
  rightWinner: number
  rightFrontRunner: number
}

/** Both rules on the same boards. */
export interface Score {
  boards: number
  /** Boards on which somebody was unbeaten (at the last look). */
  unbeaten: number
  engine: RuleScore
  arena: RuleScore
  /** Boards on which the test of all differences named the true best, if it was computed. */
  allDifferences: number
}

export function noRuleScore(): RuleScore {
  return {
    covered: 0,
    coveredSquares: 0,
    measured: 0,
    newcomersCovered: 0,
    newcomersMeasured: 0,
    anyFalse: 0,
    falseWinner: 0,
    falseFrontRunner: 0,
    rightWinner: 0,
    rightFrontRunner: 0,
  }
}

export function noScore(): Score {
  return { boards: 0, unbeaten: 0, engine: noRuleScore(), arena: noRuleScore(), allDifferences: 0 }
}

export function sum(a: Score, b: Score): Score {
  return {
    boards: a.boards + b.boards,
    unbeaten: a.unbeaten + b.unbeaten,
    engine: sumOfRules(a.engine, b.engine),
    arena: sumOfRules(a.arena, b.arena),
    allDifferences: a.allDifferences + b.allDifferences,
  }
}

function sumOfRules(a: RuleScore, b: RuleScore): RuleScore {
  const total = noRuleScore()
  for (const key of Object.keys(total) as (keyof RuleScore)[]) total[key] = a[key] + b[key]
  return total
}

/** Mean coverage. Its error is that of a mean over boards, since the ratings of one board depend on each other. */
export function coverageOf({ covered, coveredSquares, measured }: RuleScore): Share {
  const share = covered / measured
  const variance = Math.max(0, coveredSquares / measured - share * share)
  return { share, error: Math.sqrt(variance / Math.max(1, measured - 1)) }
}

/** The goals: 5 % false, 93 % coverage. Chance may add two standard errors at the goal for this number of boards. */
const GOALS = { false: 0.05, coverage: 0.93 }

/** The names of the goals that a cell misses by more than chance allows. */
export function missedGoals({ boards, engine }: Score): string[] {
  const most = GOALS.false + 2 * Math.sqrt((GOALS.false * (1 - GOALS.false)) / boards)
  const coverage = coverageOf(engine)
  const tooMany = (count: number) => count / boards > most
  return [
    ...(engine.measured > 1 && coverage.share + 2 * coverage.error < GOALS.coverage ? ['coverage'] : []),
    ...(tooMany(engine.anyFalse) ? ['any false'] : []),
    ...(tooMany(engine.falseWinner) ? ['false winner'] : []),
    ...(tooMany(engine.falseFrontRunner) ? ['false front-runner'] : []),
  ]
}

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

/**
 * The winner by the test of all differences at once. Null if it names none, or if a contestant with votes is not
 * rated.
 */
function namesByAllDifferences(
  votes: VoteColumns,
  byUnit: boolean,
  rounds: number,
  seed: number,
): number | null {
  const leads = leadsByAllDifferences(votes, byUnit, rounds, seed)
  const everyone = Array.from({ length: votes.contestants }, (_, i) => i)
  return (leads && everyone.find((i) => everyone.every((j) => i === j || leads(i, j)))) ?? null
}

/**
 * Who is ahead of whom by the test of all differences at once (max-t), each against its own standard error. It is
 * the most powerful simultaneous rule, so it is the yardstick for ours, whose test can be drawn as bars. Null if a
 * contestant is not rated.
 */
export function leadsByAllDifferences(
  votes: VoteColumns,
  byUnit: boolean,
  rounds: number,
  seed: number,
): ((i: number, j: number) => boolean) | null {
  const counted = tally(votes, byUnit ? 'unit' : 'vote', 'half')
  const everyone = pointsAmong(
    counted,
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
  const { rated } = fieldOf(everyone.points)
  if (rated.length < votes.contestants) return null
  const { points } = everyone
  const { theta } = fit(points)
  const at = information(points, theta)
  const resample = resampler(counted, everyone)
  const deviations = bootstrap(points, theta, at, resample, { rounds, seed, onProgress: () => undefined })
  const all = pairs(points.contestants)
  const errors = all.map(([i, j]) => deviationOfDifference(deviations, i, j))
  const most = Float64Array.from({ length: rounds }, (_, round) => {
    const row = round * points.contestants
    return all.reduce((largest, [i, j], pair) => {
      const moved = Math.abs(deviations.values[row + i] - deviations.values[row + j])
      return Math.max(largest, moved / errors[pair])
    }, 0)
  })
  const critical = predictionQuantile(most.sort(), 0.05)
  const { units } = evidenceOf(counted, everyone)
  const number = new Map(all.map(([i, j], pair) => [i * points.contestants + j, pair]))
  return (i, j) => {
    const pair = number.get(Math.min(i, j) * points.contestants + Math.max(i, j))!
    const needed = critical * inflation(Math.min(units[i], units[j]), critical) * errors[pair]
    return theta[i] - theta[j] > needed
  }
}
