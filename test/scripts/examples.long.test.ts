import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import { checkArena } from '../../server/transfer/index.ts'
import { readPrices } from '../../server/platform/providers/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { deadheatHere } from './deadheat.ts'
import { findWebDocument } from '../../shared/web-answers/web-document.ts'
import { openForAll } from '../support/later.ts'
import { exampleHere, EXAMPLES, KEYS, leastReply } from './example-here.ts'

const models = openForAll(() => startModelServer({ reply: leastReply }))
const database = openForAll(() => createTestDatabase())

const ARENAS = [
  'climb',
  'first-arena',
  'ingredients',
  'prompt-variants',
  'rag-answers',
  'models',
  'ticket-triage',
  'voice',
]
/** Only people decide here. */
const OF_PEOPLE = ['live', 'web-pages']

test('every folder of examples has a test here', async () => {
  const folders = (await readdir(EXAMPLES, { withFileTypes: true })).filter((one) => one.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...ARENAS, ...OF_PEOPLE].toSorted())
})

/** Decided by `challenge`, whose gate stands in no file. */
const CLIMBS = ['climb', 'voice']

test.each(ARENAS.filter((name) => !CLIMBS.includes(name)))(
  '%s ships on measured judges alone',
  async (name) => {
    const text = await readFile(join(EXAMPLES, name, 'arena.yaml'), 'utf8')
    expect(text).toMatch(/^gate:\n(?: .*\n)* {2}judge: measured/m)
  },
)

describe.each(ARENAS)('%s', (name) => {
  const file = join(EXAMPLES, name, 'arena.yaml')

  test('runs with the announced number of calls and votes, within its budget', async () => {
    const prices = await readPrices()
    const plan = await checkArena(file, { env: KEYS, prices, now: new Date() })
    expect(plan.problems).toEqual([])
    models.clear()
    const folder = await exampleHere(name, models)
    const env = { ...KEYS, DATABASE_URL: database.connectionString, DEADHEAT_DATA: folder }
    const run = ['run', join(folder, 'arena.yaml'), '--json']
    const announced = JSON.parse((await deadheatHere([...run, '--dry-run'], { env })).stdout)
    expect([announced.costUsd > 0, announced.costUsd < (plan.budgetUsd ?? 1)]).toEqual([true, true])
    const { code, stdout, stderr } = await deadheatHere(run, { env })
    expect([code, stderr]).toEqual([0, expect.stringContaining('Done: ')])
    const { judging, board } = JSON.parse(stdout)
    expect(models.calls.length).toBe(announced.calls)
    expect(judging.judgements).toMatchObject({ done: announced.judgements, failed: 0 })
    // only ties, a vote for each criterion
    const { state, leader, deadHeat } = board
    const inHeat = state === 'first_votes' ? 0 : board.contestants.length
    expect([leader, deadHeat.length]).toEqual([null, inHeat])
  })
})

test('live takes prompts of visitors, within a budget, and checks them', async () => {
  const file = join(EXAMPLES, 'live', 'arena.yaml')
  const plan = await checkArena(file, { env: KEYS, prices: await readPrices(), now: new Date() })
  expect(plan.problems).toEqual([])
  expect(plan.incoming?.setUp.settings.live).toMatchObject({
    budgetUsd: 20,
    moderation: { provider: 'openai' },
  })
})

test('every answer of web-pages is a document that runs', async () => {
  const files = ['plain-prompt', 'asks-for-care'].map((name) => join(EXAMPLES, 'web-pages', `${name}.jsonl`))
  const lines = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).flatMap((text) =>
    text.trim().split('\n'),
  )
  const kinds = lines.map((line) => findWebDocument((JSON.parse(line) as { text: string }).text)?.kind)
  expect(kinds).toEqual(['html', 'html', 'svg', 'html', 'html', 'svg'])
})

test('plan counts no work that is already judged', async () => {
  const { code, stdout } = await deadheatHere(['plan', 'library-desk', '--win-rate', '0.6', '--json'], {
    env: { ...KEYS, DATABASE_URL: database.connectionString },
  })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    answers: 0,
    judgements: 0,
    judgementsThere: 12,
    callsFor: { judgements: 0 },
    board: { state: 'dead_heat', leader: null, deadHeat: ['Keyword-search', 'Reranked'] },
    votesNeeded: {
      winRate: 0.6,
      votesForPower: 194,
      // one judge, four criteria in one call, both orders; a vote on each of twelve prompts
      judging: { callsPerPair: 2 * 194, pairs: 1, mostVotes: 12 },
    },
  })
  const text = await deadheatHere(['plan', 'library-desk', '--win-rate', '0.55'], {
    env: { ...KEYS, DATABASE_URL: database.connectionString },
  })
  expect(text.stdout).toMatch(
    /win rate of 0\.55 in 80 % of cases, at alpha 0\.05, .* 783 independent decisive votes.* 0\.55 is significant from 385 /,
  )
  expect(text.stdout).toMatch(/^Under helpfulness: \S/m)
  expect(text.stdout).toMatch(/this takes 1,566 calls a pair, about \$\d/)
  expect(text.stdout).toContain('give at most 12 on a pair: add prompts')
})

test('a dry run without keys warns of the missing keys, and prints the estimate', async () => {
  const none = { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '' }
  const file = join(EXAMPLES, 'models', 'arena.yaml')
  const { code, stdout } = await deadheatHere(['run', file, '--dry-run', '--json'], { env: none })
  expect(code).toBe(0)
  const { calls, problems, warnings } = JSON.parse(stdout) as {
    calls: number
    problems: unknown[]
    warnings: { message: string }[]
  }
  expect([calls, problems]).toEqual([356, []])
  expect(warnings.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('OPENAI_API_KEY is not set'),
      expect.stringContaining('ANTHROPIC_API_KEY is not set'),
    ]),
  )
  const { stderr } = await deadheatHere(['run', file, '--dry-run'], { env: none })
  expect(stderr).toMatch(/warning: arena.yaml:\d+: providers.openai.apiKeyEnv: .*OPENAI_API_KEY is not set/)
  expect(stderr).toMatch(
    /warning: arena.yaml:\d+: providers.anthropic.apiKeyEnv: .*ANTHROPIC_API_KEY is not set/,
  )
})
