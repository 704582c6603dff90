/** A token of JSON: a key, or a bracket that opens or closes. `end` is the index after it. */
export interface JsonToken {
  kind: 'key' | 'open' | 'close'
  /** The key without escapes, or the bracket. */
  text: string
  end: number
}

/** The tokens of JSON text whose end may be missing. */
export function* jsonTokens(json: string): Generator<JsonToken> {
  const marks = /["[\]{}]/g
  const colon = /\s*:/y
  for (let mark = marks.exec(json); mark; mark = marks.exec(json)) {
    const [text] = mark
    if (text !== '"') {
      yield { kind: text === '{' || text === '[' ? 'open' : 'close', text, end: marks.lastIndex }
      continue
    }
    const end = endOfText(json, marks.lastIndex)
    if (end === null) return
    marks.lastIndex = colon.lastIndex = end
    if (colon.test(json))
      yield { kind: 'key', text: unescaped(json.slice(mark.index, end)), end: colon.lastIndex }
  }
}

/** The index after the closing quote of a text; null if there is none. */
function endOfText(json: string, from: number): number | null {
  for (let quote = json.indexOf('"', from); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let before = quote
    while (json[before - 1] === '\\') before--
    if ((quote - before) % 2 === 0) return quote + 1
  }
  return null
}

/** A quoted text without quotes and escapes; unchanged if an escape is broken. */
function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted.slice(1, -1)
  }
}
