/**
 * A server on this machine that speaks both providers' protocols and gives scripted replies, for the bench and for tests:
 * `POST /v1/chat/completions` and `POST /v1/messages`, whole and streamed, and `GET /v1/models/MODEL`.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { drip, flood } from './endless.ts'
import { anthropicEvents, anthropicFailure, anthropicReply } from './anthropic-wire.ts'
import { isCompletions, looksUpModels, refusedKey } from './likeness.ts'
import type { Likeness } from './likeness.ts'
import { readCall, keyOf } from './received-call.ts'
import type { ReceivedCall } from './received-call.ts'
import { openAiEvents, openAiFailure, openAiReply } from './openai-wire.ts'
import { refusedPart } from './refused-part.ts'
import type { Part } from './refused-part.ts'
import { failure, isBadReply, wholeAnswer } from './reply.ts'
import type { Answer, BadReply } from './reply.ts'

export interface ModelServerOptions {
  /** The reply to a call. */
  reply(received: ReceivedCall): Answer | BadReply | Promise<Answer | BadReply>
  /** The delay before each answer, in ms. */
  latencyMs?: number
  /** The only accepted key; any key if undefined. */
  key?: string
  /** The known models; all if undefined. */
  models?: readonly string[] | undefined
  /** Whether `GET /v1/models/MODEL` is answered, or answered without end. Default: true. */
  lists?: boolean | 'without end'
  /** Parts of a request that are refused with 400. */
  refuses?: readonly Part[]
  /** The server whose addresses and keys it has; OpenAI's by default. */
  likeness?: Likeness
  /** 0 takes any free port. */
  port?: number
}

export interface ModelServer {
  /** For `baseUrl` of a provider of type openai. */
  openAiUrl: string
  /** For `baseUrl` of a provider of type anthropic. */
  anthropicUrl: string
  /** Every call with a readable body, in the order of arrival, including calls that failed. */
  calls: readonly ReceivedCall[]
  /** The models that were looked up by name, in the order of arrival. */
  lookedFor: readonly string[]
  /** How many answers were sent completely. */
  answered: number
  /** How many replies the caller aborted. */
  dropped: number
  /** The highest number of calls at the same time. */
  mostAtOnce: number
  /** Queues the replies to the next calls, one each; later calls get `reply` again. */
  next(...replies: (Answer | BadReply)[]): void
  /** Changes options from now on. */
  become(options: Partial<ModelServerOptions>): void
  /** Forgets recorded calls and queued replies. */
  clear(): void
  close(): Promise<void>
}

const WIRES = {
  openai: { reply: openAiReply, events: openAiEvents, failure: openAiFailure },
  anthropic: { reply: anthropicReply, events: anthropicEvents, failure: anthropicFailure },
}

