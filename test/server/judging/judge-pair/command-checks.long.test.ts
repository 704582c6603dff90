/** Runs whose answers are checked by commands. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { arenaForOperator } from '../../../../server/arenas/index.ts'
import { estimateArena } from '../../../../server/judging/index.ts'
import { checkArena, dryRun, setUpArena } from '../../../../server/transfer/index.ts'
import { arenaFile } from '../../transfer/arena-files.ts'
import { programIn, READS_CALL } from '../../../support/programs.ts'
import { KEYS, progressWhen, shownIn, start, votesOf } from './judged-arena.ts'
import { JUDGE_MODEL } from './models-and-judges.ts'
import { withModels } from './with-models.ts'

const there = withModels()

/** Writes a line into `made` for each start, then does as `source` says. */
const RECORDS = `${READS_CALL}import { appendFileSync } from 'node:fs'
appendFileSync(new URL('made', import.meta.url), call.check + ': ' + call.answer + '\\n')
`

interface SetUpOptions {
  required?: boolean
  costUsd?: number
  flags?: string[]
}

/** amber and birch have answers to three prompts; a command checks them, and a model judges. */
async function setUp(slug: string, folder: string, options: SetUpOptions = {}) {
  const { required = false, costUsd = 0, flags = [] } = options
  const { deps } = there.app
  const contestants = ['amber', 'birch']
  const file = await arenaFile(
    {
      arena: slug,
      contestants: contestants.map((name) => ({ name, responses: `${name}.jsonl` })),
      prompts: [1, 2, 3].map((n) => ({ id: `p${n}`, text: `Question ${n}?` })),
      judges: [{ name: 'judge 1', provider: 'models', model: JUDGE_MODEL, rubric: 'overall' }],
      checks: [{ name: 'sound', kind: 'exec', provider: 'checker', ...(required && { required }) }],
      providers: {
        checker: {
          type: 'exec',
          command: [process.execPath, join(folder, 'program.mjs'), ...flags],
          costUsd,
        },
        models: { type: 'openai', baseUrl: there.models.openAiUrl, apiKeyEnv: 'MODELS_KEY' },
      },
    },
    Object.fromEntries(
      contestants.map((name) => [
        `${name}.jsonl`,
        [1, 2, 3].map((n) => `${JSON.stringify({ prompt: `p${n}`, text: `${name} on ${n}` })}\n`).join(''),
      ]),
    ),
  )
  const plan = await checkArena(file, { env: KEYS, prices: deps.settings.prices, now: deps.clock() })
  expect(plan.problems).toEqual([])
  const dry = await dryRun(plan, { seed: 1 }, deps.settings)
  await setUpArena(deps, plan)
  return { arena: await arenaForOperator(deps.db, slug), dry: dry! }
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
  const { arena, dry } = await setUp('gated', folder, { required: true, costUsd: 0.25 })
  const estimate = await estimateArena(deps.db, arena, { plan: {}, seed: 1 }, deps.settings)
  for (const { callsFor, openRequirements, costByModel } of [dry, estimate])
    expect({ callsFor, openRequirements, usd: costByModel['checker'] }).toEqual({
      callsFor: { answers: 0, judgements: 6, checks: 6 },
      openRequirements: true,
      usd: 1.5,
    })
  expect(await madeIn(folder)).toEqual([])

  await start(deps, arena)
  const progress = await progressWhen(deps, arena)
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
  expect(await votesOf(deps, arena)).toEqual([
    { judge: 'judge 1', winner: 'amber', inconsistent: false, votes: 2 },
  ])
  expect(there.models.calls.filter((call) => shownIn(call).length > 0 && call.text.includes('on 2'))).toEqual(
    [],
  )
})

test('a later run makes no result again, unless the command changed', async () => {
  const { deps } = there.app
  const { folder } = await programIn(RECORDS)
  const { arena } = await setUp('again', folder)
  const run = async () => {
    await start(deps, arena)
    expect(await progressWhen(deps, arena)).toMatchObject({ status: 'done', checks: { done: 6, failed: 0 } })
    return (await madeIn(folder)).length
  }
  expect(await run()).toBe(6)
  expect(await run()).toBe(6)
  await setUp('again', folder, { flags: ['--strict'] })
  expect(await run()).toBe(12)
})
