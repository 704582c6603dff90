/** Runs whose answers come from an HTTP endpoint and from commands, and those whose answers a command checks. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { arenaForOperator } from '../../../../server/arenas/index.ts'
import { cancelRun } from '../../../../server/runs/operate-run.ts'
import { estimateArena } from '../../../../server/judging/index.ts'
import { checkArena, setUpArena } from '../../../../server/transfer/index.ts'
import { tryArena } from '../../../../server/transfer/arena-file/bring-arena.ts'
import { arenaFile, lines } from '../../transfer/arena-files.ts'
import { isThere, programIn, READS_CALL } from '../../../support/programs.ts'
import { KEYS, shownIn } from './judged-arena.ts'
import { JUDGE_MODEL } from './models-and-judges.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { withModels } from './with-models.ts'

const there = withModels()
const JUDGES = [{ name: 'judge 1', provider: 'models', model: JUDGE_MODEL, rubric: 'overall' }]
const prompts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `p${i + 1}`, text: `Question ${i + 1}?` }))

/** Sets an arena up that a model judges. @returns it, with its estimate from before */
async function setUpFile(
  { providers, ...described }: { arena: string; providers: object } & Record<string, unknown>,
  files: Record<string, string> = {},
) {
  const { deps } = there.app
  const models = { type: 'openai', baseUrl: there.models.openAiUrl, apiKeyEnv: 'MODELS_KEY' }
  const file = await arenaFile({ ...described, judges: JUDGES, providers: { ...providers, models } }, files)
  const plan = await checkArena(file, { env: KEYS, prices: deps.settings.prices, now: deps.clock() })
  expect(plan.problems).toEqual([])
  const dry = (await tryArena({ ...deps, env: KEYS }, file, {})).estimate!
  await setUpArena(deps, plan)
  return { arena: await arenaForOperator(deps.db, described.arena), dry }
}

/** amber is a command, birch an HTTP endpoint. */
async function setUp(
  slug: string,
  source: string,
  { count = 3, answer }: { count?: number; answer?: string } = {},
) {
  const { folder, command } = await programIn(source)
  return setUpFile({
    arena: slug,
    contestants: [
      { name: 'amber', provider: 'program', system: 'You are amber.' },
      { name: 'birch', provider: 'endpoint', model: 'writer-1', system: 'You are birch.' },
    ],
    prompts: prompts(count),
    providers: {
      program: {
        type: 'exec',
        command: [command[0], join(folder, 'program.mjs')],
        costUsd: 0.25,
        ...(answer !== undefined && { answer }),
        env: ['MODELS_KEY'],
      },
      endpoint: {
        type: 'http',
        url: `${there.models.openAiUrl}/chat/completions`,
        headers: { authorization: 'Bearer {{env.MODELS_KEY}}' },
        body: { model: '{{model}}', messages: '{{messages}}' },
        answer: '/choices/0/message/content',
        costUsd: 0.125,
      },
    },
  })
}

const answersOf = async (arenaId: number) => {
  const rows = await there.app.sql<{ name: string; text: string; cost: number }>`
    select c.name, a.text, a.cost_usd as cost from answers a
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    where a.arena_id = ${arenaId} order by c.name, a.prompt_id`
  return rows
}

test('a command and an endpoint are judged like models, and each call costs what the file says', async () => {
  const { arena } = await setUp('programs', `${READS_CALL}console.log(\`I am amber: \${call.last}\`)`)
  await there.start(arena)
  const progress = await there.progressWhen(arena)
  expect(progress).toMatchObject({ status: 'done', spentUsd: 3 * 0.25 + 3 * 0.125 })
  const answers = await answersOf(arena.id)
  expect(answers.map(({ name, text, cost }) => `${name} ${cost} ${text}`)).toEqual([
    ...[1, 2, 3].map((n) => `amber 0.25 I am amber: Question ${n}?`),
    ...[1, 2, 3].map((n) => `birch 0.125 I am birch: Question ${n}?`),
  ])
  expect(await there.votesOf(arena)).toEqual([
    { judge: 'judge 1', winner: 'amber', inconsistent: false, votes: 3 },
  ])
})

