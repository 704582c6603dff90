/** Commands as contestants, run as real processes. */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { CompletionRequest, ProviderConfig } from '../../../../server/platform/providers/index.ts'
import { READS_CALL, isThere, programIn } from '../../../support/programs.ts'
import { casesIn } from '../../../support/cases.ts'
import { errorOf, providersWith } from './ask.ts'

const CASES = casesIn<{
  refused: [source: string, answer: string | null, failure: string, message: string][]
  verdicts: [what: string, source: string, verdict: object][]
  failures: [what: string, source: string, failure: string, message: string][]
}>(import.meta.url, 'command')
const SECRET = 'kestrel-hides-42-under-the-barn'
const request: CompletionRequest = {
  model: 'v1',
  system: 'Be kind.',
  messages: [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Hi.' },
    { role: 'user', content: 'Where is it?' },
  ],
  params: { depth: 3 },
  about: { prompt: 'parcel', sample: 2, turn: 1 },
}

async function opened(source: string, options: ProviderConfig['options'] = {}, env: object = {}) {
  const { folder, command } = await programIn(source)
  const providers = await providersWith({ ...process.env, BOT_SECRET: SECRET, ...env })
  const config = { name: 'bot', type: 'exec', baseUrl: null, apiKeyEnv: null } as const
  const { provider } = providers.open('1', { ...config, options: { folder, command, ...options } })
  return { provider, folder }
}

async function untilGone(pid: number): Promise<void> {
  while (isThere(pid)) await sleep(10)
}

/** Waits for the pid that a program writes into its folder. */
async function pidIn(folder: string): Promise<number> {
  for (;;) {
    const text = await readFile(join(folder, 'pid'), 'utf8').catch(() => '')
    if (text.endsWith('\n')) return Number(text)
    await sleep(10)
  }
}

/** Starts a child that would outlive the program, and writes its pid. */
const LEAVES_CHILD = `
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit' })
writeFileSync('pid', child.pid + '\\n')
child.unref()
`

test('a command reads the call as JSON, and what it writes is the answer', async () => {
  const { provider } = await opened(`${READS_CALL}console.log(JSON.stringify(call))`, { costUsd: 0.25 })
  const { text, costUsd, finishReason } = await provider.complete(request)
  expect(JSON.parse(text)).toEqual({
    model: 'v1',
    system: 'Be kind.',
    messages: [{ role: 'system', content: 'Be kind.' }, ...request.messages],
    last: 'Where is it?',
    prompt: 'parcel',
    sample: 2,
    turn: 1,
    params: { depth: 3 },
  })
  expect({ costUsd, finishReason }).toEqual({ costUsd: 0.25, finishReason: 'stop' })
})

test('a JSON Pointer says where the answer is in the JSON that a command writes, which need not read its input', async () => {
  const options = { answer: '/a~1b/0/text' }
  const { provider } = await opened(`console.log(JSON.stringify({ 'a/b': [{ text: ' Here. ' }] }))`, options)
  const long = { role: 'user' as const, content: 'a'.repeat(2 ** 20) }
  expect((await provider.complete({ ...request, messages: [long] })).text).toBe(' Here. ')
})

test('a command gets the named variables and four usual ones, and no others', async () => {
  const { provider } = await opened(
    // the secret would be removed from the answer
    'console.log(JSON.stringify({ ...process.env, BOT_SECRET: process.env.BOT_SECRET.split("-") }))',
    { env: ['BOT_SECRET'] },
    { DEADHEAT_TOKEN: 'not for programs' },
  )
  const env = JSON.parse((await provider.complete(request)).text) as Record<string, unknown>
  expect(env['BOT_SECRET']).toEqual(SECRET.split('-'))
  expect(
    Object.keys(env).filter(
      (name) => !['PATH', 'HOME', 'LANG', 'TMPDIR', '__CF_USER_TEXT_ENCODING'].includes(name),
    ),
  ).toEqual(['BOT_SECRET'])
})

