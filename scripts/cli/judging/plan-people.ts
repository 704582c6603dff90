/** How many votes of people an arena without judges needs. */
import type { Board } from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { planVotes } from '../../../shared/stats/index.ts'
import type { VotePlan } from '../../../shared/stats/index.ts'
import { table } from '../terminal/reports/lines.ts'

/** The leads to plan for, if none is named: from small to large. */
const WIN_RATES = [0.55, 0.6, 0.65, 0.7]

/** A plan of votes by people. */
export interface PeoplePlan {
  contestants: number
  pairs: number
  /** The votes that the board counts. */
  votes: number
  /** What each pair needs, for each true win rate. */
  perPair: VotePlan[]
}

interface Asked {
  winRate?: number
  alpha: number
  power: number
}

/** @param board  of the view that people decide */
export function planOfPeople({ contestants, votes }: Board, { winRate, alpha, power }: Asked): PeoplePlan {
  const size = contestants.length
  const rates = winRate === undefined ? WIN_RATES : [winRate]
  return {
    contestants: size,
    pairs: (size * (size - 1)) / 2,
    votes,
    perPair: rates.map((rate) => planVotes(rate, alpha, power)),
  }
}

/** What people have to decide, in one line for the terminal. */
export function peopleWords({ contestants, pairs, votes }: PeoplePlan): string {
  const each = pairs === 0 ? 0 : votes / pairs
  const perPair = each < 10 ? String(Number(each.toFixed(1))) : withCommas(Math.round(each))
  return `It has no judges, so people decide. ${withCommas(contestants)} contestants are ${pairs === 1 ? '1 pair' : `${withCommas(pairs)} pairs`}, with ${votes === 1 ? '1 vote' : `${withCommas(votes)} votes`} so far: ${perPair} a pair.`
}

/** The votes that each true win rate takes, as lines for the terminal. */
export function peopleTable({ pairs, perPair }: PeoplePlan, { power, alpha }: Asked): string[] {
  const rows = perPair.map(({ winRate, votesForPower }) => [
    String(winRate),
    withCommas(votesForPower),
    withCommas(votesForPower * pairs),
  ])
  return [
    `Decisive votes that detect a true win rate in ${Number((100 * power).toPrecision(6))} % of cases, at alpha ${alpha}:`,
    ...table(['win rate', 'a pair', 'all pairs'], rows, { width: 80, names: 0 }),
    'Ties do not count. Votes that share prompts or voters carry less: --win-rate says how much less here. With sampling: focus in its arena.yaml, half of the votes go to pairs that may still be first, and fewer are needed.',
  ]
}
