/** What a run would do and cost, in words for the terminal. */
import type { RunEstimate } from '../../../server/judging/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { usd } from './progress-words.ts'

const counted = (count: number, what: string) => `${withCommas(count)} ${what}${count === 1 ? '' : 's'}`

export function estimateWords(estimate: RunEstimate, budgetUsd: number | null): string[] {
  const {
    answers,
    judgements,
    judgementsThere,
    identicalAnswers,
    calls,
    callsFor,
    costUsd,
    leftOut,
    openRequirements,
  } = estimate
  const there = judgementsThere > 0 ? `, beside ${withCommas(judgementsThere)} that stand` : ''
  const checks = callsFor.checks > 0 ? `, ${counted(callsFor.checks, 'check')} by a model` : ''
  const lines = [
    `${counted(answers, 'answer')} to make, ${counted(judgements, 'judgement')} in both orders${there}${checks}: ${counted(calls, 'call')}.`,
  ]
  if (leftOut > 0)
    lines.push(
      `${counted(leftOut, 'judgement')} ${leftOut === 1 ? 'is' : 'are'} left out: an answer fails a required check.`,
    )
  if (openRequirements)
    lines.push('At most: answers still to be made or checked are counted as if they passed what they must.')
  if (identicalAnswers > 0)
    lines.push(`${counted(identicalAnswers, 'pair')} of answers are the same text and do not meet.`)
  return [...lines, ...costLines(estimate), ...budgetLines(costUsd, budgetUsd)]
}

function costLines({ calls, costUsd, costByModel }: RunEstimate): string[] {
  if (calls === 0) return []
  const models = Object.entries(costByModel).map(
    ([model, cost]) => `  ${model}  ${cost === null ? 'no price known' : `about ${usd(cost)}`}`,
  )
  const total =
    costUsd === null
      ? 'What it costs cannot be said: DEADHEAT_PRICES may name a file with the prices that are missing.'
      : `About ${usd(costUsd)}, by the price table and by the length that texts have or usually have.`
  return [total, ...models]
}

function budgetLines(costUsd: number | null, budgetUsd: number | null): string[] {
  if (budgetUsd === null) return []
  if (costUsd === null || costUsd <= budgetUsd) return [`Budget: ${usd(budgetUsd)}; never exceeded.`]
  return [
    `Budget: ${usd(budgetUsd)}; never exceeded. It will be reached after about ${Math.floor((100 * budgetUsd) / costUsd)} % of the work, spread evenly over all pairs.`,
  ]
}
