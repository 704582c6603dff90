import type { JudgeReport, Preference, Share, TrustTerms } from '../../../shared/contracts/index.ts'

type Finding = JudgeReport['findings'][number]

const percent = (share: number) => `${Math.round(100 * share)} %`

/** What a reader should know of a judge, worst first; nothing that chance explains. */
export function findingsOf(report: Omit<JudgeReport, 'findings'>, terms: TrustTerms): Finding[] {
  const { figures, kin, drift, controls, due, measuredAt } = report
  const found: (Finding | null)[] = [
    report.state === 'uncalibrated' ? uncalibrated(figures, terms) : null,
    ofPlace(figures.firstPosition),
    ofPreference('prefers_longer', 'the longer of two answers', figures.longer, terms),
    ofPreference('prefers_own_family', 'answers of its own family', figures.ownFamily, terms),
    isBelowHalf(figures.consistency)
      ? {
          code: 'inconsistent',
          message: `It contradicts itself more often than not when answers change places: consistent in ${percent(figures.consistency.share!)} of ${figures.consistency.n}.`,
        }
      : null,
    ...drift.map(({ measure, period, before, from, to }) => ({
      code: 'drift',
      message: `${measure === 'decisive' ? 'Agreement with humans' : 'Consistency'} went from ${percent(from)} in ${before} to ${percent(to)} in ${period}.`,
    })),
    ...controls
      .filter(({ isToldApart }) => isToldApart)
      .map(({ contestant, control, wins, losses }) => ({
        code: 'control_told_apart',
        message: `It tells ${contestant} from ${control}, which is the same again: ${wins} won, ${losses} lost.`,
      })),
    kin.length > 0
      ? { code: 'same_family', message: `It is of the family of ${kin.join(', ')}, which it may favour.` }
      : null,
    due
      ? {
          code: 'due',
          message: `It was measured on ${measuredAt}, longer than ${terms.recheckDays} days ago: vote on pairs that it judged since.`,
        }
      : null,
  ]
  return found.filter((one) => one !== null)
}

function uncalibrated({ decisive, undecidedByJudge }: JudgeReport['figures'], terms: TrustTerms): Finding {
  const said =
    decisive.n === 0
      ? `it decided none of the ${undecidedByJudge} pairs that they decided`
      : `${percent(decisive.share!)} of the ${decisive.n} pairs that both decided, where ${percent(terms.minAgreement)} are asked`
  return { code: 'uncalibrated', message: `It agrees with humans too rarely: ${said}.` }
}

function ofPlace({ share, interval, n }: Share): Finding | null {
  if (!interval || (interval[0] <= 0.5 && interval[1] >= 0.5)) return null
  const place = share! > 0.5 ? 'first' : 'second'
  return {
    code: `prefers_${place}`,
    message: `It prefers the answer shown ${place}: ${percent(place === 'first' ? share! : 1 - share!)} of ${n} showings with a winner.`,
  }
}

/** A preference above ½, and above what humans show on the same pairs where enough of them voted. */
function ofPreference(code: string, what: string, preference: Preference, terms: TrustTerms): Finding | null {
  const { share, interval, n, judgeOnShared, humansOnShared } = preference
  if (!interval || interval[0] <= 0.5) return null
  if (humansOnShared.n < terms.minVotes)
    return {
      code,
      message: `It picks ${what} in ${percent(share!)} of ${n}; too few humans voted on them to say whether rightly.`,
    }
  if (judgeOnShared.interval![0] <= humansOnShared.interval![1]) return null
  return {
    code,
    message: `It picks ${what} in ${percent(judgeOnShared.share!)} of ${judgeOnShared.n}, humans on the same pairs in ${percent(humansOnShared.share!)}.`,
  }
}

const isBelowHalf = ({ interval }: Share) => interval !== null && interval[1] < 0.5
