/** How often a board by majority places one of several equals above another when its judges share their errors. */
import { expect, it } from 'vitest'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { RatedVote } from '../../../shared/votes/vote-table.ts'
import { boardOf } from './boards.ts'

const view = { source: 'majority', criterion: null, category: null, from: null, to: null }
const [BOARDS, PROMPTS, ALPHA] = [600, 40, 0.05]
const NAMES = ['A', 'B', 'C', 'D']

/**
 * Four equal contestants, all pairs on each prompt. Each prompt favours contestants at random, the same way for all
 * judges. On a pair, a judge follows what all judges think with probability `shared`, else a coin of its own.
 * @param absent the probability that a judge did not vote
 */
function equals(seed: number, judges: number, shared: number, absent: number): RatedVote[] {
  const stream = new RandomStream(seed, 0)
  const votes: RatedVote[] = []
  for (let p = 0; p < PROMPTS; p++) {
    const favour = NAMES.map(() => 2 * stream.uniform() - 1)
    for (const [i, contestantA] of NAMES.entries())
      for (let j = i + 1; j < NAMES.length; j++) {
        const chance = 1 / (1 + Math.exp(-3 * (favour[i]! - favour[j]!)))
        const together = stream.uniform() < chance
        for (let judge = 0; judge < judges; judge++) {
          const says = stream.uniform() < shared ? together : stream.uniform() < chance
          if (stream.uniform() < absent) continue
          const about = { contestantA, contestantB: NAMES[j]!, prompt: `p${p}`, voter: `judge ${judge}` }
          votes.push({ ...about, id: `v${votes.length}`, outcome: says ? 'left' : 'right' })
        }
      }
  }
  return votes
}

/** The largest number of wrong boards that the promised rate explains, with a chance of one in a thousand. */
const mostOf = (boards: number, rate: number) => boards * rate + 3.1 * Math.sqrt(boards * rate * (1 - rate))

const isAnyoneAbove = (votes: RatedVote[], seed: number, options: Parameters<typeof boardOf>[1]) =>
  boardOf(votes, { seed, rounds: 200, ...options }).contestants.some(
    ({ rankInterval }) => (rankInterval?.[0] ?? 1) > 1,
  )

it.each([
  { judges: 3, shared: 0, absent: 0 },
  { judges: 3, shared: 0.8, absent: 0 },
  { judges: 5, shared: 0.95, absent: 0.2 },
  { judges: 2, shared: 0.5, absent: 0.3 },
])(
  '$judges judges, shared $shared, absent $absent: few boards of equals place one above another',
  (world) => {
    let [majority, singly] = [0, 0]
    for (let seed = 1; seed <= BOARDS; seed++) {
      const votes = equals(seed, world.judges, world.shared, world.absent)
      if (isAnyoneAbove(votes, seed, { view })) majority++
      if (isAnyoneAbove(votes, seed, { view: { ...view, source: 'judges' }, cluster: 'vote' })) singly++
    }
    console.log(`${JSON.stringify(world)}: ${majority} of ${BOARDS} boards; each vote by itself: ${singly}`)
    expect(majority).toBeLessThanOrEqual(mostOf(BOARDS, ALPHA))
    // the worlds are hard: votes taken as independent are wrong too often
    expect(singly).toBeGreaterThan(mostOf(BOARDS, ALPHA))
  },
)
