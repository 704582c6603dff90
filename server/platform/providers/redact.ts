/** Makes texts of other programs safe for one line that anyone may read. */
import { setImmediate } from 'node:timers/promises'
import { withinMessage, type CodedMessage } from '../../../shared/messages/index.ts'
import { storable } from '../storable.ts'

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

/** Keys of providers are longer. A shorter one is what a server without keys accepts, such as its own name. */
const SHORTEST_IN_REPLIES = 16

/** A secret, or several. */
export type Secrets = string | readonly string[]

/** Longer ones, such as certificates, would make expressions too large to compile. */
const LONGEST_WITH_ESCAPES = 1000

/** Matches each form of each secret, the longest form first. */
const patternsOf = (secrets: Secrets): RegExp[] =>
  [secrets]
    .flat()
    .flatMap((secret) => {
      if (secret.length < SHORTEST_WITH_FORMS)
        return [secret, encodeURIComponent(secret.toWellFormed())].map((form) => ({
          form,
          pattern: exact(form),
          flags: 'g',
        }))
      const { forms, patternOf } = writtenForms(secret)
      return forms.map((form) => ({ form, pattern: [...form].map(patternOf).join(''), flags: 'gi' }))
    })
    .filter(({ form }) => form !== '')
    .toSorted((a, b) => b.form.length - a.form.length)
    .map(({ pattern, flags }) => new RegExp(pattern, flags))

/** The forms of a secret, and the pattern of each of their characters. */
function writtenForms(secret: string): { forms: string[]; patternOf: (character: string) => string } {
  return secret.length > LONGEST_WITH_ESCAPES
    ? { forms: [...formsOf(secret), ...escapedForms(secret)], patternOf: exact }
    : { forms: [...formsOf(secret)], patternOf: characterPattern }
}

const escapedForms = (secret: string) => [
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret.toWellFormed()),
]

/** Ways in which a key may come back, beside those of single characters: as it stands, backwards, in hex and in base64. */
function formsOf(key: string): Set<string> {
  const plain = [key, [...key].toReversed().join('')]
  return new Set(plain.flatMap((form) => [form, hexOf(form), ...base64Of(form)]))
}

const hexOf = (text: string) => Buffer.from(text).toString('hex')
const percentOf = (text: string) => hexOf(text).replace(/../g, '%(?:25)*$&')

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
const exact = (text: string) => text.replace(EXPRESSION_SIGNS, '\\$&')

/** The names of characters in HTML. */
const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** A pattern for a character that may be escaped, once or several times: in JSON, in a URL or in HTML. */
function characterPattern(character: string): string {
  const number = character.codePointAt(0)!
  const hex = number.toString(16)
  const escapes = [`u${hex.padStart(4, '0')}`, `x${hex.padStart(2, '0')}`]
  const short = JSON.stringify(character)
    .slice(1, -1)
    .replace(/^\\(?=.)/, '')
  if (!/\w/.test(character)) escapes.push(exact(short))
  const entities = [`#x0*${hex}`, `#0*${number}`, ENTITIES[character] ?? '']
  const entity = entities.filter((one) => one !== '').join('|')
  return `(?:${exact(character)}|\\\\+(?:${escapes.join('|')})|${percentOf(character)}|&(?:amp;)*(?:${entity});)`
}

const withoutSecrets = (text: string, secrets: Secrets): string =>
  patternsOf(secrets)
    .reduce((left, pattern) => left.replace(pattern, '[key]'), text)
    .replace(BEARER, 'Bearer [key]')
    .replace(LOOKS_LIKE_A_KEY, '[key]')

/** A longer text is left between two patterns, so that the event loop can turn. */
const LONG_TEXT = 2 ** 18

/**
 * Makes a function for replies, which removes keys that came back in them, in each form that `redact` removes.
 * Everything else stays, and so do keys of fewer than 16 characters.
 */
export function keyRemover(secrets: Secrets): (reply: string) => Promise<string> {
  const patterns = patternsOf([secrets].flat().filter(({ length }) => length >= SHORTEST_IN_REPLIES))
  return async (reply) => {
    let text = reply
    for (const pattern of patterns) {
      text = text.replace(pattern, '[key]')
      if (text.length > LONG_TEXT) await setImmediate()
    }
    return text
  }
}

/** So many characters tell a key from other text. */
const TELLING = 12

/** A character of a key in pieces has at most so many in the text: more than one that is escaped in JSON twice. */
const LONGEST_ESCAPE = 16

/** Matches the end of a text that may be in the middle of an escaped character, or between the halves of one. */
const CUT_CHARACTER = String.raw`(?:\\+(?:[ux][\da-f]*)?|%[\da-f]*|&[#\w;]*|[\ud800-\udbff])$`

/** Matches from where a key may begin: its first characters, or as many of them as the text has before its end. */
function beginningsOf(secrets: readonly string[]): RegExp {
  const beginnings = secrets.flatMap((secret) => {
    const { forms, patternOf } = writtenForms(secret)
    return forms.map((form) =>
      [...form]
        .slice(0, TELLING)
        .map(patternOf)
        .reduceRight((rest, one, i) => (i === 0 ? one + rest : `(?:${one}${rest}|${CUT_CHARACTER}|$)`), ''),
    )
  })
  // of several backslashes, the first one is where a character begins
  const all = [...beginnings, CUT_CHARACTER].map((one) => one.replace('\\\\+', '(?<!\\\\)\\\\+'))
  return new RegExp(all.join('|'), 'i')
}

/**
 * Makes a function for replies that come in pieces: it passes them on without the keys that `keyRemover` removes. What may
 * be the beginning of a key waits for the next pieces. `end` gives the whole text, which is passed on if no piece came.
 */
export function keyRemoverInPieces(secrets: Secrets) {
  const withoutKeys = keyRemover(secrets)
  const removed = [secrets].flat().filter(({ length }) => length >= SHORTEST_IN_REPLIES)
  const beginnings = beginningsOf(removed)
  const longest = Math.max(1, ...removed.map((secret) => LONGEST_ESCAPE * Buffer.byteLength(secret)))
  return (pass: (text: string) => void) => {
    let held = ''
    let isInPieces = false
    const passOn = (text: string) => {
      if (text !== '') pass(storable(text))
    }
    return {
      async add(piece: string): Promise<void> {
        isInPieces = true
        held = await withoutKeys(held + piece)
        const from = Math.max(0, held.length - longest)
        const begins = held.slice(from).search(beginnings)
        const end = begins < 0 ? held.length : from + begins
        passOn(held.slice(0, end))
        held = held.slice(end)
      },
      end(text: string): void {
        passOn(isInPieces ? held : text)
      },
    }
  }
}

const inOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/**
 * One line of at most 300 characters without the key: neither as it is, in base64, in hex nor backwards, also where
 * characters are escaped in JSON, a URL or HTML. Other text that looks like a key is removed too, in case a server
 * returns another one.
 */
export function redact(text: string, key: Secrets): string {
  const line = inOneLine(withoutSecrets(text, key))
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).toWellFormed()}…` : line
}

/** The message with `redact` applied to each text among its values, and to those of messages within. */
export const redactMessage = (message: CodedMessage, key: Secrets): CodedMessage =>
  withinMessage(message, (text) => redact(text, key))

/** The usual form of a secret that is longest has six characters for each byte: those of \u0041. */
const LONGEST_FORM = 6

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
