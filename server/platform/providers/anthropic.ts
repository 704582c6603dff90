/** The protocol of Anthropic's messages. */
import type Anthropic from '@anthropic-ai/sdk'
import { isRecord } from '../json.ts'
import { replyTokenLimit, paramsWithoutMaxTokens } from './params.ts'
import {
  clientOptions,
  tokenCount,
  madeWithout,
  messagesWithPictures,
  NO_KEY,
  pathBelow,
  requestTemperature,
  type Endpoint,
  type Collected,
  type Protocol,
  type Reply,
} from './protocol.ts'
import { exchangeResult } from './exchange.ts'
import type { SentPicture, Usage } from './provider.ts'

const OWN_ADDRESS = 'https://api.anthropic.com'

const ENDS: Record<string, Reply['ended']> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
}

/** Asks the provider to cache the system text, which is the same in every call, unlike the messages. */
export function anthropicProtocol(endpoint: Endpoint): Protocol {
  const { baseUrl, key } = endpoint
  // with or without /v1, which the client adds itself
  const base = baseUrl?.replace(/\/v1\/*$/, '') ?? OWN_ADDRESS
  let client: Promise<Anthropic> | undefined
  const open = async () => {
    const { Anthropic: Client } = await import('@anthropic-ai/sdk')
    return madeWithout(
      'ANTHROPIC_CUSTOM_HEADERS',
      () =>
        new Client({
          // with a key of its own, the client looks for no other one in the environment or in files
          apiKey: key === NO_KEY ? 'none' : key,
          ...(key === NO_KEY && { defaultHeaders: { 'x-api-key': null, authorization: null } }),
          baseURL: base,
          ...clientOptions(endpoint),
        }),
    )
  }
  return {
    path: pathBelow(base, '/v1/messages'),
    async send(body, signal) {
      const { messages } = await (client ??= open())
      return exchangeResult(
        messages.create(body as unknown as Anthropic.MessageCreateParams, { signal }),
        body['stream'] === true,
      )
    },
    async find(model, signal) {
      return exchangeResult((await (client ??= open())).models.retrieve(model, {}, { signal }))
    },
    compose(request, quirks) {
      const { model, system, params, schema } = request
      const { temperature, canLeaveOut } = requestTemperature(request, quirks)
      const withSchema = schema !== undefined && !quirks.noSchema
      const stream = request.onText !== undefined && !quirks.noStream
      const { temperature: _, output_config: requested, ...rest } = paramsWithoutMaxTokens(params)
      const outputConfig = {
        ...(isRecord(requested) ? requested : {}),
        ...(withSchema ? { format: { type: 'json_schema', schema: schema.schema } } : {}),
      }
      const body = {
        ...rest,
        model,
        max_tokens: replyTokenLimit(params),
        ...(system ? { system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }] } : {}),
        messages: messagesWithPictures(request, picturePart),
        ...(temperature === undefined ? {} : { temperature }),
        ...(Object.keys(outputConfig).length > 0 ? { output_config: outputConfig } : {}),
        ...(stream && { stream }),
      }
      return {
        body,
        sent: {
          schema: withSchema,
          temperature: canLeaveOut,
          maxTokensName: null,
          stream,
          streamOptions: false,
        },
      }
    },
    read: readMessage,
    collect: collectEvents,
  }
}

const picturePart = ({ type, base64 }: SentPicture) => ({
  type: 'image',
  source: { type: 'base64', media_type: type, data: base64 },
})

function readMessage(reply: Record<string, unknown>): Reply | null {
  if (!Array.isArray(reply['content'])) return null
  const reason = reply['stop_reason']
  return {
    text: reply['content']
      .filter((block): block is { text: string } => isRecord(block) && block['type'] === 'text')
      .map(({ text }) => text)
      .join(''),
    ended: typeof reason === 'string' ? (ENDS[reason] ?? reason) : 'cut',
    usage: readUsage(reply['usage']),
    model: typeof reply['model'] === 'string' ? reply['model'] : '',
  }
}

/** The events of a stream as the message that they make, with all text in one block. */
function collectEvents(): Collected {
  const block = { type: 'text', text: '' }
  const reply: Record<string, unknown> = {}
  let begun: unknown
  return {
    reply,
    add({ type, message, usage, ...event }) {
      if (type === 'message_start' && isRecord(message)) {
        Object.assign(reply, { model: message['model'], content: [block] })
        begun = message['usage']
      }
      const delta = isRecord(event['delta']) ? event['delta'] : {}
      if (type === 'message_delta') {
        reply['stop_reason'] = delta['stop_reason'] ?? reply['stop_reason']
        // the counts of the beginning alone would say that next to nothing was written
        if (isRecord(begun) && isRecord(usage)) reply['usage'] = { ...begun, ...withoutNulls(usage) }
      }
      const part = type === 'content_block_start' ? event['content_block'] : delta
      const text = isRecord(part) && typeof part['text'] === 'string' ? part['text'] : ''
      block.text += text
      return text
    },
  }
}

const withoutNulls = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

/** Anthropic counts tokens read from the cache and written to it separately from the other input tokens. */
function readUsage(usage: unknown): Usage | null {
  if (!isRecord(usage) || typeof usage['input_tokens'] !== 'number') return null
  const cachedInputTokens = tokenCount(usage['cache_read_input_tokens'])
  const cacheWriteTokens = tokenCount(usage['cache_creation_input_tokens'])
  return {
    inputTokens: tokenCount(usage['input_tokens']) + cachedInputTokens + cacheWriteTokens,
    cachedInputTokens,
    cacheWriteTokens,
    outputTokens: tokenCount(usage['output_tokens']),
  }
}
