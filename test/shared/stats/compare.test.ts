import { describe, expect, it, test } from 'vitest'
import { binomialTail, holm, signTest } from '../../../shared/stats/numbers/distributions.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import {
  boardCorrelation,
  separability,
  kendallTauB,
  type DrawnBoard,
  significantChanges,
} from '../../../shared/stats/compare/rank-correlation.ts'
import { bootstrapDeviations } from '../../../shared/stats/board/covariance.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { board, fitted, cellsOf, type Row } from './boards.ts'

const singly = (scores: readonly number[]) => headToHead(scores, [...scores.keys()])!

/** Scores of 0, ½ and 1 on prompts that lean one way or the other. */
function drawn(seed: number, prompts: number, most: number) {
  const stream = new RandomStream(seed, 0)
  const score: number[] = []
  const unit: number[] = []
  for (let prompt = 0; prompt < prompts; prompt++) {
    const lean = 0.2 + 0.6 * stream.uniform()
    const votes = 1 + Math.floor(stream.uniform() * most)
    for (let i = 0; i < votes; i++) {
      score.push(stream.uniform() < 0.2 ? 0.5 : stream.uniform() < lean ? 1 : 0)
      unit.push(prompt)
    }
  }
  return { score, unit }
}

describe('two contestants head to head', () => {
  it('has figures that are computed by hand', () => {
    // 6 wins, 3 losses, 3 ties on 12 prompts: win rate 7.5/12
    const comparison = singly([1, 1, 1, 1, 1, 1, 0, 0, 0, 0.5, 0.5, 0.5])
    expect(comparison).toMatchObject({ wins: 6, losses: 3, ties: 3, votes: 12, units: 12, winRate: 0.625 })
    // Σ d² of six of 3/8, three of 5/8, three of 1/8 is below φ n p (1 − p), which never counts for less than 7.5 votes' worth
    const [squares, model] = [6 * 0.140625 + 3 * 0.390625 + 3 * 0.015625, (12 * 15) / 64]
    const variance = model * ((squares + 7.5) / (model + 7.5))
    expect(comparison.standardError).toBeCloseTo(Math.sqrt(variance) / 12, 12)
    // P(at least 6 of 9) twice: 2 · (84 + 36 + 9 + 1)/512
    expect(comparison.signTest).toBeCloseTo(260 / 512, 12)
  })

  it('counts correlated votes on one prompt together', () => {
    const once = singly([1, 1, 0, 1, 0.5, 1, 1, 0])
    const thrice = headToHead(
      [1, 1, 0, 1, 0.5, 1, 1, 0].flatMap((score) => [score, score, score]),
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((unit) => [unit, unit, unit]),
    )!
    expect(thrice).toMatchObject({ votes: 24, units: 8, wins: 15 })
    // three equal votes of a prompt say as much as its one vote
    expect(thrice.p).toBeGreaterThan(0.25)
    expect(thrice.p).toBeGreaterThan(2 * thrice.signTest)
    expect(thrice.p).toBeCloseTo(once.p, 12)
    expect(thrice.interval[0]).toBeLessThan(0.5)
    expect(thrice.signTest).toBeLessThan(once.signTest)
  })

  it.each([
    ['one', false, 8],
    ['one', true, 12],
    ['any', false, 11],
    ['any', true, 12],
  ] as const)(
    'at %s look, unanimous votes decide (on prompts: %s) from %i on',
    (looks, hasPrompts, least) => {
      const of = (votes: number, score: number) => {
        const unit = Array.from({ length: votes }, (_, at) => (hasPrompts ? at : -1))
        return headToHead(Array(votes).fill(score) as number[], unit, { looks })!
      }
      expect([of(least - 1, 1).p > 0.05, of(least - 1, 1).interval[0] < 0.5]).toEqual([true, true])
      expect([of(least, 1).p <= 0.05, of(least, 1).interval[0] > 0.5]).toEqual([true, true])
      expect(of(least, 0).interval[1]).toBeLessThan(0.5)
    },
  )

  it('says little of few votes, and nothing without any', () => {
    expect(singly([0.5, 0.5, 0.5])).toMatchObject({ p: 1, signTest: 1 })
    const onOnePrompt = headToHead([1, 1, 1, 1, 1, 1, 1], [3, 3, 3, 3, 3, 3, 3])!
    expect(onOnePrompt.units).toBe(1)
    expect(onOnePrompt.p).toBeGreaterThan(0.2)
    expect(headToHead([], [])).toBeNull()
  })

  it('is mirrored from the other side', () => {
    for (let seed = 0; seed < 50; seed++) {
      const { score, unit } = drawn(seed, 25, 4)
      const own = headToHead(score, unit)!
      const other = headToHead(
        score.map((value) => 1 - value),
        unit,
      )!
      expect(other).toMatchObject({ wins: own.losses, losses: own.wins, ties: own.ties })
      expect(other.winRate).toBeCloseTo(1 - own.winRate, 12)
      expect(other.p).toBeCloseTo(own.p, 9)
      expect(other.interval[0]).toBeCloseTo(1 - own.interval[1], 10)
      expect(other.signTest).toBe(signTest(own.wins, own.losses))
    }
  })

  it('on up to 60 prompts without ties calls an equal better in at most 2.7 % of runs, and worse as often', () => {
    const chances = Array.from({ length: 60 }, (_, i) => {
      const prompts = i + 1
      const isBetter = (wins: number) =>
        singly(Array.from({ length: prompts }, (_all, at) => (at < wins ? 1 : 0))).interval[0] > 0.5
      let least = Math.floor(prompts / 2) + 1
      while (least <= prompts && !isBetter(least)) least++
      return binomialTail(least, prompts, 0.5)
    })
    expect(Math.max(...chances)).toBeLessThan(0.027)
    expect(Math.max(...chances)).toBeGreaterThan(0.026)
  })
})

