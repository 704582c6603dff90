/** Readers of single fields of a row. Each returns null for a missing field. */
import { isNestedOver, MAX_LEVELS } from './nesting.ts'
import { msg, type CodedMessage, englishText } from '../../../shared/messages/index.ts'
import { findUnstorable } from '../../platform/storable.ts'

export type Fields = Record<string, unknown>

/** Text without the space around it; numbers and booleans as written; null when empty. */
export function textField(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() || null
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** The texts of several fields, with a blank line between; undefined if all are empty. */
export function joinedTexts(values: readonly unknown[]): string | undefined {
  const texts = values.flatMap((value) => textField(value) ?? [])
  return texts.length === 0 ? undefined : texts.join('\n\n')
}

/** A finite number, also if written as text. */
export function numberField(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The largest number of a sample. */
const LAST_SAMPLE = 10_000

/** The number of a sample, from 1; null for an empty field, undefined for anything else. */
export function sampleField(value: unknown): number | null | undefined {
  if (textField(value) === null && (value === undefined || value === null || typeof value === 'string'))
    return null
  const number = numberField(value)
  return number !== null && Number.isInteger(number) && number >= 1 && number <= LAST_SAMPLE
    ? number
    : undefined
}

/** A probability above 0 and at most 1; null for an empty field, undefined for anything else. */
export function probabilityField(value: unknown): number | null | undefined {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return null
  const number = numberField(value)
  return number !== null && number > 0 && number <= 1 ? number : undefined
}

/** The first second of the year 10000. */
const LAST = 253_402_300_800
/**
 * Seconds since 1970 are from 2000 to 5138. Smaller numbers count days or rows, or seconds since another year, as Apple and
 * .NET do; larger ones count parts of a second.
 */
const [FIRST_SECOND, LAST_SECOND, LAST_NANOSECOND] = [946_684_800, 1e11, 1e20]

/**
 * Seconds since 1970, from a date as text, or from a number of seconds, milliseconds, microseconds or nanoseconds. Null
 * for an empty field, undefined for anything else.
 */
export function timeField(value: unknown): number | null | undefined {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return null
  const number = numberField(value)
  if (number === null) {
    const date = typeof value === 'string' ? dateInSeconds(value) : NaN
    return date >= 0 && date < LAST ? date : undefined
  }
  if (number > LAST_SECOND && CLOCK_DIGITS.test(String(number))) return undefined
  let inSecond = 1
  while (number / inSecond >= LAST_SECOND) inSecond *= 1000
  return number >= FIRST_SECOND && number < LAST_NANOSECOND ? number / inSecond : undefined
}

/** A day and a time in digits alone, such as 20250301093000. As milliseconds it would be in the year 2611. */
const CLOCK_DIGITS =
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$/

/** A list or object; in CSV it is JSON text in the cell. */
export function structureField(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value === '' ? null : (value ?? null)
  // a text: what reads lists and objects goes through them level by level
  if (isNestedOver(value, MAX_LEVELS)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Characters that break a line or change the direction of text. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Whether a text can be a name: storable, without line breaks and direction characters. */
export function isName(text: string): boolean {
  return text.isWellFormed() && !UNSEEN.test(text)
}

/** What spreadsheets write for a value that they could not compute. */
const CELL_ERROR = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!)$/
/** What programs write for an empty cell. In an answer these may be meant. */
const EMPTY_CELL =
  /^(?:nan|NaN|NaT|[Nn]one|NONE|nil|[Nn]ull|NULL|undefined|NA|N\/A|n\/a|\\N|[<([](?:NA|null|NULL|none|blank|empty)[>)\]]|[-–—?.]{1,3}|…)$/

/** Whether a text is an error of a spreadsheet, and never an answer. */
export const isCellError = (text: string): boolean => CELL_ERROR.test(text.trim())

/** Whether a text is what a program writes for an empty cell, and never the name of a contestant. */
export const standsForEmpty = (text: string): boolean => isCellError(text) || EMPTY_CELL.test(text.trim())

/** A name or an id; null for an empty field, and for what programs write there. */
export function idField(value: unknown): string | null {
  const text = textField(value)
  return text === null || standsForEmpty(text) ? null : text
}

/** The form of a name in which two spellings of the same letters are equal, such as é as one character or two. */
export const normalisedForm = (name: string): string => (ASCII.test(name) ? name : name.normalize('NFC'))

const ASCII = /^[\0-\x7f]*$/

/** What a name looks like: equal for names that differ only by case, width, blanks, quotes, dashes or invisible characters. */
export const nameSkeleton = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Pd}_]/gu, '-')
    .replaceAll(/[\s\p{Cf}"'“”„‘’‚«»`]+/gu, '')

/** These, and characters that a reader does not see at all. */
const HIDDEN = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu

/** The beginning of a text in quotes, for messages, without invisible characters. */
export function quoted(text: string): string {
  const beginning = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
  return beginning.replace(
    HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The message for the first of these fields that Postgres cannot store; null if it can store all of them. */
export function unstorableField(fields: Fields): CodedMessage | null {
  const fault = findUnstorable(fields)
  if (!fault) return null
  const field = String(fault.path[0])
  const isDeep = fault.wrong.code === 'nested_over'
  return isDeep ? msg('at_place', { place: field, wrong: fault.wrong }) : msg('unstorable_in', { field })
}

/** The most characters of a name or id. */
export const LONGEST_NAME = 200

/** The message for the first of these columns that is too long for a name or id; null if none is. */
export function tooLong(fields: Fields, columns: readonly string[]): CodedMessage | null {
  const column = columns.find((name) => (textField(fields[name])?.length ?? 0) > LONGEST_NAME)
  return column === undefined
    ? null
    : msg('field_over', { field: column, most: LONGEST_NAME, unit: 'characters' })
}

/** A text or a list of texts as a list; null for an empty field, undefined for anything else. */
export function contextField(value: unknown): string[] | null | undefined {
  const context = structureField(value)
  if (context === null) return null
  if (typeof context === 'string') return [context]
  return Array.isArray(context) && context.every((part) => typeof part === 'string') ? context : undefined
}

// Times written as text. Only forms that mean the same to everybody are read.

const CLOCK = String.raw`(\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?)`
const ZONE = String.raw`(z|(?:utc|gmt)?[+-]\d\d(?::?\d\d)?|utc|gmt)`
/** ISO 8601 and what databases write: a day, or a day and a time, with or without a zone. */
const ISO = new RegExp(String.raw`^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ]${CLOCK} ?${ZONE}?)?$`, 'i')
/** RFC 2822, and what JavaScript and mail programs write: the month is a word, so no order of numbers matters. */
const WORDS = new RegExp(
  String.raw`^(?:[a-z]{3,9},? +)?(?:(\d\d?)[ -]([a-z]{3,9})|([a-z]{3,9}) +(\d\d?),?)[ -](\d{4})(?:,? +${CLOCK})?(?: *${ZONE})?(?: *\([^)]*\))?$`,
  'i',
)
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
/**
 * Seconds since 1970 of a date as text. Without a zone it is in UTC, so that a file means the same on every machine.
 * @returns NaN for a text that is no date, for a day that no calendar has, and for a form with a doubtful order
 */
function dateInSeconds(text: string): number {
  const written = text.trim()
  const iso = ISO.exec(written)
  if (iso) return secondsAt(`${iso[1]}-${iso[3]}-${iso[4]}`, iso[5], iso[6])
  const words = WORDS.exec(written)
  if (!words) return NaN
  const [, first, before, after, second, year, clock, zone] = words
  const name = (before ?? after).toLowerCase()
  const month = MONTHS.findIndex((full) => full === name || full.slice(0, 3) === name)
  if (month < 0) return NaN
  const twoDigits = (number: string | number) => String(number).padStart(2, '0')
  return secondsAt(`${year}-${twoDigits(month + 1)}-${twoDigits(first ?? second)}`, clock, zone)
}

/** @param day as ISO 8601 has it, perhaps none of the calendar */
function secondsAt(day: string, clock = '00:00', zone = 'Z'): number {
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return NaN
  const time = (clock.indexOf(':') === 1 ? `0${clock}` : clock).replace(',', '.')
  return Date.parse(`${day}T${time}${isoOffset(zone)}`) / 1000
}

/** A zone as ISO 8601 has it: `+02`, `+0200`, `+02:00` and `GMT+0200` are the same. */
function isoOffset(zone: string): string {
  const offset = zone.replace(/^[a-z]+/i, '')
  return offset === '' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`
}

/** An error for an unusable file. Its message says in one line what is wrong, where, and what to do. */
export class FileError extends Error {
  override name = 'FileError'
  readonly finding: CodedMessage

  constructor(finding: CodedMessage) {
    super(englishText(finding))
    this.finding = finding
  }
}

/** Removes the escape that keeps spreadsheets from taking an exported cell for a formula. */
export function unescaped(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

const FORMULA = /^'[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

// Structures as other tools write them.

/** The fields of an object, also of one written as JSON text; empty for anything else. */
export function parseObject(value: unknown): Fields {
  const structure = structureField(value)
  return typeof structure === 'object' && structure !== null && !Array.isArray(structure)
    ? (structure as Fields)
    : {}
}

/** A list, also one written as JSON text; empty for anything else. */
export function parseList(value: unknown): unknown[] {
  const structure = structureField(value)
  return Array.isArray(structure) ? structure : []
}

/** The text of a content: a text, or parts `{ type, text }`. Null: it has none. */
export function contentText(content: unknown): string | null {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) {
    const texts = content.flatMap((part) => contentText(part) ?? [])
    return texts.length === 0 ? null : texts.join('\n')
  }
  const text = parseObject(content)['text']
  return typeof text === 'string' ? text : null
}

const PASSED =
  /^(?:pass(?:ed)?|true|yes|y|success(?:ful)?|succeeded|ok|c|correct|resolved|solved|1|1\.0+|[✓✔✅])\ufe0f?$/iu
const FAILED =
  /^(?:fail(?:ed|ure)?|false|no|n|error(?:ed)?|i|incorrect|wrong|unresolved|unsolved|0|0\.0+|[✗✘❌])\ufe0f?$/iu

/** Whether a test passed, by the text of its cell; null: it holds something else. */
export const testPassed = (text: string): boolean | null =>
  PASSED.test(text) ? true : FAILED.test(text) ? false : null
