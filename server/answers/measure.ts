/** What is stored about an answer's text. */
import { createHash } from 'node:crypto'

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’_-]*/gu

export interface Measured {
  /** SHA-256 of the text as a reader sees it. Two answers with the same hash are never shown against each other. */
  text_sha256: string
  /** Unicode code points. */
  characters: number
  /** Runs of letters and digits; in Chinese and Japanese script, characters. */
  words: number
}

/** @param turns the contestant's turns */
export function measure(turns: readonly string[]): Measured {
  const seen = turns.map((turn) => turn.trim().normalize('NFC')).join('\u0000')
  const text = turns.join('\n')
  return {
    text_sha256: createHash('sha256').update(seen).digest('hex'),
    characters: [...text].length,
    words: text.match(WORD)?.length ?? 0,
  }
}
