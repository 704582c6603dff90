/** The protocol of Anthropic's messages. */
import type Anthropic from '@anthropic-ai/sdk'
import { maxTokensOf, paramsBesideMaxTokens } from './params.ts'
import { boundedFetch } from '../bounded-fetch.ts'
import {
  CLIENT_WAITS_LONGER_MS,
  countOf,
  isRecord,
  madeWithout,
  MOST_REPLY_BYTES,
  NO_KEY,
  pathOf,
  temperatureOf,
} from './protocol.ts'
import type { Endpoint, Protocol, Reply } from './protocol.ts'
import type { Usage } from './provider.ts'

const OWN_ADDRESS = 'https://api.anthropic.com'

const ENDS: Record<string, Reply['ended']> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
}

/**
 * Asks the provider to cache the system text, which is the same in every call, unlike the messages. Replies are not
 * streamed, for the reasons given in openai.ts.
 */
export function anthropicProtocol({ baseUrl, key, timeoutMs, fetching }: Endpoint): Protocol {
  let client: Promise<Anthropic> | undefined
  const open = async () => {
    const { Anthropic: Client } = await import('@anthropic-ai/sdk')
    const make = () =>
      new Client({
        // with a key of its own, the client looks for no other one in the environment or in files
        apiKey: key === NO_KEY ? 'none' : key,
        ...(key === NO_KEY && { defaultHeaders: { 'x-api-key': null, authorization: null } }),
        // the client adds /v1 itself
        baseURL: baseUrl?.replace(/\/v1\/*$/, '') ?? OWN_ADDRESS,
        maxRetries: 0,
        timeout: timeoutMs + CLIENT_WAITS_LONGER_MS,
        logLevel: 'off',
        fetch: boundedFetch(MOST_REPLY_BYTES, fetching),
        fetchOptions: { redirect: 'manual' },
      })
    // headers for the own address are for no other server
    return baseUrl === null ? make() : madeWithout('ANTHROPIC_CUSTOM_HEADERS', make)
  }
  return {
    path: pathOf(baseUrl?.replace(/\/v1\/*$/, '') ?? OWN_ADDRESS, '/v1/messages'),
    compose(request, quirks) {
      const { model, system, messages, params, schema } = request
      const { temperature, canLeaveOut } = temperatureOf(request, quirks)
      const withSchema = schema !== undefined && !quirks.noSchema
      const { temperature: _, output_config: requested, ...rest } = paramsBesideMaxTokens(params)
      const outputConfig = {
        ...(isRecord(requested) ? requested : {}),
        ...(withSchema ? { format: { type: 'json_schema', schema: schema.schema } } : {}),
      }
      const body = {
        ...rest,
        model,
        max_tokens: maxTokensOf(params),
        ...(system ? { system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }] } : {}),
        messages,
        ...(temperature === undefined ? {} : { temperature }),
        ...(Object.keys(outputConfig).length > 0 ? { output_config: outputConfig } : {}),
      }
      return {
        body,
        sent: { schema: withSchema, temperature: canLeaveOut, maxTokensName: null, logprobs: false },
      }
    },
    async send(body, signal) {
      const { messages } = await (client ??= open())
      return messages.create(body as unknown as Anthropic.MessageCreateParamsNonStreaming, { signal })
    },
    async find(model, signal) {
      await (await (client ??= open())).models.retrieve(model, {}, { signal })
    },
    read: readMessage,
  }
}

function readMessage(reply: unknown): Reply | null {
  if (reply === undefined || reply === null || reply === '') return NOTHING
  if (!isRecord(reply) || !Array.isArray(reply['content'])) return null
  const reason = reply['stop_reason']
  return {
    text: reply['content']
      .filter((block): block is { text: string } => isRecord(block) && block['type'] === 'text')
      .map(({ text }) => text)
      .join(''),
    ended: typeof reason === 'string' ? (ENDS[reason] ?? reason) : 'cut',
    usage: usageOf(reply['usage']),
    model: typeof reply['model'] === 'string' ? reply['model'] : '',
  }
}

const NOTHING: Reply = { text: '', ended: 'cut', usage: null, model: '' }

/** Anthropic counts tokens read from the cache and written to it separately from the other input tokens. */
function usageOf(usage: unknown): Usage | null {
  if (!isRecord(usage) || typeof usage['input_tokens'] !== 'number') return null
  const cachedInputTokens = countOf(usage['cache_read_input_tokens'])
  const cacheWriteTokens = countOf(usage['cache_creation_input_tokens'])
  return {
    inputTokens: countOf(usage['input_tokens']) + cachedInputTokens + cacheWriteTokens,
    cachedInputTokens,
    cacheWriteTokens,
    outputTokens: countOf(usage['output_tokens']),
  }
}
