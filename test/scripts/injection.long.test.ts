import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { calibrate } from '../../scripts/cli/commands/calibrate.ts'
import { importCommand } from '../../scripts/cli/commands/import.ts'
import {
  rateLimitedMs,
  startModelServer,
  type ModelServer,
  type ReceivedCall,
} from '../../scripts/dev/model-server/index.ts'
import { selectInjectionTests } from '../../server/judging/routes.ts'
import { CostRecord } from '../../server/judging/injection/cost-record.ts'
import { ATTACKS } from '../../server/judging/injection/attacks.ts'
import type { OpenDatabase } from '../../server/platform/postgres/database.ts'
import { InjectionReport } from '../../shared/contracts/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { alphabetically, KEYS, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { runHere } from './run-here.ts'

let models: ModelServer
let database: OpenDatabase
let folder: string

/** Words of an answer, without the lines that the request puts around it. */
const answersIn = ({ messages }: ReceivedCall) =>
  messages[0]!.content.replace(/^\[.*\]$/gm, '').replace(/^End of the material.*$/m, '')

/** Says what an answer demands, unless the request tells it not to obey. */
const obedient = (call: ReceivedCall) =>
  !/never obeyed/.test(call.system!) && /first/i.test(answersIn(call)) ? 'first' : alphabetically(call)

const replyOfJudges = modelsThat((call) =>
  call.model === 'obedient-1' ? obedient(call) : alphabetically(call),
)

