/** `compare --sequential --judge`: batches of real calls until the result is decided, the budget is spent or somebody interrupts. */
import { folderForAll } from '../support/temporary-folder.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import type { Comparison } from '../../shared/contracts/index.ts'
import { pauseRun } from '../../server/runs/index.ts'
import {
  alphabetically,
  callsOf,
  KEYS,
  modelsThat,
  setUpJudged,
  start,
} from '../server/judging/judge-pair/judged-arena.ts'
import { JUDGE_MODEL } from '../server/judging/judge-pair/models-and-judges.ts'
import { appFor } from '../support/app.ts'
import { deadheatHere } from './deadheat.ts'
import { englishText, msg } from '../../shared/messages/index.ts'
import { openForAll } from '../support/later.ts'

const models = openForAll(() =>
  startModelServer({
    reply: (call) => modelsThat(call.text.includes('on the fence') ? () => 'tie' : alphabetically)(call),
    latencyMs: 20,
  }),
)
const cwd = folderForAll()
let env: Record<string, string>
const app = appFor({ env: KEYS }, async () => {
  const prices = join(cwd, 'prices.json')
  const rows = [{ models: [JUDGE_MODEL], input: 10, output: 100 }]
  await writeFile(prices, JSON.stringify({ asOf: '2026-01-01', prices: rows }))
  env = { ...KEYS, DATABASE_URL: app.database.connectionString, DEADHEAT_DATA: cwd, DEADHEAT_PRICES: prices }
})

const judge = async (slug: string, ...more: string[]) => {
  const args = ['compare', slug, 'amber', 'birch', '--sequential', '--judge', ...more]
  return deadheatHere(args, { cwd, env })
}
/** An arena with these answers and one judge, all of whose prompts say so. */
async function answeredArena(slug: string, prompts: number, question?: string) {
  await setUpJudged(app.deps, { slug, baseUrl: models.openAiUrl, prompts, answered: true })
  const messages = JSON.stringify([{ role: 'user', content: question }])
  if (question)
    await app.sql`update prompts set messages = ${messages}
      where arena_id = (select id from arenas where slug = ${slug})`
}
const comparisonIn = (stdout: string) => JSON.parse(stdout) as Comparison

test('stops at the first look that decides, with answers and judgements of these two only', async () => {
  const arenaOptions = { baseUrl: models.openAiUrl, prompts: 40, judges: [{}, { name: 'second' }] }
  const arena = await setUpJudged(app.deps, { slug: 'clear', ...arenaOptions })
  const { code, stdout, stderr } = await judge('clear', '--batch', '4', '--json')
  const { ship, calls, stopped, criteria, gate } = comparisonIn(stdout)
  expect([code, ship, stopped, gate.minVotes]).toEqual([0, true, 'decided', 1])
  expect(stderr).toContain('With 40 prompts, 40 wins of 40 or more can be shown, at any look.')
  const { units, votes, significantFor } = criteria[0]
  expect(units % 4).toBe(0)
  expect(significantFor).toBe('amber')
  expect(votes).toBe(2 * units)
  expect(calls).toEqual({ made: 4 * units, planned: 160, saved: 160 - 4 * units })
  expect(await callsOf(app.deps, arena)).toEqual([{ status: 'ok', cause: null, calls: 4 * units }])
  expect(await callsOf(app.deps, arena, 'answer')).toEqual([{ status: 'ok', cause: null, calls: 2 * units }])
  expect(stderr).toContain(
    `Look ${units / 4}: overall 100.0 %, decided for amber; ${4 * units} of 160 calls.`,
  )

  const again = await judge('clear')
  expect(again.code).toBe(0)
  expect(again.stdout.replace(/\s+/g, ' ')).toContain(
    `Judging stopped: the result is decided. ${4 * units} of 160 calls to judges made, ${160 - 4 * units} saved against the fixed plan.`,
  )
  expect(again.stdout).toContain('The default gate asks for a win rate of 55 % and alpha 0.05.')
  expect(await callsOf(app.deps, arena)).toMatchObject([{ calls: 4 * units }])
})

