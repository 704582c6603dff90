import type { Example, ExampleKind } from '../../../../shared/contracts/index.ts'
import { withCommas } from '../../../../shared/sentence/index.ts'
import { paragraph } from '../reports/lines.ts'

/** The most examples to print; --json has all. */
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
  return `${withCommas(examples.length)} ${examples.length === 1 ? ONE[kind] : kind}${shown < examples.length ? `; the first ${shown} are shown, --json has all` : ''}`
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

/** The passages that an answer had retrieved, each with its number. */
export const passagesIn = (
  { contexts }: Example,
  side: 0 | 1,
  name: string,
): [label: string, passage: string][] =>
  (contexts[side] ?? []).map((passage, i, { length }) => [
    `${name} had retrieved, ${i + 1} of ${length}`,
    passage,
  ])

/** How many steps an agent took before its answer, and the tools it called; --json has the steps themselves. */
export const stepsIn = (
  { transcripts }: Example,
  side: 0 | 1,
  name: string,
): [label: string, steps: string][] => {
  const steps = transcripts[side] ?? []
  const tools = steps.filter(({ kind }) => kind === 'call').map(({ tool }) => tool)
  if (steps.length === 0) return []
  const counted = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`
  return [
    [`${name} before the answer`, tools.length === 0 ? counted : `${counted}; tools: ${tools.join(', ')}`],
  ]
}

/** The page of the battle behind the vote. */
export const battleOf = ({ battle }: Example, arena: string): [label: string, path: string][] =>
  battle === null ? [] : [['battle', `/a/${arena}/b/${battle}`]]

/** The judge's reasons, for each order if both are known. */
export function reasonsIn(
  { reason, orders }: Example,
  names: readonly [string, string],
): [label: string, reason: string][] {
  const reasonsByOrder = orders.flatMap(({ first, said, reason: why }): [string, string][] =>
    why === null ? [] : [[`${names[first === 'own' ? 0 : 1]} shown first, ${saidWords(said, names)}`, why]],
  )
  return reasonsByOrder.length > 0 ? reasonsByOrder : reason === null ? [] : [['reason', reason]]
}

function saidWords(said: Example['said'] | null, [own, other]: readonly [string, string]): string {
  if (said === null) return 'in a ranking'
  if (said === 'tie' || said === 'both_bad') return said === 'tie' ? 'a tie' : 'both bad'
  return `for ${said === 'own' ? own : other}`
}

export function exampleLines(
  kind: ExampleKind,
  examples: readonly Example[],
  [firstName, secondName]: readonly [string, string],
  { arena, width }: { arena: string; width: number },
): string[] {
  const lines = [exampleTitle(kind, examples)]
  for (const example of examples.slice(0, MOST_EXAMPLES)) {
    lines.push('', ...paragraph(headOf(example), width))
    const answerTexts: [string, string | null][] = [
      ['asked', example.question],
      [firstName, example.answers[0]],
      ...passagesIn(example, 0, firstName),
      ...stepsIn(example, 0, firstName),
      [secondName, example.answers[1]],
      ...passagesIn(example, 1, secondName),
      ...stepsIn(example, 1, secondName),
      ...reasonsIn(example, [firstName, secondName]),
      ...battleOf(example, arena),
    ]
    for (const [who, text] of answerTexts)
      lines.push(...paragraph(`${who}: ${trimmed(text)}`, width - 2).map((line) => `  ${line}`))
  }
  return lines
}
