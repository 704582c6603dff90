/** What the panels make of the figures that come to them. */
import type { HumanCeiling, JudgeReport, Share } from '../../../../../shared/contracts/judges.ts'
import type { ChecksReport, PassRate } from '../../../../../shared/contracts/reports.ts'

/** A known share with its interval. */
interface KnownShare {
  share: number
  interval: readonly [number, number] | null
}

/** The same with its number of cases. */
interface Known extends KnownShare {
  n: number
}

/** Figures of one judge. Null: not known. */
export interface JudgeRow {
  judge: string
  state: JudgeReport['state']
  /** Why it failed; null if it did not, or in reports from before the reason was stored. */
  failure: NonNullable<JudgeReport['failure']>['reason'] | null
  due: boolean
  pairsMissing: number
  votes: number
  /** Agreement with people on pairs for which both name a winner. `kappa` corrects it for chance. */
  agreement: Known | null
  kappa: number | null
  /** The same agreement on live battles. */
  live: Known | null
  /** Share of votes whose two orders gave different results. */
  inconsistent: Known | null
  /** Share of single requests that named the answer shown first. */
  first: Known | null
  /** Share of votes for the longer answer: of all its votes, and on shared pairs by people and by the judge. */
  longer: Known | null
  longerByPeople: number | null
  longerOnShared: number | null
  /** Share of judgements that failed finally. */
  failed: { share: number; n: number } | null
}

export function judgeRow(report: JudgeReport): JudgeRow {
  const { judge, state, failure, due, pairsMissing, figures, live, failures, cost } = report
  const { votes, decisive, consistency, firstPosition, longer } = figures
  const failed = failures.reduce((sum, { count }) => sum + count, 0)
  return {
    judge,
    state,
    failure: state === 'uncalibrated' ? (failure?.reason ?? null) : null,
    due,
    pairsMissing,
    votes,
    agreement: known(decisive),
    live: live ? known(live.decisive) : null,
    kappa: decisive.n > 0 ? decisive.kappa : null,
    inconsistent: flipped(known(consistency)),
    first: known(firstPosition),
    longer: known(longer),
    longerOnShared: longer.judgeOnShared.share,
    longerByPeople: longer.humansOnShared.share,
    // for imported votes it is not known how many judgements failed
    failed: cost && votes + failed > 0 ? { share: failed / (votes + failed), n: votes + failed } : null,
  }
}

/** Agreement among people. A judge cannot be expected to agree more. */
export function agreementCeiling({ betweenVoters }: HumanCeiling): Known | null {
  return known(betweenVoters.decisive)
}

function known({ share, interval, n }: Share): Known | null {
  // each pair of answers counts once: of one whose people also name no winner, only a part
  return share === null ? null : { share, interval, n: Math.round(n) }
}

function flipped(value: Known | null): Known | null {
  if (!value) return null
  const { share, interval, n } = value
  return { share: 1 - share, interval: interval && [1 - interval[1], 1 - interval[0]], n }
}

/** The latest run of an active check. Rates are in the order of the board. */
export interface CheckOfNow {
  name: string
  /** The least share that must pass. Null: no threshold. */
  mustPass: number | null
  rates: PassRate[]
}

/** @param order  names in the order of the board; other contestants come last */
export function checksOfNow({ checks }: ChecksReport, order: readonly string[]): CheckOfNow[] {
  const placeOf = new Map(order.map((name, place) => [name, place]))
  const at = ({ contestant }: PassRate) => placeOf.get(contestant) ?? order.length
  return checks.flatMap(({ name, active, runs }) => {
    const last = runs.at(-1)
    if (!active || !last) return []
    return [{ name, mustPass: last.mustPass, rates: [...last.contestants].sort((a, b) => at(a) - at(b)) }]
  })
}