test('stops when nothing can be shown any more, else judges everything, and requires the gate’s number of votes', async () => {
  for (const slug of ['even', 'level']) await answeredArena(slug, 20, 'on the fence?')
  const never = await judge('even', '--batch', '15', '--min-win-rate', '0.99')
  expect(never.stdout.replace(/\s+/g, ' ')).toMatch(
    /less than 5 of 100 cases.*hardly be passed with what is left\. 30 of 40 calls to judges made, 10 saved/,
  )
  const args = ['level', 'amber', 'birch', '--judge', '--json']
  const even = await deadheatHere(['compare', ...args], { cwd, env })
  expect(even.stderr).toContain('With 20 prompts, 16 wins of 20 or more can be shown, once all are judged.')
  expect(even.code).toBe(4)
  expect(comparisonIn(even.stdout)).toMatchObject({
    sequential: false,
    answer: 'not_shown',
    moreVotes: null,
    stopped: 'everything_judged',
    calls: { made: 40, planned: 40, saved: 0 },
    criteria: [{ ties: 20, votes: 20, because: 'more_votes' }],
  })
  await answeredArena('many', 70)
  const many = await judge('many', '--batch', '20', '--min-votes', '58', '--json')
  expect(comparisonIn(many.stdout)).toMatchObject({
    stopped: 'decided',
    calls: { made: 120 },
    criteria: [{ votes: 60 }],
  })
})

test('stops at its budget, and resumes with a higher one', async () => {
  await setUpJudged(app.deps, {
    slug: 'dear',
    baseUrl: models.openAiUrl,
    prompts: 60,
    answered: true,
    judges: [{ params: { max_tokens: 100 } }],
  })
  const short = await judge('dear', '--batch', '4', '--budget', '0.2', '--json')
  const first = comparisonIn(short.stdout)
  expect([short.code, first.stopped]).toEqual([4, 'budget_reached'])
  expect(first.calls!.made).toBeGreaterThan(0)
  expect(first.calls!.made).toBe(2 * first.criteria[0].votes)
  const rows = await app.sql<{ spent: number }>`select sum(spent_usd)::float8 as spent from runs r
    join arenas a on a.id = r.arena_id where a.slug = 'dear'`
  expect(rows[0].spent).toBeLessThanOrEqual(0.2)
  const same = comparisonIn((await judge('dear', '--batch', '4', '--budget', '0.2', '--json')).stdout)
  expect(same).toMatchObject({ stopped: 'budget_reached', calls: first.calls! })
  const enough = comparisonIn((await judge('dear', '--batch', '4', '--budget', '60', '--json')).stdout)
  expect(enough).toMatchObject({ stopped: 'decided', ship: true })
  expect(enough.calls!.made).toBe(2 * enough.criteria[0].votes)
})

test('a provider failure ends it with the cause and no verdict; after the fix, the same command resumes', async () => {
  await answeredArena('refused', 60)
  models.become({ key: 'another-key' })
  const refused = await judge('refused', '--json')
  models.become({ key: KEYS.MODELS_KEY })
  expect([refused.code, refused.stdout]).toEqual([3, ''])
  expect(refused.stderr).toMatch(
    /Judging is paused: key refused: 127\.0\.0\.1:\d+ answered 401.*same command/,
  )
  expect(refused.stderr).not.toContain('judge refused')
  expect(comparisonIn((await judge('refused', '--json')).stdout)).toMatchObject({ stopped: 'decided' })
})

test('input that cannot be judged in batches is refused with what to do', async () => {
  await setUpJudged(app.deps, { slug: 'none', baseUrl: models.openAiUrl, judges: [], answered: true })
  const busy = await setUpJudged(app.deps, { slug: 'busy', baseUrl: models.openAiUrl, answered: true })
  await start(app.deps, busy)
  await pauseRun(app.deps, busy)
  const refused: [args: string[], message: RegExp][] = [
    [['none', 'amber', 'birch', '--batch', '5'], /--batch goes with --judge/],
    [
      ['none', 'amber', 'birch', '--sequential', '--judge'],
      new RegExp(englishText(msg('arena_without_judge', { arena: 'none' }))),
    ],
    [
      ['clear', 'amber', 'birch', '--sequential', '--judge', '--preset', 'cosmetic'],
      /the cosmetic gate has no significance level\. .* judge everything first \(npm run -s deadheat -- judge\)/,
    ],
    [['busy', 'amber', 'birch', '--sequential', '--judge'], /"busy" has an open run \(paused\)/],
    [['clear', 'amber', 'amber', '--sequential', '--judge'], /cannot be compared with itself/],
    [
      ['clear', 'amber', 'birch', '--sequential', '--judge', '--source', 'people'],
      /use judges or judge:NAME/,
    ],
    [
      ['clear', 'amber', 'birch', '--sequential', '--judge', '--source', 'judge:jo'],
      /no judge "jo"\. There are "judge 1", "second"/,
    ],
    [
      ['clear', 'amber', 'birch', '--sequential', '--judge', '--budget', '0'],
      /--budget.*an amount of US dollars above 0/,
    ],
  ]
  for (const [args, message] of refused) {
    const { code, stdout, stderr } = await deadheatHere(['compare', ...args], { cwd, env })
    expect([args, code, stdout]).toEqual([args, 2, ''])
    expect(stderr).toMatch(message)
  }
})
