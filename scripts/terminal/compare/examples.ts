import type { Example, ExampleKind } from '../../../server/compare/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { paragraph } from '../reports/lines.ts'

/** More than these nobody reads in a terminal; --json has all. */
export const MOST_EXAMPLES = 20
const MOST_CHARACTERS = 280
const ONE = { losses: 'loss', wins: 'win', ties: 'tie' } as const

/** The beginning of a text, in one line. */
export function trimmed(text: string | null): string {
  const line = (text ?? '(no text known)').replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > MOST_CHARACTERS ? `${letters.slice(0, MOST_CHARACTERS - 1).join('')}…` : line
}

export function exampleTitle(kind: ExampleKind, examples: readonly Example[]): string {
  if (examples.length === 0) return `No ${kind}.`
  const shown = Math.min(MOST_EXAMPLES, examples.length)
  return `${withCommas(examples.length)} ${examples.length === 1 ? ONE[kind] : kind}${shown < examples.length ? `, the first ${shown} of them here; --json has all` : ''}`
}

export const headOf = ({ prompt, criterion, category, judge, inconsistent }: Example): string =>
  [
    prompt ?? 'no prompt named',
    category,
    criterion,
    judge === null ? null : `by ${judge}`,
    inconsistent ? 'inconsistent' : null,
  ]
    .filter(Boolean)
    .join(' · ')

export function exampleLines(
  kind: ExampleKind,
  examples: readonly Example[],
  [own, other]: readonly [string, string],
  width: number,
): string[] {
  const lines = [exampleTitle(kind, examples)]
  for (const example of examples.slice(0, MOST_EXAMPLES)) {
    lines.push('', ...paragraph(headOf(example), width))
    const said: [string, string | null][] = [
      ['asked', example.question],
      [own, example.answers[0]],
      [other, example.answers[1]],
    ]
    if (example.reason !== null) said.push(['reason', example.reason])
    for (const [who, text] of said)
      lines.push(...paragraph(`${who}: ${trimmed(text)}`, width - 2).map((line) => `  ${line}`))
  }
  return lines
}
