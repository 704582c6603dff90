/** OpenAI's chat completions as sent over HTTP. */
import type { ReceivedCall } from './received-call.ts'
import type { WholeAnswer } from './reply.ts'

const FINISH = { stop: 'stop', length: 'length', refusal: 'stop' } as const

/** @param ends false: the reply never ends */
export function openAiReply(
  answer: WholeAnswer,
  { model, number, body }: ReceivedCall,
  ends: boolean,
): unknown {
  const { text, finish, logprobs } = answer
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
        ...(body['logprobs'] === true && { logprobs: logprobs ?? null }),
      },
    ],
    usage: usageOf(answer),
  }
}

/** The same as server-sent events, one string each. The usage comes last, if it was requested. */
export function openAiEvents(
  answer: WholeAnswer,
  { model, number, body }: ReceivedCall,
  ends: boolean,
): string[] {
  const chunk = (choices: unknown[], more: object = {}) =>
    `data: ${JSON.stringify({ id: `chatcmpl-${number}`, object: 'chat.completion.chunk', created: 0, model, choices, ...more })}\n\n`
  const part = (delta: object, finish: string | null = null) =>
    chunk([{ index: 0, delta, finish_reason: finish }])
  const key = answer.finish === 'refusal' ? 'refusal' : 'content'
  const options = body['stream_options'] as { include_usage?: boolean } | undefined
  return [
    part({ role: 'assistant' }),
    ...piecesOf(answer.text).map((piece) => part({ [key]: piece })),
    ...(ends ? [part({}, FINISH[answer.finish])] : []),
    ...(ends && options?.include_usage ? [chunk([], { usage: usageOf(answer) })] : []),
    ...(ends ? ['data: [DONE]\n\n'] : []),
  ]
}

export const openAiFailure = (code: string, message: string): unknown => ({
  error: { message, type: code, param: null, code },
})

const usageOf = ({ inputTokens, cachedTokens, outputTokens }: WholeAnswer) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
  prompt_tokens_details: { cached_tokens: cachedTokens },
})

/** A text in pieces of a few words, as a model streams it. */
export const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,24}/g) ?? []
