/** Replies that come in pieces, by both protocols over real HTTP. */
import { describe, expect, it } from 'vitest'
import * as server from '../../../../workshop/model-server/reply.ts'
import type { Answer, BadReply } from '../../../../workshop/model-server/reply.ts'
import type { CompletionRequest } from '../../../../server/platform/providers/index.ts'
import { publicFetch } from '../../../../server/platform/providers/public-fetch.ts'
import { MODEL_KEY, testModels } from '../../../support/providers/models.ts'
import {
  MODELS,
  PROTOCOLS,
  VERDICT_SCHEMA,
  errorOf,
  modelsAt,
  providerAt,
  requestOf,
  type Protocol,
} from './ask.ts'

const LONG = 'Your parcel left us this morning and should reach you on Thursday before noon.'

/** A request whose pieces are collected. */
function listening(type: Protocol, more: Partial<CompletionRequest> = {}) {
  const pieces: string[] = []
  return { pieces, request: requestOf(type, { onText: (piece) => pieces.push(piece), ...more }) }
}

/** A stream with these events, each a JSON text or an object. */
const events = (type: Protocol, ...all: (object | string)[]): BadReply =>
  server.sends(
    all
      .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
      .map((data) => {
        const name = /"type":"(\w+)"/.exec(data)?.[1]
        return `${type === 'anthropic' ? `event: ${name}\n` : ''}data: ${data}\n\n`
      })
      .join(''),
    'text/event-stream; charset=utf-8',
  )

/** The events of a reply in these pieces, by either protocol. */
function inPieces(type: Protocol, pieces: readonly string[], counts = true): (object | string)[] {
  if (type === 'openai')
    return [
      { model: '', choices: [], prompt_filter_results: [] },
      ...pieces.map((content) => ({ model: 'm', choices: [{ index: 0, delta: { content } }], usage: null })),
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      ...(counts ? [{ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } }] : []),
      '[DONE]',
    ]
  return [
    { type: 'message_start', message: { model: 'm', usage: { input_tokens: 7, output_tokens: 1 } } },
    { type: 'ping' },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    ...pieces.map((text) => ({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text } })),
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      ...(counts && { usage: { input_tokens: null, output_tokens: 3 } }),
    },
    { type: 'message_stop' },
  ]
}

