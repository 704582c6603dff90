/** Times written as text. Only forms that mean the same to everybody are read. */

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
/** Three numbers that may be day, month and year in several orders. A year of four digits in front is followed by the month. */
const NUMBERS = /^(?!\d{4}[/-]\d\d[/-]\d\d(?!\d))\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:\D|$)/

/**
 * Seconds since 1970 of a date as text. Without a zone it is in UTC, so that a file means the same on every machine.
 * @returns NaN for a text that is no date, for a day that no calendar has, and for a form with a doubtful order
 */
export function dateInSeconds(text: string): number {
  const written = text.trim()
  const iso = ISO.exec(written)
  if (iso) return secondsAt(`${iso[1]}-${iso[3]}-${iso[4]}`, iso[5], iso[6])
  const words = WORDS.exec(written)
  if (!words) return NaN
  const [, first, before, after, second, year, clock, zone] = words
  const name = (before ?? after).toLowerCase()
  const month = MONTHS.findIndex((one) => one === name || one.slice(0, 3) === name)
  if (month < 0) return NaN
  const twoDigits = (number: string | number) => String(number).padStart(2, '0')
  return secondsAt(`${year}-${twoDigits(month + 1)}-${twoDigits(first ?? second)}`, clock, zone)
}

/** Whether a text is a date in numbers whose order only its author knows, such as `01.05.2025`. */
export function isOrderDoubtful(text: string): boolean {
  const written = text.trim()
  return NUMBERS.test(written) && !ISO.test(written)
}

/** @param day as ISO 8601 has it, perhaps none of the calendar */
function secondsAt(day: string, clock = '00:00', zone = 'Z'): number {
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return NaN
  const time = (clock.indexOf(':') === 1 ? `0${clock}` : clock).replace(',', '.')
  return Date.parse(`${day}T${time}${offsetOf(zone)}`) / 1000
}

/** A zone as ISO 8601 has it: `+02`, `+0200`, `+02:00` and `GMT+0200` are the same. */
function offsetOf(zone: string): string {
  const offset = zone.replace(/^[a-z]+/i, '')
  return offset === '' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`
}
