import { MAX_COMPARED, type RatedBoard } from '../../../shared/stats/board/rate-board.ts'
import type { ChosenUnits } from '../../../shared/stats/board/units.ts'
import { normalQuantile } from '../../../shared/stats/numbers/distributions.ts'
import type { Cluster, Warning } from '../../../shared/contracts/index.ts'
import { judgeOfSource, parseSource } from '../../../shared/contracts/source.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import { CHANCE_LEVEL, minimumSelfAgreement, wilsonShare } from '../../../shared/stats/judges/agreement.ts'
import { integerPercentInterval } from '../../../shared/sentence/count.ts'
import { LACK_OF_FIT } from '../../../shared/finish/report-view.ts'
import { countsJudge } from '../../../shared/votes/judges-counted.ts'
import { byCodeUnits } from './canonical-order.ts'
import type { ArenaView } from '../view.ts'

/** Below this many units the small-sample correction was not checked. */
const FEW_UNITS = 10
/** Below this many rounds the 95th percentile over them is mostly chance. */
const FEW_ROUNDS = 200
/** A voter with a larger share of the votes is named with its weight. */
const BUSY_VOTER = 0.25

interface BoardFigures {
  rated: RatedBoard
  /** p of a quick check whether the model fits; null: not checked. */
  lackOfFit: number | null
  /** The person with most votes, where people are units. */
  busiest: ChosenUnits['busiest']
  votes: number
  units: number
  effectiveUnits: number
  /** The number of voters, if prompts and voters are resampled together. */
  crossedUnits: number | undefined
  cluster: Cluster
  /** Whether groups of prompts are units instead of prompts. */
  areGrouped: boolean
  rounds: number
  intervals: 'bootstrap' | 'classic'
  /** The requested anchor, if it could not be applied. */
  lostAnchor: string | null
  /** The contestant of which more failed than of the others. */
  failing: string | null
}

/** Warnings that follow from the figures of the board. */
export function boardWarnings({
  rated: { strengths, intervals: bars },
  lackOfFit,
  busiest,
  votes,
  units,
  effectiveUnits,
  crossedUnits,
  cluster,
  areGrouped,
  rounds,
  intervals,
  lostAnchor,
  failing,
}: BoardFigures): Warning[] {
  if (votes === 0) return [warning(msg('no_votes'))]
  const warnings: Warning[] = []
  if (strengths && !strengths.converged)
    warnings.push(warning(msg('not_converged', { iterations: strengths.iterations })))
  if (strengths && strengths.theta.length > MAX_COMPARED)
    warnings.push(warning(msg('many_contestants', { most: MAX_COMPARED })))
  if (lostAnchor !== null) warnings.push(warning(msg('anchor_not_rated', { name: lostAnchor })))
  if (lackOfFit !== null && lackOfFit <= LACK_OF_FIT) warnings.push(warning(msg('lack_of_fit')))
  const share = (busiest?.votes ?? 0) / votes
  if (busiest && share > BUSY_VOTER && busiest.share < share)
    warnings.push(
      warning(
        msg('busy_voter', { votes: busiest.votes, of: votes, percent: Math.round(100 * busiest.share) }),
        { count: busiest.votes },
      ),
    )
  if (failing !== null) warnings.push(warning(msg('one_sided_failures', { name: failing })))
  if (intervals === 'classic' && rounds > 0 && rounds < FEW_ROUNDS)
    warnings.push(warning(msg('few_rounds', { rounds, fewest: FEW_ROUNDS })))
  if (bars) warnings.push(...fewUnits(units, cluster, crossedUnits, effectiveUnits, areGrouped))
  if (intervals === 'classic') warnings.push(warning(msg('classic_intervals')))
  return warnings
}

/**
 * The warning that intervals rest on few prompts or voters, if they do.
 * @param voters the number of voters, if prompts and voters are resampled together
 * @param effective the effective number of units
 * @param areGrouped whether groups of prompts are units instead of prompts
 */
