/** Calls of both protocols that succeed, over real HTTP. */
import { describe, expect, it } from 'vitest'
import { failure, refuses, sends } from '../../../../workshop/model-server/reply.ts'
import { MODEL_KEY, testModels } from '../../../support/providers/models.ts'
import { MODELS, PROTOCOLS, VERDICT_SCHEMA, errorOf, modelsAt, providerAt, requestOf } from './ask.ts'
import { PNG } from '../../../support/pictures.ts'
import { openProvider } from '../../../../server/platform/providers/open-provider.ts'
import type { CompletionRequest } from '../../../../server/platform/providers/index.ts'
import { listeningForTest } from '../../../support/listening.ts'

describe.each(PROTOCOLS)('a completion by %s', (type) => {
  it('sends system text, messages, parameters and key, and returns text, usage, model and cost', async () => {
    const { models: server, provider } = await modelsAt(type, {
      reply: () => ({ text: 'On its way.', inputTokens: 1000, cachedTokens: 600, outputTokens: 50 }),
    })
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

  it('sends pictures in their places, and reserves what they may cost', async () => {
    const { models: server, provider } = await modelsAt(type)
    const base64 = PNG.toString('base64')
    const messages = [{ role: 'user', content: 'Before ![a](picture:1) after.' }] as const
    const plain = requestOf(type, { messages })
    const request = { ...plain, pictures: [{ at: 22, type: 'image/png', base64 } as const] }
    await provider.complete(request)
    const [{ content }] = (server.calls[0].body['messages'] as { role: string; content: unknown }[]).slice(-1)
    expect(content).toEqual([
      { type: 'text', text: 'Before ![a](picture:1)' },
      type === 'openai'
        ? { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } }
        : { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64 } },
      { type: 'text', text: ' after.' },
    ])
    // of the models asked here: eight tiles of gpt-4o-mini, 3.75 megapixels of Anthropic's
    const [tokens, usd] = type === 'openai' ? [48_169, 0.15] : [5100, 1.25]
    expect(provider.maxCostUsd(request)! - provider.maxCostUsd(plain)!).toBeCloseTo((tokens * usd) / 1e6, 9)
  })

  it('sends no system text if there is none, and the default limit of tokens without a limit', async () => {
    const { models: server, provider } = await modelsAt(type)
    await provider.complete(requestOf(type, { system: null }))
    expect(server.calls[0]).toMatchObject({ system: null, maxTokens: 4096 })
    expect(server.calls[0].body).not.toHaveProperty('system')
  })

  it('requests a schema at temperature 0 unless the request sets another', async () => {
    const { models: server, provider } = await modelsAt(type, { reply: () => '{"verdict":"first"}' })
    await provider.complete(requestOf(type, { schema: VERDICT_SCHEMA }))
    await provider.complete(requestOf(type, { schema: VERDICT_SCHEMA, params: { temperature: 0.7 } }))
    expect(server.calls.map(({ temperature }) => temperature)).toEqual([0, 0.7])
    expect(server.calls.map(({ schema }) => schema)).toEqual([VERDICT_SCHEMA.schema, VERDICT_SCHEMA.schema])
  })

  it('distinguishes a cut reply and a refusal from a complete reply', async () => {
    const { models: server, provider } = await modelsAt(type)
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
    const server = await testModels({ reply: ({ key }) => `You sent ${key}.` })
    const { text } = await (await providerAt(server, type)).complete(requestOf(type))
    expect(text).toBe('You sent [key].')
  })

  it('of a model without a price has no cost', async () => {
    const { provider } = await modelsAt(type)
    expect(await provider.complete(requestOf(type, { model: 'house-blend-7b' }))).toMatchObject({
      costUsd: null,
      model: 'house-blend-7b',
    })
  })
})

describe('by openai', () => {
  it('requests the schema strictly', async () => {
    const { models: server, provider } = await modelsAt('openai')
    await provider.complete(requestOf('openai', { schema: VERDICT_SCHEMA }))
    expect(server.calls[0].body['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { ...VERDICT_SCHEMA, strict: true },
    })
  })

  it('costs the most tokens possible if the server does not count them', async () => {
    const { models: server, provider } = await modelsAt('openai')
    const choice = { index: 0, message: { role: 'assistant', content: 'Here.' }, finish_reason: 'stop' }
    server.next(sends(JSON.stringify({ choices: [choice] })))
    const { usage, costUsd } = await provider.complete(requestOf('openai'))
    expect(usage).toEqual({ inputTokens: 8, cachedInputTokens: 0, outputTokens: 2 })
    expect(costUsd).toBeGreaterThan((4096 * 0.6) / 1e6)
  })
})

