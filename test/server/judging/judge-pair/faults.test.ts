/** Replies that no honest server sends, and faults on this side: each ends as a failure on record, and the run goes on. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ReceivedCall } from '../../../../workshop/model-server/wires.ts'
import { resumeRun } from '../../../../server/runs/operate-run.ts'
import { KEYS, alphabetically, modelsThat, verdict, checkByModel } from './judged-arena.ts'
import { withModels } from './with-models.ts'

const rig = withModels({ key: KEYS.MODELS_KEY })
const small = (slug: string) => ({ slug, contestants: ['amber', 'birch'], prompts: 1 })
const NUL_AND_HALF = 'a\0b\ud800c'

test('characters that Postgres cannot store are replaced in answers, reasons, names and causes', async () => {
  const judge = (call: ReceivedCall) => verdict(call, 'first').replaceAll('It is.', 'It \\u0000is\\ud800.')
  rig.models.become({
    reply: (call) =>
      call.schema
        ? judge(call)
        : { text: `I am ${call.system?.slice(8, 13)}: ${NUL_AND_HALF}`, model: NUL_AND_HALF },
  })
  const arena = await rig.setUpJudged({ ...small('nul'), checks: [checkByModel('asked', 'Is it?')] })
  await rig.start(arena)
  expect(await rig.progressWhen(arena)).toMatchObject({
    status: 'done',
    answers: { done: 2, failed: 0 },
    judgements: { done: 1, failed: 0 },
  })
  const rows = await rig.app.sql<{ text: string; model: string }>`
    select text, model_reported as model from answers where arena_id = ${arena.id} order by text`
  const storedText = 'a\ufffdb\ufffdc'
  expect(rows.map(({ model }) => model)).toEqual([storedText, storedText])
  expect(rows[0].text).toContain(storedText)
  const [vote] = await rig.app.sql<{ reason: string }>`
    select reason from votes where arena_id = ${arena.id}`
  expect(vote.reason).toContain('It \ufffdis\ufffd.')
})

test.each([
  ['more tokens than there are', { inputTokens: 1e13, outputTokens: 1e13 }],
  ['less than none', { inputTokens: -5, outputTokens: -1e9 }],
  ['parts of one', { inputTokens: 1.5, outputTokens: 2.5 }],
])('counts that are %s are replaced by an estimate, and the log says so', async (name, usage) => {
  rig.models.become({
    reply: (call) => ({ text: modelsThat(alphabetically)(call), ...usage }),
  })
  const { logged } = rig.app
  const before = logged.length
  const arena = await rig.setUpJudged(small(`counts-${name.replaceAll(' ', '-')}`))
  await rig.start(arena)
  expect(await rig.progressWhen(arena)).toMatchObject({ status: 'done', judgements: { done: 1 } })
  expect(rig.models.calls).toHaveLength(4)
  const rows = await rig.app.sql<{ least: number; most: number }>`
    select least(min(input_tokens), min(output_tokens), min(cached_input_tokens)) as least,
      greatest(max(input_tokens), max(output_tokens), max(cached_input_tokens)) as most
    from calls where arena_id = ${arena.id}`
  expect(rows[0].least).toBeGreaterThanOrEqual(0)
  expect(rows[0].most).toBeLessThan(2000)
  expect(logged.slice(before).filter((line) => line.includes('are no counts'))).toHaveLength(4)
})

/** Has the database refuse rows of a table for one arena, as a full disk or a fault of ours would. */
async function refusing(
  table: 'answers' | 'votes' | 'check_results' | 'judgements',
  arenaId: number,
): Promise<void> {
  const { db } = rig.app.deps
  const name = `refuse_${table}_${arenaId}`
  await sql`
    create function ${sql.ref(name)}() returns trigger language plpgsql as $$
    begin raise exception 'no room for %', new.arena_id; end $$`.execute(db)
  await sql`
    create trigger ${sql.ref(name)} before insert on ${sql.table(table)} for each row
    when (new.arena_id = ${sql.lit(arenaId)}) execute function ${sql.ref(name)}()`.execute(db)
}

