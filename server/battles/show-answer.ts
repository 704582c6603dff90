import type { ShownAnswer, TranscriptStep } from '../../shared/contracts/index.ts'

const EMPTY = '(empty answer)'
const shown = (text: string) => (text.trim() === '' ? EMPTY : text)

interface StoredAnswer {
  text: string | null
  turns: string[] | null
  context: string[] | null
  transcript: TranscriptStep[] | null
}

/** An answer as a voter sees it: its text or turns, its retrieved context and its transcript, always in this order of keys. */
export function showAnswer({ text, turns, context, transcript }: StoredAnswer): ShownAnswer {
  const content: ShownAnswer = turns ? { turns: turns.map(shown) } : { text: shown(text ?? '') }
  return {
    ...content,
    ...(context && context.length > 0 && { context }),
    ...(transcript && { transcript }),
  }
}
