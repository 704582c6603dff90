import type { Comparison, Example, ExampleKind } from '../../../../shared/contracts/index.ts'
import { escaped } from '../../../../server/leaderboard/render/markdown.ts'
import { warningText } from '../../../../shared/sentence/index.ts'
import { exampleTitle, headOf, MOST_EXAMPLES, passagesIn, reasonsIn, stepsIn, trimmed } from './examples.ts'
import { figureRows, legendOf, TITLES } from './figures.ts'
import { asideWords, callsWords, railMark, railWords, sequenceWords, verdictWords } from './words.ts'

const item = ([label, text]: [string, string]): string => `  - ${plain(label)}: ${plain(trimmed(text))}`

const plain = (text: string): string => escaped(text.replace(/\s+/g, ' '))

const row = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`

/** A comparison as a comment on a pull request. */
export function markdownReport(
  comparison: Comparison,
  selection?: { kind: ExampleKind; examples: readonly Example[] },
): string {
  const { contestants, arena, source, guardRails, warnings } = comparison
  const calls = callsWords(comparison)
  const aside = asideWords(comparison)
  const lines = [
    `### ${plain(`${contestants[0]} against ${contestants[1]}`)}`,
    '',
    `**${plain(verdictWords(comparison))}**`,
    '',
    row(TITLES),
    `|${TITLES.map((_, i) => (i === 0 ? ' --- |' : ' ---: |')).join('')}`,
    ...figureRows(comparison).map(row),
    '',
    plain(`Arena ${arena}, votes of ${source}. ${legendOf(comparison)}`),
    ...sequenceWords(comparison).flatMap((words) => ['', plain(words)]),
    ...(calls === null ? [] : ['', plain(calls)]),
    ...(aside === null ? [] : ['', plain(aside)]),
    ...(guardRails.length > 0 ? ['', '| guardrail | |', '| --- | --- |'] : []),
    ...guardRails.map((rail) => row([railWords(rail, comparison), railMark(rail, comparison)])),
    ...warnings.flatMap((warning) => ['', plain(`Note: ${warningText(warning)}`)]),
    ...(selection ? exampleMarkdown(selection.kind, selection.examples, contestants) : []),
  ]
  return lines.join('\n')
}

function exampleMarkdown(
  kind: ExampleKind,
  examples: readonly Example[],
  [firstName, secondName]: readonly [string, string],
): string[] {
  return [
    '',
    `<details><summary>${plain(exampleTitle(kind, examples))}</summary>`,
    '',
    ...examples
      .slice(0, MOST_EXAMPLES)
      .flatMap((example) => [
        `- **${plain(headOf(example))}**`,
        `  - asked: ${plain(trimmed(example.question))}`,
        `  - ${plain(firstName)}: ${plain(trimmed(example.answers[0]))}`,
        ...passagesIn(example, 0, firstName).map(item),
        ...stepsIn(example, 0, firstName).map(item),
        `  - ${plain(secondName)}: ${plain(trimmed(example.answers[1]))}`,
        ...passagesIn(example, 1, secondName).map(item),
        ...stepsIn(example, 1, secondName).map(item),
        ...reasonsIn(example, [firstName, secondName]).map(item),
      ]),
    '',
    '</details>',
  ]
}
