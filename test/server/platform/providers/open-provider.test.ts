/** Endpoints of a process: keys from the environment, one limit for all who call the same place. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  openProviders,
  problemWithVariables,
  readPrices,
  type ProviderConfig,
} from '../../../../server/platform/providers/index.ts'
import { MODEL_KEY, testModels } from '../../../support/providers/models.ts'
import { errorOf, requestOf } from './ask.ts'

const prices = await readPrices()

const config = (more: Partial<ProviderConfig> = {}): ProviderConfig => ({
  name: 'local',
  type: 'openai',
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKeyEnv: 'LOCAL_KEY',
  ...more,
})

const house = (env: Record<string, string> = { LOCAL_KEY: MODEL_KEY }) =>
  openProviders({ env, prices, timeoutMs: 5000, clock: () => new Date() })

describe('opening a provider', () => {
  it('sends the key in its variable, without the trailing line break', async () => {
    const models = await testModels()
    const { provider } = house({ LOCAL_KEY: `${MODEL_KEY}\n` }).open(
      'a',
      config({ baseUrl: models.openAiUrl }),
    )
    await provider.complete(requestOf('openai'))
    expect(models.calls[0].key).toBe(MODEL_KEY)
  })

  it('without a key names the variable, and never its content', () => {
    const spaced = { LOCAL_KEY: 'hunter2 hunter2' }
    expect(() => house({}).open('a', config())).toThrow('provider local: LOCAL_KEY is not set.')
    expect(() => house({ LOCAL_KEY: ' ' }).open('a', config())).toThrow('LOCAL_KEY is not set.')
    expect(() => house(spaced).open('a', config())).toThrow('LOCAL_KEY holds spaces')
    expect(problemWithVariables(spaced, config())).toEqual({
      code: 'key_malformed',
      values: { name: 'local', variable: 'LOCAL_KEY' },
    })
    expect(problemWithVariables({ LOCAL_KEY: 'ключ' }, config())?.code).toBe('key_malformed')
    expect(problemWithVariables({ LOCAL_KEY: MODEL_KEY }, config())).toBeNull()
  })

  it.each(['openai', 'anthropic'] as const)('of type %s sends its own key alone', async (type) => {
    const models = await testModels()
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const maker of ['OPENAI', 'ANTHROPIC'])
      for (const name of ['API_KEY', 'AUTH_TOKEN', 'ORG_ID', 'PROJECT_ID', 'ADMIN_KEY'])
        vi.stubEnv(`${maker}_${name}`, 'hunter2')
    const baseUrl = type === 'openai' ? models.openAiUrl : models.anthropicUrl
    for (const apiKeyEnv of ['LOCAL_KEY', null]) {
      const { provider } = house().open('a', config({ type, baseUrl, apiKeyEnv }))
      await provider.complete(requestOf(type))
    }
    expect(models.calls[0].key).toBe(MODEL_KEY)
    const { headers } = models.calls[1]
    expect([headers.authorization, headers['x-api-key']]).toEqual([undefined, undefined])
    expect(JSON.stringify(models.calls)).not.toContain('hunter2')
  })

  it.each([
    ['ftp://host/v1', /not an http/],
    ['host', /not an http/],
    ['http://ann:hunter2@host/v1', /holds a name or password/],
  ])('refuses the base URL %s', (baseUrl, words) => {
    const open = () => house().open('a', config({ baseUrl }))
    expect(open).toThrow(words)
    expect(open).not.toThrow(/hunter2/)
  })

  it('of an arena sent over HTTP calls no private address, unless that is allowed', async () => {
    const models = await testModels()
    const sent = { publicOnly: true, baseUrl: models.openAiUrl }
    const refused = await errorOf(house().open('a', config(sent)).provider.complete(requestOf('openai')))
    expect([refused.failure, refused.isLasting]).toEqual(['unreachable', true])
    expect(refused.finding).toMatchObject({ code: 'provider_private', values: { address: '127.0.0.1' } })
    expect(models.calls).toEqual([])
    const allowing = openProviders({
      env: { LOCAL_KEY: MODEL_KEY },
      prices,
      timeoutMs: 5000,
      clock: () => new Date(),
      allowPrivate: true,
    })
    await allowing.open('a', config(sent)).provider.complete(requestOf('openai'))
    expect(models.calls.length).toBe(1)
  })

  it('shares the limit of one address between arenas sent over HTTP and others', () => {
    const providers = house()
    const sent = providers.open('a', config({ publicOnly: true }))
    const other = providers.open('b', config())
    expect(sent.limit).toBe(other.limit)
    expect(sent.provider).not.toBe(other.provider)
  })

  it('reports a wrong setting by its name, without the key', async () => {
    const { provider } = house().open('a', config())
    expect((await errorOf(provider.complete(requestOf('openai')))).message).toBe(
      'no connection at 127.0.0.1:9 (HTTP calls to that port are blocked)',
    )
  })

  it('opens an endpoint once for all callers and names', () => {
    const providers = house({ LOCAL_KEY: MODEL_KEY, OTHER_KEY: MODEL_KEY })
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
    expect(same.provider).toBe(one.provider)
    for (const other of others) expect(other.limit).not.toBe(one.limit)
    expect([...providers.limits().keys()].filter((name) => name.includes(MODEL_KEY))).toEqual([])
    expect(providers.limits().size).toBe(4)
  })

  it('holds the strictest limit of all arenas, in real time', async () => {
    const models = await testModels({
      async reply() {
        while (models.calls.length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
        return 'Well.'
      },
    })
    const providers = house()
    providers.open('a', config({ baseUrl: models.openAiUrl, concurrency: 7 }))
    const { provider, limit } = providers.open('b', config({ baseUrl: models.openAiUrl, concurrency: 3 }))
    await Promise.all(
      Array.from({ length: 12 }, () => limit.run(() => provider.complete(requestOf('openai')))),
    )
    expect(models.mostAtOnce).toBe(3)
    expect(models.answered).toBe(12)
  })

  it('waits as long as Retry-After says before any caller sends again', async () => {
    const models = await testModels()
    const { provider, limit } = house().open('a', config({ baseUrl: models.openAiUrl, concurrency: 1 }))
    models.next({
      does: 'fails',
      status: 429,
      code: 'slow',
      message: 'Slow.',
      headers: { 'retry-after-ms': '120' },
    })
    const call = () => limit.run(() => provider.complete(requestOf('openai')))
    expect((await errorOf(call())).failure).toBe('rate_limited')
    const until = limit.pausedUntil!.getTime()
    await call()
    expect(Date.now()).toBeGreaterThanOrEqual(until)
  })
})
