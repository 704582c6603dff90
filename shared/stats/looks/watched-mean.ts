import { normalQuantile } from '../numbers/distributions.ts'
import { watchedFactor } from '../intervals/comparison.ts'

/** If more than this many times the votes so far are needed, no number is forecast. */
const MOST_REPEATS = 20
const BISECTIONS = 40

/**
 * Two contestants looked at after every vote, where a unit may get more votes after a look. A mean m is excluded
 * once |Σ_u X_u| > u(r) √ΣX_u², with X_u the sum of s − m over the scores s of a unit, u(r) the boundary of
 * `watchedFactor` and r from ΣX_u². If units come one by one and are symmetric about m, as those of equals are
 * about ½, then m is ever excluded with probability at most alpha, however few and unequal they are: such a
 * self-normalised sum makes exp(λ ΣX − λ² ΣX²/2) a supermartingale (de la Peña 1999). If units get more votes
 * later, the promise is asymptotic; `simulate compare` checks it. With two kinds of units ΣX² about the mean is
 * that of one, plus the other, minus that of single scores, as everywhere (`twoWaySpread`). The interval contains
 * what no look so far has excluded. A few operations for each vote.
 * @param score  1 won, ½ tie, 0 lost, in the order of recording
 * @param crossed  a second kind of unit, such as voters beside prompts
 */
export function watchedMean(
  score: ArrayLike<number>,
  unit: ArrayLike<number>,
  alpha = 0.05,
  crossed: ArrayLike<number> | null = null,
): UnitStopping {
  const x = normalQuantile(alpha / 2)
  const first = running(unit)
  const second = crossed && running(crossed)
  const single = running(Int32Array.from({ length: score.length }, (_, i) => i))
  let [low, high, sum, n] = [0, 1, 0, 0]
  const squaresAt = (m: number) => {
    const firstSquares = first.squaresAt(m)
    if (!second) return firstSquares
    const mean = sum / n
    const [a, b, c] = [first, second, single].map((kind) => kind.squaresAt(mean))
    // what the distance from the mean adds is contained in both kinds, and counts once
    const added = (mean - m) ** 2 * Math.max(first.votesSquared(), second.votesSquared())
    return Math.max(firstSquares, second.squaresAt(m), a + b - c + added)
  }
  const isOut = (m: number) => isBeyond(sum - n * m, squaresAt(m), x)
  let decidedFor: UnitStopping['decidedFor'] = null
  let decidedAt = { units: 0, votes: 0 }
  for (let i = 0; i < score.length; i++) {
    n++
    sum += score[i]
    for (const kind of [first, second, single]) kind?.add(i, score[i])
    const mean = sum / n
    if (isOut(low)) low = lastIn(low, mean, isOut)
    if (isOut(high)) high = lastIn(high, mean, isOut)
    if (decidedFor !== null || (low <= 0.5 && high >= 0.5)) continue
    decidedFor = low > 0.5 ? 'own' : 'other'
    decidedAt = { units: first.units(), votes: n }
  }
  const isDecided = decidedFor !== null
  const times = isDecided ? null : timesToDecide(Math.abs(sum - n / 2), squaresAt(0.5), x)
  const moreNeeded = (count: number) => times && Math.max(1, Math.ceil((times - 1) * count - 1e-6))
  return {
    batches: first.units(),
    mean: n > 0 ? sum / n : 0.5,
    interval: low <= high ? [low, high] : null,
    decidedAfter: isDecided ? decidedAt.units : null,
    decidedFor,
    votesToDecide: isDecided ? decidedAt.votes : null,
    moreToDecide: moreNeeded(first.units()),
    moreVotesToDecide: moreNeeded(n),
  }
}

const isBeyond = (sum: number, squares: number, x: number): boolean =>
  sum * sum > squares * watchedFactor(x, squares) ** 2

/** The last excluded mean between an excluded one and one that is not: ends are rounded outwards. */
function lastIn(outside: number, inside: number, isOut: (m: number) => boolean): number {
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (outside + inside) / 2
    if (isOut(middle)) outside = middle
    else inside = middle
  }
  return outside
}