describe('by anthropic', () => {
  it('marks the system text as the prefix to cache, and pays for writing it', async () => {
    const { models: server, provider } = await modelsAt('anthropic', {
      reply: () => ({ text: 'Yes.', inputTokens: 3000, cacheWriteTokens: 2000, outputTokens: 10 }),
    })
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
    const { models: server, provider } = await modelsAt('anthropic')
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

describe('parameters that a server refuses are left out of later calls', () => {
  describe.each(PROTOCOLS)('%s', (type) => {
    const verdict = requestOf(type, { schema: VERDICT_SCHEMA })

    /** Of each call, whether it had a schema, and its temperature. */
    it.each<[refuses: 'schema' | 'temperature', second: Partial<CompletionRequest>, sent: string]>([
      ['schema', {}, 'true 0, false 0, false 0'],
      ['schema', { model: 'another' }, 'true 0, false 0, true 0'],
      ['temperature', {}, 'true 0, true null, true null'],
      ['temperature', { params: { temperature: 0 } }, 'true 0, true null, true null'],
    ])(
      'a model that refuses %s is sent none from the second call on, with %j: %s',
      async (part, second, sent) => {
        const { models, provider } = await modelsAt(type, { refuses: [part] })
        await provider.complete(verdict)
        models.become({ refuses: [] })
        await provider.complete({ ...verdict, ...second })
        const calls = models.calls.map(({ schema, temperature }) => `${schema !== null} ${temperature}`)
        expect(calls.join(', ')).toBe(sent)
      },
    )

    it('reports an error for a chosen temperature that the model refuses', async () => {
      const { provider } = await modelsAt(type, { refuses: ['temperature'] })
      await provider.complete(verdict)
      const error = await errorOf(provider.complete({ ...verdict, params: { temperature: 0.7 } }))
      expect(error.failure).toBe('bad_request')
      expect(error.message).toContain('temperature')
    })

    it('learns several refusals from one call, which succeeds in the end', async () => {
      const { models, provider } = await modelsAt(type, {
        refuses: ['schema', 'temperature'],
        reply: () => '{"verdict":"first"}',
      })
      expect(await provider.complete(verdict)).toMatchObject({ text: '{"verdict":"first"}' })
      expect(models.calls).toHaveLength(3)
    })

    it('learns nothing from other refusals', async () => {
      const { models, provider } = await modelsAt(type)
      models.next(failure(400, 'invalid_request_error', 'messages.0: too long by 12 tokens.'))
      expect((await errorOf(provider.complete(verdict))).failure).toBe('bad_request')
      await provider.complete(verdict)
      expect(models.calls.map(({ schema }) => schema !== null)).toEqual([true, true])
    })
  })

  describe('openai', () => {
    it('sends the limit of tokens under the name that the server accepts', async () => {
      const { models, provider } = await modelsAt('openai', { refuses: ['max_tokens'] })
      const request = requestOf('openai', { params: { max_tokens: 99 } })
      await provider.complete(request)
      await provider.complete(request)
      const limits = models.calls.map(({ body }) => [body['max_tokens'], body['max_completion_tokens']])
      expect(limits).toEqual([
        [99, undefined],
        [undefined, 99],
        [undefined, 99],
      ])
    })

    it('reports an error if a server accepts neither name', async () => {
      const { models, provider } = await modelsAt('openai', {
        refuses: ['max_tokens', 'max_completion_tokens'],
      })
      expect((await errorOf(provider.complete(requestOf('openai')))).failure).toBe('bad_request')
      expect(models.calls).toHaveLength(2)
    })

    it('does not mistake a limit that is too high for a wrong name', async () => {
      const { models, provider } = await modelsAt('openai')
      models.next(
        failure(400, 'invalid_request_error', 'max_tokens is too large: 99. At most 50 are supported.'),
      )
      expect((await errorOf(provider.complete(requestOf('openai')))).failure).toBe('bad_request')
      expect(models.calls).toHaveLength(1)
    })
  })
})

describe('whether a provider has a model is asked without a call, and only its plain no is taken for one', () => {
  /** A server that answers every request so. */
  async function serverThatSays(status: number, body: string): Promise<string> {
    const type = body.startsWith('{') ? 'application/json' : 'text/html'
    const { address } = await listeningForTest((_, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    )
    return address
  }

  describe.each(PROTOCOLS)('%s', (type) => {
    const at = (baseUrl: string) =>
      openProvider(
        { name: 'local', type, baseUrl, key: MODEL_KEY, timeoutMs: 5000 },
        { rows: [] },
        () => new Date(),
      )

    it('reports without a call whether it has a model', async () => {
      const { models, provider } = await modelsAt(type, { models: [MODELS[type]] })
      expect([await provider.knows(MODELS[type]), await provider.knows('a/b 1')]).toEqual([true, false])
      expect([models.lookedFor, models.calls]).toEqual([[MODELS[type], 'a/b 1'], []])
    })

    it('is unknown if no endpoint can be asked, or if the key is refused', async () => {
      const silent = await testModels({ models: [], lists: false })
      expect(await (await providerAt(silent, type)).knows('m')).toBeNull()
      const closed = await testModels({ models: [], key: 'another' })
      expect(await (await providerAt(closed, type)).knows('m')).toBeNull()
      expect(await at('http://127.0.0.1:9/v1').knows('m')).toBeNull()
    })

    it.each([
      [404, '{"error":{"message":"model \\"some-model\\" not found, try pulling it first"}}', false],
      [404, '{"type":"error","error":{"type":"not_found_error","message":"model: some-model"}}', false],
      [404, '{"detail":"Not Found"}', null],
      [404, '<pre>Cannot GET /v1/models/some-model</pre>', null],
      [404, '{"error":{"message":"Route /v1/models/some-model not found"}}', null],
      [404, '{"error":{"message":"some-model not found"}}', null],
      [405, '{"error":{"message":"Method not allowed for model x, not found"}}', null],
      [500, '{"error":{"message":"The model does not exist"}}', null],
    ])('%i %s: %s', async (status, body, known) => {
      expect(await at(await serverThatSays(status, body)).knows('some-model')).toBe(known)
    })
  })
})
