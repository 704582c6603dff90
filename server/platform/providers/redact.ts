/** Makes texts of other programs safe for one line that anyone may read. */
import { withinMessage } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

const LONGEST = 300

/** Matches text like a key of any provider, whole or with its middle masked. */
const LOOKS_LIKE_A_KEY = /\b(?:sk|pk|rk|key)-[\w*.…-]{6,}/gi
const BEARER = /\bbearer\s+\S+/gi

/** Matches whole keys only, because words may be joined by a hyphen after "key". */
const KEYS =
  /\b(?:sk|pk|rk)-[\w-]{16,}|\bkey-(?=[\w-]*\d)[\w-]{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bAIza[\w-]{30,}|\bxox[abprs]-[\w-]{10,}|\bAKIA[A-Z0-9]{16}\b|\bbearer\s+[\w.~+/=-]{16,}/i

/** Whether a text contains what looks like a provider's key. */
export const holdsKey = (text: string): boolean => KEYS.test(text)

/** A shorter key may be a word whose encoded forms occur by chance. */
const SHORTEST_WITH_FORMS = 8

/** Ways in which a key may come back: as it stands, as part of a URL, backwards, and encoded. */
function formsOf(key: string): string[] {
  if (key.length < SHORTEST_WITH_FORMS) return [key, encodeURIComponent(key)].filter((form) => form !== '')
  const plain = [key, [...key].toReversed().join('')]
  return plain.flatMap((form) => [
    form,
    encodeURIComponent(form),
    percentOf(form),
    hexOf(form),
    ...base64Of(form),
  ])
}

const hexOf = (text: string) => Buffer.from(text).toString('hex')
const percentOf = (text: string) => hexOf(text).replace(/../g, '%$&')

/** The base64 forms of a text at any offset in a longer one, without the ends that depend on the text around it. */
function base64Of(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bits = 8 * (before + Buffer.byteLength(text))
    const encoded = (form: 'base64' | 'base64url') =>
      Buffer.from('-'.repeat(before) + text)
        .toString(form)
        .slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6))
    return [encoded('base64'), encoded('base64url')]
  })
}

const EXPRESSION_SIGNS = /[.*+?^${}()|[\]\\/]/g

/** A secret, or several. */
export type Secrets = string | readonly string[]

function withoutSecrets(text: string, secrets: Secrets): string {
  return [secrets]
    .flat()
    .flatMap((secret) =>
      formsOf(secret).map((form) => ({ form, flags: secret.length < SHORTEST_WITH_FORMS ? 'g' : 'gi' })),
    )
    .toSorted((a, b) => b.form.length - a.form.length)
    .map(({ form, flags }) => new RegExp(form.replace(EXPRESSION_SIGNS, '\\$&'), flags))
    .reduce((left, form) => left.replace(form, '[key]'), text)
    .replace(BEARER, 'Bearer [key]')
    .replace(LOOKS_LIKE_A_KEY, '[key]')
}

const inOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/**
 * One line of at most 300 characters without the key: neither as it is, percent-encoded, in base64, in hex nor
 * backwards. Other text that looks like a key is removed too, in case a server returns another one.
 */
export function redact(text: string, key: Secrets): string {
  const line = inOneLine(withoutSecrets(text, key))
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).toWellFormed()}…` : line
}

/** The message with `redact` applied to each text among its values, and to those of messages within. */
export const redactMessage = (message: CodedMessage, key: Secrets): CodedMessage =>
  withinMessage(message, (text) => redact(text, key))

/** The longest form of a secret has three characters for each byte. */
const LONGEST_FORM = 3

/**
 * The last line with a text of what a program wrote on standard error, without secrets, its last 300 characters.
 * @param isCut  whether the beginning is missing; a secret may be cut in two there
 */
export function lastLineOf({ text, isCut }: { text: string; isCut: boolean }, secrets: Secrets): string {
  const longest = Math.max(0, ...[secrets].flat().map((secret) => LONGEST_FORM * Buffer.byteLength(secret)))
  const lines = withoutSecrets(isCut ? text.slice(longest) : text, secrets).split(/\r?\n/)
  const line = inOneLine(lines.findLast((one) => one.trim() !== '') ?? '')
  return line.length > LONGEST ? `…${line.slice(1 - LONGEST).toWellFormed()}` : line
}