/** How many times as many units like these would decide. Null if twenty times as many would not. */
function timesToDecide(sum: number, squares: number, x: number): number | null {
  const decides = (times: number) => isBeyond(times * sum, times * squares, x)
  const most = 1 + MOST_REPEATS
  return squares > 0 && decides(most) ? lastIn(1, most, (times) => !decides(times)) : null
}

/** Sums by unit, updated with each vote. */
function running(unit: ArrayLike<number>) {
  const indexByUnit = new Map<number, { votes: number; points: number }>()
  let [votes2, both, points2] = [0, 0, 0]
  return {
    units: () => indexByUnit.size,
    add(i: number, score: number) {
      let sums = indexByUnit.get(unit[i])
      if (!sums) indexByUnit.set(unit[i], (sums = { votes: 0, points: 0 }))
      const { votes, points } = sums
      votes2 += 2 * votes + 1
      both += (votes + 1) * (points + score) - votes * points
      points2 += (points + score) ** 2 - points ** 2
      sums.votes = votes + 1
      sums.points = points + score
    },
    /** Σ_u votes². */
    votesSquared: () => votes2,
    /** Σ_u (points − m · votes)². */
    squaresAt: (m: number) => Math.max(0, points2 - 2 * m * both + m * m * votes2),
  }
}

/** The confidence sequence of votes that are correlated within units. */
export interface UnitStopping extends Stopping {
  /** The number of votes when it was decided. Null: undecided. */
  votesToDecide: number | null
  /** If undecided: about how many more votes like these would decide. Null if no number is known. */
  moreVotesToDecide: number | null
}

/**
 * `stoppingOf` votes in the order in which they were recorded. All votes on a unit form one score, their mean,
 * which is looked at with the unit's last vote. Looks after every unit are free as long as a unit that was looked
 * at gets no further votes, so judge prompt by prompt. Assumes that each unit has the same mean score, given the
 * units before; for equals it is ½.
 * @param score  1 won, ½ tie, 0 lost
 */
export function stoppingByUnit(
  score: ArrayLike<number>,
  unit: ArrayLike<number>,
  alpha = 0.05,
): UnitStopping {
  const batches = new Map<number, { votes: number; points: number; lastVote: number }>()
  for (let i = 0; i < score.length; i++) {
    const { votes, points } = batches.get(unit[i]) ?? { votes: 0, points: 0 }
    batches.set(unit[i], { votes: votes + 1, points: points + score[i], lastVote: i })
  }
  const complete = [...batches.values()].sort((a, b) => a.lastVote - b.lastVote)
  const stopping = stoppingOf(
    complete.map(({ votes, points }) => points / votes),
    alpha,
  )
  const { decidedAfter, moreToDecide } = stopping
  return {
    ...stopping,
    votesToDecide: decidedAfter === null ? null : complete[decidedAfter - 1].lastVote + 1,
    moreVotesToDecide:
      moreToDecide === null ? null : Math.ceil((moreToDecide * score.length) / complete.length),
  }
}

/** The confidence sequence of two contestants. */
export interface Stopping {
  /** The number of batches so far. */
  batches: number
  /** Mean of the batches' scores. */
  mean: number
  /** Every mean that no look has excluded. Null if none is left. */
  interval: [number, number] | null
  /** The number of batches after which ½ was first excluded. Null: never. */
  decidedAfter: number | null
  /** Who it was decided for: the contestant whose scores these are, or the other one. */
  decidedFor: 'own' | 'other' | null
  /** If undecided: how many more batches like these would decide. Null if twenty times as many would not. */
  moreToDecide: number | null
}

/**
 * When judging two contestants could have stopped, or how long it must continue, by the hedged-capital confidence
 * sequence (`confidenceSequence`; Waudby-Smith & Ramdas 2023). Looks after every batch are free. A batch contains
 * everything that is correlated, such as all votes on a prompt, and its score is their mean. So the assumption is
 * about batches (each has the same mean, given those before), not about votes. A batch must be complete before it
 * is looked at. The number of further batches is a forecast: it repeats the batches so far. Costs 401 steps for
 * each batch.
 * @param scores  of the batches, in [0, 1], in the order in which they were completed
 */
