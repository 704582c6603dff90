/** The protocol of OpenAI's chat completions, which many other servers use too. */
import type OpenAI from 'openai'
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
import type { SentPicture, Usage } from './provider.ts'
import { errorFromReply } from './classify.ts'
import { exchangeResult } from './exchange.ts'

const OWN_ADDRESS = 'https://api.openai.com/v1'

/** The reasons for the end of a reply, by the names of servers. Others are kept as they are. */
const ENDS: Record<string, Reply['ended']> = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop',
  end_turn: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'refusal',
}

export function openAiProtocol(endpoint: Endpoint): Protocol {
  const { baseUrl, key, options = {} } = endpoint
  const base = baseUrl ?? OWN_ADDRESS
  const { apiKeyHeader, query } = options
  const [usual, alternative] =
    new URL(base).hostname === new URL(OWN_ADDRESS).hostname
      ? (['max_completion_tokens', 'max_tokens'] as const)
      : (['max_tokens', 'max_completion_tokens'] as const)
  let client: Promise<OpenAI> | undefined
  const open = async () => {
    const { OpenAI: Client } = await import('openai')
    return madeWithout(
      'OPENAI_CUSTOM_HEADERS',
      () =>
        new Client({
          // the client asks for a key, though the server may not
          apiKey: key === NO_KEY ? 'none' : key,
          adminAPIKey: null,
          organization: null,
          project: null,
          baseURL: base,
          // null takes the client's own header away
          ...((apiKeyHeader || key === NO_KEY) && {
            defaultHeaders: {
              authorization: null,
              ...(apiKeyHeader && key !== NO_KEY && { [apiKeyHeader]: key }),
            },
          }),
          ...(query && { defaultQuery: query }),
          ...clientOptions(endpoint),
        }),
    )
  }
  return {
    path: pathBelow(base, '/chat/completions'),
    async send(body, signal) {
      const chat = (await (client ??= open())).chat.completions
      return exchangeResult(
        chat.create(body as unknown as OpenAI.ChatCompletionCreateParams, { signal }),
        body['stream'] === true,
      )
    },
    async flag(model, text, signal) {
      const { moderations } = await (client ??= open())
      return exchangeResult(moderations.create({ input: text, ...(model && { model }) }, { signal }))
    },
    async find(model, signal) {
      return exchangeResult((await (client ??= open())).models.retrieve(model, { signal }))
    },
    compose(request, quirks) {
      const { model, system, params, schema } = request
      const { temperature, canLeaveOut } = requestTemperature(request, quirks)
      const maxTokensName = quirks.otherMaxTokens ? alternative : usual
      const withSchema = schema !== undefined && !quirks.noSchema
      const stream = request.onText !== undefined && !quirks.noStream
      const streamOptions = stream && !quirks.noStreamOptions
      const { temperature: _, ...rest } = paramsWithoutMaxTokens(params)
      const body = {
        ...rest,
        model,
        messages: [
          ...(system === null ? [] : [{ role: 'system', content: system }]),
          ...messagesWithPictures(request, picturePart),
        ],
        [maxTokensName]: replyTokenLimit(params),
        ...(temperature === undefined ? {} : { temperature }),
        ...(withSchema
          ? { response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } } }
          : {}),
        ...(stream && { stream }),
        ...(streamOptions && { stream_options: { include_usage: true } }),
      }
      const sent = {
        schema: withSchema,
        temperature: canLeaveOut,
        maxTokensName: quirks.otherMaxTokens ? null : usual,
        stream,
        streamOptions,
      }
      return { body, sent }
    },
    read: readCompletion,
    collect: collectChunks,
  }
}

const picturePart = ({ type, base64 }: SentPicture) => ({
  type: 'image_url',
  image_url: { url: `data:${type};base64,${base64}` },
})

function readCompletion(reply: Record<string, unknown>): Reply | null {
  if (isRecord(reply['error'])) throw errorFromReply({ error: reply['error'] })
  const choices = reply['choices']
  if (!Array.isArray(choices)) return null
  const choice: unknown = choices[0]
  if (!isRecord(choice) || !isRecord(choice['message'])) return null
  const { message, finish_reason: reason } = choice
  const refusal = message['refusal']
  const refused = typeof refusal === 'string' && refusal !== ''
  const ended = typeof reason === 'string' ? (ENDS[reason] ?? reason) : 'cut'
  const text = refused ? refusal : replyText(message['content'])
  return {
    text,
    ended: refused && ended !== 'cut' ? 'refusal' : ended,
    usage: readUsage(reply['usage']),
    model: typeof reply['model'] === 'string' ? reply['model'] : '',
  }
}

/** The chunks of a stream as the completion that they make. Text is that of the answer or of a refusal. */
function collectChunks(): Collected {
  const message = { content: '', refusal: '' }
  const reply: Record<string, unknown> = {}
  const choice: Record<string, unknown> = { message }
  return {
    reply,
    add({ model, usage, choices }) {
      reply['model'] ||= model
      reply['usage'] = usage ?? reply['usage']
      if (!Array.isArray(choices)) return ''
      reply['choices'] = [choice]
      const firstChoice: unknown = choices[0]
      if (!isRecord(firstChoice)) return ''
      choice['finish_reason'] = firstChoice['finish_reason'] ?? choice['finish_reason']
      const delta = isRecord(firstChoice['delta']) ? firstChoice['delta'] : {}
      const [content, refusal] = [replyText(delta['content']), replyText(delta['refusal'])]
      message.content += content
      message.refusal += refusal
      return content + refusal
    },
  }
}

/** Some servers send parts, with their reasoning among them; only text parts are the reply. */
function replyText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter((part): part is { text: string } => isRecord(part) && part['type'] === 'text')
    .map(({ text }) => text)
    .join('')
}

function readUsage(usage: unknown): Usage | null {
  if (!isRecord(usage) || typeof usage['prompt_tokens'] !== 'number') return null
  const details = isRecord(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {}
  const inputTokens = tokenCount(usage['prompt_tokens'])
  return {
    inputTokens,
    cachedInputTokens: Math.min(inputTokens, tokenCount(details['cached_tokens'])),
    outputTokens: tokenCount(usage['completion_tokens']),
  }
}
