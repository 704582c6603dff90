import type { JudgingProgress } from '../contracts/index.ts'

/** Before the run is done no larger share is shown, since rules take time too. */
const ALMOST = 0.99

/** The share of a run's calls that are made, 0 … 1. It is 1 only when the run is done. */
export function shareOf({ calls: { done, left }, status }: JudgingProgress): number {
  if (status === 'done') return 1
  return left === null || done === 0 ? 0 : Math.min(ALMOST, done / (done + left))
}