test('a budget holds for calls with a price of their own: none starts that it does not cover', async () => {
  const { arena } = await setUp('bounded', `${READS_CALL}console.log('I am amber: ' + call.last)`, {
    count: 8,
  })
  await there.app
    .sql`update contestants set retired_at = now() where arena_id = ${arena.id} and name = 'birch'`
  // the judge has no price, so the run has to do without it
  await there.app.sql`update judges set active = false where arena_id = ${arena.id}`
  await there.start(arena, { budgetUsd: 1.1 })
  const progress = await there.progressWhen(arena)
  expect(progress).toMatchObject({ status: 'budget_reached', spentUsd: 1 })
  // an answer is stored after its call is paid
  await expect.poll(() => answersOf(arena.id)).toHaveLength(4)
})

/** Commands that wait for ever, and write their pid when they start. */
async function waiting(slug: string) {
  const { deps } = there.app
  const folder = await temporaryFolder()
  const waits = `${READS_CALL}import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(folder)} + '/' + process.pid, '')
    setInterval(() => 0, 1000)`
  const { arena } = await setUp(slug, waits, { count: 12 })
  await there.app
    .sql`update contestants set retired_at = now() where arena_id = ${arena.id} and name = 'birch'`
  await there.start(arena)
  await expect.poll(() => readdir(folder)).toHaveLength(8)
  return { deps, arena, folder, pids: (await readdir(folder)).map(Number) }
}

test('commands under way end when their run is cancelled, count as paid, and no other starts', async () => {
  const { deps, arena, folder, pids } = await waiting('stopped')
  await cancelRun(deps, arena)
  await expect.poll(() => pids.filter(isThere)).toEqual([])
  await expect
    .poll(() => there.callsOf(arena, 'answer'))
    .toEqual([{ status: 'failed', cause: 'abandoned', calls: 8 }])
  expect(await there.progressWhen(arena)).toMatchObject({
    status: 'cancelled',
    calls: { underWay: 0 },
    spentUsd: 8 * 0.25,
  })
  expect(await readdir(folder)).toHaveLength(8)
})

