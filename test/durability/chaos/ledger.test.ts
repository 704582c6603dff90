/** The instrument of `npm run chaos`: a ledger of acknowledged votes against those that are stored. */
import { expect, test } from 'vitest'
import { checkLedger } from '../../../workshop/chaos/voters.ts'
import { isSound } from '../../../workshop/chaos/world.ts'

const [a, b] = [
  { battle: 'a', outcome: 'left' },
  { battle: 'b', outcome: 'tie' },
]

test.each([
  ['every vote once, in any order', [b, a], 0, 0],
  ['a missing vote', [b], 1, 0],
  ['a vote stored twice', [a, b, a], 0, 1],
  ['another outcome', [a, { battle: 'b', outcome: 'left' }], 1, 1],
])('%s', (_, stored, lost, doubled) => {
  expect(checkLedger([a, b], stored)).toEqual({ lost, doubled })
  const votes = { acknowledged: 2, lost, doubled, longestGap: 0 }
  expect(isSound({ did: '', votes, figures: [], problems: [] })).toBe(lost + doubled === 0)
  expect(isSound({ did: '', votes: null, figures: [], problems: ['the board is old'] })).toBe(false)
})
