/** Voters who vote unlike the others, and voters whose votes look like an attack. */
import { LEFT, TIE, type Votes } from '../../../shared/stats/fit/votes.ts'
import { testVoter } from '../../../shared/stats/attacks/voter-test.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { findAttacks } from '../../../shared/stats/attacks/find-attacks.ts'
import type { Aim, CastVotes } from '../../../shared/stats/attacks/honest-model.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'
import { numbered } from './fitted.ts'

const ALPHA = 0.05
/** Wins of the lower contestant, wins of the higher one, and ties. */
const OUTCOME_KINDS = 3

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
  if (voter.codes.length === 0) return { ...nothing, because: 'no_voter' }
  const { pair, pairs, outcome } = pairsOf(numbered(table, board).votes)
  const counts = new Float64Array(OUTCOME_KINDS * pairs)
  const votesByVoter = new Map<number, number[]>()
  for (let vote = 0; vote < table.votes; vote++) {
    counts[OUTCOME_KINDS * pair[vote] + outcome[vote]]++
    const votes = votesByVoter.get(voter.codes[vote])
    if (votes) votes.push(vote)
    else votesByVoter.set(voter.codes[vote], [vote])
  }
  const tests = [...votesByVoter]
    .filter(([number]) => number >= 0)
    .map(([number, votes]) => ({ name: voter.names[number], votes }))
    .sort((a, b) => byCodeUnits(a.name, b.name))
    .map(({ name, votes }, i) => {
      const cast = { pair: votes.map((vote) => pair[vote]), outcome: votes.map((vote) => outcome[vote]) }
      for (const vote of votes) counts[OUTCOME_KINDS * pair[vote] + outcome[vote]]--
      const oddness = testVoter(cast, counts, OUTCOME_KINDS, new RandomStream(board.seed, i))
      for (const vote of votes) counts[OUTCOME_KINDS * pair[vote] + outcome[vote]]++
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
    standingOut: tests.filter(({ p }) => p <= ALPHA).map((test, i) => ({ ...test, holm: i < rejected })),
    because: null,
  }
}

/** The number of each vote's pair, and its outcome as seen from the lower contestant. */
function pairsOf({ contestants, left, right, outcome }: Votes) {
  const numbers = new Map<number, number>()
  const pair = left.map((a, vote) => {
    const key = Math.min(a, right[vote]) * contestants + Math.max(a, right[vote])
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
  const outcomes = outcome.map((code, vote) =>
    code >= TIE ? 2 : (code === LEFT) === left[vote] < right[vote] ? 0 : 1,
  )
  return { pair, pairs: numbers.size, outcome: outcomes }
}

/** The evidence against a voter: the voter's votes, or those of a group with the voter. */
export type VoterEvidence = ReturnType<typeof findAttacks>['accused'][number]['by']

/** Voters whose votes look like an attack on a contestant. Their votes count on the board. */
export interface AttacksReport {
  voters: {
    voter: string
    /** The contestant it votes for or against, or the side it always takes; the other two are null. */
    for: string | null
    against: string | null
    side: 'left' | 'right' | null
    by: VoterEvidence
    votes: number
    /** Its votes with this contestant, and how many of them the contestant won and lost. */
    met: number
    won: number
    lost: number
  }[]
  /** Groups in which further voters seem to attack together. */
  groups: {
    by: VoterEvidence
    for: string | null
    against: string | null
    voters: number
    expected: number
  }[]
  /** Voters with votes. */
  tested: number
}

/** Looks for attacks among the voters of a file; bursts only if all votes have times. */
export function attacksReport(table: VoteTable): AttacksReport {
  const names = [...table.contestants].sort(byCodeUnits)
  const { accused, alarms, tested } = findAttacks(castVotes(table, names))
  const aimed = (aim: Aim | null) => ({
    for: aim?.direction === 1 ? names[aim.contestant] : null,
    against: aim?.direction === -1 ? names[aim.contestant] : null,
  })
  return {
    voters: accused
      .map(({ voter, aim, side, by, votes, met, won, lost }) => ({
        voter: table.voter.names[voter],
        ...aimed(aim),
        side,
        by,
        votes,
        met,
        won,
        lost,
      }))
      .sort((a, b) => b.votes - a.votes || byCodeUnits(a.voter, b.voter)),
    groups: alarms.map(({ kind, aim, voters, expected }) => ({ by: kind, ...aimed(aim), voters, expected })),
    tested: tested.voter,
  }
}

function castVotes(table: VoteTable, names: readonly string[]): CastVotes {
  const { time, voter, prompt } = table
  const rows = Int32Array.from({ length: table.votes }, (_, row) => row)
  if (time) rows.sort((a, b) => time[a] - time[b] || a - b)
  const place = table.contestants.map((name) => names.indexOf(name))
  return {
    contestants: names.length,
    left: rows.map((row) => place[table.left[row]]),
    right: rows.map((row) => place[table.right[row]]),
    outcome: Uint8Array.from(rows, (row) => table.outcome[row]),
    voter: rows.map((row) => voter.codes[row] ?? -1),
    voters: voter.names.length,
    ...(prompt.codes.length > 0 && { prompt: rows.map((row) => prompt.codes[row]) }),
    isInOrder: time !== undefined,
  }
}
