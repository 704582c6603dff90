import type { CountedVotes } from '../boards/counted-votes.ts'

/** Steps of about a nanosecond: boards of less work are there as soon as a preview would be. */
const SLOW_STEPS = 2e8
/** What a round costs for each pair, where votes are resampled one by one; and a chord step for each two contestants. */
const STEPS_A_PAIR = 30
const STEPS_A_CHORD = 3
/** And what for each battle that judges judged, where they lend to people's votes. */
const STEPS_A_BATTLE = 2
/** What it costs to put a vote in order and into the hash. */
const STEPS_A_VOTE = 500
/** Previews take a dense matrix. */
export const MOST_CONTESTANTS = 1000

/** Whether the board of these votes takes so long that a preview should stand in; says nothing of the machine. */
export function isSlowToCompute({ tally, votes, ppi }: CountedVotes, rounds: number): boolean {
  const { contestants, first, units } = tally
  if (contestants > MOST_CONTESTANTS) return false
  const draws = units ? units.unit.length : STEPS_A_PAIR * first.length
  const battles = ppi?.battles ? STEPS_A_BATTLE * ppi.battles.unit.length : 0
  return rounds * (draws + battles + STEPS_A_CHORD * contestants ** 2) + STEPS_A_VOTE * votes > SLOW_STEPS
}
