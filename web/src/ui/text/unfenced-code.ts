import type MarkdownIt from 'markdown-it'

/** How much one line looks like code: `code` surely, `maybe` beside code or in columns, `prose` not. */
type Look = 'code' | 'maybe' | 'prose'

/** Longer lines are not looked at. */
const LONGEST_LINE = 400

/** Lines that are code wherever they stand. */
const CODE = [
  // Python: heads of blocks, imports
  /^(?:async )?(?:def|class) \w.*:(?:\s*#.*)?$/,
  /^(?:(?:if|elif|while) [^,;]*[=<>()[\].%!].*|for [\w, ()]+ in .+|else|try|finally|except(?: [\w., ()]+)?|with \w[\w.]*\(.*) ?:(?:\s*#.*)?$/,
  /^(?:import|from) [\w.*]+(?:;| as \w+| import .+|$)/,
  /^import .+ from ['"].+['"];?$/,
  /^(?:print|printf|puts|println|console\.\w+|System\.out\.\w+)\(.*\)?;?(?:\s*(?:#|\/\/).*)?$/,
  // C and its kin
  /^#\s?(?:include|define|ifdef|ifndef|pragma)\b/,
  /^(?:public|private|protected|static|final|const|let|var|fn|func|function|struct|enum|interface|namespace|using|package|return|throw|export|void|int|float|double|char|bool|auto|template|typedef|unsigned|long)\b.*[;{]\s*(?:\/\/.*)?$/,
  /^(?:const|let|var) \w+ = \S/,
  /^(?:function\*?|func|fn) ?\w*\(/,
  /(?:^|[\s\w)=>:])\{$/,
  /^\}? ?(?:else|catch|finally)\b.*\{/,
  // marks of HTML, PHP; statements of SQL; sessions and commands of shells; differences of files
  /^<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>(?:.*<\/[a-z][\w-]*>)?$/i,
  /^<(?:!DOCTYPE|\?(?:php|xml)\b|!--)/i,
  /^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW)|ALTER TABLE) \S/,
  /^(?:>>>|\$(?! ?\d)) \S/,
  /^(?:sudo|pip3?|npm|npx|kubectl|git (?:clone|add|commit|push|pull|checkout|status)|docker (?:run|build|compose|exec)|apt(?:-get)? install|curl -) ?\S/,
  /^(?:diff --git | -\d|--- [\w/.]|\+\+\+ [\w/.])/,
  // drawings and tables of characters
  /[\u2500-\u259f]/,
  /^\+[-=+]{3,}\+$/,
]

/** Lines that are code beside such: assignments, calls, comments, brackets, further clauses. */
const BESIDE_CODE = [
  /^[A-Za-z_$][\w.$[\]'"]*(?:, ?\w+)* ?(?:[-+*/%|&^:]|\/\/|\*\*|<<|>>)?= ?[^=\s]/,
  /^[\w.$]+\(.*\);?(?:\s*(?:#|\/\/).*)?$/,
  /^(?:#(?!#)|\/\/|\/\*|\*\/|"""|'''|<!--|@\w)/,
  /^[[{]$|^[\])}]+[;,)]*$|^"[^"]+" ?: ?\S/,
  /^(?:FROM|WHERE|(?:LEFT |RIGHT |INNER |OUTER |FULL )*JOIN|ON|AND|GROUP BY|ORDER BY|HAVING|VALUES|LIMIT)\b/,
  /^(?:return|break|continue|pass|raise|yield|end|fi|done)(?: \S+){0,4};?$/,
  /^[^.!?]{0,100}[=([].{0,200}[\w)\]}'"];$/,
]

/** Words or figures in columns, which stand below each other only where all letters are equally wide. */
const COLUMNS = /\S(?: {3,}|\t+)\S/

/** Marks of a list, a quote, a table or a fence: what they begin is read as such. */
const MARKED = /^(?:[-*+] |\d+[.)] |>(?!>>)|```|~~~|\*\*)/

const IN_DIFF = /^(?:[-+ \\]|)/
/** The line below the heads of a table of Markdown. */
const BELOW_HEADS = /^\|?[ :-]*-[ :-]*\|[ :|-]*$/
const DIFF = /^(?:diff --git | -\d)/

function lookOf(text: string): Look {
  if (text.length > LONGEST_LINE || MARKED.test(text)) return 'prose'
  if (text.startsWith('|')) return 'maybe'
  if (CODE.some((form) => form.test(text))) return 'code'
  return COLUMNS.test(text) || BESIDE_CODE.some((form) => form.test(text)) ? 'maybe' : 'prose'
}

export type BlockState = Parameters<
  Parameters<InstanceType<typeof MarkdownIt>['block']['ruler']['push']>[1]
>[0]

/** A line without the blanks around it, and without the marks of its list and quote. */
export const lineText = (state: BlockState, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd()

/**
 * Lines as they were written, without what their list or quote takes of their blanks. In a list a tab would end somewhere
 * else than it does in the text, so blanks stand for it.
 * @param indent columns that are taken from each line
 */
export function writtenLines(
  state: BlockState,
  start: number,
  end: number,
  indent = state.blkIndent,
): string {
  if (state.blkIndent === 0) return state.getLines(start, end, indent, false)
  return Array.from({ length: end - start }, (_, n) => {
    const columns = state.sCount[start + n]!
    // less than none: a line that goes on with a quote without its mark
    if (columns < 0) return wholeOf(state, start + n)
    const text = state.src.slice(state.bMarks[start + n]! + state.tShift[start + n]!, state.eMarks[start + n])
    return `${' '.repeat(Math.max(0, columns - indent))}${text}`
  }).join('\n')
}

const wholeOf = (state: BlockState, line: number): string =>
  state.src.slice(state.bMarks[line], state.eMarks[line])

/**
 * The line after the unfenced code that begins at a line: at least two lines, with one that is surely code, or with
 * columns. Blank lines and lines that are further in belong to it.
 * @returns null if none begins there, with the line up to which none begins
 */
function codeEnd(state: BlockState, start: number, endLine: number): { end: number | null; until: number } {
  const indent = state.sCount[start]!
  const first = lineText(state, start)
  // a heading, or a row of a table
  const isTitle =
    first.startsWith('|') || (lookOf(first) === 'maybe' && first.startsWith('#') && state.isEmpty(start + 1))
  if (isTitle) return { end: null, until: start + 1 }
  let [sure, columns, end, line] = [0, 0, start, start]
  let isDiff = false
  for (; line < endLine; line++) {
    if (state.isEmpty(line)) continue
    const text = lineText(state, line)
    if (state.sCount[line]! < state.blkIndent || /^(?:```|~~~)/.test(text)) break
    if (text.startsWith('|') && line + 1 < endLine && BELOW_HEADS.test(lineText(state, line + 1))) break
    isDiff ||= DIFF.test(text)
    const likeness = isDiff && IN_DIFF.test(wholeOf(state, line)) ? 'maybe' : lookOf(text)
    if (likeness === 'prose' && (line === start || state.sCount[line]! < indent + 2)) break
    if (likeness === 'code') sure++
    if (likeness === 'maybe' && COLUMNS.test(text)) columns++
    // a comment after a blank line may be the heading of what follows, so it does not end the code
    const isApart = line > end && text.startsWith('#') && likeness === 'maybe'
    if (!isApart) end = line + 1
  }
  return { end: end - start > 1 && (sure > 0 || columns > 1) ? end : null, until: line }
}

/**
 * Shows code that stands without a fence as it was written: its blanks, and what Markdown would take for marks, as in
 * `# comment`, `__init__` and `a*b*c`.
 */
export function keepUnfencedCode(markdown: InstanceType<typeof MarkdownIt>): void {
  /** Up to which line of a text no code begins, so that no line is looked at once for each line above it. */
  const noneUntil = new WeakMap<BlockState, number>()

  markdown.block.ruler.before(
    'table',
    'unfenced_code',
    (state, start, endLine, silent) => {
      if (silent) return beginsInParagraph(state, start, endLine)
      if (start < (noneUntil.get(state) ?? 0)) return false
      const { end, until } = codeEnd(state, start, endLine)
      if (end === null) {
        noneUntil.set(state, until)
        return false
      }
      const token = state.push('code_block', 'code', 0)
      token.content = `${writtenLines(state, start, end)}\n`
      token.map = [start, end]
      state.line = end
      return true
    },
    { alt: ['paragraph', 'blockquote'] },
  )
}

/** Whether a line of a paragraph is surely code and the next one goes on with it. */
function beginsInParagraph(state: BlockState, line: number, endLine: number): boolean {
  if (lookOf(lineText(state, line)) !== 'code' || line + 1 >= endLine || state.isEmpty(line + 1)) return false
  return state.sCount[line + 1]! >= state.sCount[line]! + 2 || lookOf(lineText(state, line + 1)) !== 'prose'
}
