/** The text of an answer in what an HTTP endpoint or a command sent. */
import { atPointer } from './json-pointer.ts'
import { storable } from './outside-text.ts'
import { ProviderError } from './provider.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/**
 * Reads the answer.
 * @param pointer where it is in a reply in JSON; undefined: the whole reply, without white space at its ends
 * @param costUsd what the call cost
 * @throws {ProviderError} `unreadable`: it is no UTF-8, no JSON, or has no text at the pointer; `empty`
 */
export function answerIn(
  bytes: Uint8Array,
  pointer: string | undefined,
  provider: string,
  costUsd: number,
): string {
  const unreadable = (why: CodedMessage) => new ProviderError('unreadable', why, null, costUsd)
  let sent: string
  try {
    sent = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable(msg('reply_not_utf8', { provider }))
  }
  const text = pointer === undefined ? sent.trim() : atPointer(jsonOf(sent), pointer)
  if (typeof text !== 'string') throw unreadable(msg('reply_without_text', { provider, pointer: pointer! }))
  if (text.trim() === '') throw new ProviderError('empty', msg('provider_empty', { provider }), null, costUsd)
  return storable(text)

  function jsonOf(json: string): unknown {
    try {
      return JSON.parse(json)
    } catch {
      throw unreadable(msg('reply_no_json', { provider }))
    }
  }
}
