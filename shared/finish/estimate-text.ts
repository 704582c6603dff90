import type { JudgingWay, RunEstimate } from '../contracts/index.ts'
import { countWithNoun, usd } from './lines.ts'
import { withCommas } from '../sentence/index.ts'

/** What a run would do and cost, as lines. */
export function estimateText(estimate: RunEstimate, budgetUsd: number | null): string[] {
  const {
    answers,
    judgements,
    judgementsThere,
    identicalAnswers,
    calls,
    callsFor,
    costUsd,
    skippedPairs,
    openRequirements,
    isMost,
  } = estimate
  const there = judgementsThere > 0 ? `, and ${withCommas(judgementsThere)} already done` : ''
  const checks = callsFor.checks > 0 ? `, ${countWithNoun(callsFor.checks, 'check')} by a model` : ''
  const lines = [
    `${countWithNoun(answers, 'answer')} to generate, ${countWithNoun(judgements, 'judgement')} in both orders${there}${checks}: ${countWithNoun(calls, 'call')}.`,
  ]
  if (skippedPairs > 0)
    lines.push(
      `${countWithNoun(skippedPairs, 'judgement')} ${skippedPairs === 1 ? 'is' : 'are'} skipped: an answer fails a gating check.`,
    )
  if (isMost) lines.push('This is the most that a tournament takes. It ends as soon as one wins.')
  if (openRequirements)
    lines.push(
      'This is an upper bound: answers that are not yet generated or checked count as if they passed the gating checks.',
    )
  if (identicalAnswers > 0)
    lines.push(`${countWithNoun(identicalAnswers, 'pair')} of answers have the same text and are not judged.`)
  return [...lines, ...costLines(estimate), ...budgetLines(costUsd, budgetUsd)]
}

/** Ways to judge, each with its calls, its cost, and the option that takes it. */
export const wayRows = (
  ways: readonly JudgingWay[],
): [way: string, calls: string, cost: string, option: string][] =>
  ways.map(({ plan, calls, costUsd }) => [
    plan.tournament
      ? 'a tournament, at most'
      : plan.votesPerPair
        ? `${plan.votesPerPair} votes a pair`
        : 'everything',
    countWithNoun(calls, 'call'),
    costUsd === null ? 'cost unknown' : `about ${usd(costUsd)}`,
    plan.tournament
      ? '--plan tournament'
      : plan.votesPerPair
        ? `--votes-per-pair ${plan.votesPerPair}`
        : '--plan everything',
  ])

/** The ways as a table, under its title. */
export function waysText(ways: readonly JudgingWay[]): string[] {
  const rows = wayRows(ways)
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column].length)))
  return [
    WAYS_TITLE,
    ...rows.map(
      ([way, calls, cost, option]) =>
        `  ${way.padEnd(widths[0])}  ${calls.padStart(widths[1])}  ${cost.padStart(widths[2])}  ${option}`,
    ),
    'A tournament ends as soon as one wins. It finds the first, and says less of those behind.',
  ]
}

export const WAYS_TITLE = 'Ways to judge so many contestants:'

function costLines({ calls, costUsd, costByModel }: RunEstimate): string[] {
  if (calls === 0) return []
  const models = Object.entries(costByModel).map(
    ([model, cost]) => `  ${model}  ${cost === null ? 'no price known' : `about ${usd(cost)}`}`,
  )
  const total =
    costUsd === null
      ? 'The cost is unknown: set the missing prices under Settings, Edit on the page, or in a file that DEADHEAT_PRICES names.'
      : `About ${usd(costUsd)}, from the price table and the actual or typical length of the texts.`
  return [total, ...models]
}

const KEPT = 'No call starts that could exceed it, if the provider honours max_tokens.'

/** Where no price is known, nothing is promised of the budget. */
function budgetLines(costUsd: number | null, budgetUsd: number | null): string[] {
  if (budgetUsd === null || costUsd === null) return []
  if (costUsd <= budgetUsd) return [`Budget: ${usd(budgetUsd)}. ${KEPT}`]
  return [
    `Budget: ${usd(budgetUsd)}. ${KEPT} It will be spent after about ${Math.floor((100 * budgetUsd) / costUsd)} % of the work, spread evenly over all pairs.`,
  ]
}
