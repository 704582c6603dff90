import { kendallTauB } from '../../../shared/stats/compare/rank-correlation.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { hasReferenceData } from './reference.ts'
import {
  tallyAgreement,
  jackknifeInterval,
  krippendorffAlpha,
  judgeStatistics,
  wilsonShare,
  type JudgedVotes,
  runToRun,
  minimumSelfAgreement,
  findLapses,
  type RepeatedRating,
} from '../../../shared/stats/judges/agreement.ts'
import { tableOf } from '../../support/cases.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { LEFT, RIGHT, TIE } from '../../../shared/stats/fit/votes.ts'
import { wilsonInterval } from '../../../shared/stats/numbers/distributions.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''
/** Pairs of classes from words: `yn*5` is that the first says y and the second n, five times. */
const pairs = (words: string) =>
  words.split(' ').flatMap((word) => {
    const [[a, b], times] = word.split('*') as [string, string]
    return Array.from({ length: Number(times) }, () => [a!, b!] as const)
  })

describe('agreement', () => {
  it("and Cohen's κ are those of a table worked by hand", () => {
    const agreement = tallyAgreement(pairs('yy*20 yn*5 ny*10 nn*15'))
    expect(agreement).toMatchObject({ shared: 50, agreed: 35, share: 0.7 })
    expect(agreement.kappa).toBeCloseTo((0.7 - 0.5) / (1 - 0.5), 12)
    expect(agreement.interval![0]).toBeLessThan(0.7)
  })

  it('is null if nothing is shared, and κ is null if chance explains everything', () => {
    expect(tallyAgreement([])).toEqual({ shared: 0, agreed: 0, share: null, interval: null, kappa: null })
    expect(tallyAgreement(pairs('yy*9'))).toMatchObject({ share: 1, kappa: null })
    expect(tallyAgreement(pairs('yn*5 ny*5')).kappa).toBeCloseTo(-1, 12)
  })
})

