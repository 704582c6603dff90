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
import { challengeCommand } from '../../scripts/cli/commands/challenge.ts'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import { alphabetically, KEYS, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { runHere } from './run-here.ts'

const EXAMPLE = join(import.meta.dirname, '../../examples/climb')
const IN_ONE_PROCESS = join(import.meta.dirname, 'one-process/script.ts')
const SCRIPT = join(import.meta.dirname, '../../scripts/deadheat.ts')

/** The instructions of propose.mjs that make an answer better here, and those that make it worse. */
const BETTER = /Say the cause|Give one command|by which to see|At most 60/g
const WORSE = /Explain every|Begin with|general advice|Offer three/g

/** A contestant's answer is as good as its instructions; the judge sees how good each is. */
function reply({ schema, system, messages }: ReceivedCall): string {
  const question = messages.at(-1)!.content
  if (!schema) {
    const quality = 50 + (system!.match(BETTER)?.length ?? 0) - (system!.match(WORSE)?.length ?? 0)
    return `Quality ${quality}.`
  }
  const [one, other] = [...question.matchAll(/Quality (\d+)\./g)].map(([, quality]) => Number(quality))
  const verdict = one === other ? 'tie' : one! > other! ? 'first' : 'second'
  return JSON.stringify({ closeness: { reason: 'It is closer.', verdict } })
}

/** The example with its own database, models and folder. */
async function exampleHere(budgetUsd = 1) {
  const [database, models, folder] = [
    await createTestDatabase(),
    await testModels({ reply }),
    await temporaryFolder(),
  ]
  onTestFinished(() => database.close())
  const here = (await readFile(join(EXAMPLE, 'arena.yaml'), 'utf8'))
    .replace('type: openai', `type: openai\n    baseUrl: ${models.openAiUrl}`)
    .replace('prompts.jsonl', join(EXAMPLE, 'prompts.jsonl'))
    .replace('budgetUsd: 1', `budgetUsd: ${budgetUsd}`)
  await writeFile(join(folder, 'arena.yaml'), here)
  return { database, models, folder }
}

test('ten attempts, killed once in the middle and started again: ten in the log, nothing judged twice', async () => {
  const { database, models, folder } = await exampleHere()
  const env = {
    OPENAI_API_KEY: 'sk-test-0123456789',
    DATABASE_URL: database.connectionString,
    DEADHEAT_DATA: folder,
  }
  const climbing = () =>
    spawn(
      process.execPath,
      [IN_ONE_PROCESS, join(EXAMPLE, 'climb.mjs'), '--folder', folder, '--attempts', '10'],
      {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
        // a group of its own, so that all of it is killed at once
        detached: true,
      },
    )

  const first = climbing()
  // 12 answers and 24 judgements' calls an attempt: this is within the sixth
  models.become({ latencyMs: 5 })
  while (models.calls.length < 12 + 5 * 36 + 20 && first.exitCode === null) await sleep(5)
  expect(first.exitCode).toBeNull()
  process.kill(-first.pid!, 'SIGKILL')
  await once(first, 'exit')

  const second = climbing()
  let printed = ''
  second.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)))
  await once(second, 'exit')
  expect([second.exitCode, printed]).toEqual([
    0,
    expect.stringMatching(/^v06: 0 won, 12 lost[^]*The incumbent is v07\.\n$/),
  ])
  const { code, stdout } = await deadheat(['challenge', 'shell-help', '--log', '--json'], { env })
  expect(code).toBe(0)
  const climb = JSON.parse(stdout) as Climb
  expect(climb.attempts.map(({ attempt, challenger }) => [attempt, challenger])).toEqual(
    Array.from({ length: 10 }, (_, i) => [i + 1, `v${String(i + 1).padStart(2, '0')}`]),
  )
  const promoted = climb.attempts.filter((one) => one.promoted)
  expect(promoted.map(({ challenger }) => challenger)).toEqual(['v01', 'v03', 'v05', 'v07'])
  expect([climb.epochs.length, climb.attempts.every(({ total }) => total === 12)]).toEqual([1, true])
  // what was under way when it was killed is asked for once more
  expect(models.calls.length).toBeLessThanOrEqual(12 + 10 * 36 + 8)
})

/** The pieces of examples/voice that make a text more like its author's here, and those that make it less so. */
const LIKE_AUTHOR = /short sentences|Name things|Be dry|Match the length/g
const UNLIKE_AUTHOR = /vivid adjectives|a summary|a lesson|headings and lists/g

