/** Commands that check an answer, run as real processes. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  openProviders,
  readPrices,
  type ProviderConfig,
} from '../../../../server/platform/providers/index.ts'
import { programIn, READS_CALL } from '../../../support/programs.ts'
import { errorOf } from './ask.ts'

const SECRET = 'kestrel-hides-42-under-the-barn'
const toCheck = {
  check: 'compiles',
  prompt: 'p1',
  messages: [{ role: 'user' as const, content: 'Write it.' }],
  answer: 'let x = 1',
  turns: ['Which language?', 'let x = 1'],
  sample: 2,
  reference: 'let x = 1',
  variables: { n: 1 },
  context: ['A passage.'],
}

async function opened(source: string, options: ProviderConfig['options'] = {}) {
  const { folder, command } = await programIn(source)
  const providers = openProviders({
    env: { ...process.env, BOT_SECRET: SECRET },
    prices: await readPrices(),
    timeoutMs: 30_000,
    clock: () => new Date(),
  })
  const config = { name: 'checker', type: 'exec', baseUrl: null, apiKeyEnv: null } as const
  const { provider } = providers.open('1', { ...config, options: { folder, command, ...options } })
  const request = { model: '', params: {}, system: null, messages: toCheck.messages, toCheck }
  return { folder, check: () => provider.complete(request) }
}

const verdictOf = async (source: string, options?: ProviderConfig['options']) =>
  JSON.parse((await (await opened(source, options)).check()).text) as unknown

const failureOf = async (source: string, options?: ProviderConfig['options']) => {
  const { failure, message } = await errorOf((await opened(source, options)).check())
  return [failure, message]
}

test('a command reads the answer with all that its prompt has', async () => {
  const { folder, check } = await opened(
    `${READS_CALL}import { writeFileSync } from 'node:fs'\nwriteFileSync('input', JSON.stringify(call))`,
  )
  await check()
  expect(JSON.parse(await readFile(join(folder, 'input'), 'utf8'))).toEqual(toCheck)
})

test('exit code 0 passes the answer and 1 fails it; the last line says why', async () => {
  expect(await verdictOf('')).toEqual({ pass: true, reason: null })
  expect(await verdictOf('process.exit(1)')).toEqual({ pass: false, reason: null })
  expect(await verdictOf(`console.log('one\\n2 of 3 tests failed'); process.exitCode = 1`)).toEqual({
    pass: false,
    reason: '2 of 3 tests failed',
  })
  expect(await verdictOf(`console.log('out'); console.error('line 3: x'); process.exitCode = 1`)).toEqual({
    pass: false,
    reason: 'line 3: x',
  })
})

test('JSON on standard output decides with exit code 0, and may give the reason with 1', async () => {
  const says = (verdict: object, exit = 0) =>
    verdictOf(`console.log(${JSON.stringify(JSON.stringify(verdict))}); process.exitCode = ${exit}`)
  expect(await says({ pass: true, reason: 'It is.' })).toEqual({ pass: true, reason: 'It is.' })
  expect(await says({ pass: false, reason: 'Two\nlines' })).toEqual({ pass: false, reason: 'Two lines' })
  expect(await says({ pass: false, reason: 'It is not.' }, 1)).toEqual({ pass: false, reason: 'It is not.' })
  expect(await says({ pass: false, reason: 7 })).toEqual({ pass: false, reason: null })
  // other JSON is output like any other
  expect(await says({ score: 3 })).toEqual({ pass: true, reason: '{"score":3}' })
  expect(await verdictOf(`console.log('true')`)).toEqual({ pass: true, reason: 'true' })
})

test('a verdict that is no verdict, or contradicts the exit code, is none', async () => {
  expect(await failureOf(`console.log('{"pass": "yes"}')`)).toEqual([
    'unreadable',
    'checker wrote JSON whose `pass` is neither true nor false',
  ])
  expect(await failureOf(`console.log('{"pass": true}'); process.exitCode = 1`)).toEqual([
    'unreadable',
    'checker wrote `"pass": true` and ended with exit code 1',
  ])
})

test('a command that ends in another way neither passes nor fails the answer', async () => {
  expect(
    await failureOf(`console.log('{"pass": true}'); console.error('no compiler'); process.exitCode = 2`),
  ).toEqual(['command_failed', 'checker ended with exit code 2: no compiler'])
  expect(await failureOf('process.exit(75)')).toEqual(['server_error', 'checker ended with exit code 75'])
  expect(await failureOf(`process.kill(process.pid, 'SIGKILL')`)).toEqual([
    'command_failed',
    'checker was ended by SIGKILL',
  ])
  expect((await failureOf('', { command: ['./gone'] }))[0]).toBe('unreachable')
})

test('a command that hangs or writes without end is killed, whatever it wrote before', async () => {
  const hanging = `console.log('{"pass": true}')\nsetInterval(() => 0, 1000)`
  expect((await failureOf(hanging, { timeoutSeconds: 1 }))[0]).toBe('timeout')
  const endless = `const more = 'a'.repeat(65536)\nconst go = () => process.stdout.write(more, go)\ngo()`
  expect((await failureOf(endless))[0]).toBe('too_large')
})

test('a reason shows no secret, wherever the command wrote it', async () => {
  const env = ['BOT_SECRET']
  for (const source of [
    'console.log(process.env.BOT_SECRET); process.exitCode = 1',
    'console.error(process.env.BOT_SECRET); process.exitCode = 1',
    'console.log(JSON.stringify({ pass: false, reason: process.env.BOT_SECRET }))',
  ])
    expect(await verdictOf(source, { env })).toEqual({ pass: false, reason: '[key]' })
})
