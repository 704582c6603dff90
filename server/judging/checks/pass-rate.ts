import type { PassRate as RateOfContestant } from '../../../shared/contracts/index.ts'
import { wilsonInterval } from '../../../shared/stats/index.ts'

/** How many answers of a contestant pass a check in one run. A gate beside the rating; no rating is made of it. */
export type PassRate = Omit<RateOfContestant, 'contestant'>

/** @param mustPass  the least share that must pass, 0 to 1 */
export function passRateOf(results: Iterable<boolean | null>, mustPass?: number): PassRate {
  const counts = { passed: 0, failed: 0, notMade: 0 }
  for (const passed of results) counts[passed === null ? 'notMade' : passed ? 'passed' : 'failed']++
  const total = counts.passed + counts.failed
  const share = total > 0 ? counts.passed / total : null
  return {
    ...counts,
    share,
    interval: wilsonInterval(counts.passed, total),
    met: share === null || mustPass === undefined ? null : share >= mustPass,
  }
}
