import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { challengeCommand } from '../../scripts/cli/commands/challenge.ts'
import { startModelServer, type ModelServer } from '../../workshop/model-server/model-server.ts'
import type { OpenDatabase } from '../../server/platform/postgres/database.ts'
import { alphabetically, KEYS, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { createTestDatabase } from '../support/database.ts'
import { deadheatHere } from './deadheat.ts'
import { runHere } from './run-here.ts'

let models: ModelServer
let database: OpenDatabase
let env: Record<string, string>
let folder: string
beforeAll(async () => {
  models = await startModelServer({ reply: modelsThat(alphabetically) })
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'deadheat-'))
  env = { ...KEYS, DATABASE_URL: database.connectionString, DEADHEAT_DATA: folder }
  const model = { provider: 'local', model: 'some-model' }
  const arena = {
    arena: 'shell',
    criteria: ['closeness'],
    providers: {
      local: { type: 'openai', baseUrl: models.openAiUrl, apiKeyEnv: 'MODELS_KEY', concurrency: 4 },
    },
    contestants: ['amber', 'birch', 'cedar', 'dogwood'].map((name) => ({
      name,
      ...model,
      system: `You are ${name}.`,
    })),
    prompts: Array.from({ length: 10 }, (_, i) => ({
      id: `p${i}`,
      text: `Question ${i}?`,
      reference: `It is ${i}.`,
    })),
    judges: [{ name: 'gold', ...model, rubric: 'reference' }],
  }
  await writeFile(join(folder, 'arena.yaml'), JSON.stringify(arena))
  const { code, stderr } = await deadheatHere(['import', 'shell', join(folder, 'arena.yaml')], { env })
  if (code !== 0) throw new Error(stderr)
})
afterAll(async () => {
  await models?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const script = join(import.meta.dirname, '../../scripts/deadheat.ts')
const challenge = (...args: string[]) =>
  runHere(challengeCommand, ['challenge', 'shell', ...args], { cwd: '/', env })

test('a challenge that was killed or paused by Ctrl-C resumes: no prompt is judged twice, and the log has one entry', async () => {
  models.become({ latencyMs: 40 })
  const args = ['challenge', 'shell', '--incumbent', 'birch', '--challenger', 'amber', '--json']
  const killed = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } })
  // 20 answers, then 20 calls for verdicts
  while (models.calls.length < 28 && killed.exitCode === null) await sleep(5)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(killed.signalCode).toBe('SIGKILL')
  expect(JSON.parse((await challenge('--log', '--json')).stdout)).toMatchObject({
    attempts: [],
    incumbent: null,
  })

  const interrupted = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } })
  let printed = ''
  interrupted.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)))
  const before = models.calls.length
  while (models.calls.length < before + 3 && interrupted.exitCode === null) await sleep(5)
  interrupted.kill('SIGINT')
  await once(interrupted, 'close')
  expect([interrupted.exitCode, JSON.parse(printed)]).toMatchObject([3, { stopped: 'paused' }])

  models.become({ latencyMs: 0 })
  const { code, stdout } = await challenge(...args.slice(2))
  expect(code).toBe(0)
  const { results, ...figures } = JSON.parse(stdout)
  expect(figures).toMatchObject({ winRate: 1, wins: 10, losses: 0, ties: 0, total: 10, epoch: 1, attempt: 1 })
  expect(figures).toMatchObject({ verdict: 'promote', promoted: true })
  expect(figures.question).toBe('Which answer is closer in substance to the reference?')
  expect(results).toHaveLength(10)
  expect(results[0]).toMatchObject({ prompt: 'p0', winner: 'challenger', reason: 'It is.' })
  // what was under way when it was killed is asked for once more, four calls at most
  expect(models.calls.length).toBeLessThanOrEqual(44)
  const log = await challenge('--log')
  expect(log.stdout).toMatch(/^amber is the incumbent of shell after 1 attempt\.\n/)
  expect(log.stdout).toMatch(/^amber +birch +1 +10\/0\/0 +100\.0 % +72\.2–100\.0 % +0\.00098 +– +promoted$/m)
})

