/** Judges asked again, and judges swapped. */
import { expect, test } from 'vitest'
import { retestReport } from '../../../server/judge-evaluation/index.ts'
import { RetestReport, type Outcome } from '../../../shared/contracts/index.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { modelsThat, shownIn } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'

const rig = withModels()

test('the report shows how often a judge changes its verdict and how much results move', async () => {
  // of the four prompts it says the opposite from the second run on about the first
  const seen = new Map<string, number>()
  rig.models.become({
    reply: modelsThat((call) => {
      const key = shownIn(call).join(' ')
      const times = seen.get(call.text.includes('Question 1?') ? key : '') ?? 0
      if (call.text.includes('Question 1?')) seen.set(key, times + 1)
      const [one, other] = shownIn(call)
      const isFirst = one! < other!
      return isFirst === (times === 0) ? 'first' : 'second'
    }),
  })
  const arenaOptions = { slug: 'wavering', answered: true, contestants: ['amber', 'birch'], concurrency: 1 }
  const arena = await rig.judged(arenaOptions)
  expect((await retestReport(rig.app.deps, arena)).repeats).toEqual([])
  await rig.judged(arenaOptions, { spec: { plan: {}, seed: 1, repeats: 3 } })
  const { repeats, swaps } = RetestReport.parse(await retestReport(rig.app.deps, arena))
  expect(swaps).toEqual([])
  expect(repeats).toMatchObject([
    {
      judge: 'judge 1',
      criterion: 'overall',
      runs: 3,
      pairs: 4,
      again: { hits: 6, n: 8, share: 0.75 },
      unanimous: { hits: 3, n: 4, share: 0.75 },
    },
  ])
  // within: 1, 0, 0 about their mean make 2/3, over 8 degrees of freedom
  expect(repeats[0].variance.betweenRuns).toBeCloseTo(1 / 12, 12)
  const [amber, birch] = repeats[0].winRates
  expect([amber!.contestant, birch!.contestant]).toEqual(['amber', 'birch'])
  expect(amber).toMatchObject({ votes: 4, byRun: [1, 0.75, 0.75] })
  expect(amber!.deviation).toBeCloseTo(0.25 / Math.sqrt(3), 12)
  expect(birch!.byRun).toEqual([0, 0.25, 0.25])
})

/** Votes of a judge on each pair of A, B and C over some prompts: who it prefers by number of the prompt. */
function votesOf(judge: string, prefers: (pair: string, prompt: number) => Outcome, prompts = 30) {
  return [
    ['A', 'B'],
    ['A', 'C'],
    ['B', 'C'],
  ].flatMap(([one, other]) =>
    Array.from({ length: prompts }, (_, n) =>
      voteOf(one!, other!, prefers(one! + other!, n), { source: 'judge', voter: judge, prompt: `p${n + 1}` }),
    ),
  )
}

test('for two judges of the same pairs the report shows their agreement and the changes of ratings, win rates and ranks', async () => {
  const sure =
    (wins: number) =>
    (_pair: string, n: number): Outcome =>
      n < wins ? 'left' : 'right'
  // the one sees A before B, the other B before A; on the rest they agree
  const careful = votesOf('careful', sure(20))
  const hasty = votesOf('hasty', (pair, n) =>
    pair === 'AB' ? (n < 10 ? 'left' : 'right') : n < 20 ? 'left' : 'right',
  )
  await rig.app.import(
    arenaOf('swapped', { names: ['A', 'B', 'C'], prompts: 30, votes: [...careful, ...hasty] }),
  )
  const arena = await rig.app.arena('swapped')
  const { swaps, repeats } = RetestReport.parse(await retestReport(rig.app.deps, arena))
  expect(repeats).toEqual([])
  expect(swaps).toHaveLength(1)
  const [swap] = swaps
  // ten of ninety verdicts differ: careful 60 of 90 left, hasty 50 of 90
  const byChance = (60 / 90) * (50 / 90) + (30 / 90) * (40 / 90)
  expect(swap).toMatchObject({
    judges: ['careful', 'hasty'],
    criterion: 'overall',
    pairs: 90,
    prompts: 30,
    agreement: { hits: 80, n: 90 },
    decisive: { hits: 80, n: 90 },
    ranked: 3,
    ranksChanged: 2,
  })
  expect(swap!.agreement.kappa).toBeCloseTo((80 / 90 - byChance) / (1 - byChance), 12)
  const [a, b, c] = ['A', 'B', 'C'].map((name) =>
    swap!.contestants.find(({ contestant }) => contestant === name)!,
  )
  expect([a!.ranks, b!.ranks, c!.ranks]).toEqual([
    [1, 2],
    [2, 1],
    [3, 3],
  ])
  expect(a!.winRates).toEqual([40 / 60, 30 / 60])
  expect(a!.winRateShift).toBeCloseTo(-10 / 60, 12)
  // clustered by prompt: ten prompts of −1 among thirty of two votes each
  const error = Math.sqrt((30 / 29) * (10 * (-1 + 1 / 3) ** 2 + 20 * (1 / 3) ** 2)) / 60
  const half = (a!.winRateInterval![1] - a!.winRateInterval![0]) / 2
  expect(half / error).toBeGreaterThan(1.96)
  expect(half / error).toBeLessThan(2.15)
  expect(a!.ratings![0]).toBeGreaterThan(a!.ratings![1])
  expect(a!.ratingInterval![1]).toBeLessThan(0)
  // what both see alike does not move, and its interval holds nought
  expect(c!.ratingShift).toBeCloseTo(0, 6)
  expect(c!.winRateShift).toBe(0)
  const shifts = swap!.contestants.map(({ ratingShift }) => ratingShift!)
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeCloseTo(0, 6)
})

/** Two judges who always prefer the first of a pair, on so many prompts. */
async function alikeJudges(slug: string, prompts: number) {
  const votes = ['one', 'two'].flatMap((judge) => votesOf(judge, () => 'left', prompts))
  await rig.app.import(arenaOf(slug, { names: ['A', 'B', 'C'], prompts, votes }))
  return (await retestReport(rig.app.deps, await rig.app.arena(slug))).swaps[0]!
}

test('identical judges make no difference, also for a contestant that won all', async () => {
  const swap = await alikeJudges('alike', 30)
  expect(swap).toMatchObject({ agreement: { hits: 90, kappa: null }, ranked: 3, ranksChanged: 0, tau: 1 })
  expect(swap.contestants).toMatchObject([
    {
      contestant: 'A',
      winRates: [1, 1],
      winRateShift: 0,
      winRateInterval: null,
      ranks: [1, 1],
      ratingShift: 0,
    },
    { contestant: 'B', ranks: [2, 2], ratingShift: 0 },
    { contestant: 'C', ranks: [3, 3], ratingShift: 0 },
  ])
})

test('a contestant with too few votes for a board has win rates only', async () => {
  const swap = await alikeJudges('few', 4)
  expect(swap).toMatchObject({ agreement: { hits: 12 }, ranked: 0, ranksChanged: 0, tau: null })
  expect(swap.contestants[0]).toMatchObject({ contestant: 'A', winRates: [1, 1], ratings: null, ranks: null })
})
