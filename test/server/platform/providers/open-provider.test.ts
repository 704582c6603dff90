/** Endpoints of a process: keys from the environment, one limit for all who call the same place. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi, afterAll, beforeAll, beforeEach, test } from 'vitest'
import { parse } from 'yaml'
import {
  problemWithVariables,
  type ProviderConfig,
  secretsInParams,
} from '../../../../server/platform/providers/index.ts'
import { MODEL_KEY, testModels } from '../../../support/providers/models.ts'
import { errorOf, providersWith, requestOf } from './ask.ts'
import { englishText } from '../../../../shared/messages/index.ts'
import { startModelServer, type ModelServer } from '../../../../workshop/model-server/model-server.ts'
import { arenaFileProviders } from '../../../../server/transfer/arena-file/check-arena.ts'
import { providerConfig } from '../../../../server/calls/index.ts'
import { ArenaFile } from '../../../../shared/contracts/index.ts'
import fc from 'fast-check'
import { keyRemover, redact } from '../../../../server/platform/providers/redact.ts'

const config = (more: Partial<ProviderConfig> = {}): ProviderConfig => ({
  name: 'local',
  type: 'openai',
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKeyEnv: 'LOCAL_KEY',
  ...more,
})

const house = (env: Record<string, string> = { LOCAL_KEY: MODEL_KEY }, allowPrivate = false) =>
  providersWith(env, { timeoutMs: 5000, allowPrivate })

describe('opening a provider', () => {
  it('without a key names the variable, and never its content', async () => {
    const spaced = { LOCAL_KEY: 'hunter2 hunter2' }
    for (const [env, words] of [
      [{}, 'provider local: LOCAL_KEY is not set.'],
      [{ LOCAL_KEY: ' ' }, 'LOCAL_KEY is not set.'],
      [spaced, 'LOCAL_KEY holds spaces'],
    ] as const) {
      const providers = await house(env)
      expect(() => providers.open('a', config())).toThrow(words)
    }
    expect(problemWithVariables(spaced, config())).toEqual({
      code: 'key_malformed',
      values: { name: 'local', variable: 'LOCAL_KEY' },
    })
    expect(problemWithVariables({ LOCAL_KEY: 'ключ' }, config())?.code).toBe('key_malformed')
    expect(problemWithVariables({ LOCAL_KEY: MODEL_KEY }, config())).toBeNull()
  })

  it.each(['openai', 'anthropic'] as const)(
    'of type %s sends its own key alone, without the line break behind it in its variable',
    async (type) => {
      const models = await testModels()
      onTestFinished(() => void vi.unstubAllEnvs())
      for (const maker of ['OPENAI', 'ANTHROPIC'])
        for (const name of ['API_KEY', 'AUTH_TOKEN', 'ORG_ID', 'PROJECT_ID', 'ADMIN_KEY'])
          vi.stubEnv(`${maker}_${name}`, 'hunter2')
      const baseUrl = type === 'openai' ? models.openAiUrl : models.anthropicUrl
      for (const apiKeyEnv of ['LOCAL_KEY', null]) {
        const providers = await house({ LOCAL_KEY: `${MODEL_KEY}\n` })
        await providers.open('a', config({ type, baseUrl, apiKeyEnv })).provider.complete(requestOf(type))
      }
      expect(models.calls[0].key).toBe(MODEL_KEY)
      const { headers } = models.calls[1]
      expect([headers.authorization, headers['x-api-key']]).toEqual([undefined, undefined])
      expect(JSON.stringify(models.calls)).not.toContain('hunter2')
    },
  )

  it.each([
    ['ftp://host/v1', /not an http/],
    ['host', /not an http/],
    ['http://ann:hunter2@host/v1', /holds a name or password/],
  ])('refuses the base URL %s', async (baseUrl, words) => {
    const providers = await house()
    const open = () => providers.open('a', config({ baseUrl }))
    expect(open).toThrow(words)
    expect(open).not.toThrow(/hunter2/)
  })

  it('of an arena sent over HTTP calls no private address, unless that is allowed', async () => {
    const models = await testModels()
    const sent = { publicOnly: true, baseUrl: models.openAiUrl }
    const call = async (allowPrivate: boolean) =>
      (await house(undefined, allowPrivate)).open('a', config(sent)).provider.complete(requestOf('openai'))
    const refused = await errorOf(call(false))
    expect([refused.failure, refused.isLasting]).toEqual(['unreachable', true])
    expect(refused.finding).toMatchObject({ code: 'provider_private', values: { address: '127.0.0.1' } })
    expect(models.calls).toEqual([])
    await call(true)
    expect(models.calls.length).toBe(1)
  })

  it('reports a wrong setting by its name, without the key', async () => {
    const { provider } = (await house()).open('a', config())
    expect((await errorOf(provider.complete(requestOf('openai')))).message).toBe(
      'no connection at 127.0.0.1:9 (HTTP calls to that port are blocked)',
    )
  })

  it('has one limit for all callers and names of an endpoint, also for arenas sent over HTTP', async () => {
    const providers = await house({ LOCAL_KEY: MODEL_KEY, OTHER_KEY: MODEL_KEY })
    const one = providers.open('a', config({ concurrency: 4 }))
    const same = providers.open(
      'b',
      config({ name: 'again', baseUrl: 'http://127.0.0.1:9/v1/', concurrency: 2 }),
    )
    const others = [
      providers.open('a', config({ apiKeyEnv: 'OTHER_KEY' })),
      providers.open('a', config({ type: 'anthropic' })),
      providers.open('a', config({ baseUrl: null })),
    ]
    expect(same.limit).toBe(one.limit)
    const sent = providers.open('a', config({ publicOnly: true }))
    expect(sent.limit).toBe(one.limit)
    for (const other of others) expect(other.limit).not.toBe(one.limit)
    expect([...providers.limits().keys()].filter((name) => name.includes(MODEL_KEY))).toEqual([])
    expect(providers.limits().size).toBe(4)
  })
})

/** Parameters are public: keys among them are refused by name and by form, and what only sounds like one is not. */
describe('parameters', () => {
  const KEY = 'sk-proj-0123456789abcdefghij'

  it.each([
    [{ api_key: 'x' }, 'params.api_key'],
    [{ apiKey: 'x' }, 'params.apiKey'],
    [{ 'x-api-key': 'x' }, 'params.x-api-key'],
    [{ extra_headers: { a: 'b' } }, 'params.extra_headers'],
    [{ extra_body: { Authorization: 'x' } }, 'params.extra_body.Authorization'],
    [{ extra_body: [{ client_secret: 'x' }] }, 'params.extra_body.0.client_secret'],
    [{ user: KEY }, 'params.user'],
    [{ metadata: { note: `Bearer ${'a1'.repeat(12)}` } }, 'params.metadata.note'],
    [{ response_format: { description: KEY } }, 'params.response_format.description'],
    [{ [KEY]: 1 }, 'params.…'],
  ])('%j is refused, and its value is not shown', (params, path) => {
    const messages = secretsInParams(params).map(englishText)
    expect(messages).toEqual([expect.stringContaining(`${path}: looks like a key`)])
    expect(messages.join()).not.toContain(KEY)
  })

  it('parameters of models are accepted', () => {
    expect(
      secretsInParams({
        temperature: 0.2,
        max_tokens: 300,
        max_completion_tokens: 300,
        prompt_cache_key: 'arena',
        logit_bias: { '50256': -100 },
        stop: ['key-points-of-the-answer-follow', 'sk-', '###'],
        thinking: { type: 'enabled', budget_tokens: 1024 },
        response_format: { json_schema: { properties: { password: { type: 'string' }, token: {} } } },
      }),
    ).toEqual([])
  })
})

