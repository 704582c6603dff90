/** Some text of a packed file, and the share of the file that is read with it. */
export interface Part {
  text: string
  share: number
}

/** Characters of a part, about. One row may have more. */
const PART = 1024 * 1024

/** Lines in parts of about a megabyte, however long each is. @param shareAt the share read after so many lines */
export function* inParts(
  count: number,
  lineAt: (index: number) => string,
  shareAt: (lines: number) => number,
): Generator<Part> {
  let text = ''
  for (let i = 0; i < count; i++) {
    text += lineAt(i)
    if (text.length < PART && i < count - 1) continue
    yield { text, share: shareAt(i + 1) }
    text = ''
  }
}
