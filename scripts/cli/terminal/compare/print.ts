import type { Comparison, Example, ExampleKind } from '../../../../shared/contracts/index.ts'
import { paintOf, print, printJson, widthOf } from '../output.ts'
import type { Terminal } from '../terminal.ts'
import { exampleLines } from './examples.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import { warningText } from '../../../../shared/sentence/index.ts'
import { visible } from '../../../../server/leaderboard/render/columns.ts'
import { paragraph, table } from '../reports/lines.ts'
import { figureRows, legendOf, TITLES } from './figures.ts'
import { asideWords, callsWords, railMark, railWords, sequenceWords, verdictWords } from './words.ts'

interface PrintOptions {
  json: boolean
  report?: 'md' | 'junit'
  show?: ExampleKind
  examples?: readonly Example[] | undefined
}

/** Prints a comparison in the requested form, with its examples. */
export function printComparison(terminal: Terminal, comparison: Comparison, options: PrintOptions): void {
  const { json, report, show, examples } = options
  if (json) return printJson(terminal, examples ? { ...comparison, examples } : comparison)
  if (report === 'junit') return print(terminal, junitReport(comparison))
  const names = comparison.contestants
  if (report === 'md')
    return print(terminal, markdownReport(comparison, examples && { kind: show!, examples }))
  const width = widthOf(terminal)
  const shown = examples
    ? ['', ...exampleLines(show!, examples, names, { arena: comparison.arena, width })]
    : []
  print(terminal, [...comparisonLines(comparison, width, paintOf(terminal)), ...shown].join('\n'))
}

/** A comparison as lines of the terminal's width. */
function comparisonLines(
  comparison: Comparison,
  width: number,
  { strong, faint }: ReturnType<typeof paintOf>,
): string[] {
  const { contestants, arena, source, warnings, guardRails } = comparison
  const calls = callsWords(comparison)
  const aside = asideWords(comparison)
  const rails = guardRails.map(
    (rail) => `${railMark(rail, comparison).padEnd(6)}  ${visible(railWords(rail, comparison))}`,
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
    ...(rails.length > 0 ? ['', 'Guardrails', ...rails.flatMap((rail) => paragraph(rail, width))] : []),
    ...warnings.flatMap((warning) => paragraph(`Note: ${warningText(warning)}`, width)),
  ]
}
