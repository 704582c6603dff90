/** Everything a provider does wrong has its kind and one line, and never shows the key. */
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import * as server from '../../../../workshop/model-server/reply.ts'
import type { Answer, BadReply } from '../../../../workshop/model-server/reply.ts'
import type { ProviderFailure } from '../../../../server/platform/providers/index.ts'
import { MODEL_KEY, testModels } from '../../../support/providers/models.ts'
import { PROTOCOLS, errorOf, modelsAt, providerAt, requestOf } from './ask.ts'
import { retryAfterMs } from '../../../../server/platform/providers/classify.ts'
import { casesIn } from '../../../support/cases.ts'
import { listeningForTest } from '../../../support/listening.ts'

const CASES = casesIn<{ waits: [headers: Record<string, string>, ms: number | null][] }>(
  import.meta.url,
  'retry-after',
)

const { failure } = server
const gone = 'Answer and key were eaten by the dog'

const TROUBLES: [string, Answer | BadReply, ProviderFailure, number | null][] = [
  ['429', server.rateLimited(), 'rate_limited', null],
  ['429 with seconds', server.rateLimited(2), 'rate_limited', 2000],
  ['429 with a date', server.rateLimited('Mon, 01 Jun 2026 12:00:30 GMT'), 'rate_limited', 30_000],
  ['429 with ms', server.rateLimitedMs(1500), 'rate_limited', 1500],
  ['429 that means the account', server.outOfQuota(), 'out_of_quota', null],
  [
    '400 for a low balance',
    failure(400, 'invalid_request_error', 'Your credit balance is too low.'),
    'out_of_quota',
    null,
  ],
  ['402', failure(402, 'billing_error', 'Payment required.'), 'out_of_quota', null],
  ['500', server.serverError(), 'server_error', null],
  ['502 in HTML', failure(502, 'bad_gateway', '<html><h1>Bad gateway</h1></html>'), 'server_error', null],
  ['503', failure(503, 'unavailable', 'Try later.', { 'retry-after': '7' }), 'overloaded', 7000],
  ['504', failure(504, 'timeout', 'Gateway timeout.'), 'timeout', null],
  ['529', server.overloaded(), 'overloaded', null],
  [
    '401',
    failure(401, 'authentication_error', `Incorrect API key provided: ${MODEL_KEY}`),
    'unauthorised',
    null,
  ],
  ['403', failure(403, 'permission_error', 'Not for you.'), 'unauthorised', null],
  [
    '400 for the key',
    failure(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
    'unauthorised',
    null,
  ],
  ['404', failure(404, 'not_found_error', 'model: no-such-model'), 'model_unknown', null],
  ['400 for the model', failure(400, 'model_not_found', 'No such model.'), 'model_unknown', null],
  ['400', failure(400, 'invalid_request_error', 'messages: too long.'), 'bad_request', null],
  ['413', failure(413, 'request_too_large', 'Too large.'), 'bad_request', null],
  ['a redirection', failure(307, 'moved', gone, { location: 'http://127.0.0.1:9/' }), 'bad_request', null],
  ['a connection closed at once', server.hangsUp(), 'cut', null],
  ['a connection closed in the middle', server.cuts(), 'cut', null],
  ['half a body that pretends to be whole', server.sendsHalf(), 'cut', null],
  ['a reply without its end', server.neverEnds(), 'cut', null],
  ['no body at all', server.sends(''), 'cut', null],
  ['an answer without text', server.sendsNothing(), 'empty', null],
  ['an answer of spaces', ' \n', 'empty', null],
  ['a body without end', server.floods(), 'too_large', null],
  ['a small body that unpacks without end', server.floodsPacked(), 'too_large', null],
  ['an error without end', server.floods(500), 'server_error', null],
  ['a packed error without end', server.floodsPacked(429), 'rate_limited', null],
  [
    'an error nested more deeply than can be written',
    server.sends(`{"error":${'['.repeat(1e5)}${']'.repeat(1e5)}}`),
    'server_error',
    null,
  ],
  [
    'an error in words that take expressions long',
    failure(400, 'invalid_request_error', 'model '.repeat(300_000)),
    'bad_request',
    null,
  ],
  ['JSON of another kind', server.sends('{"hello":"world"}'), 'server_error', null],
  ['a web page', server.sends('<html>Sign in</html>', 'text/html'), 'server_error', null],
]

describe.each(PROTOCOLS)('%s', (type) => {
  it.each([
    ['whole', requestOf(type)],
    ['streamed', requestOf(type, { onText: () => undefined })],
  ])(
    'distinguishes all kinds of failures of a %s reply, calls once, and describes each in one line',
    async (_, request) => {
      const models = await testModels()
      const clock = () => new Date('2026-06-01T12:00:00.000Z')
      const provider = await providerAt(models, type, { clock })
      for (const [name, reply, failure, retryAfterMs] of TROUBLES) {
        models.clear()
        models.next(reply)
        const error = await errorOf(provider.complete(request))
        expect
          .soft({ failure: error.failure, retryAfterMs: error.retryAfterMs }, name)
          .toEqual({ failure, retryAfterMs })
        expect.soft(error.message, name).toMatch(/^local [^\n]{10,330}$/)
        expect.soft(models.calls, name).toHaveLength(1)
      }
      expect(await provider.complete(request)).toMatchObject({ text: 'Well.' })
    },
  )

  it('names the path it called if nothing is there', async () => {
    const models = await testModels({ reply: () => failure(404, 'not_found', 'Not found.') })
    const at = (path: string) => {
      const url = new URL(path, models.openAiUrl).href
      return { ...models, openAiUrl: url, anthropicUrl: url }
    }
    const route = type === 'openai' ? '/chat/completions' : '/v1/messages'
    for (const base of ['', '/below/']) {
      const provider = await providerAt(at(base || '/'), type)
      const { message } = await errorOf(provider.complete(requestOf(type)))
      expect(message).toContain(` at ${base.replace(/\/$/, '')}${route}: check its name and the base URL`)
    }
  })

  it('gives up at its time limit if a server is silent or stops in the middle of a reply', async () => {
    const models = await testModels()
    const provider = await providerAt(models, type, { timeoutMs: 80 })
    models.next(server.hangs())
    const error = await errorOf(provider.complete(requestOf(type)))
    expect(error).toMatchObject({
      failure: 'timeout',
      message: 'local did not answer within 0.08 s',
      mayBeCharged: true,
    })
    for (const reply of [server.stalls(), server.drips(), server.drips(500)]) {
      models.next(reply)
      expect(await errorOf(provider.complete(requestOf(type)))).toMatchObject({ failure: 'timeout' })
    }
  })

  it('closes a reply that exceeds 4 MiB, and says that it may be charged', async () => {
    const { models, provider } = await modelsAt(type, { reply: () => server.floods() })
    expect(await errorOf(provider.complete(requestOf(type)))).toMatchObject({
      failure: 'too_large',
      message: 'local was cut off: the reply is larger than 4 MiB',
      mayBeCharged: true,
    })
    await expect.poll(() => models.dropped).toBe(1)
    models.become({ lists: 'without end' })
    expect(await provider.knows('any')).toBeNull()
    await expect.poll(() => models.dropped).toBe(2)
  })

  it('ends with the reason of the caller that cancels the call', async () => {
    const { models, provider } = await modelsAt(type, { reply: () => server.hangs() })
    const stop = new AbortController()
    const call = provider.complete(requestOf(type, { signal: stop.signal }))
    while (models.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const reason = new Error('the run was cancelled')
    stop.abort(reason)
    await expect(call).rejects.toBe(reason)
    await expect(provider.complete(requestOf(type, { signal: stop.signal }))).rejects.toBe(reason)
    expect(models.calls).toHaveLength(1)
  })

  it('reports a server that does not run as unreachable', async () => {
    const models = await testModels()
    await models.close()
    const provider = await providerAt(models, type)
    expect(await errorOf(provider.complete(requestOf(type)))).toMatchObject({
      failure: 'unreachable',
      message: 'connection refused at local (ECONNREFUSED)',
    })
  })

  it('reports a server that does not speak HTTP as a broken connection', async () => {
    const mail = createServer((socket) => socket.end('220 mail.example.org ESMTP\r\n'))
    const { address: url } = await listeningForTest(mail)
    const models = await testModels()
    const provider = await providerAt({ ...models, openAiUrl: url, anthropicUrl: url }, type)
    const error = await errorOf(provider.complete(requestOf(type)))
    expect(error.failure).toBe('cut')
  })

  it.each([
    `Incorrect API key provided: ${MODEL_KEY}. You can find your key in your account.`,
    `Header x: Bearer ${MODEL_KEY} in\nline two`,
    `https://host/?key=${MODEL_KEY}&more`,
    `Incorrect API key provided: sk-te******************ghij.`,
    `${'x'.repeat(290)}${MODEL_KEY}`,
  ])('never shows the key: %s', async (message) => {
    const { models, provider } = await modelsAt(type)
    for (const status of [400, 401, 429, 500]) {
      models.next(failure(status, `error_${MODEL_KEY}`, message))
      const error = await errorOf(provider.complete(requestOf(type)))
      const shown = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
      for (const piece of [MODEL_KEY, MODEL_KEY.slice(0, 12), 'ghij']) expect(shown).not.toContain(piece)
      expect(error.message).not.toContain('\n')
    }
  })

  it('refuses parameters that would change the form or the cost of a reply, without a call', async () => {
    const { models, provider } = await modelsAt(type)
    const params = { n: 3, stream: true, max_tokens: 'many' }
    const error = await errorOf(provider.complete(requestOf(type, { params })))
    expect(error.failure).toBe('bad_request')
    for (const name of Object.keys(params)) expect(error.message).toContain(`params.${name}`)
    expect(models.calls).toHaveLength(0)
  })
})

describe('openai', () => {
  it('reads errors from the other places where servers put them', async () => {
    const { models, provider } = await modelsAt('openai')
    const bodies: [string, string][] = [
      ['{"object":"error","message":"too many images","code":400}', 'too many images'],
      ['{"detail":"no such field"}', 'no such field'],
      ['{"detail":[{"loc":["body","x"],"msg":"field required"}]}', 'field required'],
      ['{"error":"context full"}', 'context full'],
      ['plainly wrong', 'plainly wrong'],
    ]
    for (const [body, words] of bodies) {
      models.next(server.sends(body, body.startsWith('{') ? 'application/json' : 'text/plain', 400))
      expect((await errorOf(provider.complete(requestOf('openai')))).message).toContain(words)
    }
  })

  it('recognises a failure that is sent with a success status', async () => {
    const { models, provider } = await modelsAt('openai')
    models.next(server.sends('{"error":{"code":429,"message":"upstream is busy"}}'))
    expect(await errorOf(provider.complete(requestOf('openai')))).toMatchObject({
      failure: 'rate_limited',
      message: 'local answered 429: upstream is busy',
    })
  })

  it('counts a content filter that stops a request before the model as a refusal', async () => {
    const { models, provider } = await modelsAt('openai')
    models.next(failure(400, 'content_filter', 'The prompt was filtered.'))
    expect(await provider.complete(requestOf('openai'))).toMatchObject({
      finishReason: 'refusal',
      text: 'The prompt was filtered.',
      costUsd: 0,
    })
  })

  it('reports the cost of an empty reply', async () => {
    const { models, provider } = await modelsAt('openai')
    models.next({ text: '', inputTokens: 1_000_000, outputTokens: 0 })
    expect(await errorOf(provider.complete(requestOf('openai')))).toMatchObject({
      failure: 'empty',
      costUsd: 0.15,
      mayBeCharged: true,
    })
  })
})

describe('how long a server asks to wait', () => {
  const now = new Date('2026-06-01T12:00:00.000Z')

  it.each(CASES.waits)('%j: %s ms', (headers, ms) => {
    expect(retryAfterMs(new Headers(headers), now)).toBe(ms)
  })
})
