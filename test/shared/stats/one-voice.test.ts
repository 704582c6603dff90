/** Board and comparison of two contestants give one answer to one question, for one look and for all looks. */
import { describe, expect, test } from 'vitest'
import { headToHead, higherOf } from '../../../shared/stats/compare/head-to-head.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { normal } from '../../../workshop/simulate/world.ts'

/** Whom the board of two contestants names, and whom their comparison does. */
function answers(
  score: readonly number[],
  prompt: readonly number[],
  voter: readonly number[] | null,
  looks: 'one' | 'any' = 'one',
) {
  const outcome = Uint8Array.from(score, (own) => (own === 1 ? 0 : own === 0 ? 1 : 2))
  const columns = {
    contestants: 2,
    left: new Int32Array(score.length),
    right: new Int32Array(score.length).fill(1),
    outcome,
    unit: Int32Array.from(prompt),
    units: Math.max(...prompt) + 1,
    ...(voter && { crossed: { unit: Int32Array.from(voter), units: Math.max(...voter) + 1 } }),
  }
  const { winner } = rate(columns, {
    rounds: 1000,
    seed: 1,
    // as every board does
    by: voter === null && new Set(prompt).size === prompt.length ? 'vote' : 'unit',
    ties: 'half',
    looks,
    pairing: 'drawn',
    intervals: 'comparison',
    baseline: null,
  })
  const compared = headToHead(score, prompt, { crossed: voter, looks })!
  const named = compared.p < 0.05 ? (higherOf(compared) === 'own' ? 0 : 1) : null
  return { winner, named, compared }
}

/** Votes of two contestants of which each prompt and each voter has a liking. */
function drawnWorld(seed: number) {
  const stream = new RandomStream(seed, 3)
  const [prompts, voters] = [4 + Math.floor(30 * stream.uniform()), 8 + Math.floor(30 * stream.uniform())]
  const lead = 2.4 * (stream.uniform() - 0.3)
  const [ofPrompt, ofVoter] = [prompts, voters].map((count) =>
    Array.from({ length: count }, () => 0.6 * normal(stream)),
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
  return { prompt: kind === 1 ? [...score.keys()] : prompt, voter: kind > 1 ? voter : null }
}

describe.each(['one', 'any'] as const)('for looks: %s', (looks) => {
  test('board and comparison name the same winner of the same votes', () => {
    let named = 0
    for (let seed = 0; seed < 200; seed++) {
      const world = drawnWorld(seed)
      const { prompt, voter } = unitsIn(world, seed)
      const { winner, named: own, compared } = answers(world.score, prompt, voter, looks)
      expect([seed, own]).toEqual([seed, winner])
      const isOut = compared.interval[0] > 0.5 || compared.interval[1] < 0.5
      expect([seed, isOut]).toEqual([seed, own !== null])
      if (winner !== null) named++
    }
    expect(named).toBeGreaterThan(20)
    expect(named).toBeLessThan(160)
  })

  test('board and comparison agree at every look at growing votes, and change together', () => {
    for (let seed = 0; seed < 8; seed++) {
      const { score, prompt, voter } = drawnWorld(seed)
      for (let end = 1; end <= Math.min(90, score.length); end++) {
        const crossed = seed % 2 ? voter.slice(0, end) : null
        const own = answers(score.slice(0, end), prompt.slice(0, end), crossed, looks)
        expect([seed, end, own.named]).toEqual([seed, end, own.winner])
      }
    }
  })
})

test('what holds for all looks holds for one, and its interval is longer', () => {
  for (let seed = 0; seed < 60; seed++) {
    const world = drawnWorld(seed)
    const { prompt, voter } = unitsIn(world, seed)
    const [one, any] = (['one', 'any'] as const).map((looks) =>
      headToHead(world.score, prompt, { crossed: voter, looks })!,
    )
    expect(any!.p).toBeGreaterThanOrEqual(one!.p)
    // an exact test moves in steps, and so does its interval
    if (one!.intervalBy === 'exact') continue
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

test('equals are seldom told apart at any look for all looks, and often by the rule for one', () => {
  const runs = 120
  const found = { one: 0, any: 0 }
  for (let seed = 0; seed < runs; seed++) {
    const stream = new RandomStream(seed, 3)
    const prompts = Array.from({ length: 50 }, () => (stream.uniform() < 0.5 ? 0.9 : 0.1))
    const unit = Array.from({ length: 150 }, () => Math.floor(50 * stream.uniform()))
    const score = unit.map((prompt) => (stream.uniform() < prompts[prompt] ? 1 : 0))
    for (const looks of ['one', 'any'] as const)
      for (let end = 10; end <= 150; end += 5)
        if (headToHead(score.slice(0, end), unit.slice(0, end), { looks })!.p <= 0.05) {
          found[looks]++
          break
        }
  }
  expect(found.any / runs).toBeLessThan(0.06)
  expect(found.one / runs).toBeGreaterThan(0.1)
})

test('112 : 88 by 40 voters of five votes has one answer', () => {
  for (const spread of [1, 3, 5]) {
    // voters who share their votes among both, or of whom nearly all always say the same
    const score = Array.from({ length: 200 }, (_, vote) => (vote < 112 ? 1 : 0))
    const voter = score.map((_, vote) => (spread === 5 ? Math.floor(vote / 5) : (vote * spread) % 40))
    const { winner, named, compared } = answers(score, voter, null)
    expect(named).toBe(winner)
    expect(compared).toMatchObject({ wins: 112, losses: 88, units: 40 })
  }
})
