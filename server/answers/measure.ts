/** What is kept of an answer's text beside the text. */
import { createHash } from 'node:crypto'

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’_-]*/gu

export interface Measured {
  /** SHA-256 over what a reader sees: two answers with the same one are never shown against each other. */
  text_sha256: string
  /** Unicode code points. */
  characters: number
  /** Runs of letters and digits; in Chinese and Japanese script, characters. */
  words: number
}

/** @param turns what the contestant said, one entry a turn */
export function measure(turns: readonly string[]): Measured {
  const seen = turns.map((turn) => turn.trim().normalize('NFC')).join('\u0000')
  const text = turns.join('\n')
  return {
    text_sha256: createHash('sha256').update(seen).digest('hex'),
    characters: [...text].length,
    words: text.match(WORD)?.length ?? 0,
  }
}
