import { createHash } from 'node:crypto'

/** A name for a prompt that has none: a hash of its text. */
export const textId = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 12)
