/** What judgements of the same answers by the same judge show: how often it repeats itself, and when it no longer did. */
import type { AgreementFigures, TrustTerms } from '../../../shared/contracts/index.ts'
import { agreementOf, leastSelfAgreement, turnsOf } from '../../../shared/stats/internal.ts'
import type { JudgeTurn } from './cell-queries.ts'
import { agreementFigures } from './figures.ts'
import type { AskedAgain } from './request-queries.ts'

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
