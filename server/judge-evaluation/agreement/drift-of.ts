import type { JudgeReport } from '../../../shared/contracts/index.ts'
import { changesAmong } from '../../../shared/stats/internal.ts'

const MEASURES = ['decisive', 'consistency'] as const

/** Months in which a judge differs significantly from the month before. All comparisons of a judge share one error level. */
export function driftOf(months: JudgeReport['byMonth']): JudgeReport['drift'] {
  const periods = (measure: (typeof MEASURES)[number]) => months.map(({ figures }) => figures[measure])
  const comparisons = MEASURES.reduce(
    (sum, measure) => sum + Math.max(0, periods(measure).filter(({ n }) => n > 0).length - 1),
    0,
  )
  return MEASURES.flatMap((measure) => {
    const all = periods(measure)
    return changesAmong(all, comparisons).map(({ before, period, interval }) => ({
      measure,
      period: months[period].month,
      before: months[before].month,
      from: all[before].share!,
      to: all[period].share!,
      interval,
    }))
  })
}
