/** Over many boards, pairing that follows results is recognised, and other pairing is not. */
import { expect, test } from 'vitest'
import { PAIRINGS, scorePairing } from '../../../workshop/simulate/pairing.ts'
import { equal } from '../../../workshop/simulate/world.ts'

const rule = (words: string) => PAIRINGS.find(({ name }) => name.includes(words))!
const setting = { boards: 30, rounds: 20, seed: 3 }
const quiet = PAIRINGS.filter(({ follows }) => !follows)

test.each(quiet)('$name does not look as if pairing followed results, with or without times', (own) => {
  expect(scorePairing(own, equal(8), 400, setting).recognisedInTime).toBeLessThan(4)
  expect(scorePairing(own, equal(20), 600, setting).recognisedInTime).toBeLessThan(4)
})

test.each(['nearest', 'per 30'])(
  '%s pairing is recognised among five contestants by the times of votes alone',
  (words) => {
    const { recognised, recognisedInTime } = scorePairing(rule(words), equal(5), 375, setting)
    expect(recognised).toBeLessThan(6)
    expect(recognisedInTime).toBeGreaterThan(24)
  },
)

test.each(['nearest', 'Swiss', 'per 30'])(
  '%s pairing is recognised among twenty equal contestants',
  (words) => {
    expect(scorePairing(rule(words), equal(20), 600, setting).recognised).toBeGreaterThan(24)
  },
)
