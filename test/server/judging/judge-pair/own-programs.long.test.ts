/** Runs whose answers come from an HTTP endpoint and from commands. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { arenaForOperator } from '../../../../server/arenas/index.ts'
import { cancelRun } from '../../../../server/runs/operate-run.ts'
import { checkArena, setUpArena } from '../../../../server/transfer/index.ts'
import { arenaFile } from '../../transfer/arena-files.ts'
import { isThere, programIn, READS_CALL } from '../../../support/programs.ts'
import { KEYS } from './judged-arena.ts'
import { JUDGE_MODEL } from './models-and-judges.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { withModels } from './with-models.ts'

const there = withModels()

/** amber is a command, birch an HTTP endpoint, and a model judges. */
async function setUp(
  slug: string,
  source: string,
  { costUsd = 0.25, prompts = 3, answer }: { costUsd?: number; prompts?: number; answer?: string } = {},
) {
  const { deps } = there.app
  const { folder, command } = await programIn(source)
  const file = await arenaFile(
    stringify({
      arena: slug,
      contestants: [
        { name: 'amber', provider: 'program', system: 'You are amber.' },
        { name: 'birch', provider: 'endpoint', model: 'writer-1', system: 'You are birch.' },
      ],
      prompts: Array.from({ length: prompts }, (_, i) => ({ id: `p${i + 1}`, text: `Question ${i + 1}?` })),
      judges: [{ name: 'judge 1', provider: 'models', model: JUDGE_MODEL, rubric: 'overall' }],
      providers: {
        program: {
          type: 'exec',
          command: [command[0], join(folder, 'program.mjs')],
          costUsd,
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
        models: { type: 'openai', baseUrl: there.models.openAiUrl, apiKeyEnv: 'MODELS_KEY' },
      },
    }),
  )
  const plan = await checkArena(file, { env: KEYS, prices: deps.settings.prices, now: deps.clock() })
  expect(plan.problems).toEqual([])
  await setUpArena(deps, plan)
  return { arena: await arenaForOperator(deps.db, slug), file }
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
    prompts: 8,
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
  const { arena } = await setUp(slug, waits, { prompts: 12 })
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
    { prompts: 1, answer: '/messages' },
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
