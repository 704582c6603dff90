/** One request as the server received it, independent of the protocol. */
import type { IncomingHttpHeaders } from 'node:http'

export interface ReceivedCall {
  protocol: 'openai' | 'anthropic'
  /** Counts from 0 in the order of arrival. */
  number: number
  model: string
  system: string | null
  messages: { role: string; content: string }[]
  /** System text and messages, separated by blank lines. */
  text: string
  /** The JSON Schema that the reply must follow. */
  schema: Record<string, unknown> | null
  temperature: number | null
  maxTokens: number | null
  stream: boolean
  /** The API key of the request. */
  key: string | null
  /** The raw body. */
  body: Record<string, unknown>
  headers: IncomingHttpHeaders
}

/** Reads the body of either protocol. */
export function readCall(
  protocol: ReceivedCall['protocol'],
  number: number,
  body: Record<string, unknown>,
  headers: IncomingHttpHeaders,
): ReceivedCall {
  const all = (body['messages'] as { role: string; content: unknown }[]).map(({ role, content }) => ({
    role,
    content: textOf(content),
  }))
  const isSystem = ({ role }: { role: string }) => role === 'system' || role === 'developer'
  const openAiSystem = all.filter(isSystem).map(({ content }) => content)
  const system = protocol === 'openai' ? openAiSystem.join('\n') : textOf(body['system'] ?? '')
  const messages = all.filter((message) => !isSystem(message))
  return {
    protocol,
    number,
    model: String(body['model']),
    system: system || null,
    messages,
    text: [system, ...messages.map(({ content }) => content)].join('\n'),
    schema: protocol === 'openai' ? openAiSchema(body) : anthropicSchema(body),
    temperature: numberOr(body['temperature']),
    maxTokens: numberOr(body['max_tokens'] ?? body['max_completion_tokens']),
    stream: body['stream'] === true,
    key: keyOf(headers),
    body,
    headers,
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return (content as { text?: string }[]).map(({ text = '' }) => text).join('')
}

interface WithSchema {
  response_format?: { json_schema?: { schema?: Record<string, unknown> } }
  output_config?: { format?: { schema?: Record<string, unknown> } }
}

const openAiSchema = (body: WithSchema) => body.response_format?.json_schema?.schema ?? null
const anthropicSchema = (body: WithSchema) => body.output_config?.format?.schema ?? null

const numberOr = (value: unknown) => (typeof value === 'number' ? value : null)

/** The API key of a request, by either protocol. */
export function keyOf(headers: IncomingHttpHeaders): string | null {
  const own = headers['x-api-key']
  return typeof own === 'string' ? own : (headers.authorization?.replace(/^Bearer /, '') ?? null)
}
