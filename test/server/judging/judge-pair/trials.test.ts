/** Judges are tried before they are paid: scripted ones, and what a trial leaves behind. */
import { expect, onTestFinished, test } from 'vitest'
import { startWork } from '../../../../server/start-work.ts'
import { resumeRun } from '../../../../server/runs/operate-run.ts'
import type { JudgesReport, Warning } from '../../../../shared/contracts/index.ts'
import { CONTESTANTS, SCRIPTED_JUDGES } from '../../../../workshop/model-server/scripted-judges.ts'
import { hangs } from '../../../../workshop/model-server/reply.ts'
import { voteOf } from '../../arena-import.ts'
import { AS_ADMIN, createTestApp } from '../../../support/app.ts'
import {
  alphabetically,
  callsOf,
  KEYS,
  modelsThat,
  progressWhen,
  setUpJudged,
  start,
  verdict,
  votesOf,
} from './judged-arena.ts'
import { withModels } from './with-models.ts'

const rig = withModels({ price: { models: ['judge-1', 'other-1'], input: 1, output: 10 } })
const PROMPTS = 8
const ALL = 6 * PROMPTS

const scripted = (name: string) => SCRIPTED_JUDGES.find((judge) => judge.name === name)!

interface Expected {
  /** The form that is read, or why it is stopped. */
  form?: 'schema' | 'json' | 'lines' | 'prose'
  stop?: string
  /** The calls in all. */
  calls: number
}

const EXPECTED: Record<string, Expected> = {
  fair: { form: 'schema', calls: 2 * ALL },
  random: { form: 'schema', calls: 2 * ALL },
  position: { stop: 'position', calls: 12 },
  refusing: { stop: 'refusal', calls: 8 },
  reasoning: { form: 'json', calls: 2 + 2 * ALL },
  cut: { stop: 'cut_off', calls: 4 },
  prose: { form: 'prose', calls: 6 + 2 * ALL },
  fences: { form: 'json', calls: 2 + 2 * ALL },
  'SSE error body': { stop: 'server_error', calls: 6 },
  '404': { stop: 'model_unknown', calls: 2 },
}

test.each(Object.entries(EXPECTED))('%s', async (name, { form, stop, calls }) => {
  rig.models.become({ reply: scripted(name).reply })
  const arena = await rig.setUpJudged({
    slug: name.toLowerCase().replaceAll(' ', '-'),
    answered: true,
    contestants: [...CONTESTANTS],
    prompts: PROMPTS,
    judges: [{ name }],
  })
  await rig.start(arena)
  const progress = await rig.progressWhen(arena)
  expect(rig.models.calls.length).toBe(calls)
  const [trial] = progress.trials
  if (stop !== undefined) {
    expect(progress).toMatchObject({
      status: 'paused',
      judgements: { done: 0, failed: 0, setAside: ALL },
      cause: expect.stringMatching(new RegExp(`^${stop}: ${name} `)),
    })
    expect(trial).toMatchObject({ state: 'failed', stop: { code: stop }, pairs: expect.any(Number) })
  } else {
    expect(progress).toMatchObject({ status: 'done', judgements: { done: ALL, failed: 0 } })
    expect(trial).toMatchObject({ state: 'passed', stop: null, form, pairs: 4 })
    expect(trial?.usdPerPair).toBeGreaterThan(0)
    expect(trial?.seconds).toBeGreaterThan(0)
  }
  const votes = (await rig.votesOf(arena)).reduce((sum, one) => sum + one.votes, 0)
  expect(votes).toBe(stop === undefined ? ALL : 0)
  const { warnings } = await rig.boardOf(arena)
  const notShown = warnings.filter(({ finding }: Warning) => finding?.code === 'judge_not_shown')
  expect(notShown.map(({ finding }) => finding!.values['what'])).toEqual(stop === undefined ? [] : [stop])
})

test('a judge that drifts to a place is stopped once it named one place on 38 of 40 pairs, and no board counts it any more', async () => {
  rig.models.become({ reply: scripted('drifting').reply })
  const arena = await rig.setUpJudged({
    slug: 'drifting',
    answered: true,
    contestants: [...CONTESTANTS],
    prompts: 24,
    concurrency: 2,
  })
  await rig.start(arena)
  expect(await rig.progressWhen(arena)).toMatchObject({
    status: 'paused',
    cause: expect.stringContaining('decides by position: on 38 of 40 pairs'),
  })
  // 20 fair pairs, 38 by position, and what was under way
  expect(rig.models.calls.length).toBeLessThanOrEqual(2 * (20 + 38 + 2))
  expect((await rig.boardOf(arena)).votes).toBe(0)
  const board = await rig.app.json<{ votes: number; warnings: Warning[] }>(
    '/api/arenas/drifting/leaderboard?source=judge:judge%201',
  )
  expect(board.votes).toBe(0)
  expect(board.warnings.map(({ message }) => message)).toContain(
    'Not shown: judge judge 1 decides by position.',
  )

  // its votes before count no more: it is not asked again, whatever it would say now
  const calls = rig.models.calls.length
  rig.models.become({ reply: modelsThat(alphabetically) })
  await resumeRun(rig.app.deps, arena)
  expect(await rig.progressWhen(arena)).toMatchObject({ status: 'paused' })
  expect(rig.models.calls.length).toBe(calls)
  expect((await rig.boardOf(arena)).votes).toBe(0)
  const path = '/api/admin/arenas/drifting/judging'
  await rig.app.asAdmin(`${path}/cancel`, {})
  const start = await rig.app.asAdmin(`${path}/start`, {})
  expect([start.status, await start.text()]).toEqual([400, expect.stringContaining('none is asked again')])
})

