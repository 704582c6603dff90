import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  cuts,
  overloaded,
  rateLimited,
  refuses,
  sends,
  sendsNothing,
  serverError,
} from '../../../../workshop/model-server/reply.ts'
import { createTestApp } from '../../../support/app.ts'
import {
  alphabetically,
  KEYS,
  modelsThat,
  setUpJudged,
  shownIn,
  start,
  checkByModel,
} from './judged-arena.ts'
import { withModels } from './with-models.ts'

const rig = withModels({ key: KEYS.MODELS_KEY })

const answered = (slug: string) => ({ slug, answered: true })

const all = (votes: { votes: number }[]) => votes.reduce((sum, one) => sum + one.votes, 0)

test('passing failures are tried again, each call is counted, and the judgement is made', async () => {
  rig.models.next(rateLimited(0), serverError(), overloaded(), cuts(), sends('{"no": "completion"}'))
  // two unreadable replies in its trial would have the judge asked for other forms
  const afterTrial = [
    sendsNothing(),
    refuses(),
    'It is hard to say.',
    { text: '{"overall": {"rea', finish: 'length' as const },
  ]
  const judges = modelsThat(alphabetically)
  rig.models.become({ reply: (call) => afterTrial[call.number - 13] ?? judges(call) })
  const arena = await rig.judged(answered('passing'))
  expect(await rig.callsOf(arena)).toEqual([
    { status: 'failed', cause: 'cut', calls: 1 },
    { status: 'failed', cause: 'cut_off', calls: 1 },
    { status: 'failed', cause: 'empty', calls: 1 },
    { status: 'failed', cause: 'overloaded', calls: 1 },
    { status: 'failed', cause: 'rate_limited', calls: 1 },
    { status: 'failed', cause: 'refusal', calls: 1 },
    { status: 'failed', cause: 'server_error', calls: 2 },
    { status: 'failed', cause: 'unreadable', calls: 1 },
    { status: 'ok', cause: null, calls: 24 },
  ])
  expect(rig.models.calls.length).toBe(33)
  expect(all(await rig.votesOf(arena))).toBe(12)
})

test('a judge that refuses some prompts goes on, and the board counts them', async () => {
  rig.models.become({
    // fewer judgements than a trial has pairs, whichever come first
    reply: (call) => (/Question 1\?/.test(call.text) ? refuses() : modelsThat(alphabetically)(call)),
  })
  const arena = await rig.setUpJudged(answered('refusing-some'))
  await rig.start(arena)
  expect(await rig.progressWhen(arena)).toMatchObject({
    status: 'done',
    judgements: { total: 12, done: 9, failed: 3 },
    failures: [{ cause: 'refusal', count: 3 }],
  })
  const { warnings, contestants } = await rig.boardOf(arena)
  // each judgement is of two contestants
  expect(contestants.reduce((sum, { failed }) => sum + failed!.judgements, 0)).toBe(6)
  expect(warnings).toContainEqual({
    code: 'failed_judgements',
    message: '3 judgements failed and do not count: refusal 3.',
    count: 3,
    finding: {
      code: 'failed_judgements',
      values: { count: 3, causes: [{ cause: 'refusal', count: 3 }] },
    },
  })

  // another chance is a whole one
  const { length } = rig.models.calls
  await rig.start(arena, { retryFailed: true })
  expect(await rig.progressWhen(arena)).toMatchObject({ judgements: { done: 0, failed: 3 } })
  expect(rig.models.calls.length - length).toBe(3 * 2 * 3)

  rig.models.become({ reply: modelsThat(alphabetically) })
  await rig.start(arena)
  expect(await rig.progressWhen(arena)).toMatchObject({ status: 'done', judgements: { done: 0 } })
  await rig.start(arena, { retryFailed: true })
  expect(await rig.progressWhen(arena)).toMatchObject({ judgements: { total: 3, done: 3, failed: 0 } })
  expect(all(await rig.votesOf(arena))).toBe(12)
})

test('a provider that refuses is called again only after a pause, for any purpose', async () => {
  const patient = await createTestApp({ clock: 'runs', env: KEYS, firstWaitMs: 60_000 })
  try {
    rig.models.become({ reply: () => refuses('') })
    await patient.work()
    const checks = [checkByModel('asked', 'Is it?')]
    const baseUrl = rig.models.openAiUrl
    for (const options of [
      { ...answered('waiting'), checks },
      { slug: 'unmade', checks: [] },
    ])
      await start(patient.deps, await setUpJudged(patient.deps, { ...options, baseUrl, prompts: 1 }))
    const waiting = () =>
      sql<{ task: string; jobs: number }>`
        select task_identifier as task, count(*)::int as jobs from graphile_worker.jobs
        where run_at > now() + interval '10 seconds' group by 1 order by 1`.execute(patient.deps.db)
    const all = [
      { task: 'check-answers', jobs: 3 },
      { task: 'make-answer', jobs: 3 },
    ]
    await expect.poll(async () => (await waiting()).rows).toEqual(all)
    // the trial of a judge asks again at once, until it has refused eight times
    await expect.poll(() => rig.models.calls.length).toBe(3 + 8 + 3)
  } finally {
    await patient.close()
  }
})

test('the verdicts of one order are kept while the other order is tried again', async () => {
  const once = new Set<string>()
  rig.models.become({
    reply: (call) => {
      const shown = shownIn(call)
      const key = [shown, /Question \d/.exec(call.text)].join()
      // the eight calls of its trial are answered: unreadable ones might have it asked for other forms
      if (call.number >= 8 && shown[0] > shown[1] && !once.has(key) && once.add(key)) return 'Hm.'
      return modelsThat(alphabetically)(call)
    },
  })
  const arena = await rig.judged(answered('half'))
  expect(await rig.callsOf(arena)).toEqual([
    { status: 'failed', cause: 'unreadable', calls: 8 },
    { status: 'ok', cause: null, calls: 24 },
  ])
})

test('a missing answer is skipped and the rest is judged', async () => {
  rig.models.become({
    reply: (call) =>
      call.system?.includes('cedar') && !call.schema ? refuses('') : modelsThat(alphabetically)(call),
  })
  const arena = await rig.setUpJudged({ slug: 'unanswered' })
  await rig.start(arena)
  expect(await rig.progressWhen(arena)).toMatchObject({
    status: 'done',
    answers: { total: 12, done: 8, failed: 4 },
    judgements: { total: 4, done: 4 },
  })
  expect(await rig.callsOf(arena, 'answer')).toEqual([
    { status: 'failed', cause: 'empty', calls: 12 },
    { status: 'ok', cause: null, calls: 8 },
  ])
})
