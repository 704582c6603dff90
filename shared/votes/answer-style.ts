import type { AnswerStyle } from '../contracts/votes.ts'

const FENCE = /^ {0,3}(```|~~~)/
const HEADER = /^ {0,3}#{1,6}[ \t]+\S/
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/
const BOLD = /\*\*[^*\n]+\*\*|__[^_\n]+__/g

/**
 * The style of an answer: its number of Unicode code points, and of Markdown headers, list items and bold spans outside
 * fenced code.
 * @param turns  the contestant's turns
 */
export function measureStyle(turns: readonly string[]): Record<keyof AnswerStyle, number> {
  const style = { length: 0, headers: 0, lists: 0, bold: 0 }
  for (const turn of turns) {
    style.length += codePoints(turn)
    let fence: string | null = null
    for (const line of turn.split('\n')) {
      const mark = FENCE.exec(line)?.[1]
      if (mark && (fence === null || fence === mark)) fence = fence === null ? mark : null
      else if (fence === null) {
        if (HEADER.test(line)) style.headers++
        if (LIST_ITEM.test(line)) style.lists++
        style.bold += line.match(BOLD)?.length ?? 0
      }
    }
  }
  return style
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