test('the secret is removed from an answer that contains it, which is passed on at once', async () => {
  const { provider } = await opened('console.log("I am " + process.env.BOT_SECRET)', { env: ['BOT_SECRET'] })
  const pieces: string[] = []
  const { text } = await provider.complete({ ...request, onText: (piece) => pieces.push(piece) })
  expect([text, pieces]).toEqual(['I am [key]', ['I am [key]']])
})

test('no shell reads the arguments of a command', async () => {
  const { folder, command } = await programIn('console.log(process.argv[2])')
  const { provider } = await opened('', { folder, command: [...command, '$(touch made); `id` > made'] })
  expect((await provider.complete(request)).text).toBe('$(touch made); `id` > made')
  await expect(readFile(join(folder, 'made'))).rejects.toThrow('ENOENT')
})

test('a command that fails is reported with its last line, without the secret', async () => {
  const { provider } = await opened(
    `console.error('starting')\nconsole.error('refused: ' + process.env.BOT_SECRET)\nprocess.exit(1)`,
    { env: ['BOT_SECRET'], costUsd: 0.5 },
  )
  const error = await errorOf(provider.complete(request))
  expect(error.message).toBe('bot ended with exit code 1: refused: [key]')
  expect(error).toMatchObject({ failure: 'command_failed', costUsd: 0.5 })
})

test('a secret that the bound on standard error cuts in two is not shown either', async () => {
  const { provider } = await opened(
    `process.stderr.write(process.env.BOT_SECRET.repeat(5000), () => process.exit(1))`,
    { env: ['BOT_SECRET'] },
  )
  const { message } = await errorOf(provider.complete(request))
  expect(message.replaceAll('[key]', '')).not.toMatch(/kestrel|hides|under|barn/)
})

test('replies that are no UTF-8, no JSON, without text at the pointer, or empty are refused', async () => {
  for (const [source, answer, failure, message] of CASES.refused) {
    const { provider } = await opened(source, answer === null ? {} : { answer })
    const error = await errorOf(provider.complete(request))
    expect([source, error.failure, error.message]).toEqual([
      source,
      failure,
      expect.stringContaining(message),
    ])
  }
})

test('a command that writes without end is killed', async () => {
  const { provider } = await opened(
    `const more = 'a'.repeat(65536)\nconst go = () => process.stdout.write(more, go)\ngo()`,
  )
  expect(await errorOf(provider.complete(request))).toMatchObject({ failure: 'too_large' })
})

test('a command that takes too long or ends is killed with everything that it started', async () => {
  const slow = await opened(`${LEAVES_CHILD}\nsetInterval(() => 0, 1000)`, { timeoutSeconds: 1 })
  expect(await errorOf(slow.provider.complete(request))).toMatchObject({ failure: 'timeout' })
  await untilGone(await pidIn(slow.folder))
  const done = await opened(`${LEAVES_CHILD}\nconsole.log('done')\nprocess.exit(0)`)
  expect((await done.provider.complete(request)).text).toBe('done')
  await untilGone(await pidIn(done.folder))
})

/** Starts a child and waits for SIGTERM together with it; each writes a file when SIGTERM comes. */
const ENDS_IN_ORDER = `
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const source = "process.on('SIGTERM', () => { require('node:fs').writeFileSync('child', ''); process.exit() }); setInterval(() => 0, 1000); process.stdout.write('up')"
const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
process.on('SIGTERM', () => { writeFileSync('parent', ''); process.exit() })
child.stdout.once('data', () => writeFileSync('pid', child.pid + '\\n'))
setInterval(() => 0, 1000)`

test('an aborted command and what it started get SIGTERM and may end in order', async () => {
  const { provider, folder } = await opened(ENDS_IN_ORDER)
  const abort = new AbortController()
  const call = provider.complete({ ...request, signal: abort.signal })
  await pidIn(folder)
  abort.abort(new Error('cancelled'))
  await expect(call).rejects.toThrow('cancelled')
  expect(await readFile(join(folder, 'parent'), 'utf8')).toBe('')
  expect(await readFile(join(folder, 'child'), 'utf8')).toBe('')
})

