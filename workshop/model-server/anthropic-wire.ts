/** Anthropic's messages as sent over HTTP. */
import type { ReceivedCall } from './received-call.ts'
import { piecesOf } from './openai-wire.ts'
import type { WholeAnswer } from './reply.ts'

const STOP = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' } as const

/** @param ends false: the reply never ends */
export function anthropicReply(answer: WholeAnswer, { model, number }: ReceivedCall, ends: boolean): unknown {
  return {
    ...envelope(model, number),
    content: answer.text === '' ? [] : [{ type: 'text', text: answer.text }],
    stop_reason: ends ? STOP[answer.finish] : null,
    usage: { ...inputUsage(answer), output_tokens: answer.outputTokens },
  }
}

/** The same as server-sent events, one string each. */
export function anthropicEvents(
  answer: WholeAnswer,
  { model, number }: ReceivedCall,
  ends: boolean,
): string[] {
  const event = (type: string, more: object = {}) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const usage = { ...inputUsage(answer), output_tokens: 0 }
  return [
    event('message_start', {
      message: { ...envelope(model, number), content: [], stop_reason: null, usage },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...piecesOf(answer.text).map((text) =>
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

export const anthropicFailure = (code: string, message: string): unknown => ({
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
