/** Times written as text. */

/** ISO 8601 and what databases write: a day, or a day and a time, with or without a zone. */
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(z|utc|gmt|[+-]\d\d(?::?\d\d)?)?)?$/i
const ZONE = /(?:\b(?:z|utc|gmt|[ap][ds]t|[cem][ds]t)|[+-]\d\d:?\d\d)\)?$/i
/** Programs find dates in texts such as "round 1" too. */
const YEAR = /(?:^|\D)\d{4}(?:\D|$)/

/**
 * Seconds since 1970 of a date as text. Without a zone it is in UTC, so that a file means the same on every machine.
 * @returns NaN for a text that is no date, and for a day that no calendar has
 */
export function dateInSeconds(text: string): number {
  const written = text.trim()
  const iso = ISO.exec(written)
  if (!iso) {
    if (!YEAR.test(written)) return NaN
    return Date.parse(ZONE.test(written) ? written : `${written} UTC`) / 1000
  }
  const [, day, time = '00:00', zone = 'Z'] = iso
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return NaN
  return Date.parse(`${day}T${time}${offsetOf(zone)}`) / 1000
}

/** A zone as ISO 8601 has it: `+02`, `+0200` and `+02:00` are the same. */
function offsetOf(zone: string): string {
  if (!/^[+-]/.test(zone)) return 'Z'
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
}
