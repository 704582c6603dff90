import { LEFT, TIE } from '../../../shared/stats/fit/tally.ts'
import { oddnessOf } from '../../../shared/stats/attacks/voter-oddness.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'
import { numbered } from './fitted.ts'

const ALPHA = 0.05
/** Wins of the lower contestant, wins of the higher one, and ties. */
const OUTCOMES = 3

export interface OddVotersReport {
  /** The number of voters with a vote on a pair that another voter voted on. */
  tested: number
  alpha: number
  /** The expected number of voters that stand out by chance, at most. */
  byChance: number
  /** The voters whose p is at most alpha, smallest p first. */
  standingOut: {
    voter: string
    votes: number
    p: number
    /**
     * Whether the voter also stands out with Holm's correction for the number of voters. The probability that any
     * voter does so by chance is at most alpha.
     */
    holm: boolean
  }[]
  because: 'no_voter' | null
}

/** Finds voters who vote unlike the others on the same pairs. Their votes still count. */
export function oddVotersReport(table: VoteTable, board: Board): OddVotersReport {
  const { voter } = table
  const nothing = { tested: 0, alpha: ALPHA, byChance: 0, standingOut: [] }
  if (voter.of.length === 0) return { ...nothing, because: 'no_voter' }
  const { columns } = numbered(table, board)
  const { pair, pairs, outcome } = pairsOf(columns)
  const counts = new Float64Array(OUTCOMES * pairs)
  const votesOf = new Map<number, number[]>()
  for (let vote = 0; vote < table.votes; vote++) {
    counts[OUTCOMES * pair[vote] + outcome[vote]]++
    const votes = votesOf.get(voter.of[vote])
    if (votes) votes.push(vote)
    else votesOf.set(voter.of[vote], [vote])
  }
  const tests = [...votesOf]
    .filter(([number]) => number >= 0)
    .map(([number, votes]) => ({ name: voter.names[number], votes }))
    .sort((a, b) => byCodeUnits(a.name, b.name))
    .map(({ name, votes }, i) => {
      const cast = { pair: votes.map((vote) => pair[vote]), outcome: votes.map((vote) => outcome[vote]) }
      for (const vote of votes) counts[OUTCOMES * pair[vote] + outcome[vote]]--
      const oddness = oddnessOf(cast, counts, OUTCOMES, new RandomStream(board.seed, i))
      for (const vote of votes) counts[OUTCOMES * pair[vote] + outcome[vote]]++
      return { voter: name, ...oddness }
    })
    .filter(({ votes }) => votes > 0)
    .sort((a, b) => a.p - b.p || byCodeUnits(a.voter, b.voter))
  const tested = tests.length
  const firstKept = tests.findIndex(({ p }, i) => p * (tested - i) > ALPHA)
  const rejected = firstKept < 0 ? tested : firstKept
  return {
    tested,
    alpha: ALPHA,
    byChance: ALPHA * tested,
    standingOut: tests.filter(({ p }) => p <= ALPHA).map((one, i) => ({ ...one, holm: i < rejected })),
    because: null,
  }
}

/** The number of each vote's pair, and its outcome as seen from the lower contestant. */
function pairsOf({ contestants, left, right, outcome }: ReturnType<typeof numbered>['columns']) {
  const numbers = new Map<number, number>()
  const pair = left.map((a, vote) => {
    const key = Math.min(a, right[vote]) * contestants + Math.max(a, right[vote])
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
  const seen = outcome.map((one, vote) =>
    one >= TIE ? 2 : (one === LEFT) === left[vote] < right[vote] ? 0 : 1,
  )
  return { pair, pairs: numbers.size, outcome: seen }
}