test('a climb by voice on texts of one’s own keeps what sounds like them, unattended', async () => {
  const near = (system: string) =>
    50 + (system.match(LIKE_AUTHOR)?.length ?? 0) - (system.match(UNLIKE_AUTHOR)?.length ?? 0)
  const [database, folder] = [await createTestDatabase(), await temporaryFolder()]
  onTestFinished(() => database.close())
  const models = await testModels({
    reply: ({ schema, system, messages }) => {
      if (!schema) return `Quality ${near(system!)}.`
      const [one, other] = [...messages.at(-1)!.content.matchAll(/Quality (\d+)\./g)].map(([, n]) =>
        Number(n),
      )
      return JSON.stringify({ voice: { reason: 'So.', verdict: one! > other! ? 'first' : 'second' } })
    },
  })
  const texts = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const file = join(folder, `post-${i}.md`)
      await writeFile(file, `Begin ${i}.\n\nGold ${i}${' word'.repeat(45)}.\n\nEnd ${i}.\n`)
      return file
    }),
  )
  const example = join(folder, 'example')
  await cp(join(EXAMPLE, '../voice'), example, { recursive: true })
  const file = join(example, 'arena.yaml')
  const here = (await readFile(file, 'utf8')).replace(
    'type: openai',
    `type: openai\n    baseUrl: ${models.openAiUrl}`,
  )
  await writeFile(file, here)
  const env = {
    OPENAI_API_KEY: 'sk-test-0123456789',
    DATABASE_URL: database.connectionString,
    DEADHEAT_DATA: folder,
  }
  const args = [
    '--example',
    example,
    '--folder',
    join(folder, 'climb'),
    '--attempts',
    '4',
    '--alpha',
    '0.05',
    ...texts,
  ]
  const loop = spawn(process.execPath, [IN_ONE_PROCESS, join(EXAMPLE, 'climb.mjs'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(loop, 'close')
  expect(loop.exitCode).toBe(0)
  const { stdout } = await deadheat(['challenge', 'in-my-voice', '--log', '--json'], { env })
  const climb = JSON.parse(stdout) as Climb
  expect(climb.epochs.map(({ rubric, criterion, references }) => [rubric, criterion, references])).toEqual([
    ['voice', 'voice', 6],
  ])
  expect(climb.attempts.map(({ promoted, total }) => [promoted, total])).toEqual(
    [true, false, true, false].map((promoted) => [promoted, 6]),
  )
  expect(climb.incumbent).toBe('v03')
  const asked = models.calls.filter(({ schema }) => schema)
  expect(
    asked.every(({ messages }) => /reference begins\]\nGold \d word/.test(messages.at(-1)!.content)),
  ).toBe(true)
})

test('a budget that is spent ends the loop at once; a wrong number of attempts is refused', async () => {
  const { database, folder } = await exampleHere(0.0001)
  const climb = async (...args: string[]) => {
    const loop = spawn(process.execPath, [join(EXAMPLE, 'climb.mjs'), '--folder', folder, ...args], {
      env: {
        ...process.env,
        OPENAI_API_KEY: 'sk-test-0123456789',
        DATABASE_URL: database.connectionString,
        DEADHEAT_DATA: folder,
        DEADHEAT_COMMAND: `${process.execPath} ${SCRIPT}`,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    loop.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)))
    await once(loop, 'close')
    return [loop.exitCode, stderr]
  }
  const refused = 'climb: --attempts is how many to make: a whole number from 1 on.\n'
  expect(await climb('--attempts', 'many')).toEqual([2, refused])
  // it would wait ten minutes for a provider in trouble
  expect(await climb()).toEqual([
    3,
    expect.stringMatching(/The budget is spent[^]*climb: the budget of attempt 1 is spent; give a higher/),
  ])
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
    // what was under way when it was killed is asked for once more, four calls at most
    expect(models.calls.length).toBeLessThanOrEqual(44)
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
    const refused: [string[], RegExp][] = [
      [[], /--challenger is missing: name the contestant/],
      [['--challenger', 'amber'], /amber is already the incumbent of arena "shell"/],
      [['--challenger', 'ambe'], /There is no contestant "ambe" in arena "shell"; did you mean "amber"\?/],
      [['--challenger', 'birch', '--min-win-rate', '0.4'], /'--min-win-rate.*a share from 0\.5 to 1/],
      [['--challenger', 'birch', '--alpha', '0'], /'--alpha.*a number above 0, and 1 at most/],
      [
        ['--challenger', 'birch', '--hold-out', 'some'],
        /'--hold-out.*a share from 0 to below 1, category:NAME/,
      ],
      [['--challenger', 'birch', '--seed', '7'], /--seed goes with --hold-out/],
      [['--challenger', 'birch', '--judges', 'gold,silver'], /a climb has one judge/],
      [['--challenger', 'birch', '--judges', 'silver'], /There is no judge "silver"\. There is "gold"/],
      [['--challenger', 'birch', '--log'], /'--log' cannot be used with option '--challenger/],
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
      {
        stopped: 'paused',
        message: expect.stringMatching(/^Judging is paused: /),
        question: 'Which answer is closer in substance to the reference?',
      },
    ])
    expect((await challenge('--challenger', 'dogwood')).stdout).toBe(
      'The judge was asked: Which answer is closer in substance to the reference?\n',
    )
    expect(stopped.stderr).toMatch(/deadheat: Judging is paused: .*the same command resumes\.$/m)
    expect(JSON.parse((await challenge('--log', '--json')).stdout).attempts).toHaveLength(2)
  })

  test('Ctrl-C while a run ends pauses nothing, and the message says that judging was interrupted', async () => {
    models.become({ latencyMs: 1000, key: KEYS.MODELS_KEY })
    const before = models.calls.length
    const args = ['challenge', 'shell', '--challenger', 'dogwood', '--json']
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
})
