import { expect, it } from 'vitest'
import { Columns } from '../../../server/ratings/vote-store/columns.ts'
import { Groups } from '../../../server/ratings/vote-store/groups.ts'
import { KeptTallies } from '../../../server/ratings/vote-store/vote-store.ts'
import { Names } from '../../../server/ratings/vote-store/names.ts'
import type { StoredVotes } from '../../../server/ratings/vote-store/stored-votes.ts'
import { ViewTally } from '../../../server/ratings/vote-store/view-tally.ts'
import { VoteStatus } from '../../../server/ratings/vote-store/vote-status.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

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

/** Votes in memory as the rating thread keeps them, drawn at random. */
function storedVotes({ votes, contestants, prompts, voters }: typeof CASE): StoredVotes {
  const stream = new RandomStream(1, 0)
  const below = (count: number) => Math.floor(count * stream.uniform())
  const named = (kind: string, count: number) => {
    const names = new Names()
    names.setAll(Array.from({ length: count }, (_, id) => ({ id, name: `${kind}-${id}` })))
    return names
  }
  const columns = new Columns()
  for (let vote = 0; vote < votes; vote++) {
    const row = columns.add(vote + 1)
    const left = below(contestants)
    columns.left[row] = left
    columns.right[row] = (left + 1 + below(contestants - 1)) % contestants
    columns.outcome[row] = below(3)
    columns.prompt[row] = below(prompts)
    columns.voter[row] = below(voters)
  }
  return {
    columns,
    contestants: named('contestant', contestants),
    prompts: named('prompt', prompts),
    groups: new Groups(),
    statuses: { of: () => VoteStatus.counted },
    categories: [],
    voters,
    voterNames: Array.from({ length: voters }, (_, voter) => `voter-${voter}`),
    voterGroups: [],
    namesVersion: '',
  }
}
