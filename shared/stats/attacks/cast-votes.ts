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

/** The numbers of the votes of each voter, in their order. */
export function votesByVoter({ voter, voters }: CastVotes): Int32Array[] {
  const counts = new Int32Array(voters)
  for (const own of voter) if (own >= 0) counts[own]++
  const votes = Array.from(counts, (count) => new Int32Array(count))
  counts.fill(0)
  voter.forEach((own, vote) => {
    if (own >= 0) votes[own][counts[own]++] = vote
  })
  return votes
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
