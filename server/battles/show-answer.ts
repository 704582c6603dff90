import type { ShownAnswer } from '../../shared/contracts/index.ts'

const EMPTY = '(empty answer)'
const shown = (text: string) => (text.trim() === '' ? EMPTY : text)

interface StoredAnswer {
  text: string | null
  turns: string[] | null
  context: string[] | null
}

/** What a voter gets of an answer: its text or turns and what it had retrieved, always in this order of keys. */
export function showAnswer({ text, turns, context }: StoredAnswer): ShownAnswer {
  const said: ShownAnswer = turns ? { turns: turns.map(shown) } : { text: shown(text ?? '') }
  return context && context.length > 0 ? { ...said, context } : said
}