test('an aborted command that ignores SIGTERM is killed before the call ends', async () => {
  const { provider, folder } = await opened(`import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => writeFileSync('asked', ''))
writeFileSync('pid', process.pid + '\\n')
setInterval(() => 0, 1000)`)
  const abort = new AbortController()
  const call = provider.complete({ ...request, signal: abort.signal })
  const pid = await pidIn(folder)
  abort.abort(new Error('cancelled'))
  await expect(call).rejects.toThrow('cancelled')
  expect(await readFile(join(folder, 'asked'), 'utf8')).toBe('')
  expect(isThere(pid)).toBe(false)
})

test('a command ends when the process that started it is killed', async () => {
  const { folder, command } = await programIn(`import { writeFileSync } from 'node:fs'
writeFileSync('pid', process.pid + '\\n')
setInterval(() => 0, 1000)`)
  const toRun = { command, folder, env: {}, input: '', timeoutMs: 2 ** 30, mostBytes: 1 }
  const source = new URL('../../../../server/platform/providers/run-command.ts', import.meta.url)
  const starts = `import { runCommand } from ${JSON.stringify(source.href)}
await runCommand(${JSON.stringify(toRun)})`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', starts], { stdio: 'ignore' })
  const pid = await pidIn(folder)
  expect(isThere(pid)).toBe(true)
  parent.kill('SIGKILL')
  await untilGone(pid)
})

test('a command that cannot be started stops the run, and costs nothing', async () => {
  const { provider } = await opened('', { command: ['./there-is-none'], costUsd: 1 })
  const error = await errorOf(provider.complete(request))
  expect(error).toMatchObject({ failure: 'unreachable', isLasting: true, costUsd: 0 })
  expect(error.message).toContain('./there-is-none could not be started (ENOENT)')
})

test('a command of an arena that came over HTTP is never opened', async () => {
  const providers = await providersWith({}, { allowPrivate: true })
  const { folder } = await programIn('')
  const config = { name: 'bot', type: 'exec', baseUrl: null, apiKeyEnv: null, publicOnly: true } as const
  expect(() => providers.open('1', { ...config, options: { folder, command: ['true'] } })).toThrow(
    'provider bot is a command, and its arena was sent over HTTP',
  )
})

describe('a command as a check', () => {
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

  async function checkedBy(source: string, options?: ProviderConfig['options']) {
    const { folder, provider } = await opened(source, options)
    const request = { model: '', params: {}, system: null, messages: toCheck.messages, toCheck }
    return { folder, check: () => provider.complete(request) }
  }

  const verdictOf = async (source: string, options?: ProviderConfig['options']) =>
    JSON.parse((await (await checkedBy(source, options)).check()).text) as unknown

  test('a command reads the answer with all that its prompt has', async () => {
    const { folder, check } = await checkedBy(
      `${READS_CALL}import { writeFileSync } from 'node:fs'\nwriteFileSync('input', JSON.stringify(call))`,
    )
    await check()
    expect(JSON.parse(await readFile(join(folder, 'input'), 'utf8'))).toEqual(toCheck)
  })

  test.each(CASES.verdicts)('%s: %j has the verdict %j', async (_, source, verdict) => {
    expect(await verdictOf(source)).toEqual(verdict)
  })

  test.each(CASES.failures)('%s: %j has none', async (_, source, failure, message) => {
    const error = await errorOf((await checkedBy(source)).check())
    expect([error.failure, error.message]).toEqual([failure, message])
  })

  test('a check by a command that is not there has none', async () => {
    const { check } = await checkedBy('', { command: ['./gone'] })
    expect((await errorOf(check())).failure).toBe('unreachable')
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
})
