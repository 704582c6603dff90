import { pointsAmong as among } from '../../../../shared/stats/fit/points.ts'
import { evidenceOf } from '../../../../shared/stats/fit/evidence.ts'
import { fieldOf, isAbove, type Rated } from '../../../../shared/stats/declare/declare.ts'
import { fit } from '../../../../shared/stats/fit/bradley-terry.ts'
import { information } from '../../../../shared/stats/fit/information.ts'
import { quasiErrors, sandwichSpread } from '../../../../shared/stats/intervals/spread.ts'
import { rate } from '../../../../shared/stats/declare/rate.ts'
import { tally, type VoteColumns } from '../../../../shared/stats/fit/tally.ts'
import { watchedFactor } from '../../../../shared/stats/intervals/intervals.ts'
import { countedVotes, votesOfLife, type Life, type LifeVotes } from './life.ts'

/** The result of a life under one rule. */
export interface Outcome {
  anyFalse: boolean
  falseWinner: boolean
  /** The number of votes after which the single best was named winner. Null: never. */
  namedAt: number | null
  /** The board after the last vote. */
  lastBoard: Rated
}

/** How a life is followed. */
export interface Watching {
  rounds: number
  seed: number
  /** The error of this board. */
  alpha: number
  /** Computes the full board at every look. By default only boards that could declare something false are computed. */
  isFull: boolean
}

/** Larger boards rate nobody after their first votes. */
const everyVoteUntil = (contestants: number) => (contestants <= 20 ? 200 : 0)
const GROWTH = 1.06
const FULL_GROWTH = 1.3
/** A look is skipped if no false lead reaches this share of what it needs at the latest k. */
const NEAR = 0.8

/** The numbers of votes after which the board is looked at, and which of these looks are always computed. */
export function looksOf(life: Life): { at: number; isFull: boolean }[] {
  const total = votesOfLife(life)
  const looks: { at: number; isFull: boolean }[] = []
  let full = 1
  for (let at = 2; ; at = at < everyVoteUntil(life.strengths.length) ? at + 1 : Math.ceil(at * GROWTH)) {
    const own = Math.min(at, total)
    const isFull = own >= FULL_GROWTH * full || own === total
    if (isFull) full = own
    looks.push({ at: own, isFull })
    if (own === total) return looks
  }
}

/**
 * Follows a life under the rule for all looks and, at the looks that are computed anyway, under the rule for one
 * look.
 */
export function watch(life: Life, lifeVotes: LifeVotes, watching: Watching): { any: Outcome; one: Outcome } {
  const { strengths, by } = life
  const outcomes = { any: start(), one: start() }
  const board = (votes: VoteColumns, looks: 'any' | 'one') =>
    rate(votes, {
      rounds: watching.rounds,
      seed: watching.seed,
      by: by === 'vote' ? 'vote' : 'unit',
      ties: 'half',
      intervals: 'comparison',
      baseline: null,
      looks,
      alpha: watching.alpha,
    })
  let k = 0
  for (const { at, isFull } of looksOf(life)) {
    const votes = countedVotes(life, lifeVotes, at)
    const must = isFull || watching.isFull
    if (!must && (outcomes.any.anyFalse || !mayBeFalse(life, votes, k))) continue
    const any = board(votes, 'any')
    k = any.k ?? 0
    judge(outcomes.any, any, strengths, at)
    if (isFull) judge(outcomes.one, board(votes, 'one'), strengths, at)
  }
  return outcomes as { any: Outcome; one: Outcome }
}

const start = (): Omit<Outcome, 'lastBoard'> & { lastBoard: Rated | null } => ({
  anyFalse: false,
  falseWinner: false,
  namedAt: null,
  lastBoard: null,
})

function judge(outcome: ReturnType<typeof start>, board: Rated, strengths: number[], at: number): void {
  outcome.lastBoard = board
  const { standings, winner } = board
  outcome.anyFalse ||= standings.some((one, i) =>
    standings.some(
      (other, j) => i !== j && strengths[i] <= strengths[j] && isAbove(one.comparison, other.comparison),
    ),
  )
  if (winner === null) return
  if (strengths.every((own, j) => j === winner || own < strengths[winner])) outcome.namedAt ??= at
  else outcome.falseWinner = outcome.anyFalse = true
}

/**
 * Whether the board must be computed: somebody leads an equally strong contestant by too much, or somebody with
 * votes is not rated.
 */
function mayBeFalse({ strengths, by }: Life, votes: VoteColumns, k: number): boolean {
  // single votes on two contestants are also decided by the sign test for all looks
  if (k === 0 || by === 'both' || (by === 'vote' && strengths.length === 2)) return true
  const counted = tally(votes, by === 'vote' ? 'vote' : 'unit', 'half')
  const everyone = among(
    counted,
    Int32Array.from(strengths, (_, i) => i),
  )
  const { rated, statuses } = fieldOf(everyone.points)
  if (statuses.some(({ status }) => status === 'provisional')) return true
  const selection = rated.length === strengths.length ? everyone : among(counted, rated)
  const { theta } = fit(selection.points)
  const spreadAt = sandwichSpread(counted, selection, theta, {
    rounds: 2,
    seed: 1,
    onProgress: () => undefined,
  })
  const { standardErrors } = spreadAt(information(selection.points, theta))
  const { unbiased } = evidenceOf(counted, selection, theta)
  const w = quasiErrors(standardErrors)
  const inErrors = theta.length === 2 ? 1 : Math.SQRT2
  const halves = w.map((own, i) => {
    const bias = unbiased[i] < 1e4 ? (unbiased[i] + 1) / (unbiased[i] - 1) : 1
    return (own * Math.sqrt(bias) * watchedFactor(inErrors * k, (inErrors / (2 * own)) ** 2)) / inErrors
  })
  return theta.some((high, i) =>
    theta.some(
      (low, j) => strengths[rated[i]] <= strengths[rated[j]] && high - low > NEAR * (halves[i] + halves[j]),
    ),
  )
}
