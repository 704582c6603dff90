import { expect, it } from 'vitest'
import type { VoteReceipt } from '../../shared/contracts/battle.ts'
import type { Outcome } from '../../shared/contracts/votes.ts'
import { preferredOf } from '../../web/src/pages/vote/own-votes.ts'

const receipt = (left: string | null, right: string | null, outcome: Outcome): VoteReceipt => ({
  battle: `${left} ${right} ${outcome}`,
  outcome,
  left: { name: left },
  right: { name: right },
  names: left === null ? 'later' : 'shown',
  namesFrom: null,
})

it('what a voter preferred is counted on both sides, and ties and hidden names count for nobody', () => {
  const receipts = [
    receipt('Warm', 'Terse', 'left'),
    receipt('Terse', 'Warm', 'right'),
    receipt('Warm', 'Baseline', 'tie'),
    receipt('Baseline', 'Terse', 'left'),
    receipt('Warm', 'Baseline', 'both_bad'),
    receipt(null, null, 'left'),
  ]
  expect(preferredOf(receipts)).toEqual([
    { name: 'Warm', won: 2, of: 4 },
    { name: 'Baseline', won: 1, of: 3 },
    { name: 'Terse', won: 0, of: 3 },
  ])
  expect(preferredOf([])).toEqual([])
})
