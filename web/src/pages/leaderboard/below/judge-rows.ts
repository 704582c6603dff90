import type { HumanCeiling, JudgeReport, Share } from '../../../../../shared/contracts/judges.ts'

/** A share that is known, with its interval. */
export interface Known {
  share: number
  interval: readonly [number, number] | null
  n: number
}

/** What the page says of one judge; null is not known. */
export interface JudgeRow {
  judge: string
  state: JudgeReport['state']
  due: boolean
  pairsMissing: number
  votes: number
  /** With people, where both name a winner; and its κ. */
  agreement: Known | null
  kappa: number | null
  /** Votes whose two orders did not name the same. */
  inconsistent: Known | null
  /** Single showings that named the answer shown first. */
  first: Known | null
  /** Votes for the longer answer; and on shared pairs its own and people's. */
  longer: Known | null
  longerByPeople: number | null
  longerOnShared: number | null
  /** Judgements that failed for good, of all. */
  failed: { share: number; n: number } | null
}

export function judgeRow(report: JudgeReport): JudgeRow {
  const { judge, state, due, pairsMissing, figures, failures, cost } = report
  const { votes, decisive, consistency, firstPosition, longer } = figures
  const failed = failures.reduce((sum, { count }) => sum + count, 0)
  return {
    judge,
    state,
    due,
    pairsMissing,
    votes,
    agreement: known(decisive),
    kappa: decisive.n > 0 ? decisive.kappa : null,
    inconsistent: flipped(known(consistency)),
    first: known(firstPosition),
    longer: known(longer),
    longerOnShared: longer.judgeOnShared.share,
    longerByPeople: longer.humansOnShared.share,
    // of votes that came by import nobody knows what failed before them
    failed: cost && votes + failed > 0 ? { share: failed / (votes + failed), n: votes + failed } : null,
  }
}

/** How far people agree with one another: no judge can be asked for more. */
export function ceilingOf({ betweenVoters }: HumanCeiling): Known | null {
  return known(betweenVoters.decisive)
}

function known({ share, interval, n }: Share): Known | null {
  return share === null ? null : { share, interval, n }
}

function flipped(value: Known | null): Known | null {
  if (!value) return null
  const { share, interval, n } = value
  return { share: 1 - share, interval: interval && [1 - interval[1], 1 - interval[0]], n }
}
