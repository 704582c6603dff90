/** Votes for the search for attacks, in the order in which they were cast. */
export interface CastVotes {
  contestants: number
  left: Int32Array
  right: Int32Array
  /** Codes of `VoteColumns.outcome`. */
  outcome: Uint8Array
  /** The voter of each vote, 0 … voters − 1; −1: not known. */
  voter: Int32Array
  voters: number
  /** The prompt of each vote; −1: not known. Absent: no prompt is known. */
  prompt?: Int32Array
  /** The network of each voter; −1: not known. Absent: no network is known. */
  network?: Int32Array
  /** Whether votes are in the order of time. Only then are bursts searched for. */
  isInOrder: boolean
}

/** The aim of an attack: direction 1 promotes the contestant, −1 demotes it. */
export interface Aim {
  contestant: number
  direction: 1 | -1
}

/** The votes of each voter, in the order of time. */
export interface VotesByVoter {
  voters: number
  /** How many votes a voter has cast. */
  count(voter: number): number
  /** Their numbers. */
  of(voter: number): Int32Array
}

export function votesByVoter({ voter, voters }: Pick<CastVotes, 'voter' | 'voters'>): VotesByVoter {
  const start = new Int32Array(voters + 1)
  for (const own of voter) if (own >= 0) start[own + 1]++
  for (let who = 0; who < voters; who++) start[who + 1] += start[who]
  const next = start.slice(0, voters)
  const votes = new Int32Array(start[voters])
  voter.forEach((own, vote) => {
    if (own >= 0) votes[next[own]++] = vote
  })
  return {
    voters,
    count: (who) => start[who + 1] - start[who],
    of: (who) => votes.subarray(start[who], start[who + 1]),
  }
}

/** ln Σ exp(values), without overflow. */
export function logSum(values: ArrayLike<number>): number {
  let most = -Infinity
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i])
  if (most === -Infinity) return most
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += Math.exp(values[i] - most)
  return most + Math.log(sum)
}
