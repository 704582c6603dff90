import { normalQuantile } from './normal.ts'
import type { UnitStopping } from './stopping-by-unit.ts'
import { watchedFactor } from './watched.ts'

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
