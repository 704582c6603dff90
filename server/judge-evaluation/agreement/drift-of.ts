/** Whether a judge has changed: from month to month, and when it was asked again. */
import type { AgreementFigures, JudgeReport, TrustTerms } from '../../../shared/contracts/index.ts'
import { agreementOf, changesAmong, leastSelfAgreement, turnsOf } from '../../../shared/stats/internal.ts'
import type { JudgeTurn } from './cell-queries.ts'
import { agreementFigures } from './figures.ts'
import type { AskedAgain } from './request-queries.ts'

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

/** The turns of every version as served, each version's in order of time. */
export function judgeTurns(all: readonly AskedAgain[], { minAgreement }: TrustTerms): JudgeTurn[] {
  const least = leastSelfAgreement(minAgreement)
  return [...byVersion(all).values()].flatMap((askings) => {
    const { version, served } = askings[0]!
    const timed = askings.map((one) => ({ ...one, at: one.at.getTime() }))
    return turnsOf(timed, least).map((turn) => ({ ...turn, version, served }))
  })
}

/** How often later verdicts repeat the first one on the same answers, under each criterion. */
export function selfAgreementOf(all: readonly AskedAgain[]): AgreementFigures {
  const pairs = [...byVersion(all).values()].flatMap((askings) =>
    [...Map.groupBy(askings, ({ thing }) => thing).values()].flatMap(([first, ...later]) =>
      later.flatMap(({ said }) =>
        Object.entries(said).map(([criterion, verdict]) => [first!.said[criterion], verdict] as const),
      ),
    ),
  )
  return agreementFigures(agreementOf(pairs))
}

const byVersion = (all: readonly AskedAgain[]) =>
  Map.groupBy(all, ({ version, served }) => JSON.stringify([version, served]))