test('exit 1 if the incumbent stays, 2 with one line for wrong input, 3 if a provider fails', async () => {
  const lost = await challenge('--challenger', 'cedar')
  expect([lost.code, lost.stdout]).toEqual([
    1,
    expect.stringMatching(/^Not promoted: amber stays the incumbent\./),
  ])
  const refused: [string[], RegExp][] = [
    [[], /--challenger is missing: name the contestant/],
    [['--challenger', 'amber'], /amber is already the incumbent of arena "shell"/],
    [['--challenger', 'ambe'], /there is no contestant "ambe"; did you mean "amber"\?/],
    [['--challenger', 'birch', '--min-win-rate', '0.4'], /'--min-win-rate.*a share from 0\.5 to 1/],
    [['--challenger', 'birch', '--alpha', '0'], /'--alpha.*a number above 0, and 1 at most/],
    [
      ['--challenger', 'birch', '--hold-out', 'some'],
      /'--hold-out.*a share from 0 to below 1, category:NAME/,
    ],
    [['--challenger', 'birch', '--seed', '7'], /--seed draws the hold-out: use it with --hold-out/],
    [['--challenger', 'birch', '--judges', 'gold,silver'], /a climb has one judge/],
    [['--challenger', 'birch', '--judges', 'silver'], /There is no judge "silver"\. There is "gold"/],
    [['--challenger', 'birch', '--log'], /--log prints the attempts so far/],
  ]
  for (const [args, says] of refused) {
    const { code, stdout, stderr } = await challenge(...args)
    expect([args, code, stdout, stderr]).toEqual([args, 2, '', expect.stringMatching(says)])
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  }
  models.become({ key: 'sk-another-0123456789' })
  const stopped = await challenge('--challenger', 'dogwood', '--json')
  expect([stopped.code, JSON.parse(stopped.stdout)]).toEqual([
    3,
    { stopped: 'paused', message: expect.stringMatching(/^Judging is paused: /) },
  ])
  expect(stopped.stderr).toMatch(/deadheat: Judging is paused: .*the same command resumes\.$/m)
  expect(JSON.parse((await challenge('--log', '--json')).stdout).attempts).toHaveLength(2)
})

test('a challenge by plain majority, with a hold-out', async () => {
  models.become({ reply: modelsThat((call) => (alphabetically(call) === 'first' ? 'second' : 'first')) })
  models.become({ key: KEYS.MODELS_KEY })
  const { code, stdout } = await challenge(
    '--challenger',
    'cedar',
    '--min-win-rate',
    '0.5',
    '--alpha',
    '1',
    '--hold-out',
    'prompts:p8,p9',
    '--json',
  )
  const { results, ...figures } = JSON.parse(stdout)
  expect(code).toBe(0)
  // the hold-out is another measure: a new epoch, with the incumbent judged again first
  expect(figures).toMatchObject({ epoch: 2, attempt: 4, wins: 8, holdOut: { wins: 2 }, gate: { alpha: 1 } })
  expect(results).toHaveLength(8)
})

test('Ctrl-C while a run ends pauses nothing, and the message says that judging was interrupted', async () => {
  models.become({ latencyMs: 1000 })
  const before = models.calls.length
  const args = ['challenge', 'shell', '--challenger', 'birch', '--json']
  const left = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } })
  const closed = once(left, 'close')
  let stdout = ''
  left.stdout.on('data', (chunk: Buffer) => (stdout += String(chunk)))
  while (models.calls.length === before && left.exitCode === null) await sleep(5)
  await database.db.transaction().execute(async (trx) => {
    await sql`select from arenas for no key update`.execute(trx)
    left.kill('SIGINT')
    for (;;) {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%for no key update%'`.execute(database.db)
      if (rows.length > 0 || left.exitCode !== null) break
      await sleep(10)
    }
    await sql`update runs set status = 'done', ended_at = now() where status = 'running'`.execute(trx)
  })
  await closed
  expect([left.exitCode, JSON.parse(stdout)]).toMatchObject([3, { stopped: 'running' }])
})
