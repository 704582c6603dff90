import { layoutLines } from '../../../shared/finish/lines.ts'
import type { Layout } from '../../platform/http/answer.ts'
import { baselineLines, type WinRatesAgainst } from '../../ratings/index.ts'
import { renderText } from './text.ts'

/** The board, and below it everyone's win rate against one contestant, from the same votes. */
export function winRatesText({ board, chosen, rows }: WinRatesAgainst, layout: Layout): string {
  const text = renderText(board, layout)
  if (!chosen) return text
  return `${text}\n${layoutLines(baselineLines(rows, chosen.baseline.name), layout.width).join('\n')}`
}
