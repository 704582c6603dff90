import { few, found } from '../../../shared/findings/index.ts'
import type { Finding } from '../../../shared/findings/index.ts'

/** What it means that prompts whose texts everybody could read with names are in use again; null where there is none. */
export const publicAgain = (keys: readonly string[]): Finding | null =>
  keys.length === 0 ? null : found('public_again', { prompts: few(keys) })
