/** A name in two parts. The tail always stays visible. */
export interface CutName {
  /** Cut with an ellipsis if it does not fit. */
  head: string
  /** The end of the name, in which versions differ. */
  tail: string
  /** Width of the tail in em, enough for any script. */
  room: number
}

/** Length of the tail in characters. It starts at the break between words nearest to this length, if there is one. */
const TAIL = 10
const LONGEST = 12
const BREAK = /[\s\-_/.:]/
/** Characters that must not be separated: a mark from the one before it, a joiner from both neighbours. */
const JOINED = /^(?:\p{M}|\u200d)|\u200d$/u

/** Splits a name for cutting in the middle: its beginning names the family and its end the version. */
export function cutName(name: string): CutName {
  const characters = Array.from(name)
  const end = characters.length
  const breaks = Array.from({ length: LONGEST - 3 }, (_, i) => end - LONGEST + i).filter(
    (at) => at > 0 && BREAK.test(characters[at - 1]),
  )
  const nearest = breaks.toSorted((a, b) => Math.abs(end - TAIL - a) - Math.abs(end - TAIL - b))[0]
  let at = nearest ?? Math.max(0, end - TAIL)
  while (at > 0 && (JOINED.test(characters[at]) || JOINED.test(characters[at - 1].slice(-1)))) at--
  const tail = characters.slice(at)
  return { head: characters.slice(0, at).join(''), tail: tail.join(''), room: roomOf(tail) }
}

function roomOf(characters: readonly string[]): number {
  const sum = characters.reduce((width, sign) => width + widthOf(sign), 0)
  return Math.ceil(sum * 10) / 10
}

/** Approximate width of a bold character in em. */
function widthOf(sign: string): number {
  if (/\p{M}/u.test(sign)) return 0
  if (/[ijlI.,:;'|!()[\]\s]/.test(sign)) return 0.34
  if (/[frt-]/.test(sign)) return 0.4
  if (/[mwMW%@]/.test(sign)) return 0.95
  if (/[a-z0-9_]/.test(sign)) return 0.6
  if (/[\u0590-\u08ff]/.test(sign)) return 0.6
  return sign < '\u2000' ? 0.75 : 1.05
}
