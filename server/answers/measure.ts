/** What is stored about an answer's text. */
import { createHash } from 'node:crypto'
import type { TranscriptStep } from '../../shared/contracts/index.ts'
import { canonicalJson } from '../platform/canonical-json.ts'

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’_-]*/gu

export interface Measured {
  /** SHA-256 of the text, and of the transcript if there is one, as a reader sees them. Two answers with the same hash are never shown against each other. */
  text_sha256: string
  /** Unicode code points. */
  characters: number
  /** Runs of letters and digits; in Chinese and Japanese script, characters. */
  words: number
}

/**
 * @param turns the contestant's turns
 * @param transcript what it did before them; it counts for the hash only
 */
export function measure(
  turns: readonly string[],
  transcript: readonly TranscriptStep[] | null = null,
): Measured {
  const texts = turns.map((turn) => turn.trim().normalize('NFC'))
  const seen = [...texts, ...(transcript ? ['transcript', canonicalJson(transcript)] : [])].join('\u0000')
  const text = turns.join('\n')
  return {
    text_sha256: createHash('sha256').update(seen).digest('hex'),
    characters: [...text].length,
    words: text.match(WORD)?.length ?? 0,
  }
}
