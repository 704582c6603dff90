/** Calls that succeed, over real HTTP by the real clients. */
import { describe, expect, it } from 'vitest'
import { refuses } from '../../../../workshop/model-server/index.ts'
import { MODEL_KEY, testModels } from '../../../support/providers/models.ts'
import { MODELS, PROTOCOLS, VERDICT_SCHEMA, providerAt, requestOf } from './ask.ts'

describe.each(PROTOCOLS)('a completion by %s', (type) => {
  it('sends system text, messages, parameters and key, and returns text, usage, model and cost', async () => {
    const server = await testModels({
      reply: () => ({ text: 'On its way.', inputTokens: 1000, cachedTokens: 600, outputTokens: 50 }),
    })
    const provider = await providerAt(server, type)
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: 'Where is my parcel?' },
    ] as const
    const completion = await provider.complete(
      requestOf(type, { messages, params: { top_p: 0.5, max_tokens: 77 } }),
    )
    const rates = type === 'openai' ? [0.15, 0.075, 0.6] : [1, 0.1, 5]
    expect(completion).toEqual({
      text: 'On its way.',
      usageRefused: false,
      finishReason: 'stop',
      usage: expect.objectContaining({ inputTokens: 1000, cachedInputTokens: 600, outputTokens: 50 }),
      model: MODELS[type],
      costUsd: expect.closeTo((400 * rates[0] + 600 * rates[1] + 50 * rates[2]) / 1e6, 12),
      latencyMs: expect.any(Number),
    })
    expect(server.calls).toHaveLength(1)
    expect(server.calls[0]).toMatchObject({
      protocol: type,
      model: MODELS[type],
      system: 'Be kind.',
      messages,
      maxTokens: 77,
      temperature: null,
      schema: null,
      stream: false,
      key: MODEL_KEY,
      body: { top_p: 0.5 },
    })
  })

  it('sends no system text if there is none, and the default limit of tokens without a limit', async () => {
    const server = await testModels()
    const provider = await providerAt(server, type)
    await provider.complete(requestOf(type, { system: null }))
    expect(server.calls[0]).toMatchObject({ system: null, maxTokens: 4096 })
    expect(server.calls[0].body).not.toHaveProperty('system')
  })

  it('requests a schema at temperature 0 unless the request sets another', async () => {
    const server = await testModels({ reply: () => '{"verdict":"first"}' })
    const provider = await providerAt(server, type)
    await provider.complete(requestOf(type, { schema: VERDICT_SCHEMA }))
    await provider.complete(requestOf(type, { schema: VERDICT_SCHEMA, params: { temperature: 0.7 } }))
    expect(server.calls.map(({ temperature }) => temperature)).toEqual([0, 0.7])
    expect(server.calls.map(({ schema }) => schema)).toEqual([VERDICT_SCHEMA.schema, VERDICT_SCHEMA.schema])
  })

  it('distinguishes a cut reply and a refusal from a complete reply', async () => {
    const server = await testModels()
    const provider = await providerAt(server, type)
    server.next({ text: 'I would say', finish: 'length' }, refuses('I will not judge this.'))
    expect(await provider.complete(requestOf(type))).toMatchObject({
      text: 'I would say',
      finishReason: 'length',
    })
    expect(await provider.complete(requestOf(type))).toMatchObject({
      text: 'I will not judge this.',
      finishReason: 'refusal',
    })
  })

  it('has no key in its reply, though the server sends the key back', async () => {
    const encoded = Buffer.from(`key:${MODEL_KEY}`).toString('base64')
    const server = await testModels({ reply: ({ key }) => `You sent ${key}, which is ${encoded}.` })
    const { text } = await (await providerAt(server, type)).complete(requestOf(type))
    expect(text).toMatch(/^You sent \[key\], which is .{5,6}\[key\].{0,4}\.$/)
  })

  it('of a model without a price has no cost', async () => {
    const server = await testModels()
    const provider = await providerAt(server, type)
    expect(await provider.complete(requestOf(type, { model: 'house-blend-7b' }))).toMatchObject({
      costUsd: null,
      model: 'house-blend-7b',
    })
  })
})

describe('by openai', () => {
  it('requests the schema strictly', async () => {
    const server = await testModels()
    const provider = await providerAt(server, 'openai')
    await provider.complete(requestOf('openai', { schema: VERDICT_SCHEMA }))
    expect(server.calls[0].body['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { ...VERDICT_SCHEMA, strict: true },
    })
  })

  it('costs the most tokens possible if the server does not count them', async () => {
    const server = await testModels()
    const provider = await providerAt(server, 'openai')
    const choice = { index: 0, message: { role: 'assistant', content: 'Here.' }, finish_reason: 'stop' }
    server.next({ does: 'sends', body: JSON.stringify({ choices: [choice] }), type: 'application/json' })
    const { usage, costUsd } = await provider.complete(requestOf('openai'))
    expect(usage).toEqual({ inputTokens: 8, cachedInputTokens: 0, outputTokens: 2 })
    expect(costUsd).toBeGreaterThan((4096 * 0.6) / 1e6)
  })
})

describe('by anthropic', () => {
  it('marks the system text as the prefix to cache, and pays for writing it', async () => {
    const server = await testModels({
      reply: () => ({ text: 'Yes.', inputTokens: 3000, cacheWriteTokens: 2000, outputTokens: 10 }),
    })
    const provider = await providerAt(server, 'anthropic')
    const { usage, costUsd } = await provider.complete(requestOf('anthropic'))
    expect(server.calls[0].body['system']).toEqual([
      { type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } },
    ])
    expect(usage).toEqual({
      inputTokens: 3000,
      cachedInputTokens: 0,
      cacheWriteTokens: 2000,
      outputTokens: 10,
    })
    expect(costUsd).toBeCloseTo((1000 * 1 + 2000 * 1.25 + 10 * 5) / 1e6, 12)
  })

  it('also accepts a base URL with /v1', async () => {
    const server = await testModels()
    const provider = await providerAt({ ...server, anthropicUrl: `${server.anthropicUrl}/v1/` }, 'anthropic')
    expect(await provider.complete(requestOf('anthropic'))).toMatchObject({ text: 'Well.' })
  })

  it('keeps a requested effort beside the schema, and sets no temperature beside thinking', async () => {
    const server = await testModels()
    const provider = await providerAt(server, 'anthropic')
    const params = { output_config: { effort: 'low' }, thinking: { type: 'enabled', budget_tokens: 1024 } }
    await provider.complete(requestOf('anthropic', { schema: VERDICT_SCHEMA, params }))
    expect(server.calls[0]).toMatchObject({
      temperature: null,
      body: {
        thinking: params.thinking,
        output_config: { effort: 'low', format: { type: 'json_schema', schema: VERDICT_SCHEMA.schema } },
      },
    })
  })
})
