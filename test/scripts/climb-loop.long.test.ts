/** The unattended climb of examples/, against the local model server: killed once in the middle. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { ReceivedCall } from '../../workshop/model-server/index.ts'
import type { Climb } from '../../shared/contracts/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { testModels } from '../support/providers/models.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheat } from './deadheat.ts'

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
