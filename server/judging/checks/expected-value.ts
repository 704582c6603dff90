import { placeholdersIn, replacePlaceholders, valueOf } from '../../answers/index.ts'
import type { CheckedPrompt } from './check.ts'

/** Whether a check may use this name as a placeholder in double braces. */
export const isExpected = (name: string): boolean => name === 'reference' || /^variables\..+$/.test(name)

/** The prompt's value for a placeholder; null if it has none. */
export function expectedValue(name: string, { reference, variables }: CheckedPrompt): string | null {
  return name === 'reference' ? reference : valueOf(name, { text: '', variables, context: null })
}

/**
 * Fills `{{reference}}` and `{{variables.NAME}}` in a check's value from the prompt.
 * @returns the text, or the name of the first placeholder that the prompt has no value for
 */
export function filledValue(value: string, prompt: CheckedPrompt): { text: string } | { missing: string } {
  const values = new Map(placeholdersIn(value).map((name) => [name, expectedValue(name, prompt)]))
  const missing = [...values].find(([, one]) => one === null)
  if (missing) return { missing: missing[0] }
  return { text: replacePlaceholders(value, (name) => values.get(name)!) }
}
