/** How single things are written into a file. */
import { parse } from 'yaml'

/** Objects as a line of JSON each. */
export const lines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** Those that say something. */
export const filled = <T extends Record<string, string>>(texts: T): Partial<T> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')) as Partial<T>

/** Numbers that were given. */
export const given = (numbers: Record<string, number | null>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(numbers).filter((one): one is [string, number] => typeof one[1] === 'number'),
  )

/** Parameters told as YAML. What is none is written as it is, for the validator to say so at its place. */
export const paramsOf = (text: string): { params?: unknown } =>
  text.trim() === '' ? {} : { params: yamlOf(text) }

/** What a text says as YAML, which JSON is too; the text itself where it is none. */
export function yamlOf(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return text
  }
}