/** Starts the server on 127.0.0.1. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  let settings = { ...options }
  const received: ReceivedCall[] = []
  const lookedFor: string[] = []
  const queued: (Answer | BadReply)[] = []
  let underWay = 0

  async function decide(call: ReceivedCall): Promise<Answer | BadReply> {
    const { key, models, refuses = [], latencyMs = 0, likeness = 'openai' } = settings
    if (likeness !== 'openai') {
      const refusal = refusedKey(call, key, likeness)
      if (refusal) return refusal
    } else if (key !== undefined && call.key !== key) {
      return failure(401, 'authentication_error', `Incorrect API key provided: ${call.key}.`)
    }
    if (models && !models.includes(call.model)) {
      return failure(404, 'model_not_found', `The model ${call.model} does not exist.`)
    }
    const refused = refusedPart(call, refuses)
    if (refused) return refused
    const reply = queued.shift() ?? (await settings.reply(call))
    if (latencyMs > 0) await sleep(latencyMs)
    return reply
  }

  function find(model: string, { headers }: IncomingMessage, response: ServerResponse): void {
    const { key, models, likeness = 'openai' } = settings
    const wire = WIRES['anthropic-version' in headers ? 'anthropic' : 'openai']
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    lookedFor.push(model)
    if (settings.lists === 'without end') return flood(response, { status: 200, gzip: false })
    const isRefused =
      likeness === 'openai'
        ? key !== undefined && keyOf(headers) !== key
        : refusedKey({ headers }, key, likeness) !== null
    if (isRefused) return send(401, wire.failure('authentication_error', 'Incorrect API key provided.'))
    if (models && !models.includes(model))
      return send(404, wire.failure('model_not_found', `The model ${model} does not exist.`))
    send(200, { id: model, object: 'model', type: 'model' })
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const modelName = modelIn(request)
    const { likeness = 'openai' } = settings
    if (modelName !== null && settings.lists !== false && looksUpModels(likeness))
      return find(modelName, request, response)
    const protocol = protocolOf(request, likeness)
    if (protocol === null) return void response.writeHead(404).end()
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>
    const call = readCall(protocol, received.length, body, request.headers)
    received.push(call)
    underWay += 1
    server.mostAtOnce = Math.max(server.mostAtOnce, underWay)
    try {
      const reply = await decide(call)
      if (isBadReply(reply)) sendBadReply(response, call, reply)
      else {
        sendAnswer(response, call, reply, true)
        server.answered += 1
      }
    } finally {
      underWay -= 1
    }
  }

  const http = createServer((request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) server.dropped += 1
    })
    handle(request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error))
    })
  })
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo

  const server: ModelServer = {
    openAiUrl: `http://127.0.0.1:${port}/v1`,
    anthropicUrl: `http://127.0.0.1:${port}`,
    calls: received,
    lookedFor,
    answered: 0,
    dropped: 0,
    mostAtOnce: 0,
    next: (...replies) => void queued.push(...replies),
    become: (changes) => void (settings = { ...settings, ...changes }),
    clear() {
      received.length = 0
      lookedFor.length = 0
      queued.length = 0
      server.answered = 0
      server.dropped = 0
      server.mostAtOnce = underWay
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return server
}

function protocolOf(
  { method, url = '' }: IncomingMessage,
  likeness: Likeness,
): ReceivedCall['protocol'] | null {
  if (method !== 'POST') return null
  if (isCompletions(url, likeness)) return 'openai'
  return url === '/v1/messages' ? 'anthropic' : null
}

function modelIn({ method, url = '' }: IncomingMessage): string | null {
  const model = method === 'GET' ? /^\/v1\/models\/([^/?]+)$/.exec(url)?.[1] : undefined
  return model === undefined ? null : decodeURIComponent(model)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function sendAnswer(response: ServerResponse, call: ReceivedCall, answer: Answer, ends: boolean): void {
  const { headers, bytes } = packed(call, answer, ends)
  response.writeHead(200, headers).end(bytes)
}

function packed(call: ReceivedCall, answer: Answer, ends: boolean) {
  const wire = WIRES[call.protocol]
  const whole = wholeAnswer(answer, call.text)
  const namedCall = { ...call, model: whole.model ?? call.model }
  if (call.stream) {
    const events = wire.events(whole, namedCall, ends)
    return { headers: { 'content-type': 'text/event-stream' }, bytes: Buffer.from(events.join('')) }
  }
  const bytes = Buffer.from(JSON.stringify(wire.reply(whole, namedCall, ends)))
  return { headers: { 'content-type': 'application/json' }, bytes }
}

const CUT_TEXT = 'This reply will not come to its end, however long one waits for it.'

function sendBadReply(response: ServerResponse, call: ReceivedCall, reply: BadReply): void {
  switch (reply.does) {
    case 'fails': {
      const { status, code, message, headers } = reply
      const body = JSON.stringify(WIRES[call.protocol].failure(code, message))
      return void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }
    case 'hangs':
      return
    case 'hangs up':
      return void response.socket?.destroy()
    case 'cuts': {
      const { headers, bytes } = packed(call, CUT_TEXT, true)
      response.writeHead(200, { ...headers, 'content-length': bytes.length })
      response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy())
      return
    }
    case 'stalls': {
      const { headers, bytes } = packed(call, CUT_TEXT, true)
      response.writeHead(200, { ...headers, 'content-length': bytes.length })
      return void response.write(bytes.subarray(0, bytes.length / 2))
    }
    case 'sends half': {
      const { headers, bytes } = packed(call, CUT_TEXT, true)
      return void response.writeHead(200, headers).end(bytes.subarray(0, bytes.length / 2))
    }
    case 'never ends':
      return sendAnswer(response, call, CUT_TEXT, false)
    case 'sends nothing':
      return sendAnswer(response, call, '', true)
    case 'floods':
      return flood(response, reply)
    case 'drips':
      return drip(response, reply)
    case 'sends':
      return void response.writeHead(reply.status ?? 200, { 'content-type': reply.type }).end(reply.body)
  }
}
