/** The unattended climb of examples/, against the local model server: killed once in the middle. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, beforeAll, describe } from 'vitest'
import { sql } from 'kysely'
import type { ReceivedCall } from '../../workshop/model-server/wires.ts'
import type { Climb } from '../../shared/contracts/index.ts'
import { openForAll } from '../support/later.ts'
import { createTestDatabase } from '../support/database.ts'
import { testModels } from '../support/providers/models.ts'
import { temporaryFolder, folderForAll } from '../support/temporary-folder.ts'
import { deadheat, deadheatHere } from './deadheat.ts'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import { alphabetically, KEYS, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'

const CLIMB = join(import.meta.dirname, '../../examples/climb')
const IN_ONE_PROCESS = join(import.meta.dirname, 'one-process/script.ts')
const SCRIPT = join(import.meta.dirname, '../../scripts/deadheat.ts')

/** The instructions of the examples that make an answer better here, and those that make it worse. */
const BETTER =
  /Say the cause|Give one command|by which to see|At most 60|short sentences|Name things|Be dry|Match the length/g
const WORSE =
  /Explain every|Begin with|general advice|Offer three|vivid adjectives|a summary|a lesson|headings and lists/g

/** A contestant's answer is as good as its instructions; the judge sees how good each is. */
function replyByQuality({ schema, system, messages }: ReceivedCall): string {
  if (!schema) {
    const quality = 50 + (system!.match(BETTER)?.length ?? 0) - (system!.match(WORSE)?.length ?? 0)
    return `Quality ${quality}.`
  }
  const shown = messages.at(-1)!.content.matchAll(/Quality (\d+)\./g)
  const [one, other] = [...shown].map(([, quality]) => Number(quality))
  const verdict = one === other ? 'tie' : one! > other! ? 'first' : 'second'
  const [criterion] = Object.keys(schema['properties'] as object)
  return JSON.stringify({ [criterion!]: { reason: 'It is closer.', verdict } })
}

/** An example with its own database, models and folder, and its loop as a process. */
async function exampleHere(name: 'climb' | 'voice', reply: (call: ReceivedCall) => string, budgetUsd = 1) {
  const [database, models, folder] = [
    await createTestDatabase(),
    await testModels({ reply }),
    await temporaryFolder(),
  ]
  onTestFinished(() => database.close())
  await cp(join(CLIMB, '..', name), folder, { recursive: true })
  const file = join(folder, 'arena.yaml')
  const here = (await readFile(file, 'utf8'))
    .replace('type: openai', `type: openai\n    baseUrl: ${models.openAiUrl}`)
    .replace('budgetUsd: 1', `budgetUsd: ${budgetUsd}`)
  await writeFile(file, here)
  const env = {
    OPENAI_API_KEY: 'sk-test-0123456789',
    DATABASE_URL: database.connectionString,
    DEADHEAT_DATA: folder,
    DEADHEAT_COMMAND: `${process.execPath} ${SCRIPT}`,
  }
  const loop = (args: readonly string[], { inOneProcess = true } = {}) => {
    const script = [...(inOneProcess ? [IN_ONE_PROCESS] : []), join(CLIMB, 'climb.mjs')]
    const child = spawn(process.execPath, [...script, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // a group of its own, so that all of it is killed at once
      detached: true,
    })
    const printed = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => (printed[name] += String(chunk)))
    return { child, ended: once(child, 'close').then(() => ({ code: child.exitCode, ...printed })) }
  }
  const log = async (arena: string) => {
    const { stdout } = await deadheat(['challenge', arena, '--log', '--json'], { env })
    return JSON.parse(stdout) as Climb
  }
  return { models, folder, loop, log }
}

test('ten attempts, killed once in the middle and started again: ten in the log, nothing judged twice', async () => {
  const { models, folder, loop, log } = await exampleHere('climb', replyByQuality)
  const climbing = () => loop(['--folder', folder, '--attempts', '10'])

  const { child, ended } = climbing()
  // 12 answers and 24 judgements' calls an attempt: this is within the sixth
  models.become({ latencyMs: 5 })
  while (models.calls.length < 12 + 5 * 36 + 20 && child.exitCode === null) await sleep(5)
  expect(child.exitCode).toBeNull()
  process.kill(-child.pid!, 'SIGKILL')
  await ended

  expect(await climbing().ended).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^v06: 0 won, 12 lost[^]*The incumbent is v07\.\n$/),
    stderr: expect.any(String),
  })
  const climb = await log('shell-help')
  expect(climb.attempts.map(({ attempt, challenger }) => [attempt, challenger])).toEqual(
    Array.from({ length: 10 }, (_, i) => [i + 1, `v${String(i + 1).padStart(2, '0')}`]),
  )
  const promoted = climb.attempts.filter((one) => one.promoted)
  expect(promoted.map(({ challenger }) => challenger)).toEqual(['v01', 'v03', 'v05', 'v07'])
  expect([climb.epochs.length, climb.attempts.every(({ total }) => total === 12)]).toEqual([1, true])
  // what was under way when it was killed is asked for once more
  expect(models.calls.length).toBeLessThanOrEqual(12 + 10 * 36 + 8)
})

