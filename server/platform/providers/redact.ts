/** Makes texts of other programs safe for one line that anyone may read. */
import { withinMessage, type CodedMessage } from '../../../shared/messages/index.ts'
import { toStorable } from '../storable.ts'

const LONGEST = 300

/** Matches text like a key of any provider, whole or with its middle masked. */
const LOOKS_LIKE_A_KEY = /\b(?:sk|pk|rk|key)-[\w*.…-]{6,}/gi
const BEARER = /\bbearer\s+\S+/gi

/** Matches whole keys only, because words may be joined by a hyphen after "key". */
const KEYS =
  /\b(?:sk|pk|rk)-[\w-]{16,}|\bkey-(?=[\w-]*\d)[\w-]{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bAIza[\w-]{30,}|\bxox[abprs]-[\w-]{10,}|\bAKIA[A-Z0-9]{16}\b|\bbearer\s+[\w.~+/=-]{16,}/i

/** Whether a text contains what looks like a provider's key. */
export const holdsKey = (text: string): boolean => KEYS.test(text)

/** Keys of providers are longer. A shorter one is what a server without keys accepts, such as its own name. */
const SHORTEST_IN_REPLIES = 16

/** A secret, or several. */
export type Secrets = string | readonly string[]

/** Shorter ones are also parts of words: they are removed only where they stand alone. */
const SHORTEST_IN_WORDS = 8

/** Each secret as it stands and as a URL has it, the longest first. */
const secretForms = (secrets: Secrets): string[] =>
  [secrets]
    .flat()
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())])
    .toSorted((a, b) => b.length - a.length)

const patternOf = (form: string): string => {
  const pattern = form.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')
  return form.length < SHORTEST_IN_WORDS ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern
}

/** Removes all in one pass: in a second one, a key such as "key" would be found in the marker of the first. */
const without = (forms: readonly string[], text: string): string =>
  forms.length === 0 ? text : text.replace(new RegExp(forms.map(patternOf).join('|'), 'gu'), '[key]')

const withoutSecrets = (text: string, secrets: Secrets): string =>
  without(secretForms(secrets), text).replace(BEARER, 'Bearer [key]').replace(LOOKS_LIKE_A_KEY, '[key]')

const formsInReplies = (secrets: Secrets): string[] =>
  secretForms([secrets].flat().filter(({ length }) => length >= SHORTEST_IN_REPLIES))

/**
 * Makes a function for replies, which removes keys that came back in them. Everything else stays, and so do keys of fewer
 * than 16 characters.
 */
export function keyRemover(secrets: Secrets): (reply: string) => string {
  const forms = formsInReplies(secrets)
  return (reply) => without(forms, reply)
}

/** Matches the first half of a character at the end of a text. */
const CUT_CHARACTER = /[\ud800-\udbff]$/

/**
 * Makes a function for replies that come in pieces: it passes them on without the keys that `keyRemover` removes. What may
 * be the beginning of a key waits for the next pieces. `end` gives the whole text, which is passed on if no piece came.
 */
export function keyRemoverInPieces(secrets: Secrets) {
  const forms = formsInReplies(secrets)
  const longest = forms[0]?.length ?? 1
  const mayBegin = (remainder: string) =>
    CUT_CHARACTER.test(remainder) || forms.some((form) => form.startsWith(remainder))
  return (pass: (text: string) => void) => {
    let waiting = ''
    let isInPieces = false
    const passOn = (text: string) => {
      if (text !== '') pass(toStorable(text))
    }
    return {
      add(piece: string): void {
        isInPieces = true
        waiting = without(forms, waiting + piece)
        let end = Math.max(0, waiting.length - longest)
        while (end < waiting.length && !mayBegin(waiting.slice(end))) end++
        passOn(waiting.slice(0, end))
        waiting = waiting.slice(end)
      },
      end(text: string): void {
        passOn(isInPieces ? waiting : text)
      },
    }
  }
}

const inOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/**
 * One line of at most 300 characters without the key. Other text that looks like a key is removed too, in case a server
 * returns another one.
 */
export function redact(text: string, key: Secrets): string {
  const line = inOneLine(withoutSecrets(text, key))
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).toWellFormed()}…` : line
}

/** The message with `redact` applied to each text among its values, and to those of messages within. */
export const redactMessage = (message: CodedMessage, key: Secrets): CodedMessage =>
  withinMessage(message, (text) => redact(text, key))

/**
 * The last line with a text of what a program wrote on standard error, without secrets, its last 300 characters.
 * @param isCut  whether the beginning is missing; a secret may be cut in two there
 */
export function lastErrorLine({ text, isCut }: { text: string; isCut: boolean }, secrets: Secrets): string {
  const longest = secretForms(secrets)[0]?.length ?? 0
  const lines = withoutSecrets(isCut ? text.slice(longest) : text, secrets).split(/\r?\n/)
  const line = inOneLine(lines.findLast((candidate) => candidate.trim() !== '') ?? '')
  return line.length > LONGEST ? `…${line.slice(1 - LONGEST).toWellFormed()}` : line
}