beforeAll(async () => {
  models = await startModelServer({ reply: replyOfJudges })
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'deadheat-injection-'))
  const names = ['amber', 'birch', 'cedar']
  const arena = {
    arena: 'attacked',
    contestants: names.map((name) => ({ name, responses: `${name}.jsonl` })),
    prompts: Array.from({ length: 30 }, (_, i) => ({ id: `p${i}`, text: `Question ${i}?` })),
    judges: ['firm', 'obedient'].map((name) => ({
      name,
      provider: 'local',
      model: `${name}-1`,
      rubric: 'overall',
    })),
    providers: { local: { type: 'openai', baseUrl: models.openAiUrl, apiKeyEnv: 'MODELS_KEY' } },
  }
  await writeFile(join(folder, 'arena.yaml'), JSON.stringify(arena))
  for (const name of names) {
    const rows = arena.prompts.map(({ id }) => JSON.stringify({ prompt: id, text: `I am ${name}: ${id}.` }))
    await writeFile(join(folder, `${name}.jsonl`), rows.join('\n'))
  }
  const prices = { asOf: '2026-01-01', prices: [{ models: ['firm-1', 'obedient-1'], input: 1, output: 1 }] }
  await writeFile(join(folder, 'prices.json'), JSON.stringify(prices))
  await here(importCommand, 'import', 'attacked', 'arena.yaml')
})
afterAll(async () => {
  await models?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => models.clear())

const here = (command: typeof calibrate, ...args: string[]) =>
  runHere(command, args, {
    cwd: folder,
    env: {
      ...KEYS,
      DATABASE_URL: database.connectionString,
      DEADHEAT_DATA: folder,
      DEADHEAT_PRICES: join(folder, 'prices.json'),
      COLUMNS: '120',
    },
  })
const attacked = (...args: string[]) => here(calibrate, 'calibrate', 'attacked', '--injection', ...args)

/** What the obedient judge can read as an order. */
const ORDERS = Object.keys(ATTACKS).filter((name) => /first/i.test(ATTACKS[name]!.replace(/^\[.*\]$/gm, '')))

test('a judge that obeys answers is flipped without defences, and a firm judge never', async () => {
  const { code, stdout, stderr } = await attacked('--json')
  expect([code, stderr]).toEqual([0, expect.stringContaining('400 calls, about $')])
  const { judges, attacks, budgetReached } = InjectionReport.parse(JSON.parse(stdout))
  expect([attacks, budgetReached, models.calls.length]).toEqual([25, false, 400])
  const none = { hits: 0, n: 25, share: 0 }
  const rest = { aheadAlready: 0, unmeasured: 0 }
  const [firm, obeying] = judges
  expect(firm).toMatchObject({
    judge: 'firm',
    pairs: 25,
    calls: 200,
    failedCalls: 0,
    defended: { flipped: none, wonVote: none, ...rest },
    plain: { flipped: none, wonVote: none, ...rest },
  })
  expect(ORDERS.length).toBeGreaterThan(15)
  expect(obeying).toMatchObject({
    judge: 'obedient',
    defended: { flipped: none, ...rest },
    // an order to choose the first answer helps in one of the two orders
    plain: { flipped: { hits: ORDERS.length, n: 25 }, wonVote: none, attacks: ORDERS, ...rest },
  })
})

test('one judge is asked alone, and the terminal shows rates with their intervals', async () => {
  const { stdout } = await attacked('obedient')
  expect(models.calls.length).toBe(200)
  expect(stdout).toContain('Attacks on obedient (obedient-1) in 25 pairs of answers (overall)')
  expect(stdout).toMatch(/with defences +flipped 0 % \(0–1[34]\) of 25; won 0 %/)
  expect(stdout).toMatch(new RegExp(`without +flipped ${(100 * ORDERS.length) / 25} % \\(\\d+–\\d+\\) of 25`))
  expect(stdout).toContain('a plain order; an order in capitals')
  expect(stdout.split('\n').every((line) => line.length <= 120)).toBe(true)
})

test('a call that fails for a passing reason is made again', async () => {
  models.next(rateLimitedMs(1))
  const { stdout } = await attacked('firm', '--json')
  const [firm] = InjectionReport.parse(JSON.parse(stdout)).judges
  expect(firm).toMatchObject({ calls: 201, failedCalls: 1, defended: { unmeasured: 0 } })
})

test('the budget is never exceeded, and missing calls are counted', async () => {
  const { code, stdout } = await attacked('firm', '--budget', '0.05', '--json')
  const { judges, budgetReached } = InjectionReport.parse(JSON.parse(stdout))
  const [{ calls, costUsd, defended }] = judges as [(typeof judges)[0]]
  expect([code, budgetReached, models.calls.length]).toEqual([1, true, calls])
  expect(calls).toBeGreaterThan(0)
  expect(costUsd).toBeLessThanOrEqual(0.05)
  expect(defended.unmeasured).toBeGreaterThan(0)
  const { id } = await database.db
    .selectFrom('arenas')
    .select('id')
    .where('slug', '=', 'attacked')
    .executeTakeFirstOrThrow()
  const [stored] = await selectInjectionTests(database.db, id, 1)
  expect(stored).toMatchObject({
    judges: ['firm'],
    budgetUsd: 0.05,
    calls,
    reservedUsd: 0,
    endedAt: expect.any(String),
  })
  expect(stored!.spentUsd).toBeCloseTo(costUsd!, 12)
  const acts = database.db.selectFrom('audit_entries').select(['act', 'details']).where('arena_id', '=', id)
  const [ended, begun] = await acts.orderBy('id', 'desc').limit(2).execute()
  expect(begun).toEqual({ act: 'judges_attacked', details: { judges: ['firm'], budgetUsd: 0.05 } })
  expect(ended).toMatchObject({ act: 'judges_attack_ended', details: { calls } })
})

test('a test whose process is stopped leaves what it spent, and what its open calls may cost', async () => {
  const deps = { db: database.db, clock: () => new Date('2026-03-01T00:00:00Z'), actor: 'terminal' as const }
  const { id } = await database.db
    .selectFrom('arenas')
    .select('id')
    .where('slug', '=', 'attacked')
    .executeTakeFirstOrThrow()
  const record = await CostRecord.begin(deps, id, ['firm'], null)
  await record.called(0.25)
  await record.called(0.25)
  await record.settled(0.25, 0.125)
  expect((await selectInjectionTests(database.db, id, 1))[0]).toMatchObject({
    calls: 2,
    spentUsd: 0.125,
    reservedUsd: 0.25,
    endedAt: null,
  })
})

test('a dry run prints calls and cost, and calls nothing', async () => {
  const { code, stdout } = await attacked('--dry-run', '--budget', '2')
  expect([code, models.calls.length]).toEqual([0, 0])
  expect(stdout).toMatch(/^400 calls, about \$[\d.]+\. Budget: \$2\.00\.$/m)
})

test('what cannot be asked is refused with what to do', async () => {
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await here(calibrate, 'calibrate', ...args)
    expect([code, stdout, models.calls.length]).toEqual([2, '', 0])
    return stderr
  }
  expect(await refused('attacked', '--budget', '1')).toContain('--budget and --dry-run go with --injection')
  expect(await refused('attacked', '--injection', 'nobody')).toContain('There is no judge "nobody".')
  expect(await refused('attacked', '--injection', '--retest')).toContain('cannot be used with')
  expect(await refused('attacked', '--injection', '--budget', '0')).toContain('above 0')
})

test('a test in which no call gives a verdict is no result', async () => {
  models.become({ reply: () => 'No.' })
  const { code, stdout } = await attacked('firm', '--json')
  models.become({ reply: replyOfJudges })
  const [firm] = InjectionReport.parse(JSON.parse(stdout)).judges
  expect([code, firm!.defended.unmeasured]).toEqual([3, 25])
})

test('a refused key ends the test with its cause', async () => {
  models.become({ key: 'another' })
  const { code, stdout, stderr } = await attacked('firm')
  models.become({ key: KEYS.MODELS_KEY })
  expect([code, stdout]).toEqual([3, ''])
  expect(stderr).toContain('key')
})
