/** How many votes a lead takes in an arena, and what judges would take for them, in words for the terminal. */
import type { VotesCost } from '../../../server/judging/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import type { VotePlan } from '../../../shared/stats/index.ts'
import { usd } from './progress-words.ts'

export function neededWords(needed: VotePlan, judging: VotesCost | null): string[] {
  const { winRate, power, alpha, votesForPower, votesForSignificance } = needed
  const votes = `A win rate of ${winRate} takes ${withCommas(votesForPower)} decisive votes on a pair to be detected in ${Number((100 * power).toPrecision(6))} % of cases, at alpha ${alpha}; ${withCommas(votesForSignificance)} make one of just ${winRate} significant.`
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
