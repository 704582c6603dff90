import type { CountedVotes } from '../boards/counted-votes.ts'

/** In steps of about a nanosecond. A board with less work is ready as soon as a preview would be. */
const SLOW_STEPS = 2e8
/** What a round costs for each pair if votes are resampled one by one, and a chord step for each two contestants. */
const STEPS_A_PAIR = 30
const STEPS_A_CHORD = 3
/** And for each judged battle on a board powered by judges. */
const STEPS_A_BATTLE = 2
/** To sort a vote and add it to the hash. */
const STEPS_A_VOTE = 500
/** A preview needs a dense matrix, so it has this many contestants at most. */
export const MOST_CONTESTANTS = 1000

/** Whether the board of these votes is so slow that a preview should come first; the same on every machine. */
export function isSlowToCompute({ tally, votes, ppi }: CountedVotes, rounds: number): boolean {
  const { contestants, first, units, crossed } = tally
  if (contestants > MOST_CONTESTANTS) return false
  const byVote = STEPS_A_PAIR * first.length
  const draws = crossed ? units!.unit.length + crossed.unit.length + byVote : (units?.unit.length ?? byVote)
  const battles = ppi?.battles ? STEPS_A_BATTLE * ppi.battles.unit.length : 0
  return (
    rounds * (draws + battles + STEPS_A_CHORD * (crossed ? 3 : 1) * contestants ** 2) + STEPS_A_VOTE * votes >
    SLOW_STEPS
  )
}