test('an agent that replies with a list of messages keeps its steps, with the answer and with the call that was paid, and judges read them', async () => {
  const messages = [
    {
      role: 'assistant',
      tool_calls: [{ id: 'call_1', function: { name: 'search', arguments: '{"q":"x"}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'found it with KEY' },
    { role: 'assistant', content: 'I am amber.' },
  ]
  const { arena } = await setUp(
    'agents',
    `${READS_CALL}console.log(${JSON.stringify(JSON.stringify({ messages }))}.replace('KEY', process.env.MODELS_KEY))`,
    { count: 1, answer: '/messages' },
  )
  await there.start(arena)
  expect(await there.progressWhen(arena)).toMatchObject({ status: 'done' })
  const rows = await there.app.sql`select a.text, a.transcript, k.transcript as paid from answers a
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id and c.name = 'amber'
    join calls k on k.arena_id = a.arena_id and k.contestant_id = c.id and k.purpose = 'answer'
    where a.arena_id = ${arena.id}`
  const steps = [
    { kind: 'call', tool: 'search', text: '{"q":"x"}' },
    { kind: 'result', tool: 'search', text: 'found it with [key]' },
  ]
  expect(rows).toEqual([{ text: 'I am amber.', transcript: steps, paid: steps }])
  const asked = there.models.calls
    .map(({ body }) => JSON.stringify(body))
    .filter((one) => one.includes('marker'))
  expect(asked).toHaveLength(2)
  for (const one of asked) expect(one).toContain('tool: search')
})

/** Writes a line into `made` for each start, then does as `source` says. */
const RECORDS = `${READS_CALL}import { appendFileSync } from 'node:fs'
appendFileSync(new URL('made', import.meta.url), call.check + ': ' + call.answer + '\\n')
`

/** amber and birch have answers to three prompts, which a command checks. */
async function setUpChecked(
  slug: string,
  folder: string,
  { required = false, costUsd = 0, flags = [] as string[] } = {},
) {
  const contestants = ['amber', 'birch']
  const command = [process.execPath, join(folder, 'program.mjs'), ...flags]
  return setUpFile(
    {
      arena: slug,
      contestants: contestants.map((name) => ({ name, responses: `${name}.jsonl` })),
      prompts: prompts(3),
      checks: [{ name: 'sound', kind: 'exec', provider: 'checker', ...(required && { required }) }],
      providers: { checker: { type: 'exec', command, costUsd } },
    },
    Object.fromEntries(
      contestants.map((name) => [
        `${name}.jsonl`,
        lines([1, 2, 3].map((n) => ({ prompt: `p${n}`, text: `${name} on ${n}` }))),
      ]),
    ),
  )
}

const madeIn = async (folder: string) =>
  (await readFile(join(folder, 'made'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')

async function resultsOf({ id }: { id: number }) {
  const rows = await there.app.sql<{ line: string }>`
    select r.run_id, a.text || ': ' || coalesce(r.passed::text, 'none') || coalesce(' ' || r.reason, '')
      || coalesce(' ' || r.cause, '') as line
    from check_results r join answers a on a.arena_id = r.arena_id and a.id = r.answer_id
    where r.arena_id = ${id} and r.run_id = (select max(run_id) from check_results where arena_id = ${id})
    order by a.text`
  return rows.map(({ line }) => line)
}

test('a gating check by a command runs in no estimate, and in a run before the judges, who see no answer that fails', async () => {
  const { deps } = there.app
  const { folder } = await programIn(
    `${RECORDS}if (call.answer === 'amber on 2') { console.log('two is odd'); process.exitCode = 1 }`,
  )
  const { arena, dry } = await setUpChecked('gated', folder, { required: true, costUsd: 0.25 })
  const estimate = await estimateArena(deps.db, arena, { plan: {}, seed: 1 }, deps.settings)
  for (const { callsFor, openRequirements, costByModel } of [dry, estimate])
    expect({ callsFor, openRequirements, usd: costByModel['checker'] }).toEqual({
      callsFor: { answers: 0, judgements: 6, checks: 6 },
      openRequirements: true,
      usd: 1.5,
    })
  expect(await madeIn(folder)).toEqual([])

  await there.start(arena)
  const progress = await there.progressWhen(arena)
  expect(progress).toMatchObject({
    status: 'done',
    spentUsd: 1.5,
    skippedPairs: 1,
    checks: { total: 6, done: 6, failed: 0 },
  })
  expect((await madeIn(folder)).toSorted()).toEqual(
    ['amber', 'birch'].flatMap((name) => [1, 2, 3].map((n) => `sound: ${name} on ${n}`)),
  )
  expect(await resultsOf(arena)).toEqual([
    'amber on 1: true',
    'amber on 2: false two is odd',
    'amber on 3: true',
    'birch on 1: true',
    'birch on 2: true',
    'birch on 3: true',
  ])
  expect(await there.votesOf(arena)).toEqual([
    { judge: 'judge 1', winner: 'amber', inconsistent: false, votes: 2 },
  ])
  expect(there.models.calls.filter((call) => shownIn(call).length > 0 && call.text.includes('on 2'))).toEqual(
    [],
  )
})

test('a later run makes no result again, unless the command changed', async () => {
  const { folder } = await programIn(RECORDS)
  const { arena } = await setUpChecked('again', folder)
  const run = async () => {
    await there.start(arena)
    expect(await there.progressWhen(arena)).toMatchObject({ status: 'done', checks: { done: 6, failed: 0 } })
    return (await madeIn(folder)).length
  }
  expect(await run()).toBe(6)
  expect(await run()).toBe(6)
  await setUpChecked('again', folder, { flags: ['--strict'] })
  expect(await run()).toBe(12)
})