test.each([
  ['an answer', 'answers', false, { answers: { done: 0, failed: 2 } }, 12],
  [
    'a judgement',
    'votes',
    true,
    { judgements: { done: 0, failed: 1 }, failures: [{ cause: 'internal', count: 1 }] },
    0,
  ],
] as const)(
  '%s that cannot be stored fails after six attempts and is paid for once',
  async (_, table, answered, expected, failedCalls) => {
    const arena = await rig.setUpJudged({ ...small(`no-${table}`), answered })
    await refusing(table, arena.id)
    await rig.start(arena)
    expect(await rig.progressWhen(arena)).toMatchObject({ status: 'done', ...expected })
    expect(await rig.callsOf(arena, answered ? 'judgement' : 'answer')).toEqual([
      ...(failedCalls > 0 ? [{ status: 'failed', cause: 'internal', calls: failedCalls }] : []),
      { status: 'ok', cause: null, calls: 2 },
    ])
    expect(rig.models.calls).toHaveLength(2)
    expect(await rig.votesOf(arena)).toEqual([])
    await noJobLeft()
  },
)

test('a run that cannot store the results of a rule is paused with the reason', async () => {
  const arena = await rig.setUpJudged({
    ...small('no-results'),
    answered: true,
    checks: [{ name: 'one', kind: 'contains', value: 'a', ignoreCase: false }],
  })
  await refusing('check_results', arena.id)
  await rig.start(arena)
  const paused = await rig.progressWhen(arena)
  expect(paused).toMatchObject({ status: 'paused', cause: expect.stringMatching(/^internal: /) })
})

test('a run that cannot be planned is paused after six attempts', async () => {
  const arena = await rig.setUpJudged({ ...small('no-plan'), answered: true })
  await rig.start(arena)
  await rig.progressWhen(arena)
  await refusing('judgements', arena.id)
  await rig.setUpJudged({ ...small('no-plan'), answered: true, prompts: 2 })
  await rig.start(arena)
  // the queue waits minutes between attempts
  const hurry = () =>
    rig.app
      .sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null`
  const now = async () => (await hurry(), await rig.progressWhen(arena, () => true))
  await expect.poll(now).toMatchObject({ status: 'paused', cause: expect.stringMatching(/^internal: /) })
})

test('a judge that cannot be read stops alone: the others finish, the run names it, and resuming asks it again', async () => {
  const { deps } = rig.app
  let isMended = false
  const says = modelsThat(alphabetically)
  let unread = 0
  rig.models.become({
    reply: (call) => (call.model === 'mute-1' && !isMended ? `Hm, ${++unread}.` : says(call)),
  })
  const judges = [{ name: 'mute', model: 'mute-1' }, { name: 'fair' }]
  const arena = await rig.setUpJudged({ ...small('alone'), answered: true, prompts: 30, judges })
  await rig.start(arena)
  const paused = await rig.progressWhen(arena)
  const why = 'mute (mute-1) gave no verdict that can be read in reply to 10 requests, in 4 forms of reply'
  expect(paused).toMatchObject({
    status: 'paused',
    cause: expect.stringContaining(`unreadable: ${why}`),
    judgements: { total: 60, done: 30, failed: 0, setAside: 30 },
    unreadable: [{ judge: 'mute', reply: expect.stringMatching(/^Hm, \d+\.$/) }],
    trials: [
      { judge: 'fair', state: 'passed', form: 'schema', pairs: 4, byPosition: 0 },
      { judge: 'mute', state: 'failed', pairs: 0, stop: { reason: expect.stringContaining(why) } },
    ],
  })
  expect(await rig.votesOf(arena)).toMatchObject([{ judge: 'fair', votes: 30 }])
  expect(unread).toBe(10)
  await noJobLeft()

  isMended = true
  await resumeRun(deps, arena)
  expect(await rig.progressWhen(arena)).toMatchObject({
    status: 'done',
    cause: null,
    judgements: { total: 60, done: 60, failed: 0, setAside: 0 },
    trials: [
      { judge: 'fair', state: 'passed' },
      { judge: 'mute', state: 'passed', stop: null },
    ],
  })
  expect(await rig.callsOf(arena)).toEqual([
    { status: 'failed', cause: 'unreadable', calls: unread },
    { status: 'ok', cause: null, calls: 120 },
  ])
})

/** That none of the jobs is left, to be tried again some day. */
async function noJobLeft(): Promise<void> {
  const left = () =>
    rig.app
      .sql`select from graphile_worker.jobs where task_identifier in ('make-answer', 'judge-answers', 'check-answers')`
  await expect.poll(async () => (await left()).length).toBe(0)
}
