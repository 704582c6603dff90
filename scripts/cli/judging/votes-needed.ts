/** How many votes a pair needs if votes share prompts or voters as they do in an arena. */
import type { VoteSharing } from '../../../server/ratings/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { planSharedVotes, type SharedVotePlan } from '../../../shared/stats/plan/plan.ts'
import type { VotePlan } from '../../../shared/stats/index.ts'

/** Null if it is not known how far votes of a unit agree. */
export function planShared(
  { winRate, alpha, power }: VotePlan,
  sharing: readonly VoteSharing[],
): SharedVotePlan | null {
  const kinds = sharing.flatMap(({ units, correlation }) =>
    correlation && units >= 2 ? [{ units, correlation: correlation.correlation }] : [],
  )
  return kinds.length > 0 ? planSharedVotes(winRate, alpha, power, kinds) : null
}

/** How many votes are needed to detect a lead, in words for the terminal. */
export function neededWords(
  plan: VotePlan,
  sharing: readonly VoteSharing[],
  shared: SharedVotePlan | null,
): string[] {
  const { winRate, power, alpha, votesForPower, votesForSignificance } = plan
  const cases = `${Number((100 * power).toPrecision(6))} % of cases`
  return [
    `To detect a true win rate of ${winRate} in ${cases}, at alpha ${alpha}, a pair needs ${withCommas(votesForPower)} independent decisive votes. An observed win rate of just ${winRate} is significant from ${withCommas(votesForSignificance)} on.`,
    ...sharing.map(correlationWords),
    ...(shared ? [sharedWords(shared, sharing, cases)] : []),
  ]
}

function correlationWords({ kind, correlation }: VoteSharing): string {
  if (!correlation)
    return `How far votes that share a ${kind} agree is not known yet: too few pairs have several such votes. They carry less information, so plan for more.`
  const { correlation: value, error } = correlation
  return `In this arena, two votes on a pair that share a ${kind} correlate by ${value.toFixed(2)} ± ${error.toFixed(2)} (one standard error).`
}

function sharedWords(
  { votesForPower, fewestUnits }: SharedVotePlan,
  sharing: readonly VoteSharing[],
  cases: string,
): string {
  const known = sharing.filter(({ correlation }) => correlation !== null)
  const units = known
    .map(({ kind, units }) => `${withCommas(units)} ${kind}${units === 1 ? '' : 's'}`)
    .join(' and ')
  if (votesForPower !== null)
    return `With votes spread evenly over its ${units}, a pair needs ${withCommas(votesForPower)} decisive votes.`
  const more =
    fewestUnits === null
      ? 'More prompts or voters are needed.'
      : `At least ${withCommas(fewestUnits)} ${known[0].kind}s are needed.`
  return `With votes spread evenly over its ${units}, no number of votes detects it in ${cases}. ${more}`
}
