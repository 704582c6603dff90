/** What gives JSON its shape: a key, another text, or a bracket that opens or closes; `end` is the index behind it. */
export interface JsonToken {
  kind: 'key' | 'text' | 'open' | 'close'
  /** The key or text without its quotes, or the bracket. */
  text: string
  end: number
}

/** The tokens of JSON of which the end may be missing. */
export function* jsonTokens(json: string): Generator<JsonToken> {
  for (const match of json.matchAll(/"((?:[^"\\]|\\.)*)(?:"\s*(:?)|\\?$)|[[\]{}]/gs)) {
    const [whole, quoted, colon] = match
    const end = match.index + whole.length
    if (quoted !== undefined) yield { kind: colon ? 'key' : 'text', text: quoted, end }
    else yield { kind: whole === '{' || whole === '[' ? 'open' : 'close', text: whole, end }
  }
}
