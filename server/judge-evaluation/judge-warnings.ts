import type {
  JudgeReport,
  Preference,
  Share,
  TrustFailure,
  TrustTerms,
} from '../../shared/contracts/index.ts'
import { msg, warning, type CodedMessage } from '../../shared/messages/index.ts'
import { CHANCE_LEVEL, minimumSelfAgreement, wilsonShare } from '../../shared/stats/judges/agreement.ts'

type JudgeWarning = JudgeReport['findings'][number]

/** Warnings about a judge, most serious first. A figure that chance explains gives none. */
export function judgeWarnings(report: Omit<JudgeReport, 'findings'>, terms: TrustTerms): JudgeWarning[] {
  const { figures, kin: sameFamily, drift, controls, due, measuredAt } = report
  const { consistency } = figures
  const warnings: (JudgeWarning | null)[] = [
    report.trial?.stop ? warning(report.trial.stop.finding as CodedMessage, { kind: 'stopped' }) : null,
    report.state === 'uncalibrated' ? uncalibrated(report, terms) : null,
    report.state === 'not_measured' && report.failure ? unshown(report.failure, terms) : null,
    servedAnew(report.versions),
    positionWarning(figures.firstPosition),
    preferenceWarning('longer', figures.longer, terms),
    preferenceWarning('own_family', figures.ownFamily, terms),
    isBelowHalf(consistency) && report.failure?.reason !== 'consistency'
      ? warning(msg('judge_inconsistent', { share: consistency.share!, of: consistency.n }), {
          kind: 'inconsistent',
        })
      : null,
    ...drift.map(({ measure, period, before, from, to }) =>
      warning(msg('judge_drifted', { measure, period, before, from, to }), { kind: 'drift' }),
    ),
    ...controls
      .filter(({ isToldApart }) => isToldApart)
      .map(({ contestant, control, wins, losses }) =>
        warning(msg('judge_tells_control', { contestant, control, wins, losses }), {
          kind: 'control_told_apart',
        }),
      ),
    report.injected
      ? warning(msg('judge_was_addressed', { judgements: report.injected }), { kind: 'injected' })
      : null,
    sameFamily.length > 0
      ? warning(msg('judge_of_family', { contestants: sameFamily }), { kind: 'same_family' })
      : null,
    due
      ? warning(msg('judge_due', { measuredAt: measuredAt!, days: terms.recheckDays }), { kind: 'due' })
      : null,
  ]
  return warnings.filter((judgeWarning) => judgeWarning !== null)
}

function uncalibrated(
  { figures, evidence, failure }: Pick<JudgeReport, 'figures' | 'evidence' | 'failure'>,
  terms: TrustTerms,
): JudgeWarning {
  const { since, until, decided, agreed } = evidence!
  // reports of earlier versions lack the reason
  const { reason, hits, n } = failure ?? { reason: 'agreement', hits: agreed, n: decided }
  const message =
    reason === 'self_agreement'
      ? lapseMessage({ failure, evidence }, terms)
      : reason === 'drift'
        ? msg('judge_unmeasured_since', { since: since!, pairs: decided, required: terms.minVotes })
        : reason === 'consistency'
          ? msg('judge_orders_differ', { share: hits / n, of: n, asked: CHANCE_LEVEL })
          : decided === 0
            ? msg('judge_decided_none', { undecided: n || figures.undecidedByJudge })
            : reason === 'undecided'
              ? msg('judge_decides_too_rarely', { share: hits / n, pairs: n, asked: CHANCE_LEVEL })
              : msg('judge_agrees_too_rarely', {
                  share: hits / n,
                  pairs: n,
                  asked: terms.minAgreement,
                  since,
                  ...(until && { until }),
                })
  return warning(message, { kind: 'uncalibrated' })
}

/** That chance may explain what it reached. */
function unshown({ reason, hits, n }: TrustFailure, { minAgreement }: TrustTerms): JudgeWarning {
  const { share, interval } = wilsonShare(hits, n)
  const required = reason === 'agreement' ? minAgreement : CHANCE_LEVEL
  const quantity = reason === 'consistency' ? reason : 'agreement'
  return warning(
    msg('judge_by_chance', { what: quantity, share: share!, of: n, from: interval![0], asked: required }),
    {
      kind: 'by_chance',
    },
  )
}

/** That a judge no longer agrees with itself, and what is missing to trust it again. */
function lapseMessage(
  { failure, evidence }: Pick<JudgeReport, 'failure' | 'evidence'>,
  { minAgreement, minVotes }: TrustTerms,
): CodedMessage {
  const { hits, n } = failure!
  return msg('judge_contradicts_itself', {
    day: evidence!.since!,
    share: hits / n,
    pairs: n,
    asked: minimumSelfAgreement(minAgreement),
    decided: evidence!.decided,
    required: minVotes,
  })
}

/** Warns of another model behind the name of the judge's model. */
function servedAnew(versions: JudgeReport['versions']): JudgeWarning | null {
  const current = versions.find((version) => version.current)
  const before = versions.find((version) => version !== current && version.version === current?.version)
  if (!current?.servedModel || !before?.servedModel) return null
  const values = { before: before.servedModel, now: current.servedModel, since: current.since!.slice(0, 10) }
  return warning(msg('judge_served_anew', values), { kind: 'served_model' })
}

function positionWarning({ share, interval, n }: Share): JudgeWarning | null {
  if (!interval || (interval[0] <= 0.5 && interval[1] >= 0.5)) return null
  const place = share! > 0.5 ? 'first' : 'second'
  const message = msg('judge_prefers_place', {
    place,
    share: place === 'first' ? share! : 1 - share!,
    requests: n,
  })
  return warning(message, { kind: `prefers_${place}` })
}

/** Warns of a preference above ½. If enough humans voted on the same pairs, it must also exceed theirs. */
function preferenceWarning(
  preferenceKind: 'longer' | 'own_family',
  preference: Preference,
  terms: TrustTerms,
): JudgeWarning | null {
  const { share, interval, n, judgeOnShared, humansOnShared } = preference
  const kind = `prefers_${preferenceKind}` as const
  if (!interval || interval[0] <= 0.5) return null
  if (humansOnShared.n < terms.minVotes)
    return warning(msg('judge_prefers', { what: preferenceKind, share: share!, of: n }), { kind })
  if (judgeOnShared.interval![0] <= humansOnShared.interval![1]) return null
  const message = msg('judge_prefers_more', {
    what: preferenceKind,
    share: judgeOnShared.share!,
    of: judgeOnShared.n,
    humans: humansOnShared.share!,
  })
  return warning(message, { kind })
}

const isBelowHalf = ({ interval }: Share) => interval !== null && interval[1] < 0.5
