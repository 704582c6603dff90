import { expect, test } from 'vitest'
import { estimateArena } from '../../../../server/judging/index.ts'
import { ChecksReport, type CheckSpec } from '../../../../shared/contracts/index.ts'
import { withModels } from './with-models.ts'
import { alphabetically, modelsThat, checkByModel } from './judged-arena.ts'

const { app, judged, setUpJudged, callsOf, boardOf } = withModels({
  reply: (call) =>
    call.text.includes('Is it about amber?')
      ? JSON.stringify({ reason: 'By name.', verdict: call.text.includes('I am amber') ? 'yes' : 'no' })
      : modelsThat(alphabetically)(call),
})

const CHECKS: CheckSpec[] = [
  { name: 'first question', kind: 'contains', value: 'Question 1', ignoreCase: false, mustPass: 0.5 },
  checkByModel('amber', 'Is it about amber?'),
]

test('checks are reported by contestant, and a later run does not call a model again for the same answer', async () => {
  const arenaOptions = { slug: 'checked', checks: CHECKS, contestants: ['amber', 'birch'] }
  const arena = await judged(arenaOptions)
  // nothing is left of what a run would take over
  const wish = { plan: {}, seed: 1 }
  expect(await estimateArena(app.deps.db, arena, wish, app.deps.settings)).toMatchObject({
    calls: 0,
    costUsd: 0,
  })
  expect(await callsOf(arena, 'check')).toEqual([{ status: 'ok', cause: null, calls: 8 }])
  const { contestants } = await boardOf(arena)
  const firstQuestion = { name: 'first question', passed: 1, of: 4, mustPass: 0.5, holds: false }
  expect(Object.fromEntries(contestants.map(({ name, checks }) => [name, checks]))).toEqual({
    amber: [{ name: 'amber', passed: 4, of: 4 }, firstQuestion],
    birch: [{ name: 'amber', passed: 0, of: 4 }, firstQuestion],
  })

  await judged(arenaOptions)
  expect(await callsOf(arena, 'check')).toEqual([{ status: 'ok', cause: null, calls: 8 }])
  const results = app.deps.db.selectFrom('check_results').select('run_id').distinct()
  expect((await results.execute()).length).toBe(2)
  const report = await app.read(ChecksReport, '/api/arenas/checked/checks')
  expect(report.checks.map(({ name, active, runs }) => [name, active, runs.length])).toEqual([
    ['amber', true, 2],
    ['first question', true, 2],
  ])
  const [amber, firstOf] = report.checks.map(({ runs }) => runs[1])
  expect(amber!.contestants).toMatchObject([
    { contestant: 'amber', passed: 4, failed: 0, notMade: 0, share: 1, met: null },
    { contestant: 'birch', passed: 0, failed: 4, notMade: 0, share: 0, met: null },
  ])
  expect(firstOf!.contestants[0]).toMatchObject({ passed: 1, failed: 3, share: 0.25, met: false })
  // Wilson's interval of 1 in 4 by hand: (0.25 + z²/8 ± z √(0.1875/4 + z²/64)) / (1 + z²/4), z = 1.96
  expect(firstOf!.contestants[0].interval![0]).toBeCloseTo(0.0456, 4)
  expect(firstOf!.contestants[0].interval![1]).toBeCloseTo(0.6994, 4)
})

test('a question that names a missing value needs no call', async () => {
  const lacking = { ...CHECKS[1], name: 'lacking', question: 'Is it about amber, as {{reference}} says?' }
  const arenaOptions = { slug: 'lacking', checks: [lacking as CheckSpec] }
  const arena = await setUpJudged({ ...arenaOptions, answered: true, judges: [] })
  const wish = { plan: {}, seed: 1 }
  expect(await estimateArena(app.deps.db, arena, wish, app.deps.settings)).toMatchObject({ calls: 0 })
  await judged({ ...arenaOptions, answered: true, judges: [] })
  expect(await callsOf(arena, 'check')).toEqual([])
})
