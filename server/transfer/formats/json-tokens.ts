/** What gives JSON its shape: a key, or a bracket that opens or closes; `end` is the index behind it. */
export interface JsonToken {
  kind: 'key' | 'open' | 'close'
  /** The key as it is meant, or the bracket. */
  text: string
  end: number
}

/** The tokens of JSON of which the end may be missing. */
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
      yield { kind: 'key', text: meant(json.slice(mark.index, end)), end: colon.lastIndex }
  }
}

/** Index behind the quote that closes a text; null when none does. */
function endOfText(json: string, from: number): number | null {
  for (let quote = json.indexOf('"', from); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let before = quote
    while (json[before - 1] === '\\') before--
    if ((quote - before) % 2 === 0) return quote + 1
  }
  return null
}

/** A quoted text without quotes and escapes; as it stands where an escape is broken. */
function meant(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted.slice(1, -1)
  }
}