describe.skipIf(!hasReferenceData)('agreement on the published PandaLM items', () => {
  interface Item {
    human: string[]
    judges: Record<string, { winner?: string; unparsed?: boolean }>
  }
  const read = () =>
    readFileSync(join(folder, 'pandalm/items.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Item)
  const expected = () => JSON.parse(readFileSync(join(folder, 'pandalm/agreement.expected.json'), 'utf8'))

  it('between annotators equals the figures of its authors', () => {
    const { cohen_kappa_between_annotators } = expected()
    for (const [pair, kappa] of Object.entries<number>(cohen_kappa_between_annotators)) {
      const [a, b] = pair.split('-').map((one) => Number(one) - 1) as [number, number]
      const agreement = tallyAgreement(read().map(({ human }) => [human[a], human[b]] as const))
      expect(agreement.kappa).toBeCloseTo(kappa, 4)
    }
  })

  it.each(['gpt-3.5-turbo', 'pandalm-7b'])(
    'of %s with the majority equals an independent computation',
    (judge) => {
      const { n, accuracy, cohen_kappa } = expected().judge_vs_human_majority[judge]
      const agreement = tallyAgreement(
        read().map(({ human, judges }) => {
          const majority = human.find((one) => human.filter((other) => other === one).length > 1) ?? 'tie'
          return [majority, judges[judge].winner ?? 'unparsed'] as const
        }),
      )
      expect(agreement.shared).toBe(n)
      expect(100 * agreement.share!).toBeCloseTo(accuracy, 2)
      expect(agreement.kappa).toBeCloseTo(cohen_kappa, 4)
    },
  )
})

describe("Kendall's τ-b", () => {
  it('equals the value of a table computed by hand', () => {
    expect(kendallTauB([1, 2, 3, 4], [10, 20, 30, 40])).toBe(1)
    expect(kendallTauB([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1)
    expect(kendallTauB([1, 2, 3, 4, 5], [3, 4, 1, 2, 5])).toBeCloseTo(0.2, 12)
    // scipy.stats.kendalltau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]), from its documentation
    expect(kendallTauB([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])).toBeCloseTo(-0.47140452079103173, 12)
  })

  it('is null if a list has only one value', () => {
    expect(kendallTauB([1, 1, 1], [1, 2, 3])).toBeNull()
    expect(kendallTauB([1], [2])).toBeNull()
    expect(() => kendallTauB([1, 2], [1])).toThrow(RangeError)
  })
})

/** The ratings of each item, by observer; a dot is a missing one. */
function ratedBy(...observers: string[]) {
  const rows = observers.map((row) => row.split(' '))
  const classes = [...new Set(rows.flat())].filter((one) => one !== '.')
  return rows[0]!.map((_, item) => ({
    chosenBy: classes.map((one) => rows.filter((row) => row[item] === one).length),
    items: 1,
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

  it('counts items that were rated alike like single ones', () => {
    const single = ratedBy('a a a b b', 'a a a b a')
    const grouped = [
      { chosenBy: [2, 0], items: 3 },
      { chosenBy: [0, 2], items: 1 },
      { chosenBy: [1, 1], items: 1 },
    ]
    expect(krippendorffAlpha(grouped)).toBeCloseTo(krippendorffAlpha(single)!, 12)
  })
})

describe('the jackknife interval of κ', () => {
  type Rated = readonly [number, number]
  const kappa = (pairs: readonly Rated[]) => tallyAgreement(pairs).kappa

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
    const several = [
      tableOf('0 0'),
      tableOf('0 0'),
      tableOf('1 0'),
      tableOf('0 0 / 1 1'),
    ] as unknown as Rated[][]
    expect(jackknifeInterval(several, kappa)).not.toBeNull()
    expect(jackknifeInterval([[[0, 0]], [[0, 0]], [[1, 1]]], kappa)).toBeNull()
  })
})

const votes = (count: number, more: Partial<JudgedVotes>): JudgedVotes => ({
  count,
  verdict: LEFT,
  people: null,
  inconsistent: null,
  longer: null,
  familySide: null,
  ...more,
})

describe('the habits of a judge', () => {
  it('include agreement with and without ties, over the pairs that people voted on', () => {
    const habits = judgeStatistics([
      votes(30, { verdict: LEFT, people: LEFT }),
      votes(20, { verdict: RIGHT, people: RIGHT }),
      votes(10, { verdict: LEFT, people: RIGHT }),
      votes(7, { verdict: TIE, people: LEFT }),
      votes(3, { verdict: TIE, people: TIE }),
      votes(5, { verdict: RIGHT, people: TIE }),
      votes(100, { verdict: RIGHT }),
    ])
    expect(habits).toMatchObject({ votes: 175, undecidedByJudge: 7 })
    expect(habits.threeWay).toMatchObject({ shared: 75, agreed: 53 })
    expect(habits.decisive).toMatchObject({ shared: 60, agreed: 50, interval: wilsonInterval(50, 60) })
    // p_e = (40 · 30 + 20 · 30) / 60²
    expect(habits.decisive.kappa).toBeCloseTo((50 / 60 - 0.5) / 0.5, 12)
  })

  it('include consistency only if both orders were asked', () => {
    const habits = judgeStatistics([
      votes(8, { inconsistent: false }),
      votes(2, { verdict: TIE, inconsistent: true }),
      votes(90, {}),
    ])
    expect(habits.consistency).toEqual(wilsonShare(8, 10))
  })

  it('distinguish a preference for longer answers from longer answers that are better', () => {
    const partial = judgeStatistics([
      votes(40, { verdict: LEFT, people: RIGHT, longer: LEFT }),
      votes(10, { verdict: LEFT, people: LEFT, longer: LEFT }),
      votes(50, { verdict: RIGHT, longer: RIGHT }),
      votes(9, { verdict: TIE, people: LEFT, longer: LEFT }),
      votes(9, { verdict: LEFT, people: LEFT, longer: null }),
    ]).longer
    expect(partial).toMatchObject({ hits: 100, n: 100, share: 1 })
    expect(partial.judgeOnShared).toEqual(wilsonShare(50, 50))
    expect(partial.humansOnShared).toEqual(wilsonShare(10, 50))
  })

  it('include picks of the own family if exactly one of the two answers is of it', () => {
    const ownFamily = judgeStatistics([
      votes(12, { familySide: LEFT }),
      votes(4, { familySide: RIGHT }),
      votes(30, {}),
    ]).ownFamily
    expect(ownFamily).toMatchObject({ hits: 12, n: 16, share: 0.75 })
    expect(ownFamily.humansOnShared).toEqual({ hits: 0, n: 0, share: null, interval: null })
  })
})

describe('the repeatability of scores', () => {
  it('equals a computation by hand for a small table', () => {
    // sums of squares within: 0, 2/3, 1/2; degrees of freedom 2, 2, 1
    const summary = runToRun([[1, 1, 1], [0, 1, 0], [0.5, 1], [0.5]])
    expect(summary.examined).toBe(3)
    expect(summary.unanimous).toBe(1)
    expect(summary.within).toBeCloseTo((2 / 3 + 1 / 8) / 5, 12)
    expect(summary.again).toMatchObject({ shared: 5, agreed: 3 })
    const all = [1, 1, 1, 0, 1, 0, 0.5, 1]
    const mean = 5.5 / 8
    expect(summary.total).toBeCloseTo(all.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 7, 12)
    expect(summary.ownShare).toBeCloseTo(summary.within / summary.total, 12)
  })

  it('is null if nothing was rated twice, or if nothing varies', () => {
    expect(runToRun([[1], [0]])).toMatchObject({ examined: 0, within: 0, ownShare: null })
    expect(runToRun(tableOf('1 1 / 1 1'))).toMatchObject({
      unanimous: 2,
      within: 0,
      total: 0,
      ownShare: null,
    })
    expect(runToRun(tableOf('1 1 / 0 0'))).toMatchObject({ within: 0, ownShare: 0 })
  })

  it('predicts how far a win rate changes from run to run', () => {
    const stream = new RandomStream(7, 0)
    const leanings = Array.from({ length: 50 }, () => stream.uniform())
    const ask = () => leanings.map((p): number => (stream.uniform() < p ? 1 : 0))
    const runs = Array.from({ length: 200 }, ask)
    const { within } = runToRun(leanings.map((_, i) => runs.map((run) => run[i])))
    const rates = runs.map((run) => run.reduce((sum, score) => sum + score, 0) / 50)
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / 200
    const moved = Math.sqrt(rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / 199)
    // a standard deviation from 200 runs is known to 1/√398, 5 %: four of these
    expect(Math.abs(moved / Math.sqrt(within / 50) - 1)).toBeLessThan(0.2)
  })
})

/** When a rater is shown not to agree with itself, and what a rater that is right often enough repeats at least. */
const LEAST = minimumSelfAgreement(0.75)

/** Ratings of so many items in each of some batches; `says` has the verdict. */
const batches = (items: number, says: readonly ((item: number) => string)[]): RepeatedRating[] =>
  says.flatMap((say, batch) =>
    Array.from({ length: items }, (_, item) => ({
      item: `${item}`,
      at: 1000 * batch + item,
      batch,
      verdictByCriterion: { overall: say(item) },
    })),
  )
const left = () => 'left'
const right = () => 'right'
const half = (item: number) => (item % 2 === 0 ? 'left' : 'right')

test('a rater that is right on 75 % of items repeats at least 62.5 % of its ratings, however its errors are spread', () => {
  expect(LEAST).toBe(0.625)
  expect(minimumSelfAgreement(1)).toBe(1)
  expect(minimumSelfAgreement(0)).toBe(0.5)
  const random = new RandomStream(1, 0)
  for (let round = 0; round < 200; round++) {
    const chances = Array.from({ length: 30 }, () => random.uniform() ** (round / 100))
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const repeated = mean(chances.map((chance) => chance ** 2 + (1 - chance) ** 2))
    if (mean(chances) >= 0.75) expect(repeated).toBeGreaterThanOrEqual(LEAST)
  }
})

test('a batch that contradicts the first ratings is a lapse, at its last rating, with the figures of the batch', () => {
  expect(findLapses(batches(60, [left, left]), LEAST)).toEqual([])
  expect(findLapses(batches(60, [left, right]), LEAST)).toEqual([{ at: 1059, hits: 0, n: 60 }])
  // Wilson's upper limits: 0.623 of 30 in 60, 0.638 of 31; 0.615 of 24 in 50, 0.634 of 25
  const repeats = (hits: number) => (item: number) => (item < hits ? 'left' : 'right')
  expect(findLapses(batches(60, [left, repeats(30)]), LEAST)).toMatchObject([{ hits: 30, n: 60 }])
  expect(findLapses(batches(60, [left, repeats(34)]), LEAST)).toMatchObject([{ hits: 24, n: 50 }])
  expect(findLapses(batches(60, [left, repeats(35)]), LEAST)).toEqual([])
})

test('after a lapse the ratings of its batch are the first: turning back is another lapse, staying so is none', () => {
  const turned = batches(20, [left, right, right, right])
  expect(findLapses(turned, LEAST)).toMatchObject([{ at: 1019 }])
  const back = batches(20, [left, left, right, left, left])
  expect(findLapses(back, LEAST)).toMatchObject([{ at: 2019 }, { at: 3019 }])
})

test('fewer than ten items show nothing, and small batches add up', () => {
  expect(findLapses(batches(9, [left, right, right]), LEAST)).toEqual([])
  const small = batches(12, [left, right]).map((one, i) => ({ ...one, batch: i < 12 ? 0 : i }))
  expect(findLapses(small, LEAST)).toMatchObject([{ hits: 0, n: 10 }])
})

test('a long time of agreement does not hide a lapse, and criteria of one rating share its weight', () => {
  const steady = Array.from({ length: 40 }, () => left)
  expect(findLapses(batches(60, [...steady, right]), LEAST)).toHaveLength(1)
  const together = (item: number, batch: number, verdicts: string[]): RepeatedRating => ({
    item: `${item}`,
    at: batch,
    batch,
    verdictByCriterion: Object.fromEntries(verdicts.map((verdict, i) => [`c${i}`, verdict])),
  })
  const rated = (items: number, first: string, second: string) =>
    Array.from({ length: items }, (_, item) => [
      together(item, 0, first.split(' ')),
      together(item, 1, second.split(' ')),
    ])
      .flat()
      .sort((a, b) => a.at - b.at)
  expect(findLapses(rated(4, 'left left left left', 'right right right right'), LEAST)).toEqual([])
  const [lapse] = findLapses(rated(20, 'left left', 'left right'), 0.8)
  expect(lapse).toMatchObject({ hits: 10, n: 20 })
})

test('a rater that changes little by little is compared with its first ratings', () => {
  const steps = [0, 2, 4, 6, 8].map((changed) => (item: number) => (item % 10 < changed ? 'right' : 'left'))
  expect(findLapses(batches(50, steps), LEAST)).toMatchObject([{ at: 3049, hits: 20, n: 50 }])
  expect(findLapses(batches(50, [half, half, half]), LEAST)).toEqual([])
})