/** The recipes of docs/how-to/model-servers.md, each called at a server on this machine. */
describe('recipes', () => {
  const PAGE = join(import.meta.dirname, '../../../../docs/how-to/model-servers.md')
  const KEY = 'a-key-0123456789'

  let server: ModelServer
  beforeAll(async () => {
    server = await startModelServer({ reply: () => 'At the depot.' })
  })
  afterAll(() => server?.close())
  beforeEach(() => server.clear())

  /** The recipe for a server, opened where the local one is. */
  async function recipe(name: string) {
    const blocks = [...(await readFile(PAGE, 'utf8')).matchAll(/```yaml\n([\s\S]*?)```/g)]
    const { providers } = parse(blocks.map(([, yaml]) => yaml).find((yaml) => yaml!.includes(`  ${name}:`))!)
    const described = providers[name]
    const { host } = new URL(server.openAiUrl)
    described.baseUrl = described.baseUrl.replace(/^https?:\/\/[^/]+/, `http://${host}`)
    const file = ArenaFile.parse({
      arena: 'recipe',
      contestants: [{ name: 'A', provider: name, model: 'm' }],
      prompts: [{ id: 'p', text: 'Q?' }],
      providers: { [name]: described },
    })
    const [provider] = arenaFileProviders(file, { publicOnly: false, folder: null })
    const opening = await providersWith(
      described.apiKeyEnv === undefined ? {} : { [described.apiKeyEnv]: KEY },
    )
    const row = { arena_id: 1, ...provider, options: JSON.parse(provider!.options!) } as never
    return opening.open('1', providerConfig(row)).provider
  }

  test.each([
    ['ollama', '/v1/chat/completions', { authorization: undefined }],
    ['vllm', '/v1/chat/completions', { authorization: `Bearer ${KEY}` }],
    ['openrouter', '/api/v1/chat/completions', { authorization: `Bearer ${KEY}` }],
    ['azure', /^\/openai\/deployments\/[^/]+\/chat\/completions\?api-version=/, { 'api-key': KEY }],
  ] as const)(
    '%s is called at %s, with the key only if it needs one, where it looks for it',
    async (name, url, sent) => {
      expect((await (await recipe(name)).complete(requestOf('openai'))).text).toBe('At the depot.')
      const [call] = server.calls
      expect(call!.url).toEqual(typeof url === 'string' ? url : expect.stringMatching(url))
      const { authorization, 'api-key': header } = call!.headers
      expect({ authorization, 'api-key': header }).toEqual({
        authorization: undefined,
        'api-key': undefined,
        ...sent,
      })
    },
  )
})

