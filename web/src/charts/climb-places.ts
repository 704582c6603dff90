import type { ClimbAttempt } from '../../../shared/contracts/climb.ts'

/** Positions of one attempt in the chart. `x` is in percent from the left, the others in percent from the top. */
export interface AttemptPoint {
  attempt: ClimbAttempt
  x: number
  /** Null: no result. */
  y: number | null
  /** Positions of the upper and lower end of the interval. */
  top: number | null
  bottom: number | null
  /** Position of its win rate on the held-out prompts. */
  heldOut: number | null
}

/** Neighbouring attempts with one epoch or one incumbent. */
export interface Stretch {
  name: string
  from: number
  to: number
}

export interface ClimbPlaces {
  points: AttemptPoint[]
  /** One for each epoch, in the order of the attempts. */
  epochs: (Stretch & { epoch: number })[]
  /** Stretches of attempts against the same incumbent. */
  reigns: Stretch[]
  /** Width of the chart; the unit is the width of one attempt. */
  width: number
}

/** Gap between two epochs, as a share of an attempt's width. */
const GAP = 0.7

const depth = (share: number) => 100 * (1 - share)

/** Places attempts side by side with gaps between epochs. Win rates run from 0 at the bottom to 1 at the top. */
export function climbPlaces(attempts: readonly ClimbAttempt[]): ClimbPlaces {
  const gaps: number[] = attempts.map(({ epoch }, i) => (i > 0 && epoch !== attempts[i - 1].epoch ? GAP : 0))
  const width = attempts.length + gaps.reduce((sum, gap) => sum + gap, 0)
  let left = 0
  const starts = gaps.map((gap, i) => (left += gap + (i > 0 ? 1 : 0)))
  const percent = (at: number) => (100 * at) / Math.max(1, width)
  const points = attempts.map((attempt, i) => ({
    attempt,
    x: percent(starts[i] + 0.5),
    y: attempt.winRate === null ? null : depth(attempt.winRate),
    top: attempt.interval && depth(attempt.interval[1]),
    bottom: attempt.interval && depth(attempt.interval[0]),
    heldOut: typeof attempt.holdOut?.winRate === 'number' ? depth(attempt.holdOut.winRate) : null,
  }))
  const stretches = (keyOf: (attempt: ClimbAttempt) => string) => {
    const all: (Stretch & { epoch: number; key: string })[] = []
    for (const [i, attempt] of attempts.entries()) {
      const [from, to] = [percent(starts[i]), percent(starts[i] + 1)]
      const key = `${attempt.epoch} ${keyOf(attempt)}`
      const last = all.at(-1)
      if (last?.key === key) last.to = to
      else all.push({ key, epoch: attempt.epoch, name: attempt.incumbent, from, to })
    }
    return all
  }
  return { points, epochs: stretches(() => ''), reigns: stretches(({ incumbent }) => incumbent), width }
}
