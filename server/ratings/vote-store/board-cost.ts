import type { CountedVotes } from '../boards/counted-votes.ts'

/** The limit, in steps of about a nanosecond. A board with less work is as quick as its preview. */
const SLOW_STEPS = 2e8
/**
 * Steps of a round for each pair if votes are resampled one by one, and steps of a chord step for each two
 * contestants.
 */
const STEPS_A_PAIR = 30
const STEPS_A_CHORD = 3
/** Steps for each judged battle on a board powered by judges. */
const STEPS_A_BATTLE = 2
/** Steps to sort a vote and add it to the hash. */
const STEPS_A_VOTE = 500
/** The most contestants of a preview, because it needs a dense matrix. */
export const MOST_CONTESTANTS = 1000

/**
 * Whether the board of these votes is so slow that a preview should come first. The result is the same on every
 * machine.
 */
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