function fewUnits(
  units: number,
  cluster: Cluster,
  voters = units,
  effective = Math.min(units, voters),
  areGrouped = false,
): Warning[] {
  const named = <Unit>(unit: Unit) => (unit === 'prompt' && areGrouped ? 'group' : unit)
  const fewer = Math.min(units, voters)
  if (cluster === 'vote' || effective >= FEW_UNITS) return []
  if (fewer >= FEW_UNITS) {
    const worth = Math.floor(effective)
    const finding = msg('uneven_units', {
      units: cluster === 'both' ? units : fewer,
      unit: named(cluster),
      worth,
      fewest: FEW_UNITS,
    })
    return [warning(finding, { kind: 'few_units', count: worth })]
  }
  const unit = cluster === 'both' ? (voters < units ? 'voter' : 'prompt') : cluster
  return [warning(msg('few_units', { units: fewer, unit: named(unit), fewest: FEW_UNITS }), { count: fewer })]
}

/** Warnings of a stored board that its votes alone do not say: they name no pairs drawn with focus. */
export const warningsBeyondVotes = (warnings: readonly Warning[]): Warning[] =>
  warnings.filter(({ code }) => code === 'focused_draws')

/** Warnings about a source: mixed kinds of voters, judges left out, judges not checked or of a contestant's family. */
export function sourceWarnings(
  view: Pick<ArenaView, 'source' | 'judges' | 'trust'>,
  voted: readonly { source: string; judge: string | null }[],
): Warning[] {
  const { source } = view
  if (!parseSource(source)!.kinds.includes('judge')) return []
  const { findTrust, stopped, counted, leftOut, unmeasured, failed, calibrated } = judgesOfSource(view, voted)
  const unchecked = unmeasured.filter((judge) => !findTrust(judge)?.failure)
  const unshown = unmeasured.filter((judge) => findTrust(judge)?.failure)
  const measures = (names: readonly string[]) => names.map((judge) => judgeMeasure(judge, findTrust(judge)))
  const besidePeople = calibrated.map((judge) => judgeBesidePeople(judge, findTrust(judge)!))
  const isMixed = source === 'all' && counted.length > 0 && voted.some((votes) => votes.source === 'human')
  const uncalibrated = { kind: 'uncalibrated_judge' } as const
  const leftOutCode = source === 'all' ? 'judges_left_out_beside_people' : 'judges_left_out'
  const warnings = [
    ...stopped.map(({ judge, code }) =>
      warning(msg('judge_not_shown', { judge, what: code }), { kind: 'judge_left_out', count: 1 }),
    ),
    isMixed && warning(msg('mixed_sources')),
    unchecked.length > 0 && warning(msg('judges_not_measured', { judges: unchecked }), uncalibrated),
    unshown.length > 0 && warning(msg('judges_by_chance', { judges: measures(unshown) }), uncalibrated),
    failed.length > 0 && warning(msg('judges_uncalibrated', { judges: measures(failed) }), uncalibrated),
    calibrated.length > 0 &&
      warning(msg('judges_and_people', { judges: besidePeople }), { kind: 'judge_agreement' }),
    leftOut.length > 0 &&
      warning(msg(leftOutCode, { judges: measures(leftOut) }), {
        kind: 'judge_left_out',
        count: leftOut.length,
      }),
    ...counted.map((judge) => {
      const contestants = findTrust(judge)?.sameFamily ?? []
      return (
        contestants.length > 0 &&
        warning(msg('judge_same_family', { judge, contestants }), { kind: 'same_family' })
      )
    }),
  ]
  return warnings.filter((entry) => entry !== false)
}

type JudgeTrust = ArenaView['trust'][number]

/** The judges of a source by what is known of them; names in the order of their code units. */
function judgesOfSource(
  { source, judges, trust }: Pick<ArenaView, 'source' | 'judges' | 'trust'>,
  voted: readonly { judge: string | null }[],
) {
  const byName = new Map(trust.map((judgeTrust) => [judgeTrust.judge, judgeTrust]))
  const findTrust = (judge: string): JudgeTrust | undefined => byName.get(judge)
  const only = judgeOfSource(source)
  const voters =
    only !== null ? [only] : [...new Set(voted.flatMap(({ judge }) => judge ?? []))].sort(byCodeUnits)
  const isByPosition = (judge: string) => findTrust(judge)?.failure?.reason === 'position'
  const counted = voters.filter((judge) => countsJudge(judges, judge) && !isByPosition(judge))
  const inState = (state: JudgeTrust['state']) =>
    counted.filter((judge) => (findTrust(judge)?.state ?? 'not_measured') === state)
  return {
    findTrust,
    /** Votes from before a judge was stopped still count, unless it decides by position. */
    stopped: trust
      .filter(({ judge }) => only === null || only === judge)
      .filter(({ judge }) => isByPosition(judge) || !counted.includes(judge))
      .flatMap(({ judge, stopped }) => (stopped ? [{ judge, code: stopped.code }] : [])),
    counted,
    leftOut: voters.filter((judge) => !countsJudge(judges, judge) && !isByPosition(judge)),
    unmeasured: inState('not_measured'),
    failed: inState('uncalibrated'),
    calibrated: inState('calibrated'),
  }
}