/** Gates of so many cases whose equals win by chance: the share called better, and worse. */
function gatesOf(cases: number, votesEach: number, alike: number, runs: number): [number, number] {
  let [better, worse] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const stream = new RandomStream(cases, run)
    const [score, unit]: number[][] = [[], []]
    for (let prompt = 0; prompt < cases; prompt++) {
      const common = Number(stream.uniform() < 0.5)
      for (let vote = 0; vote < votesEach; vote++) {
        score.push(stream.uniform() < alike ? common : Number(stream.uniform() < 0.5))
        unit.push(prompt)
      }
    }
    const { interval } = headToHead(score, unit)!
    if (interval[0] > 0.5) better++
    if (interval[1] < 0.5) worse++
  }
  return [better / runs, worse / runs]
}

test.each([
  [1, 0],
  [3, 0.7],
  [3, 1],
  [10, 1],
])(
  'of gates of equals with 3 to 50 cases of %i votes, alike in %d, at most 5 % are better, and at most 5 % worse',
  (votesEach, alike) => {
    for (const cases of [3, 4, 5, 6, 7, 8, 10, 20, 50])
      for (const share of gatesOf(cases, votesEach, alike, 400))
        expect([cases, share <= 0.05 + 2 * Math.sqrt((0.05 * 0.95) / 400)]).toEqual([cases, true])
  },
)

it("Holm's correction equals the textbook example, in the given order", () => {
  const adjusted = holm([0.04, 0.01, 0.03, 0.005])
  expect(adjusted.map((p) => Number(p.toFixed(12)))).toEqual([0.06, 0.03, 0.06, 0.02])
  expect(holm([0.7, 0.6])).toEqual([1, 1])
  expect(holm([0.03])).toEqual([0.03])
})

const strengths = [1, 0.7, 0.4, 0.1, -0.2, -0.5, -0.7, -0.8]