export function stoppingOf(scores: ArrayLike<number>, alpha = 0.05): Stopping {
  const sequence = confidenceSequence(alpha)
  let sum = 0
  let decidedAfter: number | null = null
  let decidedFor: Stopping['decidedFor'] = null
  const isOut = (): Stopping['decidedFor'] => {
    const left = sequence.interval()
    return !left || (left[0] <= 0.5 && left[1] >= 0.5) ? null : left[0] > 0.5 ? 'own' : 'other'
  }
  for (let i = 0; i < scores.length; i++) {
    sequence.add(scores[i])
    sum += scores[i]
    if (decidedAfter !== null) continue
    decidedFor = isOut()
    if (decidedFor) decidedAfter = i + 1
  }
  const interval = sequence.interval()
  let moreToDecide: number | null = null
  if (decidedAfter === null && interval)
    for (let more = 1; more <= MOST_REPEATS * scores.length && moreToDecide === null; more++) {
      sequence.add(scores[(more - 1) % scores.length])
      if (isOut()) moreToDecide = more
    }
  const batches = scores.length
  return {
    batches,
    mean: batches > 0 ? sum / batches : 0.5,
    interval,
    decidedAfter,
    decidedFor,
    moreToDecide,
  }
}

/** Which means are still possible after all scores so far. */
export interface ConfidenceSequence {
  /** Adds one score, in [0, 1]. */
  add(score: number): void
  /** The means that no score so far has excluded. The interval never grows. Null if none is left. */
  interval(): [number, number] | null
  /** The number of scores so far. */
  readonly count: number
}

/** The means that are tested: 0, 1/400 … 1, with ½ among them. */
const GRID = 400
/** A bet is at most this share of the largest possible loss, so that the capital stays above zero. */
const BOLDEST = 0.5

/**
 * A confidence sequence for the mean of scores in [0, 1] (0 lost, ½ tie, 1 won), by hedged capital (Waudby-Smith &
 * Ramdas 2023, "Estimating means of bounded random variables by betting", JRSS-B 86, section 4.3, with the
 * predictable plug-in bets of their equation 26, truncated). For every mean m a bettor with two purses bets that
 * the scores run above and below m. A mean whose larger purse reaches 2/alpha is excluded for good. By Ville's
 * inequality the true mean is ever excluded with probability at most alpha, however often somebody looks, so
 * judging may stop as soon as ½ is excluded. Assumes that each score has the same mean, given those before; scores
 * need not be independent. Costs one pass over a grid of 401 means for each score. Ends lie on the grid, rounded
 * outwards.
 * @throws {RangeError} unless 0 < alpha < 1; from `add` for a score outside [0, 1]
 */
export function confidenceSequence(alpha = 0.05): ConfidenceSequence {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError('alpha must lie between 0 and 1.')
  const limit = Math.log(2 / alpha)
  const above = new Float64Array(GRID + 1)
  const below = new Float64Array(GRID + 1)
  // the highest mean that is too low, and the lowest that is too high: the purses are monotone in the mean
  let low = -1
  let high = GRID + 1
  let count = 0
  let sum = 0.5
  let squares = 0.25
  return {
    get count() {
      return count
    },
    add(score) {
      if (!(score >= 0 && score <= 1)) throw new RangeError(`a score lies in [0, 1], not ${score}`)
      count++
      const bet = Math.sqrt((2 * limit) / (squares * Math.log(1 + count)))
      for (let at = 0; at <= GRID; at++) {
        const m = at / GRID
        above[at] += Math.log1p(Math.min(bet, BOLDEST / m) * (score - m))
        below[at] += Math.log1p(-Math.min(bet, BOLDEST / (1 - m)) * (score - m))
        // each purse starts with half of the capital
        if (above[at] >= limit) low = Math.max(low, at)
        if (below[at] >= limit) high = Math.min(high, at)
      }
      sum += score
      squares += (score - sum / (count + 1)) ** 2
    },
    interval() {
      return low < high ? [Math.max(0, low) / GRID, Math.min(GRID, high) / GRID] : null
    },
  }
}
