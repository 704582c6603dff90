/** Makes replies of providers storable in the database. */

/**
 * Replaces characters that Postgres cannot store by U+FFFD: NUL in any text, lone surrogates in JSON.
 * @param value plain data; texts at any depth are changed, names of fields are not
 */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed() as T
  if (Array.isArray(value)) return value.map((one: unknown) => storable(one)) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, storable(one)])) as T
}

/** More tokens than any call has, and few enough that the sum over the turns of an answer fits its column. */
const MOST_TOKENS = 10_000_000

/** Whether a number from a provider can be a count of tokens: a whole number from 0 to 10 million. */
export const isTokenCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MOST_TOKENS
