import { few, msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/**
 * The warning that prompts are in use again whose texts everybody could read beside names; null without such prompts.
 */
export const publicAgain = (keys: readonly string[]): CodedMessage | null =>
  keys.length === 0 ? null : msg('public_again', { prompts: few(keys) })