test('a judge that decides by position stops alone, and judges all anew once it is mended', async () => {
  const fair = modelsThat(alphabetically)
  let isMended = false
  rig.models.become({
    reply: (call) => (call.model === 'other-1' && !isMended ? verdict(call, 'second') : fair(call)),
  })
  const judges = [{ name: 'fair' }, { name: 'placed', model: 'other-1' }]
  const arena = await rig.setUpJudged({ slug: 'alone', answered: true, prompts: 8, judges })
  await rig.start(arena)
  expect(await rig.progressWhen(arena)).toMatchObject({
    status: 'paused',
    judgements: { done: 24, setAside: 24 },
  })
  expect(await rig.callsOf(arena)).toEqual([
    { status: 'failed', cause: 'position', calls: 12 },
    { status: 'ok', cause: null, calls: 48 },
  ])
  const report = await rig.app.json<JudgesReport>('/api/arenas/alone/judges', { headers: AS_ADMIN })
  expect(report.judges.map(({ judge, trial }) => [judge, trial?.state, trial?.byPosition])).toEqual([
    ['fair', 'passed', 0],
    ['placed', 'failed', 6],
  ])
  expect(report.judges[1]!.findings[0]!.message).toContain('placed (other-1) decides by position')

  isMended = true
  await resumeRun(rig.app.deps, arena)
  expect(await rig.progressWhen(arena)).toMatchObject({
    status: 'done',
    judgements: { done: 48, setAside: 0 },
  })
  // twelve calls were of no use; all others are paid for once
  expect(rig.models.calls.length).toBe(2 * 48 + 12)
  expect(await rig.votesOf(arena)).toMatchObject([
    { judge: 'fair', votes: 16 },
    { judge: 'fair', votes: 8 },
    { judge: 'placed', votes: 16 },
    { judge: 'placed', votes: 8 },
  ])
})

test('people voted: those pairs are shown first, and the trial says how often the judge agrees', async () => {
  const asked: string[] = []
  const fair = modelsThat(alphabetically)
  rig.models.become({
    reply: (call) => {
      asked.push(/Question (\d+)\?/.exec(call.text)![1]!)
      return fair(call)
    },
  })
  const known = [37, 38, 39, 40]
  const arena = await rig.setUpJudged({
    slug: 'known',
    answered: true,
    contestants: ['amber', 'birch'],
    prompts: 40,
    concurrency: 1,
    votes: known.map((n) => voteOf('birch', 'amber', n === 40 ? 'left' : 'right', { prompt: `p${n}` })),
  })
  await rig.start(arena)
  const { trials } = await rig.progressWhen(arena)
  expect(new Set(asked.slice(0, 8))).toEqual(new Set(known.map(String)))
  expect(trials).toMatchObject([{ state: 'passed', decided: 4, agreed: 3 }])
})

test('a process that ends in a trial loses no reply, and the next one pays for none twice', async () => {
  const fair = modelsThat(alphabetically)
  let isHeld = true
  let replies = 0
  rig.models.become({ reply: (call) => (isHeld && ++replies > 2 ? hangs() : fair(call)) })
  const app = await createTestApp({ clock: 'runs', env: KEYS })
  onTestFinished(() => app.close())
  const options = { slug: 'ended', baseUrl: rig.models.openAiUrl, answered: true, prompts: 8 }
  const arena = await setUpJudged(app.deps, options)
  const begin = () => startWork({ ...app.database, deps: app.deps }, { firstWaitMs: 10 })
  const first = await begin()
  await start(app.deps, arena)
  await expect.poll(() => rig.models.calls.length).toBe(8)
  await first.stop()
  expect(await callsOf(app.deps, arena)).toEqual([
    { status: 'failed', cause: 'abandoned', calls: 6 },
    { status: 'ok', cause: null, calls: 2 },
  ])
  expect(await votesOf(app.deps, arena)).toEqual([])

  isHeld = false
  const second = await begin()
  expect(await progressWhen(app.deps, arena)).toMatchObject({ status: 'done', judgements: { done: 24 } })
  await second.stop()
  expect(await callsOf(app.deps, arena)).toEqual([
    { status: 'failed', cause: 'abandoned', calls: 6 },
    { status: 'ok', cause: null, calls: 48 },
  ])
})

test('a judge that fails on its first prompt alone is asked for its first form again', async () => {
  const fair = modelsThat(alphabetically)
  const hard = new Set<string>()
  rig.models.become({
    reply: (call) => {
      const prompt = /Question (\d+)\?/.exec(call.text)![1]!
      if (hard.size === 0) hard.add(prompt)
      return hard.has(prompt) || !call.schema ? 'Hm.' : fair(call)
    },
  })
  const arena = await rig.setUpJudged({
    slug: 'hard',
    answered: true,
    contestants: ['amber', 'birch'],
    prompts: 12,
  })
  await rig.start(arena)
  expect(await rig.progressWhen(arena)).toMatchObject({
    status: 'done',
    judgements: { done: 12 - hard.size, failed: hard.size },
    trials: [{ state: 'passed', form: 'schema' }],
  })
})
