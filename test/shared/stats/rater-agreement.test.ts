import { describe, expect, it } from 'vitest'
import { agreementOf, jackknifeInterval, krippendorffAlpha } from '../../../shared/stats/judges/agreement.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

/** The ratings of each thing, by observer; a dot is a missing one. */
function ratedBy(...observers: string[]) {
  const rows = observers.map((row) => row.split(' '))
  const classes = [...new Set(rows.flat())].filter((one) => one !== '.')
  return rows[0]!.map((_, thing) => ({
    chosenBy: classes.map((one) => rows.filter((row) => row[thing] === one).length),
    things: 1,
  }))
}

describe("Krippendorff's α", () => {
  it('equals his worked examples of nominal data, with two observers and with four and missing ratings', () => {
    const two = ratedBy('a a b b d c c c e d d a', 'b a b b b c c c e d d d')
    expect(krippendorffAlpha(two)).toBeCloseTo(0.692, 3)
    const four = ratedBy(
      '1 2 3 3 2 1 4 1 2 . . .',
      '1 2 3 3 2 2 4 1 2 5 . 3',
      '. 3 3 3 2 3 4 2 2 5 1 .',
      '1 2 3 3 2 4 4 1 2 5 1 .',
    )
    expect(krippendorffAlpha(four)).toBeCloseTo(0.743, 3)
  })

  it('is 1 for perfect agreement, and null if all ratings are of one class or there are none', () => {
    expect(krippendorffAlpha(ratedBy('a b a', 'a b a'))).toBe(1)
    expect(krippendorffAlpha(ratedBy('a a a', 'a a a'))).toBeNull()
    expect(krippendorffAlpha([])).toBeNull()
    expect(krippendorffAlpha(ratedBy('a b c', '. . .'))).toBeNull()
  })

  it('counts things that were rated alike like single ones', () => {
    const single = ratedBy('a a a b b', 'a a a b a')
    const grouped = [
      { chosenBy: [2, 0], things: 3 },
      { chosenBy: [0, 2], things: 1 },
      { chosenBy: [1, 1], things: 1 },
    ]
    expect(krippendorffAlpha(grouped)).toBeCloseTo(krippendorffAlpha(single)!, 12)
  })
})

describe("Cohen's κ", () => {
  it('equals his worked example of two judges and three classes', () => {
    const counts = [
      [88, 14, 18],
      [10, 40, 10],
      [2, 6, 12],
    ]
    const cells = counts.flatMap((row, one) => row.map((count, other) => [one, other, count] as const))
    const { shared, share, kappa } = agreementOf(cells)
    expect({ shared, share }).toEqual({ shared: 200, share: 0.7 })
    expect(kappa).toBeCloseTo(0.492, 3)
  })
})

describe('the jackknife interval of κ', () => {
  type Rated = readonly [number, number]
  const kappa = (pairs: readonly Rated[]) => agreementOf(pairs).kappa

  /** Prompts of six pairs each: on hard ones the second judge guesses, on others it repeats the first. */
  function prompts(seed: number): Rated[][] {
    const stream = new RandomStream(seed, 0)
    const guess = () => Math.floor(3 * stream.uniform())
    return Array.from({ length: 32 }, () => {
      const isHard = stream.uniform() < 0.4
      return Array.from({ length: 6 }, (): Rated => {
        const first = guess()
        return [first, isHard ? guess() : first]
      })
    })
  }

  it('covers the true value in about 95 of 100 simulated sets, though pairs of a prompt go together', () => {
    // classes are uniform, so κ is the share of prompts that are not hard
    const covered = Array.from({ length: 500 }, (_, seed) => jackknifeInterval(prompts(seed), kappa)!)
    const share = covered.filter(([low, high]) => low <= 0.6 && high >= 0.6).length / covered.length
    expect(share).toBeGreaterThan(0.92)
    expect(share).toBeLessThan(0.98)
  })

  it('is null without variation, under three groups, and if a group alone has the second class', () => {
    expect(jackknifeInterval([[[0, 0]], [[1, 1]], [[0, 0]], [[1, 1]]], kappa)).toBeNull()
    expect(jackknifeInterval([[[0, 1]], [[1, 1]]], kappa)).toBeNull()
    expect(
      jackknifeInterval(
        [
          [[0, 0]],
          [[0, 0]],
          [[1, 0]],
          [
            [0, 0],
            [1, 1],
          ],
        ],
        kappa,
      ),
    ).not.toBeNull()
    expect(jackknifeInterval([[[0, 0]], [[0, 0]], [[1, 1]]], kappa)).toBeNull()
  })
})
