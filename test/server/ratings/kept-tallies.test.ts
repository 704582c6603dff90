import { expect, it } from 'vitest'
import { storedVotes } from '../../../scripts/dev/bench/views.ts'
import { KeptTallies } from '../../../server/ratings/vote-store/vote-store.ts'
import { ViewTally } from '../../../server/ratings/vote-store/view-tally.ts'

const CASE = { votes: 300, contestants: 9, prompts: 20, voters: 12 }
const STORE = storedVotes(CASE)
const tally = () => new ViewTally(STORE, () => true, undefined, 'people')

it('tallies beyond the bound are dropped, those first that were not asked for the longest', () => {
  const { bytes } = tally()
  const kept = new KeptTallies(2.5 * bytes)
  const [a, b, c, d] = [tally(), tally(), tally(), tally()]
  kept.keep('a', a)
  kept.keep('b', b)
  expect(kept.bytes).toBe(2 * bytes)
  kept.keep('c', c)
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([undefined, b, c])
  kept.keep('b', b)
  kept.keep('d', d)
  expect([...kept.values()]).toEqual([b, d])
})

it('the tally that was asked for last is kept however large it is', () => {
  const kept = new KeptTallies(1)
  kept.keep('a', tally())
  kept.keep('b', tally())
  expect([kept.size, kept.get('a')]).toEqual([1, undefined])
})

it('the size of a tally is that of its arrays', () => {
  const { bytes, size } = tally()
  const pairs = (CASE.contestants * (CASE.contestants - 1)) / 2
  const cells = 3 * pairs
  expect(bytes).toBe(
    4 * (cells + pairs) +
      4 * 8 * CASE.contestants +
      4 * (CASE.prompts + CASE.voters) +
      4 * (cells + 1) +
      12 * size,
  )
})
