import type { ShownAnswer } from '../../shared/contracts/index.ts'

const EMPTY = '(empty answer)'
const shown = (text: string) => (text.trim() === '' ? EMPTY : text)

interface StoredAnswer {
  text: string | null
  turns: string[] | null
  context: string[] | null
}

/** An answer as a voter sees it: its text or turns, and its retrieved context, always in this order of keys. */
export function showAnswer({ text, turns, context }: StoredAnswer): ShownAnswer {
  const content: ShownAnswer = turns ? { turns: turns.map(shown) } : { text: shown(text ?? '') }
  return context && context.length > 0 ? { ...content, context } : content
}
