/** Requests and answers, independent of the protocol, and both protocols as sent over HTTP. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** An answer. A bare text is a finished answer; its token count is a quarter of its characters. */
export type Answer = string | (Pick<WholeAnswer, 'text'> & Partial<WholeAnswer>)

interface WholeAnswer {
  text: string
  finish: 'stop' | 'length' | 'refusal'
  inputTokens: number
  /** Tokens read from the cache; `inputTokens` includes them. */
  cachedTokens: number
  /** Tokens written to the cache; `inputTokens` includes them. Only Anthropic reports this. */
  cacheWriteTokens: number
  outputTokens: number
  /** The model named in the answer. Default: the requested one. */
  model: string
}

/** The answer with all fields that its protocol reports. */
export function wholeAnswer(answer: Answer, call: ReceivedCall): WholeAnswer {
  const partial = typeof answer === 'string' ? { text: answer } : answer
  return {
    finish: 'stop',
    inputTokens: Math.ceil(call.text.length / 4),
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: Math.ceil(partial.text.length / 4),
    model: call.model,
    ...partial,
  }
}

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
  /** Path and query. */
  url: string
  /** The raw body. */
  body: Record<string, unknown>
  headers: IncomingHttpHeaders
}

/** Reads the body of either protocol. */
export function readCall(
  protocol: ReceivedCall['protocol'],
  number: number,
  body: Record<string, unknown>,
  { headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>,
): ReceivedCall {
  const all = (body['messages'] as { role: string; content: unknown }[]).map(({ role, content }) => ({
    role,
    content: contentText(content),
  }))
  const isSystem = ({ role }: { role: string }) => role === 'system' || role === 'developer'
  const openAiSystem = all.filter(isSystem).map(({ content }) => content)
  const system = protocol === 'openai' ? openAiSystem.join('\n') : contentText(body['system'] ?? '')
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
    key: requestApiKey(headers),
    url,
    body,
    headers,
  }
}

function contentText(content: unknown): string {
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
export function requestApiKey(headers: IncomingHttpHeaders): string | null {
  const headerKey = headers['x-api-key']
  return typeof headerKey === 'string' ? headerKey : (headers.authorization?.replace(/^Bearer /, '') ?? null)
}

// OpenAI's chat completions as sent over HTTP.

const FINISH = { stop: 'stop', length: 'length', refusal: 'stop' } as const

/** @param ends false: the reply never ends */
function openAiReply(answer: WholeAnswer, { number }: ReceivedCall, ends: boolean): unknown {
  const { text, finish, model } = answer
  const refused = finish === 'refusal'
  return {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: refused ? null : text, refusal: refused ? text : null },
        finish_reason: ends ? FINISH[finish] : null,
      },
    ],
    usage: usageFields(answer),
  }
}

/** The same as server-sent events, one string each. The usage comes last, if it was requested. */
function openAiEvents(
  answer: WholeAnswer,
  { number, body }: ReceivedCall,
  ends: boolean,
  inWords: boolean,
): string[] {
  const { model } = answer
  const chunk = (choices: unknown[], more: object = {}) =>
    `data: ${JSON.stringify({ id: `chatcmpl-${number}`, object: 'chat.completion.chunk', created: 0, model, choices, ...more })}\n\n`
  const part = (delta: object, finish: string | null = null) =>
    chunk([{ index: 0, delta, finish_reason: finish }])
  const key = answer.finish === 'refusal' ? 'refusal' : 'content'
  const options = body['stream_options'] as { include_usage?: boolean } | undefined
  return [
    part({ role: 'assistant' }),
    ...splitPieces(answer.text, inWords).map((piece) => part({ [key]: piece })),
    ...(ends ? [part({}, FINISH[answer.finish])] : []),
    ...(ends && options?.include_usage ? [chunk([], { usage: usageFields(answer) })] : []),
    ...(ends ? ['data: [DONE]\n\n'] : []),
  ]
}

const openAiFailure = (code: string, message: string): unknown => ({
  error: { message, type: code, param: null, code },
})

const usageFields = ({ inputTokens, cachedTokens, outputTokens }: WholeAnswer) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
  prompt_tokens_details: { cached_tokens: cachedTokens },
})

/** A text in pieces as a model streams it: of a few words, or word by word. */
const splitPieces = (text: string, inWords: boolean): string[] =>
  text.match(inWords ? /\s*\S+\s*$|\s*\S+|\s+/g : /[\s\S]{1,24}/g) ?? []

/** Whether an event of either protocol brings text. */
export const bringsText = (event: string): boolean => /"delta":\{[^}]*"(?:content|refusal|text)":/.test(event)

// Anthropic's messages as sent over HTTP.

const STOP = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' } as const

/** @param ends false: the reply never ends */
function anthropicReply(answer: WholeAnswer, { number }: ReceivedCall, ends: boolean): unknown {
  return {
    ...envelope(answer.model, number),
    content: answer.text === '' ? [] : [{ type: 'text', text: answer.text }],
    stop_reason: ends ? STOP[answer.finish] : null,
    usage: { ...inputUsage(answer), output_tokens: answer.outputTokens },
  }
}

/** The same as server-sent events, one string each. */
function anthropicEvents(
  answer: WholeAnswer,
  { number }: ReceivedCall,
  ends: boolean,
  inWords: boolean,
): string[] {
  const event = (type: string, more: object = {}) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const usage = { ...inputUsage(answer), output_tokens: 0 }
  return [
    event('message_start', {
      message: { ...envelope(answer.model, number), content: [], stop_reason: null, usage },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...splitPieces(answer.text, inWords).map((text) =>
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    ),
    event('content_block_stop', { index: 0 }),
    ...(ends
      ? [
          event('message_delta', {
            delta: { stop_reason: STOP[answer.finish], stop_sequence: null },
            usage: { output_tokens: answer.outputTokens },
          }),
          event('message_stop'),
        ]
      : []),
  ]
}

const anthropicFailure = (code: string, message: string): unknown => ({
  type: 'error',
  error: { type: code, message },
})

const envelope = (model: string, number: number) => ({
  id: `msg_${number}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
})

const inputUsage = ({ inputTokens, cachedTokens, cacheWriteTokens }: WholeAnswer) => ({
  input_tokens: inputTokens - cachedTokens - cacheWriteTokens,
  cache_read_input_tokens: cachedTokens,
  cache_creation_input_tokens: cacheWriteTokens,
})

export const WIRES = {
  openai: { reply: openAiReply, events: openAiEvents, failure: openAiFailure },
  anthropic: { reply: anthropicReply, events: anthropicEvents, failure: anthropicFailure },
}
