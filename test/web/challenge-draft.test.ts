/** A challenge as it is put together on the page, and what is sent of it. */
import { expect, test } from 'vitest'
import { ChallengeDraft } from '../../web/src/pages/admin/arena/challenge/challenge-draft.svelte.ts'

test('a win on the hold-out is asked for only where something is held out', () => {
  const draft = new ChallengeDraft()
  Object.assign(draft, { incumbent: 'birch', challenger: 'amber', requireHoldOut: true })
  expect(draft.toRequest()).toMatchObject({ requireHoldOut: true })
  draft.holdOut = 'share'
  expect(draft.toRequest()).toMatchObject({ requireHoldOut: true, holdOut: { share: 0.25, seed: 1 } })
  // its box has gone with what it is about
  draft.holdOut = 'none'
  expect(draft.toRequest()).toEqual({
    incumbent: 'birch',
    challenger: 'amber',
    minWinRate: 0.5,
    holdOut: null,
  })
})
