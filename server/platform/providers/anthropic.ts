/** The protocol of Anthropic's messages. */
import { isRecord } from '../is-record.ts'
import { maxTokensOf, paramsBesideMaxTokens } from './params.ts'
import {
  addressBelow,
  countOf,
  NO_KEY,
  temperatureOf,
  type Endpoint,
  type Protocol,
  type Reply,
} from './protocol.ts'
import type { Usage } from './provider.ts'

const OWN_ADDRESS = 'https://api.anthropic.com'
const VERSION = '2023-06-01'

const ENDS: Record<string, Reply['ended']> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
}

/** Asks the provider to cache the system text, which is the same in every call, unlike the messages. */
export function anthropicProtocol({ baseUrl, key }: Endpoint): Protocol {
  // with or without /v1
  const base = baseUrl?.replace(/\/v1\/*$/, '') ?? OWN_ADDRESS
  return {
    url: addressBelow(base, '/v1/messages'),
    headers: { 'anthropic-version': VERSION, ...(key !== NO_KEY && { 'x-api-key': key }) },
    modelUrl: (model) => addressBelow(base, `/v1/models/${encodeURIComponent(model)}`),
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
    read: readMessage,
  }
}

function readMessage(reply: Record<string, unknown>): Reply | null {
  if (!Array.isArray(reply['content'])) return null
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
