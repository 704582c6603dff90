/** Judges asked again. */
import { expect, test } from 'vitest'
import { retestReport } from '../../../server/judge-evaluation/index.ts'
import { RetestReport } from '../../../shared/contracts/index.ts'
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
  const { repeats } = RetestReport.parse(await retestReport(rig.app.deps, arena))
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
