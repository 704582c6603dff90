/** When a rater is shown not to agree with itself, and what a rater that is right often enough repeats at least. */
import { expect, test } from 'vitest'
import { leastSelfAgreement, lapsesOf, type Asking } from '../../../shared/stats/judges/agreement.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

const LEAST = leastSelfAgreement(0.75)

/** Ratings of so many things in each of some batches; `says` has the verdict. */
const batches = (things: number, says: readonly ((thing: number) => string)[]): Asking[] =>
  says.flatMap((say, batch) =>
    Array.from({ length: things }, (_, thing) => ({
      thing: `${thing}`,
      at: 1000 * batch + thing,
      batch,
      said: { overall: say(thing) },
    })),
  )
const left = () => 'left'
const right = () => 'right'
const half = (thing: number) => (thing % 2 === 0 ? 'left' : 'right')

test('a rater that is right on 75 % of things repeats at least 62.5 % of its ratings, however its errors are spread', () => {
  expect(LEAST).toBe(0.625)
  expect(leastSelfAgreement(1)).toBe(1)
  expect(leastSelfAgreement(0)).toBe(0.5)
  const random = new RandomStream(1, 0)
  for (let round = 0; round < 200; round++) {
    const chances = Array.from({ length: 30 }, () => random.uniform() ** (round / 100))
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const repeated = mean(chances.map((chance) => chance ** 2 + (1 - chance) ** 2))
    if (mean(chances) >= 0.75) expect(repeated).toBeGreaterThanOrEqual(LEAST)
  }
})

test('a batch that contradicts the first ratings is a lapse, at its last rating, with the figures of the batch', () => {
  expect(lapsesOf(batches(60, [left, left]), LEAST)).toEqual([])
  expect(lapsesOf(batches(60, [left, right]), LEAST)).toEqual([{ at: 1059, hits: 0, n: 60 }])
  // Wilson's upper limits: 0.623 of 30 in 60, 0.638 of 31; 0.615 of 24 in 50, 0.634 of 25
  const repeats = (hits: number) => (thing: number) => (thing < hits ? 'left' : 'right')
  expect(lapsesOf(batches(60, [left, repeats(30)]), LEAST)).toMatchObject([{ hits: 30, n: 60 }])
  expect(lapsesOf(batches(60, [left, repeats(34)]), LEAST)).toMatchObject([{ hits: 24, n: 50 }])
  expect(lapsesOf(batches(60, [left, repeats(35)]), LEAST)).toEqual([])
})

test('after a lapse the ratings of its batch are the first: turning back is another lapse, staying so is none', () => {
  const turned = batches(20, [left, right, right, right])
  expect(lapsesOf(turned, LEAST)).toMatchObject([{ at: 1019 }])
  const back = batches(20, [left, left, right, left, left])
  expect(lapsesOf(back, LEAST)).toMatchObject([{ at: 2019 }, { at: 3019 }])
})

test('fewer than ten things show nothing, and small batches add up', () => {
  expect(lapsesOf(batches(9, [left, right, right]), LEAST)).toEqual([])
  const small = batches(12, [left, right]).map((one, i) => ({ ...one, batch: i < 12 ? 0 : i }))
  expect(lapsesOf(small, LEAST)).toMatchObject([{ hits: 0, n: 10 }])
})

test('a long time of agreement does not hide a lapse, and criteria of one rating share its weight', () => {
  const steady = Array.from({ length: 40 }, () => left)
  expect(lapsesOf(batches(60, [...steady, right]), LEAST)).toHaveLength(1)
  const together = (thing: number, batch: number, verdicts: string[]): Asking => ({
    thing: `${thing}`,
    at: batch,
    batch,
    said: Object.fromEntries(verdicts.map((verdict, i) => [`c${i}`, verdict])),
  })
  const four = Array.from({ length: 4 }, (_, thing) => [
    together(thing, 0, ['left', 'left', 'left', 'left']),
    together(thing, 1, ['right', 'right', 'right', 'right']),
  ]).flat()
  expect(
    lapsesOf(
      four.sort((a, b) => a.at - b.at),
      LEAST,
    ),
  ).toEqual([])
  const twenty = Array.from({ length: 20 }, (_, thing) => [
    together(thing, 0, ['left', 'left']),
    together(thing, 1, ['left', 'right']),
  ]).flat()
  const [lapse] = lapsesOf(
    twenty.sort((a, b) => a.at - b.at),
    0.8,
  )
  expect(lapse).toMatchObject({ hits: 10, n: 20 })
})

test('a rater that changes little by little is compared with its first ratings', () => {
  const steps = [0, 2, 4, 6, 8].map((changed) => (thing: number) => (thing % 10 < changed ? 'right' : 'left'))
  expect(lapsesOf(batches(50, steps), LEAST)).toMatchObject([{ at: 3049, hits: 20, n: 50 }])
  expect(lapsesOf(batches(50, [half, half, half]), LEAST)).toEqual([])
})