function drawnBoard(seed: number, theta: readonly number[], votes: number, rounds = 100): DrawnBoard {
  const stream = new RandomStream(seed, 0)
  const rows: Row[] = theta.map((_, i) => [i, (i + 1) % theta.length, 2])
  for (let vote = 0; vote < votes; vote++) {
    const left = Math.floor(theta.length * stream.uniform())
    const right = (left + 1 + Math.floor((theta.length - 1) * stream.uniform())) % theta.length
    rows.push([left, right, stream.uniform() < sigmoid(theta[left] - theta[right]) ? 0 : 1])
  }
  const drawn = board(theta.length, rows)
  const { points, theta: own } = fitted(drawn)
  const deviations =
    rounds > 0
      ? bootstrapDeviations({ theta: own, points, fitted: own }, cellsOf(drawn, drawn.prompt!), {
          rounds,
          seed,
        })
      : null
  return { theta: own, deviations }
}

describe('two boards', () => {
  it('in opposite order have τ −1, and no interval without rounds', () => {
    const one = drawnBoard(1, strengths, 4000, 0)
    const turned = { theta: one.theta.map((value) => -value), deviations: null }
    expect(boardCorrelation(one, turned)).toEqual({ tau: -1, interval: null })
    expect(boardCorrelation(one, one)).toEqual({ tau: 1, interval: null })
    const single = { theta: Float64Array.of(0), deviations: null }
    expect(boardCorrelation(single, single).tau).toBeNull()
  })

  it('separability is the share of pairs whose bars part: of 0, 1 and 5 with standard deviation 1, two of three', () => {
    const theta = Float64Array.of(0, 1, 5)
    const values = Float64Array.of(-1, -1, -1, 0, 0, 0, 1, 1, 1)
    expect(separability({ theta, deviations: { rounds: 3, contestants: 3, values } })).toBeCloseTo(2 / 3, 12)
    expect(separability({ theta, deviations: null })).toBeNull()
    expect(
      separability({ theta: theta.slice(0, 1), deviations: { rounds: 3, contestants: 1, values } }),
    ).toBeNull()
  })

  it('have an interval that contains the τ of the true strengths about as often as it promises', () => {
    const other = [0.6, 0.9, 0.1, 0.4, -0.5, -0.2, -0.9, -0.4]
    const truth = kendallTauB(strengths, other)!
    const runs = 100
    let covered = 0
    for (let seed = 0; seed < runs; seed++) {
      const { interval } = boardCorrelation(
        drawnBoard(seed, strengths, 1500),
        drawnBoard(1000 + seed, other, 1500),
      )
      if (interval![0] <= truth + 1e-9 && truth - 1e-9 <= interval![1]) covered++
    }
    expect(covered / runs).toBeGreaterThan(0.88)
  })
})

describe('drift', () => {
  const shares = (words: string) =>
    words.split(' ').map((word) => {
      const [hits, n] = word.split('/').map(Number)
      return { hits: hits!, n: n! }
    })

  it('is a period that differs from the one before by more than chance, with the interval of the change', () => {
    const changes = significantChanges(shares('90/100 88/100 60/100 62/100'))
    expect(changes.map(({ before, period }) => [before, period])).toEqual([[1, 2]])
    expect(changes[0].interval[0]).toBeLessThan(-0.28)
    expect(changes[0].interval[1]).toBeGreaterThan(-0.28)
    expect(changes[0].interval[1]).toBeLessThan(0)
  })

  it("has Newcombe's published interval if there is one comparison", () => {
    // Newcombe 1998, table II, example (a): 56/70 − 48/80, method 10: 0.0524 to 0.3339
    const [change] = significantChanges(shares('48/80 56/70'))
    expect(change!.interval[0]).toBeCloseTo(0.0524, 4)
    expect(change!.interval[1]).toBeCloseTo(0.3339, 4)
  })

  it('ignores periods without a case, and needs two others', () => {
    expect(significantChanges([])).toEqual([])
    expect(significantChanges(shares('3/3'))).toEqual([])
    const gap = significantChanges(shares('95/100 0/0 20/100'))
    expect(gap).toMatchObject([{ before: 0, period: 2 }])
  })

  it('needs larger differences if more comparisons are made', () => {
    expect(significantChanges(shares('48/80 56/70'), 20)).toEqual([])
  })
})

