import { expect, it } from 'vitest'
import type { FoundSuspicion } from '../../../server/integrity/attacks/attack-thread.ts'
import { strongestOfEach } from '../../../server/integrity/attacks/attacks.ts'

const suspicion = (subject: string, logE: number) =>
  ({ subject, logE, voter: null }) as unknown as FoundSuspicion

it('of several suspicions of one subject, the one with the strongest evidence is recorded', () => {
  const found = [suspicion('a', 3), suspicion('b', 5), suspicion('a', 7), suspicion('b', 4)]
  expect(strongestOfEach(found).map(({ subject, logE }) => [subject, logE])).toEqual([
    ['a', 7],
    ['b', 5],
  ])
})
