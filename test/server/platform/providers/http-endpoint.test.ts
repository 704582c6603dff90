/** HTTP endpoints of any form as contestants, called over real connections. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import type { CompletionRequest, ProviderConfig } from '../../../../server/platform/providers/index.ts'
import { errorOf, providersWith } from './ask.ts'
import { openForAll } from '../../../support/later.ts'
import { listening } from '../../../support/listening.ts'

const SECRET = 'kestrel-hides-42-under-the-barn'
const received: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = []
let reply: (response: ServerResponse) => void
const server = openForAll(() =>
  listening((incoming, response) => {
    const { method = '', url = '', headers } = incoming
    let body = ''
    incoming.on('data', (chunk) => (body += String(chunk)))
    incoming.on('end', () => {
      received.push({ method, url, headers, body })
      reply(response)
    })
  }),
)
beforeEach(() => {
  received.length = 0
  reply = (response) => response.end('{"out": [{"text": "At the depot."}]}')
})

const request: CompletionRequest = {
  model: 'v1',
  system: 'Be kind.',
  messages: [{ role: 'user', content: 'Where is "it"?' }],
  params: { depth: 3 },
  about: { prompt: 'parcel', sample: 2, turn: 0 },
}

async function opened(options: ProviderConfig['options'] = {}, more: Partial<ProviderConfig> = {}) {
  const providers = await providersWith({ BOT_API_KEY: SECRET })
  const config = {
    name: 'bot',
    type: 'http',
    baseUrl: `${server.address}/answer`,
    apiKeyEnv: null,
    options,
    ...more,
  } as const
  return providers.open('1', config).provider
}

test('the whole answer is passed on at once to a caller that wants it in pieces, without the secret', async () => {
  reply = (response) => response.end(`{"out": "${received[0].headers.authorization}"}`)
  const headers = { authorization: 'Bearer {{env.BOT_API_KEY}}' }
  const pieces: string[] = []
  const provider = await opened({ headers, answer: '/out' })
  const { text } = await provider.complete({ ...request, onText: (piece) => pieces.push(piece) })
  expect([text, pieces]).toEqual(['Bearer [key]', ['Bearer [key]']])
})

test('the template is filled: whole values as JSON, parts of texts as text; the secret comes from the environment', async () => {
  const provider = await opened({
    method: 'PUT',
    query: { version: '2024-10-21', id: '{{prompt}}' },
    headers: { authorization: 'Bearer {{env.BOT_API_KEY}}', 'x-team': 'a' },
    body: {
      chat: '{{messages}}',
      ask: 'Q: {{ last }} ({{sample}})',
      depth: '{{params.depth}}',
      all: ['{{system}}', 7, null, '{{params}}'],
    },
    answer: '/out/0/text',
    costUsd: 0.01,
  })
  const { text, costUsd } = await provider.complete(request)
  expect({ text, costUsd }).toEqual({ text: 'At the depot.', costUsd: 0.01 })
  const [{ method, url: path, headers, body }] = received
  expect({ method, path }).toEqual({ method: 'PUT', path: '/answer?version=2024-10-21&id=parcel' })
  expect(headers).toMatchObject({
    authorization: `Bearer ${SECRET}`,
    'x-team': 'a',
    'content-type': 'application/json',
  })
  expect(JSON.parse(body)).toEqual({
    chat: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Where is "it"?' },
    ],
    ask: 'Q: Where is "it"? (2)',
    depth: 3,
    all: ['Be kind.', 7, null, { depth: 3 }],
  })
})

test('a message that looks like a placeholder is sent as it is', async () => {
  const provider = await opened({ body: { ask: '{{last}}' } })
  await provider.complete({
    ...request,
    messages: [{ role: 'user', content: '{{env.BOT_API_KEY}} {{system}}' }],
  })
  expect(JSON.parse(received[0].body)).toEqual({ ask: '{{env.BOT_API_KEY}} {{system}}' })
})

test('without a template all data of the call is sent, and without a pointer the whole reply is the answer', async () => {
  reply = (response) => response.end('  Plain text.\n')
  const provider = await opened()
  expect((await provider.complete(request)).text).toBe('Plain text.')
  expect(JSON.parse(received[0].body)).toMatchObject({ last: 'Where is "it"?', prompt: 'parcel', sample: 2 })
})

test('GET sends no body', async () => {
  const provider = await opened({ method: 'GET', query: { q: '{{last}}' }, answer: '/out/0/text' })
  await provider.complete(request)
  expect(received[0]).toMatchObject({ method: 'GET', body: '' })
  expect(new URL(received[0].url, server.address).searchParams.get('q')).toBe('Where is "it"?')
})

test('an error with the secret in its words is reported without it', async () => {
  reply = (response) => response.writeHead(400).end(JSON.stringify({ error: `bad token ${SECRET}` }))
  const provider = await opened({ headers: { authorization: 'Bearer {{env.BOT_API_KEY}}' } })
  const error = await errorOf(provider.complete(request))
  expect(error.failure).toBe('bad_request')
  expect(error.message).toMatch(/answered 400: bad token \[key\]$/)
})

test('replies that are no UTF-8, no JSON, or without text at the pointer are refused, and cost what a call costs', async () => {
  const provider = await opened({ answer: '/out/0/text', costUsd: 0.01 })
  const failureFor = async (body: string | Buffer) => {
    reply = (response) => response.end(body)
    const { failure, costUsd } = await errorOf(provider.complete(request))
    return { failure, costUsd }
  }
  const unreadable = { failure: 'unreadable', costUsd: 0.01 }
  expect(await failureFor(Buffer.from([0x22, 0xff, 0x22]))).toEqual(unreadable)
  expect(await failureFor('{"out": [')).toEqual(unreadable)
  expect(await failureFor('{"out": []}')).toEqual(unreadable)
  expect(await failureFor('{"out": [{"text": ""}]}')).toEqual({ failure: 'empty', costUsd: 0.01 })
})

test('a server that never answers is left after the time limit, and one that hangs up is a cut reply', async () => {
  reply = () => undefined
  expect(await errorOf((await opened({ timeoutSeconds: 0.2 })).complete(request))).toMatchObject({
    failure: 'timeout',
  })
  reply = (response) => response.socket?.destroy()
  expect(await errorOf((await opened()).complete(request))).toMatchObject({ failure: 'cut' })
})

test('a private address is not called for an arena that came over HTTP', async () => {
  const error = await errorOf((await opened({}, { publicOnly: true })).complete(request))
  expect(error).toMatchObject({ failure: 'unreachable', isLasting: true })
  expect(received).toEqual([])
})

test('an endpoint whose variable is not set cannot be opened', async () => {
  await expect(opened({ headers: { 'x-key': '{{env.OTHER_API_KEY}}' } })).rejects.toThrow(
    'provider bot: OTHER_API_KEY is not set',
  )
})
