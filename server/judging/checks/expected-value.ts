import { placeholdersIn, replacePlaceholders, valueOf } from '../../answers/index.ts'
import type { CheckedPrompt } from './check.ts'

/** Whether a check may name this in double braces. */
export const isExpected = (name: string): boolean => name === 'reference' || /^variables\..+$/.test(name)

/** What this prompt has under the name; null: nothing. */
export function expectedValue(name: string, { reference, variables }: CheckedPrompt): string | null {
  return name === 'reference' ? reference : valueOf(name, { text: '', variables, context: null })
}

/**
 * A check's value with what the prompt brings along in place of `{{reference}}` and `{{variables.NAME}}`.
 * @returns the text; or the name of the first that the prompt does not have
 */
export function filledValue(value: string, prompt: CheckedPrompt): { text: string } | { missing: string } {
  const values = new Map(placeholdersIn(value).map((name) => [name, expectedValue(name, prompt)]))
  const missing = [...values].find(([, one]) => one === null)
  if (missing) return { missing: missing[0] }
  return { text: replacePlaceholders(value, (name) => values.get(name)!) }
}
