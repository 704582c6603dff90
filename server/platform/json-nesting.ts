/** Finds JSON that is nested so deeply that reading megabytes of it would block the event loop. */

/** No reply of a provider comes near. */
const MOST_LEVELS = 1000

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((sign) =>
  sign.charCodeAt(0),
)

/** Thrown for JSON with more than 1,000 levels. */
export class DeepJsonError extends Error {
  override name = 'DeepJsonError'

  constructor() {
    super(`the JSON has more than ${MOST_LEVELS} levels`)
  }
}

/** Counts the levels of a JSON text in UTF-8 that arrives in pieces. Other texts may be counted as anything. */
export class NestingCheck {
  #levels = 0
  #isInText = false
  #isEscaped = false

  /** Whether the text with this next piece has more than 1,000 levels somewhere. */
  isTooDeep(piece: Uint8Array): boolean {
    for (const byte of piece) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = this.#isInText
      else if (byte === QUOTE) this.#isInText = !this.#isInText
      else if (this.#isInText) continue
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (++this.#levels > MOST_LEVELS) return true
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#levels--
    }
    return false
  }
}
