import { createHash } from 'node:crypto'

/** A strong ETag of a text: 27 characters of its SHA-256 in base64url, in quotes. */
export const strongEtag = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
