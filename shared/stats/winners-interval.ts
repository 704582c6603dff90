import { normalQuantile } from './normal.ts'
import { normalTail } from './student-t.ts'

const LEVEL = 0.05
/**
 * The share of the error that the projection interval may use: a tenth, as Andrews, Kitagawa and McCloskey
 * recommend.
 */
const PROJECTED = LEVEL / 10
const TAIL = (LEVEL - PROJECTED) / (1 - PROJECTED) / 2
const STEPS = 60

/**
 * The 95 % interval of the true value of an estimate that was picked because it was the largest: the hybrid
 * interval of Andrews, Kitagawa & McCloskey, "Inference on Winners" (Quarterly Journal of Economics 2024, 139 (1),
 * 305-358). It inverts the distribution of a normal estimate, given that it was picked, truncated to the range that
 * the simultaneous interval of all candidates allows. Far from the others it is ±1.96 s.
 * @param estimate  the estimate that was picked
 * @param error  its standard error, > 0
 * @param picked  the range in which the estimate would still have been picked, with the rest of the data fixed
 * @param candidates  how many it was picked from
 */
export function winnersInterval(
  estimate: number,
  error: number,
  picked: [number, number],
  candidates: number,
): [number, number] {
  const reach = normalQuantile(PROJECTED / 2 / candidates)
  const [low, high] = picked.map((end) => (end - estimate) / error)
  /** P(X ≤ estimate) for a true value `truth` standard errors above the estimate. It falls with `truth`. */
  const below = (truth: number) => {
    const from = Math.max(low - truth, -reach)
    const to = Math.min(high - truth, reach)
    return between(from, -truth) / between(from, to)
  }
  const truthAt = (share: number) => {
    let [bottom, top] = [-reach, reach]
    for (let step = 0; step < STEPS; step++) {
      const middle = (bottom + top) / 2
      if (below(middle) > share) bottom = middle
      else top = middle
    }
    return estimate + ((bottom + top) / 2) * error
  }
  return [truthAt(1 - TAIL), truthAt(TAIL)]
}

/** P(low < Z < high), to full relative precision in both tails. */
function between(low: number, high: number): number {
  if (low >= 0) return normalTail(low) - normalTail(high)
  if (high <= 0) return normalTail(-high) - normalTail(-low)
  return 1 - normalTail(-low) - normalTail(high)
}
