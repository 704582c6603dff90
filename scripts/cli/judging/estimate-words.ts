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
  const there = judgementsThere > 0 ? `, and ${withCommas(judgementsThere)} already done` : ''
  const checks = callsFor.checks > 0 ? `, ${counted(callsFor.checks, 'check')} by a model` : ''
  const lines = [
    `${counted(answers, 'answer')} to generate, ${counted(judgements, 'judgement')} in both orders${there}${checks}: ${counted(calls, 'call')}.`,
  ]
  if (leftOut > 0)
    lines.push(
      `${counted(leftOut, 'judgement')} ${leftOut === 1 ? 'is' : 'are'} skipped: an answer fails a gating check.`,
    )
  if (openRequirements)
    lines.push(
      'This is an upper bound: answers that are not yet generated or checked count as if they passed the gating checks.',
    )
  if (identicalAnswers > 0)
    lines.push(`${counted(identicalAnswers, 'pair')} of answers have the same text and are not judged.`)
  return [...lines, ...costLines(estimate), ...budgetLines(costUsd, budgetUsd)]
}

function costLines({ calls, costUsd, costByModel }: RunEstimate): string[] {
  if (calls === 0) return []
  const models = Object.entries(costByModel).map(
    ([model, cost]) => `  ${model}  ${cost === null ? 'no price known' : `about ${usd(cost)}`}`,
  )
  const total =
    costUsd === null
      ? 'The cost is unknown: put the missing prices into a file and name it in DEADHEAT_PRICES.'
      : `About ${usd(costUsd)}, from the price table and the actual or typical length of the texts.`
  return [total, ...models]
}

const KEPT = 'No call starts that could exceed it, if the provider honours max_tokens.'

function budgetLines(costUsd: number | null, budgetUsd: number | null): string[] {
  if (budgetUsd === null) return []
  if (costUsd === null || costUsd <= budgetUsd) return [`Budget: ${usd(budgetUsd)}. ${KEPT}`]
  return [
    `Budget: ${usd(budgetUsd)}. ${KEPT} It will be spent after about ${Math.floor((100 * budgetUsd) / costUsd)} % of the work, spread evenly over all pairs.`,
  ]
}
