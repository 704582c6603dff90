import type { Warning } from '../contracts/board.ts'
import { wireFields } from './message.ts'
import type { CodedMessage } from './render.ts'

/**
 * A warning as it is stored and sent. `code` names its kind and never changes; several messages may be of one kind.
 * @param kind  if it differs from the code of the message
 */
export const warning = (
  message: CodedMessage,
  {
    kind = message.code,
    ...more
  }: { kind?: string; count?: number; lines?: number[]; unit?: 'element' } = {},
): Warning => ({ code: kind, ...wireFields(message), ...more })