test('a climb by voice on texts of one’s own keeps what sounds like them, unattended', async () => {
  const { models, folder, loop, log } = await exampleHere('voice', replyByQuality)
  const texts = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const file = join(folder, `post-${i}.md`)
      await writeFile(file, `Begin ${i}.\n\nGold ${i}${' word'.repeat(45)}.\n\nEnd ${i}.\n`)
      return file
    }),
  )
  const where = ['--example', folder, '--folder', join(folder, 'climb')]
  const ran = await loop([...where, '--attempts', '4', '--alpha', '0.05', ...texts]).ended
  expect(ran).toMatchObject({ code: 0 })
  const climb = await log('in-my-voice')
  expect(climb.epochs.map(({ rubric, criterion, references }) => [rubric, criterion, references])).toEqual([
    ['voice', 'voice', 6],
  ])
  expect(climb.attempts.map(({ promoted, total }) => [promoted, total])).toEqual(
    [true, false, true, false].map((promoted) => [promoted, 6]),
  )
  expect(climb.incumbent).toBe('v03')
  for (const { schema, messages } of models.calls)
    if (schema) expect(messages.at(-1)!.content).toMatch(/reference begins\]\nGold \d word/)
})

test('a budget that is spent ends the loop at once; a wrong number of attempts is refused', async () => {
  const { folder, loop } = await exampleHere('climb', replyByQuality, 0.0001)
  const climb = (...args: string[]) => loop(['--folder', folder, ...args], { inOneProcess: false }).ended
  const stderr = 'climb: --attempts is how many to make: a whole number from 1 on.\n'
  expect(await climb('--attempts', 'many')).toMatchObject({ code: 2, stderr })
  // it would wait ten minutes for a provider in trouble
  expect(await climb()).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(
      /The budget is spent[^]*climb: the budget of attempt 1 is spent; give a higher/,
    ),
  })
})

describe('challenge', () => {
  const models = openForAll(() => startModelServer({ reply: modelsThat(alphabetically) }))
  const database = openForAll(() => createTestDatabase())
  let env: Record<string, string>
  const folder = folderForAll()
  beforeAll(async () => {
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

  const challenge = (...args: string[]) => deadheatHere(['challenge', 'shell', ...args], { cwd: '/', env })

  test('a challenge that was paused by Ctrl-C resumes: no prompt is judged twice, and the log has one entry', async () => {
    models.become({ latencyMs: 40 })
    const args = ['challenge', 'shell', '--incumbent', 'birch', '--challenger', 'amber', '--json']
    const interrupted = spawn(process.execPath, [SCRIPT, ...args], { env: { ...process.env, ...env } })
    let printed = ''
    interrupted.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)))
    // 20 answers, then 20 calls for verdicts
    while (models.calls.length < 28 && interrupted.exitCode === null) await sleep(5)
    interrupted.kill('SIGINT')
    await once(interrupted, 'close')
    expect([interrupted.exitCode, JSON.parse(printed)]).toMatchObject([3, { stopped: 'paused' }])

    models.become({ latencyMs: 0 })
    const { code, stdout } = await challenge(...args.slice(2))
    expect(code).toBe(0)
    const { results, ...figures } = JSON.parse(stdout)
    expect(figures).toMatchObject({
      winRate: 1,
      wins: 10,
      losses: 0,
      ties: 0,
      total: 10,
      epoch: 1,
      attempt: 1,
    })
    expect(figures).toMatchObject({ verdict: 'promote', promoted: true })
    expect(figures.question).toBe('Which answer is closer in substance to the reference?')
    expect(results).toHaveLength(10)
    expect(results[0]).toMatchObject({ prompt: 'p0', winner: 'challenger', reason: 'It is.' })
    expect(models.calls).toHaveLength(40)
    const log = await challenge('--log')
    expect(log.stdout).toMatch(/^amber is the incumbent of shell after 1 attempt\.\n/)
    expect(log.stdout).toMatch(
      /^amber +birch +1 +10\/0\/0 +100\.0 % +72\.2–100\.0 % +0\.00098 +– +promoted$/m,
    )
  })

  test('exit 1 if the incumbent stays, 2 with one line for wrong input, 3 if a provider fails', async () => {
    const lost = await challenge('--challenger', 'cedar')
    expect([lost.code, lost.stdout]).toEqual([
      1,
      expect.stringMatching(/^Worse: amber stays the incumbent\./),
    ])
    for (const [args, says] of [
      [['--challenger', 'ambe'], /Arena "shell" has no contestant "ambe"; did you mean "amber"\?/],
      [['--challenger', 'birch', '--seed', '7'], /--seed goes with --hold-out/],
    ] as const)
      expect(await challenge(...args)).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(new RegExp(`^[^\n]*${says.source}[^\n]*\n$`)),
      })
    models.become({ key: 'sk-another-0123456789' })
    const stopped = await challenge('--challenger', 'dogwood', '--json')
    expect(stopped.code).toBe(3)
    expect(JSON.parse(stopped.stdout)).toMatchObject({ stopped: 'paused' })
    expect(stopped.stderr).toMatch(/deadheat: Judging is paused: .*the same command resumes\.$/m)
    expect(JSON.parse((await challenge('--log', '--json')).stdout).attempts).toHaveLength(2)
  })

  test('Ctrl-C while a run ends pauses nothing, and the message says that judging was interrupted', async () => {
    models.become({ latencyMs: 1000, key: KEYS.MODELS_KEY })
    const before = models.calls.length
    const args = ['challenge', 'shell', '--challenger', 'dogwood', '--json']
    const left = spawn(process.execPath, [SCRIPT, ...args], { env: { ...process.env, ...env } })
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
})