describe('a comparison', () => {
  /** Votes of two contestants of which each prompt and each voter has a liking. */
  function drawnWorld(seed: number) {
    const stream = new RandomStream(seed, 3)
    const [prompts, voters] = [4 + Math.floor(30 * stream.uniform()), 8 + Math.floor(30 * stream.uniform())]
    const lead = 2.4 * (stream.uniform() - 0.3)
    const [ofPrompt, ofVoter] = [prompts, voters].map((count) =>
      Array.from({ length: count }, () => 0.6 * stream.normal()),
    )
    const votes = 40 + Math.floor(200 * stream.uniform())
    const skewed = (count: number) => Math.floor(count * stream.uniform() ** 1.5)
    const prompt = Array.from({ length: votes }, () => skewed(prompts))
    const voter = Array.from({ length: votes }, () => skewed(voters))
    const score = prompt.map((own, at) => {
      if (stream.uniform() < 0.15) return 0.5
      return stream.uniform() < sigmoid(lead + ofPrompt[own] + ofVoter[voter[at]]) ? 1 : 0
    })
    return { score, prompt, voter }
  }

  /** Which units the votes of a world have: prompts, prompts and voters, or none that two votes share. */
  function unitsIn({ score, prompt, voter }: ReturnType<typeof drawnWorld>, seed: number) {
    const kind = seed % 4
    return { prompt: kind === 1 ? score.map(() => -1) : prompt, voter: kind > 1 ? voter : null }
  }

  test('what holds for all looks holds for one, and its interval is longer', () => {
    for (let seed = 0; seed < 60; seed++) {
      const world = drawnWorld(seed)
      const { prompt, voter } = unitsIn(world, seed)
      const [one, any] = (['one', 'any'] as const).map((looks) =>
        headToHead(world.score, prompt, { crossed: voter, looks })!,
      )
      expect(any!.p).toBeGreaterThanOrEqual(one!.p)
      expect(any!.interval[0]).toBeLessThan(one!.interval[0])
      expect(any!.interval[1]).toBeGreaterThan(one!.interval[1])
    }
  })

  test('two are told apart after about as many votes as are forecast, if these are like those so far', () => {
    const repeated = (times: number) => Array.from({ length: 5 * times }, (_, at) => (at % 5 < 3 ? 1 : 0))
    // each block of ten votes is on five prompts of its own
    for (const promptOf of [(at: number) => at, (at: number) => 5 * Math.floor(at / 10) + (at % 5)])
      for (const looks of ['one', 'any'] as const) {
        const of = (votes: number) => {
          const score = repeated(votes / 5)
          return headToHead(
            score,
            score.map((_, at) => promptOf(at)),
            { looks },
          )!
        }
        const { moreVotes, p } = of(50)
        expect(p).toBeGreaterThan(0.05)
        const after = 50 + moreVotes!
        expect(of(10 * Math.ceil((1.15 * after) / 10)).p).toBeLessThan(0.05)
        expect(of(10 * Math.floor((0.85 * after) / 10)).p).toBeGreaterThan(0.05)
      }
  })

  test('nothing is forecast for even votes, for too few, or for what is decided', () => {
    for (const looks of ['one', 'any'] as const) {
      const of = (wins: number, losses: number) => {
        const score = Array.from({ length: wins + losses }, (_, at) => (at < wins ? 1 : 0))
        return headToHead(score, [...score.keys()], { looks })!.moreVotes
      }
      expect([of(30, 30), of(31, 30), of(60, 2)]).toEqual([null, null, null])
      expect(headToHead([0.5, 0.5], [0, 1], { looks })).toMatchObject({ p: 1, moreVotes: null })
    }
  })
})
