import type { Comparison } from '../../../../shared/contracts/index.ts'
import { warningText } from '../../../../shared/sentence/index.ts'
import { visible } from '../../../../server/leaderboard/render/display-width.ts'
import { paragraph, table } from '../reports/lines.ts'
import type { paintOf } from '../output.ts'
import { figureRows, legendOf, TITLES } from './figures.ts'
import { asideWords, callsWords, railWords, sequenceWords, verdictWords } from './words.ts'

/** A comparison as lines of the terminal's width. */
export function comparisonLines(
  comparison: Comparison,
  width: number,
  { strong, faint }: ReturnType<typeof paintOf>,
): string[] {
  const { contestants, arena, source, warnings, guardRails } = comparison
  const calls = callsWords(comparison)
  const aside = asideWords(comparison)
  const rails = guardRails.map(
    (rail) => `${rail.holds ? 'holds ' : 'BROKEN'}  ${visible(railWords(rail, comparison))}`,
  )
  return [
    ...paragraph(verdictWords(comparison), width).map(strong),
    '',
    ...paragraph(`${contestants[0]} against ${contestants[1]} in ${arena}, votes of ${source}`, width),
    ...table(TITLES, figureRows(comparison), { width }),
    ...paragraph(legendOf(comparison), width).map(faint),
    ...sequenceWords(comparison).flatMap((words) => paragraph(words, width)),
    ...(calls === null ? [] : paragraph(calls, width)),
    ...(aside === null ? [] : paragraph(aside, width)),
    ...(rails.length > 0 ? ['', 'Guard rails', ...rails.flatMap((rail) => paragraph(rail, width))] : []),
    ...warnings.flatMap((warning) => paragraph(`Note: ${warningText(warning)}`, width)),
  ]
}