describe.each(PROTOCOLS)('%s', (type) => {
  it.each<[string, Answer]>([
    ['an answer', { text: LONG, inputTokens: 1000, cachedTokens: 600, outputTokens: 50 }],
    ['one that was cut off', { text: LONG, finish: 'length' }],
    ['one that was cut off before its first word', { text: '', finish: 'length' }],
    ['a refusal', server.refuses('I will not say that.')],
    ['one by another model', { text: 'Well.', model: 'gpt-4o-mini-2024-07-18' }],
    ['one that ends as a key begins', 'Keys begin with sk-'],
    ['one of characters that cannot be stored', 'a\0b'],
  ])('completes like a whole reply, and says the same in pieces: %s', async (_, answer) => {
    const { models, provider } = await modelsAt(type, { reply: () => answer })
    const { pieces, request } = listening(type)
    const whole = await provider.complete(requestOf(type))
    const streamed = await provider.complete(request)
    expect(streamed).toEqual({ ...whole, latencyMs: expect.any(Number) })
    expect(pieces.join('')).toBe(whole.text)
    expect(models.calls.map(({ stream }) => stream)).toEqual([false, true])
  })

  it('passes each piece on as it comes', async () => {
    const { pieces, request } = listening(type)
    const before = async (word: number) => {
      await expect.poll(() => pieces.length).toBe(word)
    }
    const models = await testModels({ reply: () => 'One by one.', paces: { [MODELS[type]]: { before } } })
    await (await providerAt(models, type)).complete(request)
    expect(pieces).toEqual(['One', ' by', ' one.'])
  })

  it('reads a whole reply of a server that does not stream, and passes it on once', async () => {
    const models = await testModels()
    const body =
      type === 'openai'
        ? { choices: [{ message: { content: LONG }, finish_reason: 'stop' }] }
        : { content: [{ type: 'text', text: LONG }], stop_reason: 'end_turn' }
    models.next(server.sends(JSON.stringify(body)))
    const { pieces, request } = listening(type)
    expect(await (await providerAt(models, type)).complete(request)).toMatchObject({ text: LONG })
    expect(pieces).toEqual([LONG])
  })

  it('asks for a whole reply from a model that refuses to stream, from the second call on', async () => {
    const { models, provider } = await modelsAt(type, { refuses: ['stream'], reply: () => LONG })
    const { pieces, request } = listening(type)
    await provider.complete(request)
    await provider.complete(request)
    expect(pieces).toEqual([LONG, LONG])
    expect(models.calls.map(({ stream }) => stream)).toEqual([true, false, false])
  })

  it('takes no stream that nobody asked for', async () => {
    const { models, provider } = await modelsAt(type)
    for (const [words, failure] of [
      [1, 'server_error'],
      [40_000, 'too_large'],
    ] as const) {
      models.next(events(type, ...inPieces(type, Array<string>(words).fill('Well. '.repeat(20)))))
      expect((await errorOf(provider.complete(requestOf(type)))).failure).toBe(failure)
    }
  })

  it('counts the tokens of a stream at its end, and estimates and pays the most without', async () => {
    const { models, provider } = await modelsAt(type)
    models.next(
      events(type, ...inPieces(type, ['Here', '.'])),
      events(type, ...inPieces(type, ['Here', '.'], false)),
    )
    const { request } = listening(type)
    const counted = await provider.complete(request)
    expect(counted).toMatchObject({ text: 'Here.', model: 'm', usage: { inputTokens: 7, outputTokens: 3 } })
    const uncounted = await provider.complete(request)
    expect(uncounted).toMatchObject({ usage: { inputTokens: 8, outputTokens: 2 }, usageRefused: false })
    expect(uncounted.costUsd).toBe(provider.maxCostUsd(request))
  })

  it.each<[string, (type: Protocol) => BadReply]>([
    ['a connection closed in the middle', server.cuts],
    ['a stream that stops in the middle', server.sendsHalf],
    ['a stream without an end', server.neverEnds],
    ['an event that cannot be read', server.garbles],
    ['an error', () => server.breaksOff('overloaded_error', `Busy: ${MODEL_KEY}.`)],
    [
      'an error about a parameter',
      () => server.breaksOff('invalid_request_error', 'stream is not supported'),
    ],
  ])('fails when its text has begun, which may be charged: %s', async (_, trouble) => {
    const models = await testModels()
    models.next(trouble(type))
    const { pieces, request } = listening(type)
    const error = await errorOf((await providerAt(models, type)).complete(request))
    expect(error).toMatchObject({ failure: 'cut', mayBeCharged: true })
    expect(error.message).not.toContain(MODEL_KEY)
    expect(pieces.join('')).not.toBe('')
    expect(models.calls).toHaveLength(1)
  })

  it.each([
    ['overloaded_error', 'overloaded'],
    ['rate_limit_error', 'rate_limited'],
    ['invalid_request_error', 'bad_request'],
    ['insufficient_quota', 'out_of_quota'],
    ['api_error', 'server_error'],
  ])('tells errors apart that come before any text: %s', async (code, failure) => {
    const error =
      type === 'openai'
        ? { error: { type: code, message: 'It said no.' } }
        : { type: 'error', error: { type: code, message: 'It said no.' } }
    const models = await testModels()
    models.next(events(type, ...inPieces(type, []).slice(0, 1), error))
    const { pieces, request } = listening(type)
    expect(await errorOf((await providerAt(models, type)).complete(request))).toMatchObject({
      failure,
      message: expect.stringMatching(/^local answered \d+: It said no\.$/),
    })
    expect(pieces).toEqual([])
  })

  it.each<[string, (type: Protocol) => BadReply, string]>([
    ['no event', (type) => events(type), 'cut'],
    ['no text', (type) => events(type, ...inPieces(type, [])), 'empty'],
    ['events of another kind', (type) => events(type, { type: 'x', hello: 'world' }), 'server_error'],
    ['an event without end', () => flood('data: "', 'a'), 'too_large'],
    ['text without end', (type) => flood('', textEvent(type, 'a'.repeat(1e6))), 'too_large'],
  ])('fails as a whole reply does: %s', async (_, reply, failure) => {
    const models = await testModels()
    models.next(reply(type))
    const { request } = listening(type)
    expect(await errorOf((await providerAt(models, type)).complete(request))).toMatchObject({ failure })
  })

  it('takes a text whose events are many times larger', async () => {
    const models = await testModels()
    const words = Array.from({ length: 9000 }, (_, i) => `${i} `)
    const padded = inPieces(type, words).map((one) =>
      typeof one === 'string' ? one : { ...one, padding: ['x'.repeat(400), Array(12).fill([])] },
    )
    models.next(events(type, ...padded))
    const { pieces, request } = listening(type)
    const { text } = await (await providerAt(models, type)).complete(request)
    expect(text).toBe(words.join(''))
    expect(pieces.join('')).toBe(text)
  })

  describe.each([
    ['any address', undefined],
    ['public addresses alone', publicFetch({ isAllowed: () => true })],
  ])('in the middle of a reply from %s', (_, fetching) => {
    it('gives up at its time limit', async () => {
      const models = await testModels({ reply: () => server.stalls() })
      const { pieces, request } = listening(type)
      const provider = await providerAt(models, type, { timeoutMs: 1500, fetching })
      expect(await errorOf(provider.complete(request))).toMatchObject({
        failure: 'timeout',
        mayBeCharged: true,
      })
      expect(pieces.join('')).toMatch(/^This reply/)
      await expect.poll(() => models.dropped).toBe(1)
    })

    it('ends with the reason of the caller that cancels', async () => {
      const models = await testModels({ reply: () => server.stalls() })
      const stop = new AbortController()
      const reason = new Error('nobody reads any more')
      const request = requestOf(type, { onText: () => stop.abort(reason), signal: stop.signal })
      const provider = await providerAt(models, type, { fetching })
      await expect(provider.complete(request)).rejects.toBe(reason)
      await expect.poll(() => models.dropped).toBe(1)
    })
  })

  describe('never passes on the key', () => {
    const forms: [string, string][] = [
      ['as it stands', MODEL_KEY],
      ['twice in a row', MODEL_KEY + MODEL_KEY],
      ['behind its own beginning', MODEL_KEY.slice(0, 9) + MODEL_KEY],
    ]

    it.each(forms)('%s, wherever a stream divides it', async (_, form) => {
      const { models, provider } = await modelsAt(type)
      const said = `You sent sk- or & \\ ${form}, and 50% more`
      for (const size of [1, 3, 7, said.length]) {
        const divided = said.match(new RegExp(`[^]{1,${size}}`, 'g'))!
        models.next(events(type, ...inPieces(type, divided)))
        const { pieces, request } = listening(type)
        const { text } = await provider.complete(request)
        expect(text).toContain('[key]')
        expect(pieces.join('')).toBe(text)
        expect(pieces.length).toBeGreaterThan(size === 1 ? 20 : 0)
      }
    })
  })
})

