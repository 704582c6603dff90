/** HTTP endpoints and commands in an arena.yaml: what is refused, and what comes back. */
import { dirname } from 'node:path'
import { parse, stringify } from 'yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arenaNamed, selectProviders } from '../../../server/arenas/index.ts'
import { checkArena, setUpArena } from '../../../server/transfer/index.ts'
import { checkSent } from '../../../server/transfer/arena-file/check-arena.ts'
import { arenaAsFiles } from '../../../server/transfer/arena-file/arena-as-files.ts'
import { readPrices } from '../../../server/platform/providers/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaFile, checked, ENV, NOW } from './arena-files.ts'

const bot = {
  type: 'http',
  url: 'https://bot.example/answer',
  headers: { authorization: 'Bearer {{env.BOT_API_KEY}}' },
  body: { ask: '{{last}}' },
  answer: '/text',
  costUsd: 0.01,
}
const program = { type: 'exec', command: ['python3', 'bot.py'], env: ['BOT_API_KEY'], costUsd: 0 }
const env = { ...ENV, BOT_API_KEY: 'a-key' }

const withProviders = (providers: object) => ({
  arena: 'programs',
  contestants: Object.keys(providers).map((provider) => ({ name: `By ${provider}`, provider })),
  prompts: [{ id: 'p1', text: 'Question?' }],
  providers,
})

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: NOW.toISOString(), env })
})
afterAll(() => app?.close())

test('an endpoint and a command need no model, and no price of one', async () => {
  const { problems, warnings } = await checked(
    { ...withProviders({ bot, program }), budgetUsd: 1 },
    {},
    { env },
  )
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [expect.stringMatching(/people vote/)] })
})

test('calls without a price count as $0, and a warning says why', async () => {
  const { costUsd: _, ...unpriced } = program
  const { warnings } = await checked(withProviders({ bot, program: unpriced }), {}, { env })
  expect(warnings).toEqual([
    expect.stringMatching(
      /providers\.program: the calls of provider "program" count as \$0, because nothing says/,
    ),
    expect.stringMatching(/people vote/),
  ])
})

test('a command in a file that is sent over HTTP is refused, also with private addresses allowed', async () => {
  const text = stringify(withProviders({ bot, program }))
  const options = { prices: await readPrices(), now: NOW, providerKeys: [], privateProviders: true }
  const plan = await checkSent({ name: 'arena.yaml', text }, new Map(), options)
  expect(plan.incoming).toBeNull()
  expect(plan.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    expect.stringMatching(
      /^providers\.program\.command: provider "program" is a command, and commands are taken only/,
    ),
  ])
})

test('a file that is sent over HTTP names neither private addresses nor variables of the server', async () => {
  const hostile = {
    ...bot,
    url: 'http://169.254.169.254/latest',
    headers: { 'x-all': '{{env.DEADHEAT_TOKEN}} {{env.PGPASSWORD}} {{env.HOME}}' },
  }
  const text = stringify(withProviders({ hostile, bot }))
  const options = { prices: await readPrices(), now: NOW, providerKeys: [], privateProviders: false }
  const { problems } = await checkSent({ name: 'arena.yaml', text }, new Map(), options)
  expect(problems.map(({ path, message }) => `${path}: ${message.slice(0, 34)}`)).toEqual([
    'providers.hostile.url: 169.254.169.254 is a private addre',
    'providers.hostile.headers: DEADHEAT_TOKEN is not allowed in a',
    'providers.hostile.headers: PGPASSWORD is not allowed in an ar',
    'providers.hostile.headers: HOME is not allowed in an arena th',
  ])
})

test('secrets in the file, unknown placeholders and a pointer of the wrong form are named with their place', async () => {
  const { problems } = await checked(
    withProviders({
      open: { ...bot, headers: { 'X-Api-Key': 'abc', 'x-other': 'sk-0123456789abcdef0123' } },
      lost: { ...bot, headers: { 'x-a': '{{last}}' }, body: { a: ['{{nothing}}'], b: '{{env.HOME}}' } },
      off: { ...bot, answer: 'text' },
      told: { ...program, command: ['bot', '--key', 'sk-0123456789abcdef0123'] },
    }),
    {},
    { env },
  )
  expect(problems.map((one) => one.replace(/^arena.yaml:\d+: /, '').slice(0, 76))).toEqual([
    expect.stringMatching(/^providers.open.headers.X-Api-Key: X-Api-Key carries a secret/),
    expect.stringMatching(/^providers.open.headers.x-other: x-other carries a secret/),
    expect.stringMatching(/^providers.lost.headers.x-a: unknown placeholder/),
    expect.stringMatching(/^providers.lost.body: unknown placeholder {{nothing}}/),
    expect.stringMatching(/^providers.lost.body: unknown placeholder {{env.HOME}}/),
    expect.stringMatching(/^providers.off.answer: must be a JSON Pointer/),
    expect.stringMatching(/^providers.told.command: holds what looks like a key/),
  ])
})

test('a judge cannot be an endpoint or a command', async () => {
  const { problems } = await checked(
    {
      ...withProviders({ bot, program }),
      judges: [{ name: 'careful', provider: 'program', model: 'v1', rubric: 'overall' }],
    },
    {},
    { env },
  )
  expect(problems).toEqual([expect.stringMatching(/provider "program" is no server of models/)])
})

test('a check by a command needs a command, and such a file is refused over HTTP', async () => {
  const check = (provider: string) => ({ name: `by ${provider}`, kind: 'exec', provider })
  const providers = { ...withProviders({ bot, program }), checks: ['program', 'bot', 'none'].map(check) }
  const { problems } = await checked(providers, {}, { env })
  expect(problems.map((one) => one.replace(/^arena.yaml:\d+: /, ''))).toEqual([
    expect.stringMatching(/^checks\.1\.provider: provider "bot" is not a command/),
    expect.stringMatching(/^checks\.2\.provider: .*"none"/),
  ])
  const text = stringify({ ...withProviders({ bot, program }), checks: [check('program')] })
  const options = { prices: await readPrices(), now: NOW, providerKeys: [], privateProviders: true }
  const sent = await checkSent({ name: 'arena.yaml', text }, new Map(), options)
  expect(sent.incoming).toBeNull()
  expect(sent.problems.map(({ path }) => path)).toEqual(['providers.program.command'])
})

test('a variable that is not set is named before anything is called', async () => {
  const { problems } = await checked(withProviders({ bot, program }))
  expect(problems).toEqual([
    expect.stringMatching(
      /providers.bot: provider bot: BOT_API_KEY is not set. Set it: export BOT_API_KEY=…/,
    ),
    expect.stringMatching(/providers.program: provider program: BOT_API_KEY is not set/),
  ])
})

test('what is stored comes back as the same file; a command starts in the folder of its file', async () => {
  const path = await arenaFile(withProviders({ bot, program }))
  const plan = await checkArena(path, { env, prices: await readPrices(), now: NOW })
  expect(plan.problems).toEqual([])
  await setUpArena(app.deps, plan)
  const arena = await arenaNamed(app.deps.db, 'programs')
  const stored = await selectProviders(app.deps.db, arena.id)
  expect(stored.map(({ type, base_url, options }) => ({ type, base_url, folder: options.folder }))).toEqual([
    { type: 'http', base_url: bot.url, folder: undefined },
    { type: 'exec', base_url: null, folder: dirname(path) },
  ])
  const { files } = await arenaAsFiles(app.deps, arena, { for: 'editing' })
  expect(parse(files['arena.yaml']!).providers).toEqual({ bot: { ...bot, method: 'POST' }, program })
})
