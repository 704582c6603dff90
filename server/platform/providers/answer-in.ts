/** The answer in what an HTTP endpoint or a command sent. */
import { JsonBounds } from '../json-bounds.ts'
import { atPointer } from './json-pointer.ts'
import { readTranscript } from '../read-transcript.ts'
import type { ReadTranscript } from '../read-transcript.ts'
import { storable } from './outside-text.ts'
import { ProviderError } from './provider.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/**
 * Reads the answer: a text, or an agent's list of messages.
 * @param pointer where it is in a reply in JSON; undefined: the whole reply, without white space at its ends
 * @param costUsd what the call cost
 * @throws {ProviderError} `unreadable`: it is no UTF-8, no JSON, has neither at the pointer, or the list cannot be read; `empty`
 */
export function answerIn(
  bytes: Uint8Array,
  pointer: string | undefined,
  provider: string,
  costUsd: number,
): ReadTranscript {
  const unreadable = (why: CodedMessage) => new ProviderError('unreadable', why, null, costUsd)
  let sent: string
  try {
    sent = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable(msg('reply_not_utf8', { provider }))
  }
  const found = pointer === undefined ? sent.trim() : atPointer(jsonOf(sent), pointer)
  const read = Array.isArray(found) ? readTranscript(found) : { text: found, steps: [] }
  if ('code' in read) throw unreadable(msg('reply_transcript', { provider, wrong: read }))
  const { text, steps } = read
  if (typeof text !== 'string') throw unreadable(msg('reply_without_text', { provider, pointer: pointer! }))
  if (text.trim() === '') throw new ProviderError('empty', msg('provider_empty', { provider }), null, costUsd)
  return storable({ text, steps })

  function jsonOf(json: string): unknown {
    if (new JsonBounds().isExceeded(bytes)) throw unreadable(msg('reply_no_json', { provider }))
    try {
      return JSON.parse(json)
    } catch {
      throw unreadable(msg('reply_no_json', { provider }))
    }
  }
}

/** The answer and its transcript without the keys that came back in them. */
export async function withoutKeysIn(
  { text, steps }: ReadTranscript,
  withoutKeys: (text: string) => Promise<string>,
): Promise<ReadTranscript> {
  const cleaned: ReadTranscript = { text: await withoutKeys(text), steps: [] }
  for (const step of steps) {
    const tool = step.tool === undefined ? undefined : await withoutKeys(step.tool)
    cleaned.steps.push({ ...step, text: await withoutKeys(step.text), ...(tool !== undefined && { tool }) })
  }
  return cleaned
}