/** How often a calibrated judge agrees with people. */
function judgeBesidePeople(judge: string, { agreed, decided, prefers = [] }: JudgeTrust): CodedMessage {
  const [low, high] = integerPercentInterval(wilsonShare(agreed, decided).interval!)
  return msg('judge_beside_people', { judge, agreed, decided, low, high, prefers })
}

/** By what a judge is not calibrated, or that it was not measured. */
function judgeMeasure(judge: string, trust: JudgeTrust | undefined): CodedMessage {
  if (!trust || (trust.state === 'not_measured' && !trust.failure))
    return msg('judge_not_measured', { judge })
  const { agreed, decided, minAgreement, since, failure } = trust
  const { reason, hits, n } = failure ?? { reason: 'agreement', hits: agreed, n: decided }
  const wholePercent = (share: number) => Math.round(100 * share)
  if (trust.state === 'not_measured')
    return msg('judge_shows_too_little', {
      judge,
      hits,
      pairs: n,
      percentShown: wholePercent(wilsonShare(hits, n).interval![0]),
      percentAsked: wholePercent(reason === 'agreement' ? minAgreement : CHANCE_LEVEL),
    })
  if (reason === 'self_agreement')
    return msg('judge_does_not_repeat', {
      judge,
      day: since!,
      repeated: hits,
      pairs: n,
      percentAsked: wholePercent(minimumSelfAgreement(minAgreement)),
    })
  if (reason === 'consistency')
    return msg('judge_changes_with_order', {
      judge,
      consistent: hits,
      votes: n,
      percentAsked: wholePercent(CHANCE_LEVEL),
    })
  if (decided === 0 && since === undefined) return msg('judge_undecided', { judge })
  if (reason === 'undecided')
    return msg('judge_decides_rarely', {
      judge,
      agreed: hits,
      pairs: n,
      percentAsked: wholePercent(CHANCE_LEVEL),
    })
  const percentAsked = wholePercent(minAgreement)
  return msg('judge_agrees', { judge, agreed, decided, percentAsked, ...(since && { since }) })
}

/** For each contestant, how many of so many things failed. */
interface Failures {
  failed: ArrayLike<number>
  totals: ArrayLike<number>
}

/** Failures are compared at this level, over all contestants and kinds. */
const FAILURES_ALPHA = 0.01
/** A contestant may have failures that much more often than the others: that moves a win rate by one point in a hundred. */
const MORE_FAILURES = 0.02

/**
 * The contestant of which more failed than of the others together, by more than chance and enough to matter; null if there is
 * none. What failed may be what it would have lost, so votes alone then say too much.
 */
export function hitByFailures(kinds: readonly Failures[]): number | null {
  let worst: { contestant: number; z: number } | null = null
  for (const { failed, totals } of kinds) {
    const [allFailed, all] = [failed, totals].map((counts) =>
      Array.from(counts).reduce((sum, count) => sum + count, 0),
    )
    const least = normalQuantile(FAILURES_ALPHA / (2 * kinds.length * Math.max(1, totals.length)))
    for (let contestant = 0; contestant < totals.length; contestant++) {
      const [ofThis, ofOthers] = [totals[contestant], all - totals[contestant]]
      if (ofThis === 0 || ofOthers === 0) continue
      const more = failed[contestant] / ofThis - (allFailed - failed[contestant]) / ofOthers
      const share = allFailed / all
      const z = more / Math.sqrt(share * (1 - share) * (1 / ofThis + 1 / ofOthers))
      if (more >= MORE_FAILURES && z > Math.max(least, worst?.z ?? 0)) worst = { contestant, z }
    }
  }
  return worst?.contestant ?? null
}
