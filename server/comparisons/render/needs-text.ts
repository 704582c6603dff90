import type { ArenaLedger, ArenaNeeds, Board, NeedsQuery } from '../../../shared/contracts/index.ts'
import { finishBoard, headline } from '../../../shared/finish/index.ts'
import { estimateText } from '../../../shared/finish/estimate-text.ts'
import { countWithNoun, plainNumbers, table, usd } from '../../../shared/finish/lines.ts'
import { withCommas } from '../../../shared/sentence/index.ts'

type Needed = NonNullable<ArenaNeeds['votesNeeded']>
type People = NonNullable<ArenaNeeds['people']>

/** What an arena still needs, in words. @param criterion  the arena's first, which the board is under */
export function needsText(needs: ArenaNeeds, board: Board, criterion: string, query: NeedsQuery): string {
  const { ledger, people, votesNeeded, ...estimate } = needs
  const { lead, rest } = headline(finishBoard(board))
  const needed = votesNeeded && [...neededWords(votesNeeded), ...judgingWords(votesNeeded)]
  return [
    ...(people && estimate.calls === 0 ? [] : estimateText(estimate, budgetRemaining(ledger))),
    ...spentWords(ledger),
    `Under ${criterion}: ${lead} ${rest}`.trim(),
    ...(people ? [peopleWords(people)] : []),
    ...(needed ?? (people ? peopleTable(people, query) : [])),
  ].join('\n')
}

/** What is left of the arena's budget in all, in US dollars; null: no limit. */
const budgetRemaining = ({ budgetUsd, spentUsd }: ArenaLedger): number | null =>
  budgetUsd === null ? null : Math.max(0, budgetUsd - spentUsd)

const spentWords = ({ budgetUsd, spentUsd }: ArenaLedger): string[] =>
  budgetUsd === null || spentUsd === 0
    ? []
    : [`The arena has spent ${usd(spentUsd)} of its budget of ${usd(budgetUsd)}.`]

/** What the votes that are needed cost. */
function judgingWords({ judging, votesForPower: votes }: Needed): string[] {
  if (!judging) return []
  const { callsPerPair, costUsdPerPair, pairs, mostVotes } = judging
  const cost = (times: number) => (costUsdPerPair === null ? '' : `, about ${usd(times * costUsdPerPair)}`)
  const all =
    pairs > 1
      ? ` For all ${withCommas(pairs)} pairs: ${withCommas(pairs * callsPerPair)} calls${cost(pairs)}.`
      : ''
  const few =
    mostVotes < votes
      ? ` The arena's prompts and judges give at most ${withCommas(mostVotes)} on a pair: add prompts.`
      : ''
  return [
    `With the arena's judges, this takes ${withCommas(callsPerPair)} calls a pair${cost(1)}.${all}${few}`,
  ]
}

/** What people have to decide, in one line. */
function peopleWords({ contestants, pairs, votes }: People): string {
  const each = pairs === 0 ? 0 : votes / pairs
  const perPair = each < 10 ? String(Number(each.toFixed(1))) : withCommas(Math.round(each))
  return `It has no judges, so people decide. ${withCommas(contestants)} contestants are ${countWithNoun(pairs, 'pair')}, with ${countWithNoun(votes, 'vote')} so far: ${perPair} a pair.`
}

/** The votes that each true win rate takes, as lines. */
function peopleTable({ pairs, perPair }: People, { power, alpha }: NeedsQuery): string[] {
  const rows = perPair.map(({ winRate, votesForPower }) => [
    String(winRate),
    withCommas(votesForPower),
    withCommas(votesForPower * pairs),
  ])
  return [
    `Decisive votes that detect a true win rate in ${plainNumbers.exactPercent(power)} of cases, at alpha ${alpha}:`,
    ...table(['win rate', 'a pair', 'all pairs'], rows, { width: 80, names: 0 }),
    'Ties do not count. Votes that share prompts or voters carry less. With sampling: focus in its arena.yaml, half of the votes go to pairs that may still be first, and fewer are needed.',
  ]
}

/** How many votes are needed to detect a lead, in words. */
function neededWords({ winRate, power, alpha, votesForPower, votesForSignificance }: Needed): string[] {
  const cases = `${plainNumbers.exactPercent(power)} of cases`
  return [
    `To detect a true win rate of ${winRate} in ${cases}, at alpha ${alpha}, a pair needs ${withCommas(votesForPower)} independent decisive votes. An observed win rate of just ${winRate} is significant from ${withCommas(votesForSignificance)} on.`,
    'Votes that share prompts or voters carry less, so plan for more. What would settle the board counts with it.',
  ]
}
