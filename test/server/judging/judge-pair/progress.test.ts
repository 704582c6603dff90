import { expect, test } from 'vitest'
import type { JudgesReport } from '../../../../shared/contracts/index.ts'
import { runLine } from '../../../../shared/finish/run-view.ts'
import { progress } from '../../../../scripts/cli/terminal/terminal.ts'
import { completedShare } from '../../../../shared/sentence/count.ts'
import { startModelServer } from '../../../../workshop/model-server/model-server.ts'
import { hangs } from '../../../../workshop/model-server/reply.ts'
import { estimateArena } from '../../../../server/judging/index.ts'
import { pauseRun, runProgress } from '../../../../server/runs/index.ts'
import { alphabetically, modelsThat, start, checkByModel } from './judged-arena.ts'
import { withModels } from './with-models.ts'
import { JUDGE_MODEL } from './models-and-judges.ts'

const ASKED = checkByModel('asked', 'Is it about amber?')

const { app, setUpJudged, progressWhen } = withModels({
  works: false,
  price: { models: [JUDGE_MODEL, 'writer-1', 'checker-1'], input: 1, output: 10 },
  latencyMs: 60,
  reply: (call) =>
    call.text.includes('Is it about amber?')
      ? JSON.stringify({ reason: 'By name.', verdict: 'yes' })
      : modelsThat(alphabetically)(call),
})

test('before the first call, progress shows the estimated cost and calls, answers included', async () => {
  const arena = await setUpJudged({ slug: 'begun', checks: [ASKED] })
  const wish = { plan: {}, seed: 1 }
  const { calls, costUsd } = await estimateArena(app.deps.db, arena, wish, app.deps.settings)
  expect(calls).toBe(12 + 24 + 12)
  await start(app.deps, arena)
  const progress = (await runProgress(app.deps, arena.id))!
  expect(progress).toMatchObject({
    answers: { total: 12, done: 0 },
    judgements: { total: null },
    checks: { total: null, done: 0, failed: 0 },
    calls: { done: 0, left: 48 },
    spentUsd: 0,
  })
  expect(costUsd).toBeGreaterThan(0)
  expect(progress.estimatedUsd).toBeCloseTo(costUsd!, 12)
  expect(completedShare(progress)).toBe(0)
})

test('the estimate follows what each kind of call has cost so far, before all answers are made', async () => {
  // the fifth answer waits until the estimate is read; the runs of other tests call another server
  const gate = Promise.withResolvers<void>()
  const says = modelsThat(alphabetically)
  let called = 0
  const own = await startModelServer({
    latencyMs: 20,
    reply: async (call) => {
      if (call.text.includes('Is it about amber?')) return JSON.stringify({ reason: '', verdict: 'yes' })
      if (!call.schema && ++called > 4) await gate.promise
      return says(call)
    },
  })
  try {
    const options = { slug: 'cheap', baseUrl: own.openAiUrl, concurrency: 1, checks: [ASKED] }
    const arena = await setUpJudged(options)
    await start(app.deps, arena)
    const atStart = (await runProgress(app.deps, arena.id))!
    await app.work()
    const answering = await progressWhen(arena, ({ answers }) => answers.done === 4)
    gate.resolve()
    const judging = await progressWhen(arena, ({ judgements }) => judgements.done >= 2)
    const done = await progressWhen(arena)
    const errorOf = ({ estimatedUsd }: typeof done) => Math.abs(estimatedUsd! - done.spentUsd)
    expect(errorOf(answering)).toBeLessThan(errorOf(atStart))
    expect(errorOf(judging)).toBeLessThan(errorOf(answering))
  } finally {
    gate.resolve()
    await own.close()
  }
})