const KEY = 'aB3/key+with=signs'

const CERTIFICATE = `-----BEGIN KEY-----\n${'MIIE/vQI+BADA'.repeat(800)}\n-----END KEY-----\n`
const HARMLESS = 'Model gpt-4o: task-oriented, risk-averse; ask again.'

it.each<[what: string, text: string, keys: string | string[], line: string]>([
  ['a text without a key', HARMLESS, KEY, HARMLESS],
  ['a key as it stands and in a URL', `a ${KEY} b ${encodeURIComponent(KEY)}`, KEY, 'a [key] b [key]'],
  ['other keys of a known form', 'c sk-ant-api03-abcdef', KEY, 'c [key]'],
  ['a header', 'Authorization: Bearer abc.def', KEY, 'Authorization: Bearer [key]'],
  ['several lines', 'a\r\n\tb\u2028c\u0007', KEY, 'a b c'],
  ['a long text', 'x'.repeat(1000), KEY, 'x'.repeat(299) + '…'],
  ['a secret that begins with another', 'abcdef b abcdefgh c', ['abcdef', 'abcdefgh', ''], '[key] b [key] c'],
  ['a key of one letter', 'The API key provided is k.', 'k', 'The API key provided is [key].'],
  ['a key that is in the marker', 'Incorrect API key: key.', 'key', 'Incorrect API [key]: [key].'],
  [
    'a certificate',
    `a ${CERTIFICATE} b ${encodeURIComponent(CERTIFICATE)} c`,
    CERTIFICATE,
    'a [key] b [key] c',
  ],
])('%s is shown as one line of 300 characters at most, without keys', (_, text, keys, line) => {
  expect(redact(text, keys)).toBe(line)
})

it('never shows the key, whatever the text around it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 320 }), fc.string(), (before, after) => {
      const line = redact(before + KEY + after, KEY)
      expect(line).not.toContain(KEY.slice(0, 8))
      expect(line.length).toBeLessThanOrEqual(300)
    }),
  )
})

it('removes only the key from a reply, which stays as it is otherwise', () => {
  const key = 'hunter2-hunter2-hunter22'
  const reply = `Use\n  sk-0123456789abcdef, "Bearer x" or `
  expect(keyRemover(key)(`${reply}${key}.`)).toBe(`${reply}[key].`)
  expect(keyRemover(['lm-studio', key])('lm-studio runs models.')).toBe('lm-studio runs models.')
})
