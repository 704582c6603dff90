import type { Board } from '../contracts/board.ts'
import { shortSentence } from './sentence.ts'
import type { Language } from './words/index.ts'

export interface Piece {
  text: string
  /** Whether it is a contestant's name, which is marked up as a name. */
  isName: boolean
}

/** A placeholder for a name: the number of a contestant between two noncharacters, which occur in no text. */
const NUMBER = /\ufdd0(\d+)\ufdd1/

/** The headline of a board in a language, and what else is known, split into names and other text. */
export function headline(
  board: Board,
  language: Language = 'en',
): { lead: Piece[]; rest: Piece[]; more: Piece[] } {
  const names = board.contestants.map(({ name }) => name)
  const { lead, rest, more } = shortSentence(numbered(board), language)
  return { lead: pieces(lead, names), rest: pieces(rest, names), more: pieces(more, names) }
}

function numbered(board: Board): Board {
  const numbers = new Map(board.contestants.map(({ name }, i) => [name, `\ufdd0${i}\ufdd1`]))
  const numberOf = (name: string) => numbers.get(name) ?? name
  return {
    ...board,
    winner: board.winner === null ? null : numberOf(board.winner),
    deadHeatForFirst: board.deadHeatForFirst.map(numberOf),
    contestants: board.contestants.map((row) => ({ ...row, name: numberOf(row.name) })),
  }
}

function pieces(text: string, names: readonly string[]): Piece[] {
  return text
    .split(NUMBER)
    .map((part, i) =>
      i % 2 === 1 ? { text: names[Number(part)], isName: true } : { text: part, isName: false },
    )
    .filter((piece) => piece.text !== '')
}
