import { expect, test } from 'vitest'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { LEFT, RIGHT, TIE } from '../../../shared/stats/fit/votes.ts'
import { fitIngredients } from '../../../shared/stats/compare/ingredients.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { fitCovariates } from '../../../shared/stats/style/covariates.ts'

type Row = [left: number, right: number, outcome: number, prompt: number, voter: number]
interface World {
  /** For each contestant its level of each ingredient. */
  recipes: number[][]
  /** What level 0 of each ingredient adds. */
  beta: number[]
  /** How much better the first contestant is than its ingredients say, and how far all scatter. */
  apart?: number
  scatter?: number
  votes?: number
  prompts?: number
  voters?: number
  taste?: number
  /** The share of votes on one prompt, and by one voter. */
  heavyPrompt?: number
  heavyVoter?: number
}

const full = (ingredients: number) =>
  Array.from({ length: 2 ** ingredients }, (_, i) =>
    Array.from({ length: ingredients }, (__, k) => (i >> k) & 1),
  )
/** Half of a full design: the last ingredient is the sum of the others. */
const half = (ingredients: number) =>
  full(ingredients - 1).map((one) => [...one, one.reduce((a, b) => a ^ b, 0)])

function drawn(world: World, seed: number): Row[] {
  const { recipes, beta, apart = 0, scatter = 0, votes = 800, prompts = 40, voters = 30, taste = 0.4 } = world
  const stream = new RandomStream(seed, 0)
  const below = (n: number) => Math.floor(stream.uniform() * n)
  const theta = recipes.map(
    (levels, i) =>
      levels.reduce((sum, level, k) => sum + (level === 0 ? beta[k] : 0), i === 0 ? apart : 0) +
      scatter * stream.normal(),
  )
  const tastes = Array.from({ length: prompts + voters }, () => theta.map(() => taste * stream.normal()))
  return Array.from({ length: votes }, (): Row => {
    const left = below(theta.length)
    const right = (left + 1 + below(theta.length - 1)) % theta.length
    const prompt = stream.uniform() < (world.heavyPrompt ?? 0) ? 0 : below(prompts)
    const voter = stream.uniform() < (world.heavyVoter ?? 0) ? 0 : below(voters)
    const lead = (one: number) => theta[one] + tastes[prompt][one] + tastes[prompts + voter][one]
    const p = sigmoid(lead(left) - lead(right))
    const [tie, u] = [0.8 * p * (1 - p), stream.uniform()]
    return [left, right, u < tie ? TIE : u < tie / 2 + p ? LEFT : RIGHT, prompt, voter]
  })
}

const explained = (recipes: number[][], rows: readonly Row[], units = true) => {
  const column = (at: number) => Int32Array.from(rows, (row) => row[at])
  const votes = {
    contestants: recipes.length,
    left: column(0),
    right: column(1),
    outcome: Uint8Array.from(rows, (row) => row[2]),
    prompt: units ? column(3) : null,
    person: units ? column(4) : null,
  }
  const factors = recipes[0].map((_, k) => Int32Array.from(recipes, (levels) => levels[k]))
  return fitIngredients(votes, factors, { rounds: 0, seed: 1, looks: 'one' })
}

test.each([
  ['single votes', false],
  ['prompts', true],
])(
  'Effects and their errors are those of a regression on the differences of ingredients, by %s',
  (_, byPrompt) => {
    const recipes = half(3)
    // as many votes on each prompt, so that all weigh alike
    const rows = drawn({ recipes, beta: [0.5, 0, -0.3], taste: byPrompt ? 0.8 : 0, voters: 1e6 }, 1).map(
      ([left, right, outcome, prompt]): Row => [left, right, outcome, prompt, -1],
    )
    const sorted = rows
      .toSorted((a, b) => a[3] - b[3])
      .map((row, at): Row => [row[0], row[1], row[2], at >> 4, -1])
    const second = fitCovariates({
      contestants: 0,
      left: Int32Array.from(sorted, ([left]) => left),
      right: Int32Array.from(sorted, ([, right]) => right),
      score: Float64Array.from(sorted, ([, , outcome]) =>
        outcome === LEFT ? 1 : outcome === RIGHT ? 0 : 0.5,
      ),
      unit: Int32Array.from(sorted, ([, , , prompt], at) => (byPrompt ? prompt : at)),
      units: sorted.length,
      covariates: [0, 1, 2].map((k) =>
        Float64Array.from(sorted, ([left, right]) => recipes[right][k] - recipes[left][k]),
      ),
    })!
    const { effects, spare } = explained(recipes, sorted, byPrompt)!
    expect(spare).toBe(0)
    effects.forEach(({ factor, level, than, measured }, k) => {
      expect([factor, level, than]).toEqual([k, 0, 1])
      expect(measured!.estimate).toBeCloseTo(second.beta[k], 7)
      const ratio = (measured!.interval[1] - measured!.estimate) / Math.sqrt(second.betaCovariance[k * 4])
      // 1.96 by single votes; for 50 prompts Student's quantile at 40 degrees or more, and √(κ / (κ − 1))
      expect(ratio).toBeGreaterThan(byPrompt ? 1.97 : 1.9)
      expect(ratio).toBeLessThan(byPrompt ? 2.2 : 2.1)
    })
  },
)

