/** How many votes are needed to detect a lead, and what judges would cost, in words for the terminal. */
import type { VotesCost } from '../../../server/judging/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import type { VotePlan } from '../../../shared/stats/index.ts'
import { usd } from './progress-words.ts'

export function neededWords(needed: VotePlan, judging: VotesCost | null): string[] {
  const { winRate, power, alpha, votesForPower, votesForSignificance } = needed
  const votes = `To detect a true win rate of ${winRate} in ${Number((100 * power).toPrecision(6))} % of cases, at alpha ${alpha}, a pair needs ${withCommas(votesForPower)} decisive votes. An observed win rate of just ${winRate} is significant from ${withCommas(votesForSignificance)} decisive votes on. This takes votes for independent; votes that share prompts or voters carry less, so plan for more.`
  if (!judging) return [votes]
  const { callsPerPair, costUsdPerPair, pairs, mostVotes } = judging
  const cost = (times: number) => (costUsdPerPair === null ? '' : `, about ${usd(times * costUsdPerPair)}`)
  const all =
    pairs > 1
      ? ` For all ${withCommas(pairs)} pairs: ${withCommas(pairs * callsPerPair)} calls${cost(pairs)}.`
      : ''
  const few =
    mostVotes < votesForPower
      ? ` The arena's prompts and judges give at most ${withCommas(mostVotes)} on a pair: add prompts.`
      : ''
  return [
    votes,
    `With the arena's judges, this takes ${withCommas(callsPerPair)} calls a pair${cost(1)}.${all}${few}`,
  ]
}
