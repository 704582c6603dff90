/** Texts of others, made fit for one line that anyone may read. */

const LONGEST = 300

/** What looks like a key of any provider, whole or with its middle starred out. */
const LOOKS_LIKE_A_KEY = /\b(?:sk|pk|rk|key)-[\w*.…-]{6,}/gi
const BEARER = /\bbearer\s+\S+/gi

/** Whole keys alone, since words may be joined by a hyphen after "key". */
const KEYS =
  /\b(?:sk|pk|rk)-[\w-]{16,}|\bkey-(?=[\w-]*\d)[\w-]{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bAIza[\w-]{30,}|\bxox[abprs]-[\w-]{10,}|\bAKIA[A-Z0-9]{16}\b|\bbearer\s+[\w.~+/=-]{16,}/i

/** Whether a text has in it what is a provider's key by its form. */
export const holdsKey = (text: string): boolean => KEYS.test(text)

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