test('The order of votes and their sides change no digit', () => {
  const recipes = half(4)
  const rows = drawn({ recipes, beta: [0.4, 0, 0, 0] }, 2)
  const turned = rows
    .toReversed()
    .map(([left, right, outcome, ...units], at): Row =>
      at % 3
        ? [left, right, outcome, ...units]
        : [right, left, outcome === LEFT ? RIGHT : outcome === RIGHT ? LEFT : outcome, ...units],
    )
  expect(explained(recipes, turned)).toEqual(explained(recipes, rows))
})

test('Three levels are compared in pairs, and two comparisons add up to the third', () => {
  const recipes = [0, 1, 2].flatMap((tone) => [0, 1].map((steps) => [tone, steps]))
  const { effects, spare } = explained(recipes, drawn({ recipes, beta: [0.7, 0], votes: 1600 }, 3))!
  expect(effects.map(({ factor, level, than }) => `${factor}:${level}-${than}`)).toEqual([
    '0:0-1',
    '0:0-2',
    '0:1-2',
    '1:0-1',
  ])
  const [first, both, second] = effects.map(({ measured }) => measured!.estimate)
  expect(first + second).toBeCloseTo(both, 9)
  expect(effects.map(({ measured }) => measured!.shown)).toEqual([true, true, false, false])
  expect(spare).toBe(2)
})

test('Ingredients that always go together are not told apart; the others are', () => {
  const recipes = full(2).map(([one, other]) => [one, other, one])
  const { effects } = explained(recipes, drawn({ recipes, beta: [0.5, 0, 0] }, 4))!
  expect(effects.map(({ because }) => because)).toEqual(['confounded', null, 'confounded'])
  expect(effects[1].measured).not.toBeNull()
})

test('A contestant that its ingredients do not explain is named, and it alone', () => {
  const recipes = full(3)
  const { effects, rests } = explained(
    recipes,
    drawn({ recipes, beta: [0.5, 0, 0], apart: 1.2, votes: 4000, taste: 0.2 }, 5),
  )!
  expect(rests.map((rest) => rest!.shown)).toEqual([true, ...Array.from({ length: 7 }, () => false)])
  expect(rests[0]!.interval[0]).toBeLessThan(1.2)
  expect(rests[0]!.interval[1]).toBeGreaterThan(1)
  expect(effects.every(({ measured }) => measured !== null)).toBe(true)
})

test('Nothing is said where votes cannot say it', () => {
  const recipes = full(2)
  const rows = drawn({ recipes, beta: [0, 0] }, 6)
  expect(explained(recipes, rows.slice(0, 12))).toBeNull()
  const islands = rows.filter(([left, right]) => left < 2 === right < 2)
  expect(explained(recipes, islands)!.effects.map(({ because }) => because)).toEqual([null, 'few_votes'])
  expect(explained(recipes, islands)!.rests.slice(2)).toEqual([null, null])
})

test('An ingredient that decides every vote has a long interval, clear of 0', () => {
  const recipes = full(2)
  const always = drawn({ recipes, beta: [0, 0] }, 6).map(([left, right, , ...units]): Row => {
    const [a, b] = [recipes[left][0], recipes[right][0]]
    return [left, right, a === b ? TIE : a < b ? LEFT : RIGHT, ...units]
  })
  const [{ measured }, none] = explained(recipes, always)!.effects
  expect(measured!.interval[0]).toBeGreaterThan(1)
  expect(measured!.interval[1] - measured!.interval[0]).toBeGreaterThan(1)
  expect(none.measured!.shown).toBe(false)
})

const ROUNDS = 60
/** Of 60 worlds with at most 5 % false ones more than 8 are false with probability .005. Each effect counts by itself, rests together. */
const MAX_FALSE = 8

test.each<[string, World]>([
  ['equal units', { recipes: half(4), beta: [0.4, 0, 0, 0] }],
  ['half of the votes on one prompt', { recipes: half(4), beta: [0, 0, 0, 0], heavyPrompt: 0.5 }],
  ['half of the votes by one voter', { recipes: half(4), beta: [0, 0, 0, 0], heavyVoter: 0.5 }],
  ['nine voters', { recipes: half(4), beta: [0, 0, 0, 0], voters: 9 }],
  ['six prompts', { recipes: half(4), beta: [0, 0.4, 0, 0], prompts: 6 }],
  ['120 votes', { recipes: half(4), beta: [0, 0, 0, 0], votes: 120 }],
  ['contestants that scatter', { recipes: full(4), beta: [0, 0.4, 0, 0], scatter: 0.3 }],
])('Effects that are none, and intervals that miss, are rare with %s', (_, world) => {
  const misses = world.beta.map(() => 0)
  let falseRests = 0
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const { effects, rests } = explained(world.recipes, drawn(world, seed))!
    for (const { factor, measured } of effects) {
      const [low, high] = measured!.interval
      const truth = world.beta[factor]
      expect(measured!.shown).toBe(low > 0 || high < 0)
      misses[factor] += Number(truth < low || truth > high)
    }
    falseRests += Number(!world.scatter && rests.some((rest) => rest?.shown))
  }
  for (const count of [...misses, falseRests]) expect(count).toBeLessThanOrEqual(MAX_FALSE)
})
