import type { ToldFinding } from '../contracts/finding.ts'
import type { en } from './en/index.ts'

/** Every sentence by its code, in one language. */
export type Sentences = typeof en
export type FindingCode = keyof Sentences

/** What was found: which sentence says it, and what that is made of. Sentences may stand within one another. */
export interface Finding<Code extends FindingCode = FindingCode> {
  code: Code
  values: Readonly<Record<string, unknown>>
}

/** The sentence that says it, in the language of these, which must have it and all that stands within. */
export function tell({ code, values }: Finding, sentences: Partial<Sentences>): string {
  const sentence = sentences[code] as string | ((values: never) => string)
  return typeof sentence === 'string' ? sentence : sentence(toldWithin(values, sentences) as never)
}

/** Whether it and all within it is something these have a sentence for: another version may have found what this one does not know. */
export const isKnown = (told: ToldFinding, sentences: Partial<Sentences>): told is Finding =>
  Object.hasOwn(sentences, told.code) &&
  Object.values(told.values)
    .flat()
    .every((value) => !isFinding(value) || isKnown(value, sentences))

function toldWithin(values: Finding['values'], sentences: Partial<Sentences>): Record<string, unknown> {
  const told = (value: unknown): unknown => (isFinding(value) ? tell(value, sentences) : value)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(told) : told(value),
    ]),
  )
}

const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' && value !== null && 'code' in value && 'values' in value
