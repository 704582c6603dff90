/** Voters whose votes look like an attack. */
import { findAttacks } from '../../../shared/stats/attacks/find-attacks.ts'
import type { Aim, CastVotes } from '../../../shared/stats/attacks/honest-model.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits } from '../boards/canonical-order.ts'

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
