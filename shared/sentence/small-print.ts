import type { Board } from '../contracts/board.ts'
import { words, type Language } from './words/index.ts'

/**
 * What a board promises, in plain sentences: for how many looks, and what that costs. A file that is rated says it only
 * where its board is to hold for all looks.
 */
export function smallPrint(board: Board, language: Language = 'en'): string[] {
  const declares = board.method === 'bradley-terry' && board.rounds > 1 && board.intervals === 'comparison'
  if (!declares || board.votes === 0) return []
  return looksText(board, language)
}

function looksText({ looks, looksCost, level, arena }: Board, language: Language): string[] {
  const say = words[language]
  const percent = Math.round(100 * (1 - level))
  if (looks === 'one' && arena !== null) return [say.oneLook(percent)]
  if (looks !== 'any') return []
  return [
    say.anyLooks(percent),
    ...(looksCost === undefined ? [] : [say.looksCost(Math.round(100 * (looksCost - 1)))]),
  ]
}
