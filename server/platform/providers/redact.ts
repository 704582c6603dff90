/** Texts of others, made fit for one line that anyone may read. */

const LONGEST = 300

/** What looks like a key of any provider, whole or with its middle starred out. */
const LOOKS_LIKE_A_KEY = /\b(?:sk|pk|rk|key)-[\w*.…-]{6,}/gi
const BEARER = /\bbearer\s+\S+/gi

/**
 * One line of at most 300 characters without the key: not as it stands, not as part of a URL, and nothing that looks
 * like a key, should a server answer with another one.
 */
export function redact(text: string, key: string): string {
  const line = [key, encodeURIComponent(key)]
    .filter((form) => form !== '')
    .reduce((left, form) => left.replaceAll(form, '[key]'), text)
    .replace(BEARER, 'Bearer [key]')
    .replace(LOOKS_LIKE_A_KEY, '[key]')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}
