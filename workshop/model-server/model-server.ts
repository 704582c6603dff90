/**
 * A server on this machine that speaks both providers' protocols and gives scripted replies, for the bench and for tests:
 * `POST /v1/chat/completions` and `POST /v1/messages`, whole and streamed, and `GET /v1/models/MODEL`.
 */
import { type ServerResponse, type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ReceivedCall, readCall, requestApiKey, bringsText, WIRES } from './wires.ts'
import { failure, floods, type BadReply, isBadReply, sendAnswer, streamed, type Answer } from './reply.ts'

// Servers that support only a part of a protocol.

type Part = 'schema' | 'temperature' | 'max_tokens' | 'max_completion_tokens' | 'stream' | 'stream_options'

const WORDS: Record<ReceivedCall['protocol'], Record<Part, string>> = {
  openai: {
    schema: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    temperature: "Unsupported value: 'temperature' does not support 0 with this model.",
    max_tokens: "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
    max_completion_tokens: "Unrecognized request argument supplied: 'max_completion_tokens'.",
    stream: 'This model does not stream: streaming is not supported.',
    stream_options: "Unrecognized request argument supplied: 'stream_options'.",
  },
  anthropic: {
    schema: 'output_config.format: this model does not support structured outputs.',
    temperature: '`temperature` is deprecated for this model.',
    max_tokens: 'max_tokens: 1000000 > 64000, which is the maximum for this model.',
    max_completion_tokens: 'max_completion_tokens: Extra inputs are not permitted.',
    stream: 'stream: this model does not support streaming.',
    stream_options: 'stream_options: Extra inputs are not permitted.',
  },
}

/** The refusal of the first part of a request that the server does not support. */
function refusedPart(call: ReceivedCall, refused: readonly Part[]): BadReply | null {
  const part = refused.find((candidate) =>
    candidate === 'schema' ? call.schema !== null : candidate in call.body,
  )
  return part ? failure(400, 'invalid_request_error', WORDS[call.protocol][part]) : null
}

/** The refusal of a key that is missing or wrong; null if the key is right, or none is read. */
function refusedKey({ headers }: Pick<IncomingMessage, 'headers'>, key: string | undefined): BadReply | null {
  const sent = requestApiKey(headers)
  if (key === undefined || sent === key) return null
  return failure(401, 'authentication_error', `Incorrect API key provided: ${sent}.`)
}

/** How fast a model writes. A reply that is not streamed takes as long. */
interface Pace {
  /** The time before the first word, in ms. */
  firstWordMs?: number
  /** Default: all at once. */
  wordsPerSecond?: number
  /** Waited for before each word of a streamed reply, counted from 0, so that a test can hold it. */
  before?(word: number): Promise<unknown>
}

export interface ModelServerOptions {
  reply(received: ReceivedCall): Answer | BadReply | Promise<Answer | BadReply>
  /** The delay before each answer, in ms. */
  latencyMs?: number
  /** The paces of models by their names; others write at once. */
  paces?: Readonly<Record<string, Pace>>
  /** What its moderation says of a text; default: nothing is flagged. A number is a status to fail with. */
  flags?(text: string): boolean | number | Promise<boolean | number>
  /** The only accepted key; any key if undefined. */
  key?: string
  /** The known models; all if undefined. */
  models?: readonly string[] | undefined
  /** Whether `GET /v1/models/MODEL` is answered, or answered without end. Default: true. */
  lists?: boolean | 'without end'
  refuses?: readonly Part[]
  /** 0 takes any free port. */
  port?: number
}

export interface ModelServer {
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

export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  let settings = { ...options }
  const received: ReceivedCall[] = []
  const lookedFor: string[] = []
  const queued: (Answer | BadReply)[] = []
  let underWay = 0

  async function decide(call: ReceivedCall): Promise<Answer | BadReply> {
    const { key, models, refuses = [], latencyMs = 0 } = settings
    const refusal = refusedKey(call, key)
    if (refusal) return refusal
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
    const { key, models } = settings
    const wire = WIRES['anthropic-version' in headers ? 'anthropic' : 'openai']
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    lookedFor.push(model)
    if (settings.lists === 'without end') return floods()(response)
    if (refusedKey({ headers }, key))
      return send(401, wire.failure('authentication_error', 'Incorrect API key provided.'))
    if (models && !models.includes(model))
      return send(404, wire.failure('model_not_found', `The model ${model} does not exist.`))
    send(200, { id: model, object: 'model', type: 'model' })
  }

  async function moderate(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { input } = JSON.parse(await bodyText(request)) as { input: string }
    const flagged = (await settings.flags?.(input)) ?? false
    const [status, body] =
      typeof flagged === 'number'
        ? [flagged, WIRES.openai.failure('server_error', 'The moderation is down.')]
        : [200, { id: 'modr-1', model: 'omni-moderation-latest', results: [{ flagged, categories: {} }] }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const modelName = modelIn(request)
    if (modelName !== null && settings.lists !== false) return find(modelName, request, response)
    if (request.method === 'POST' && request.url === '/v1/moderations') return moderate(request, response)
    const protocol = detectProtocol(request)
    if (protocol === null) return void response.writeHead(404).end()
    const body = JSON.parse(await bodyText(request)) as Record<string, unknown>
    const call = readCall(protocol, received.length, body, request)
    received.push(call)
    underWay += 1
    server.mostAtOnce = Math.max(server.mostAtOnce, underWay)
    try {
      const reply = await decide(call)
      if (isBadReply(reply)) reply(response, call)
      else {
        await writeAnswer(response, call, reply, settings.paces?.[call.model])
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
  // who computes for seconds between two requests would take a connection that was just closed
  http.keepAliveTimeout = 120_000
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

/** OpenAI's own path, or that of a server like it. */
function detectProtocol({ method, url = '' }: IncomingMessage): ReceivedCall['protocol'] | null {
  if (method !== 'POST') return null
  if (/^\/[^?]+\/chat\/completions(\?|$)/.test(url)) return 'openai'
  return url === '/v1/messages' ? 'anthropic' : null
}

function modelIn({ method, url = '' }: IncomingMessage): string | null {
  const model = method === 'GET' ? /^\/v1\/models\/([^/?]+)$/.exec(url)?.[1] : undefined
  return model === undefined ? null : decodeURIComponent(model)
}

async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Sends an answer at the pace of its model, until the caller hangs up. */
async function writeAnswer(
  response: ServerResponse,
  call: ReceivedCall,
  answer: Answer,
  pace: Pace | undefined,
): Promise<void> {
  if (!pace) return sendAnswer(response, call, answer)
  const { firstWordMs = 0, wordsPerSecond = Infinity, before } = pace
  const wordMs = 1000 / wordsPerSecond
  const { headers, events } = streamed(call, answer, true, true)
  if (!call.stream) {
    await sleep(firstWordMs + wordMs * events.filter(bringsText).length)
    return sendAnswer(response, call, answer)
  }
  response.writeHead(200, headers)
  let word = 0
  for (const event of events) {
    if (bringsText(event)) {
      await sleep(word === 0 ? firstWordMs : wordMs)
      await before?.(word)
      word += 1
    }
    if (response.destroyed) return
    response.write(event)
  }
  response.end()
}
