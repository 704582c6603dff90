import { few, msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/** What it means that prompts whose texts everybody could read with names are in use again; null where there is none. */
export const publicAgain = (keys: readonly string[]): CodedMessage | null =>
  keys.length === 0 ? null : msg('public_again', { prompts: few(keys) })
