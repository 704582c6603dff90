/** Finds JSON of which a few megabytes would block the event loop, before it is parsed. */

/** No reply of a provider comes near either. */
const MOST_LEVELS = 1000
const MOST_PARTS = 100_000

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((sign) =>
  sign.charCodeAt(0),
)

/** Thrown for JSON with more than 1,000 levels, or more than 100,000 lists and objects. */
export class JsonBoundsError extends Error {
  override name = 'JsonBoundsError'

  constructor() {
    super(`the JSON has more than ${MOST_LEVELS} levels, or more than ${MOST_PARTS} lists and objects`)
  }
}

/** Counts levels, lists and objects of a JSON text in UTF-8 that arrives in pieces. In other texts the counts mean nothing. */
export class JsonBounds {
  #levels = 0
  #parts = 0
  #isInText = false
  #isEscaped = false

  /** Whether the text up to the end of this piece has more levels, or more lists and objects, than a reply may have. */
  isExceeded(piece: Uint8Array): boolean {
    for (const byte of piece) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = this.#isInText
      else if (byte === QUOTE) this.#isInText = !this.#isInText
      else if (this.#isInText) continue
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (++this.#levels > MOST_LEVELS || ++this.#parts > MOST_PARTS) return true
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#levels--
    }
    return false
  }
}
