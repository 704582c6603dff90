/** Reading single fields of a row; every reader returns null for a field that is not there. */

export type Fields = Record<string, unknown>

/** Text without the space around it; numbers and booleans as written; null when empty. */
export function textField(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() || null
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** A finite number, also when it stands as text. */
export function numberField(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Seconds since 1970, from such a number or from a date as text. */
export function timeField(value: unknown): number | null {
  const seconds = numberField(value)
  if (seconds !== null || typeof value !== 'string') return seconds
  const milliseconds = Date.parse(value)
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000
}

/** A list or object; in CSV it stands as JSON in its cell. */
export function structureField(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value === '' ? null : (value ?? null)
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Whether a database can hold the text: no NUL, no half surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Whether a text can be a name: storable, and no control characters. */
export function isName(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** A text or a list of texts as a list; null for nothing, undefined for anything else. */
export function contextField(value: unknown): string[] | null | undefined {
  const context = structureField(value)
  if (context === null) return null
  if (typeof context === 'string') return [context]
  return Array.isArray(context) && context.every((part) => typeof part === 'string') ? context : undefined
}
