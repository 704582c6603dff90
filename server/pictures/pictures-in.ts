/** Where a Markdown text has pictures. */

/** An address of a picture: its place in the text, and the address itself. */
export interface PictureAddress {
  start: number
  end: number
  address: string
}

/** The beginning of a block of code, of code in a line, or of a picture. */
const BEGINNING = /^ {0,3}(`{3,}|~{3,}).*$|`+|!\[/gm
/** The description of a picture up to its address. It may hold one level of brackets. */
const DESCRIPTION = /!\[(?:[^[\]\\]|\\.|\[[^[\]]*\]){0,2000}\]\([ \t]*/sy
const IN_BRACKETS = /<([^<>\n]*)>/y
const END_OF_ADDRESS = /[\s()<>]/g
/** What may follow an address. */
const TITLE = /(?:[ \t\n]+(?:"[^"]{0,2000}"|'[^']{0,2000}'))?[ \t]*\)/y

/** The addresses of pictures, `![description](address "title")`, in the order of a text. Code holds none. */
export function* picturesIn(text: string): Generator<PictureAddress> {
  const unclosed = new Set<number>()
  let at = 0
  for (;;) {
    const found = matchAt(BEGINNING, text, at)
    if (!found) return
    const after = found.index + found[0].length
    if (found[1]) at = endOfBlock(text, after, found[1])
    else if (found[0] !== '![') at = endOfCode(text, after, found[0].length, unclosed)
    else {
      const picture = text[found.index - 1] === '\\' ? null : pictureAt(text, found.index)
      if (picture) yield picture
      at = picture?.end ?? after
    }
  }
}

function pictureAt(text: string, start: number): PictureAddress | null {
  const description = matchAt(DESCRIPTION, text, start)
  if (!description) return null
  const from = start + description[0].length
  const bracketed = matchAt(IN_BRACKETS, text, from)
  const end = bracketed
    ? from + bracketed[0].length
    : (matchAt(END_OF_ADDRESS, text, from)?.index ?? text.length)
  if (end === from || !matchAt(TITLE, text, end)) return null
  return { start: from, end, address: bracketed ? bracketed[1] : text.slice(from, end) }
}

/** The end of a block that such a fence closes; the end of the text if none does. */
function endOfBlock(text: string, from: number, fence: string): number {
  const closing = matchAt(new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`, 'gm'), text, from)
  return closing ? closing.index + closing[0].length : text.length
}

/** The end of code in a line, which as many backticks close as opened it. @param unclosed numbers that close nothing */
function endOfCode(text: string, from: number, backticks: number, unclosed: Set<number>): number {
  if (unclosed.has(backticks)) return from
  const runs = /`+/g
  for (let run = matchAt(runs, text, from); run; run = matchAt(runs, text, run.index + run[0].length))
    if (run[0].length === backticks) return run.index + backticks
  unclosed.add(backticks)
  return from
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
