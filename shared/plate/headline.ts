import type { Board } from '../contracts/board.ts'
import { headline } from '../sentence/index.ts'
import type { Language } from '../sentence/index.ts'
import { cutToFit, textWidth } from './measure.ts'
import type { Face } from './widths.ts'
import { isolated, visible } from './xml.ts'

/** A part of a line in one face. */
export interface Run {
  text: string
  face: Face
}

/** The headline in lines that fit. */
export interface Lines {
  /** Font size and distance of the lines, in pixels. */
  size: number
  leading: number
  lines: Run[][]
}

/** Sizes of the headline, largest first, each with the most lines that it may have. */
const SIZES = [
  { size: 44, leading: 54, most: 2 },
  { size: 38, leading: 47, most: 2 },
  { size: 33, leading: 41, most: 3 },
  { size: 28, leading: 35, most: 4 },
] as const
/** Longer names are cut, in times the font size. */
const LONGEST_NAME = 11

/** The short sentence of a board, in the largest letters in which it fits `room` pixels; cut if it fits in none. */
export function headlineLines(board: Board, language: Language, room: number): Lines {
  const fitting = SIZES.map(({ size, leading, most }) => {
    const lines = broken(wordsOf(board, language, size), size, room)
    return { size, leading, most, lines }
  })
  const found = fitting.find(({ lines, most }) => lines.length <= most)
  if (found) return found
  const { size, leading, most, lines } = fitting.at(-1)!
  const last = [...lines[most - 1]!, { text: ' …', face: 'serif' as const }]
  return { size, leading, lines: [...lines.slice(0, most - 1), last] }
}

function wordsOf(board: Board, language: Language, size: number): Run[] {
  const { lead, rest } = headline(board, language)
  const runs = (pieces: typeof lead, face: Face) =>
    pieces.map(({ text, isName }) =>
      isName ? isolated(cutToFit(visible(text), face, size, LONGEST_NAME * size)) : visible(text),
    )
  const inFace = (pieces: typeof lead, face: Face) =>
    runs(pieces, face)
      .join('')
      .split(' ')
      .filter(Boolean)
      .map((text) => ({ text, face }))
  return [...inFace(lead, 'bold'), ...inFace(rest, 'serif')]
}

/** Fills lines with words, and joins neighbours of one face. */
function broken(words: readonly Run[], size: number, room: number): Run[][] {
  const lines: Run[][] = [[]]
  let used = 0
  for (const word of words) {
    const width = textWidth(word.text, word.face, size)
    const space = used > 0 ? textWidth(' ', 'serif', size) : 0
    const starts = used > 0 && used + space + width > room
    if (starts) lines.push([])
    used = starts ? width : used + space + width
    const line = lines.at(-1)!
    const before = line.at(-1)
    if (before?.face === word.face) before.text += ` ${word.text}`
    else line.push({ text: before ? ` ${word.text}` : word.text, face: word.face })
  }
  return lines
}