test('checks by a model are in the total, the estimate, the time left and the bar', async () => {
  const arenaOptions = { slug: 'checking', answered: true, concurrency: 1 }
  const arena = await setUpJudged({ ...arenaOptions, judges: [], checks: [ASKED] })
  await start(app.deps, arena)
  await app.work()
  const midway = await progressWhen(arena, ({ checks }) => checks.done >= 3)
  expect(midway).toMatchObject({
    status: 'running',
    judgements: { total: 0 },
    checks: { total: 12, failed: 0 },
  })
  expect(midway.checks.done).toBeLessThan(12)
  expect(midway.calls.left).toBeGreaterThan(0)
  expect(midway.spentUsd).toBeGreaterThan(0)
  expect(midway.estimatedUsd).toBeGreaterThan(midway.spentUsd)
  expect(midway.etaSeconds).toBeGreaterThan(0)
  expect(completedShare(midway)).toBeLessThan(1)
  expect(runLine(midway, new Date())).toMatch(/ \d+ of 12 checks · \$[\d.]+ of about \$[\d.]+ · /)
  const paused = {
    provider: 'models',
    why: 'paused',
    until: new Date(20_000).toISOString(),
    cause: 'refused',
  } as const
  expect(runLine({ ...midway, waitingFor: [paused] }, new Date(0))).toMatch(
    / · models: refused, next try in 20 s$/,
  )
  const causes = Object.entries({ rate_limited: 12, unreadable: 3 }).map(([cause, count]) => ({
    cause,
    count,
  }))
  const calls = { ...midway.calls, secondsEach: 2.14, causes }
  const words = runLine(
    { ...midway, judgements: { total: 30, done: 3, failed: 1, setAside: 0 }, calls },
    new Date(0),
  )
  let drawn = ''
  const stderr = { isTTY: true, columns: 80, write: (text: string) => (drawn += text) }
  const times = [0, 2000, 4000].map((time) => new Date(time))
  const bar = progress({ stderr, now: () => times.shift()! } as never, 'Judging')
  for (const share of [0.1, 0.14]) bar.to(share, words)
  const [, first, second] = drawn.split('\u001b[J')
  const lines = second!.split('\n')
  expect(lines.join(' ')).toMatch(
    /14 % · 3 of 30 judgements, 1 failed · .* rate limit reached 12, unreadable reply 3 · 2\.1 s a call · /,
  )
  expect(lines.filter((line) => line.length > 79)).toEqual([])
  expect(first!.endsWith(`\r\u001b[${lines.length - 1}A`)).toBe(true)
  const done = await progressWhen(arena)
  expect(done).toMatchObject({ checks: { total: 12, done: 12 }, calls: { done: 12, left: 0 } })
  expect(done.estimatedUsd).toBe(done.spentUsd)
  expect(completedShare(done)).toBe(1)

  // the model is not asked again, so another run is expected to take no calls
  await start(app.deps, arena)
  expect(await progressWhen(arena)).toMatchObject({
    checks: { done: 12 },
    calls: { done: 0 },
    spentUsd: 0,
  })
})

test('a time limit for replies holds for the run that was started with it, whichever process calls', async () => {
  const silent = await startModelServer({ reply: () => hangs() })
  try {
    const arena = await setUpJudged({ slug: 'limited', baseUrl: silent.openAiUrl, answered: true })
    await app.work()
    const ofTerminal = { ...app.deps, settings: { ...app.deps.settings, callSeconds: 1 } }
    await start(ofTerminal, arena)
    const waiting = await progressWhen(arena, ({ calls }) => calls.failed > 0)
    expect(waiting.calls.causes).toEqual([{ cause: 'timeout', count: expect.any(Number) }])
    const calls = app.deps.db.selectFrom('calls').select('cause').where('arena_id', '=', arena.id)
    const { cause } = await calls.where('status', '=', 'failed').limit(1).executeTakeFirstOrThrow()
    expect(cause).toMatch(/ did not answer within 1 s$/)
    await pauseRun(app.deps, arena)
  } finally {
    await silent.close()
  }
})

test('what a run costs is not known while a model has no price, and afterwards', async () => {
  const unpriced = [{ model: 'judge-without-price' }]
  const arena = await setUpJudged({ slug: 'unpriced', judges: unpriced, answered: true })
  await start(app.deps, arena)
  expect((await runProgress(app.deps, arena.id))!.estimatedUsd).toBe(null)
  await app.work()
  const done = await progressWhen(arena)
  expect([done.judgements.done > 0, done.spentUsd, done.estimatedUsd]).toEqual([true, 0, null])
  const report = (await app.json(`/api/arenas/${arena.slug}/judges`)) as JudgesReport
  expect(report.judges[0]!.cost).toMatchObject({ usd: 0, usdPerVote: null })
})