const textEvent = (type: Protocol, text: string) =>
  inPieces(type, [text]).flatMap((one) =>
    JSON.stringify(one).includes(text)
      ? [`event: content_block_delta\ndata: ${JSON.stringify(one)}\n\n`]
      : [],
  )[0]

/** A stream that begins so, and repeats the rest for longer than any stream may be. */
const flood = (start: string, rest: string): BadReply =>
  server.sends(start + rest.repeat((6 * 2 ** 20) / rest.length), 'text/event-stream')

describe('openai', () => {
  it('asks for token counts, and leaves that out for a model that refuses, from the second call on', async () => {
    const { models, provider } = await modelsAt('openai', { refuses: ['stream_options'] })
    const { request } = listening('openai')
    await provider.complete(request)
    await provider.complete(request)
    const asked = models.calls.map(({ body }) => [body['stream'], body['stream_options']])
    expect(asked).toEqual([
      [true, { include_usage: true }],
      [true, undefined],
      [true, undefined],
    ])
  })
  it('asks to stream beside a schema', async () => {
    const models = await testModels()
    models.next(events('openai', ...inPieces('openai', ['A', 'B'])))
    const { request } = listening('openai', { schema: VERDICT_SCHEMA })
    await (await providerAt(models, 'openai')).complete(request)
    expect(models.calls[0].body).toMatchObject({ stream: true, response_format: {} })
  })
})
