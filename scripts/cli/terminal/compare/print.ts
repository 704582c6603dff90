import type { Comparison, Example, ExampleKind } from '../../../../shared/contracts/index.ts'
import { paintOf, print, printJson, widthOf } from '../output.ts'
import type { Terminal } from '../terminal.ts'
import { exampleLines } from './examples.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import { comparisonLines } from './lines.ts'

interface Wanted {
  json: boolean
  report?: 'md' | 'junit'
  show?: ExampleKind
  examples?: readonly Example[] | undefined
}

/** Prints a comparison in the requested form, with its examples. */
export function printComparison(terminal: Terminal, comparison: Comparison, wanted: Wanted): void {
  const { json, report, show, examples } = wanted
  if (json) return printJson(terminal, examples ? { ...comparison, examples } : comparison)
  if (report === 'junit') return print(terminal, junitReport(comparison))
  const names = comparison.contestants
  if (report === 'md')
    return print(terminal, markdownReport(comparison, examples && { kind: show!, examples }))
  const width = widthOf(terminal)
  const shown = examples ? ['', ...exampleLines(show!, examples, names, width)] : []
  print(terminal, [...comparisonLines(comparison, width, paintOf(terminal)), ...shown].join('\n'))
}
