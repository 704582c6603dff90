/**
 * Which characters are marks. Voters compare what a model wrote, so a character disappears only if what it means is
 * drawn in its place. Everything that Markdown would take for a mark beyond that is text:
 *
 * | disappears | drawn as |
 * |---|---|
 * | `**`, `__`, `*`, `_`, `~~` around words | bold, italic, struck out |
 * | backticks around code, and the lines of fences with one word for the language | code |
 * | `#` to `######` and a blank before a heading, and closing `#` after a blank | a heading |
 * | `-`, `*`, `+`, `1.`, `1)` and blanks or a line break before an item | the same mark, beside the item |
 * | `>` and a blank before a quote | a bar beside it |
 * | `---`, `***` alone on a line after a blank one | a line |
 * | `|` and blanks around cells, `\` before a `|` in them, the line below the heads | a table |
 * | `$`, `$$`, `\(`, `\)`, `\[`, `\]` around a formula | the formula |
 * | brackets around a link, its address and title; `![` and `]` | the link, the picture |
 * | blank lines between blocks, blanks at the end of a line | distance |
 */
import MarkdownIt from 'markdown-it'

type Markdown = InstanceType<typeof MarkdownIt>
type BlockRule = Parameters<Markdown['block']['ruler']['push']>[1]
type InlineRule = Parameters<Markdown['inline']['ruler']['push']>[1]
type BlockState = Parameters<BlockRule>[0]

/** Lists and quotes in each other beyond this level are text: browsers and the parser have their limits. */
const DEEPEST = 40

/** Where each kind of block may end another one, as in markdown-it. */
const ENDS = {
  fence: ['paragraph', 'reference', 'blockquote', 'list'],
  blockquote: ['paragraph', 'reference', 'blockquote', 'list'],
  hr: ['paragraph', 'reference', 'blockquote', 'list'],
  list: ['paragraph', 'reference', 'blockquote'],
  heading: ['paragraph', 'reference', 'blockquote'],
  table: ['paragraph', 'reference'],
  code: [],
  paragraph: [],
}

/** A rule of markdown-it itself. */
const blockRule = (name: string): BlockRule => {
  const { ruler } = new MarkdownIt().block
  ruler.enableOnly([name])
  return ruler.getRules('')[0]!
}
const inlineRule = (name: string): InlineRule => {
  const { ruler } = new MarkdownIt().inline
  ruler.enableOnly([name])
  return ruler.getRules('')[0]!
}

/** A list: its number can be drawn as it is written, and no second mark follows, as in `* * *`. */
const LIST = /^(?:(?:0|[1-9]\d{0,3})[.)]|[-*+](?!\s+[-*+](?:\s|$)))(?:\s|$)/
const ITEM = /^(?:\d+[.)]|[-*+])(?:\s|$)/
const QUOTE = /^>(?:[ \t]|$)/
const HEADING = /^#{1,6}[ \t]+\S/
const LANGUAGE = /^[\w+#.-]*$/

/** A line without the blanks around it, and without the marks of its list and quote. */
const lineText = (state: BlockState, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd()

/**
 * Lines as they were written, without what their list or quote takes of their blanks. In a list a tab would end somewhere
 * else than it does in the text, so blanks stand for it.
 * @param indent columns that are taken from each line
 */
function writtenLines(state: BlockState, start: number, end: number, indent = state.blkIndent): string {
  if (state.blkIndent === 0) return state.getLines(start, end, indent, false)
  return Array.from({ length: end - start }, (_, n) => {
    const columns = state.sCount[start + n]!
    // less than none: a line that goes on with a quote without its mark
    if (columns < 0) return state.src.slice(state.bMarks[start + n], state.eMarks[start + n])
    const text = state.src.slice(state.bMarks[start + n]! + state.tShift[start + n]!, state.eMarks[start + n])
    return `${' '.repeat(Math.max(0, columns - indent))}${text}`
  }).join('\n')
}

/** Makes text of all that only looks like a mark, and keeps blanks and line breaks. */
export function keepWritten(markdown: Markdown): void {
  markdown.disable(['reference', 'lheading', 'autolink', 'entity'])
  markdown.validateLink = (address) => /^(?:https?:|mailto:|picture:)/i.test(address)
  blocks(markdown)
  inlines(markdown)
}

function blocks(markdown: Markdown): void {
  const { ruler } = markdown.block
  const replace = (name: keyof typeof ENDS, rule: (original: BlockRule) => BlockRule) =>
    ruler.at(name, rule(blockRule(name)), { alt: ENDS[name] })
  const onlyIf = (
    name: keyof typeof ENDS,
    isMark: (state: BlockState, line: number, silent: boolean) => boolean,
  ) =>
    replace(
      name,
      (original) => (state, line, endLine, silent) =>
        isMark(state, line, silent) && original(state, line, endLine, silent),
    )

  onlyIf('list', (state, line) => state.level < DEEPEST && LIST.test(lineText(state, line)))
  onlyIf('blockquote', (state, line) => state.level < DEEPEST && QUOTE.test(lineText(state, line)))
  onlyIf('heading', (state, line) => HEADING.test(lineText(state, line)))
  // what looks like an item and is none ends the list: its number would be drawn otherwise
  ruler.before(
    'list',
    'no_item',
    (state, line, _end, silent) =>
      silent && ITEM.test(lineText(state, line)) && !LIST.test(lineText(state, line)),
    { alt: ['list'] },
  )
  // below a text a line of dashes underlines it, and blanks to fill in are no line
  onlyIf(
    'hr',
    (state, line, silent) =>
      !(silent && state.parentType === 'paragraph') && !lineText(state, line).startsWith('_'),
  )

  replace('paragraph', (original) => (state, start, endLine, silent) => {
    original(state, start, endLine, silent)
    state.tokens.at(-2)!.content = writtenLines(state, start, state.line)
    return true
  })
  replace('code', (original) => (state, start, endLine, silent) => {
    if (!original(state, start, endLine, silent)) return false
    state.tokens.at(-1)!.content = `${writtenLines(state, start, state.line)}\n`
    return true
  })
  replace('fence', (original) => (state, start, endLine, silent) => {
    if (!original(state, start, endLine, silent)) return false
    if (silent) return true
    const fence = state.tokens.at(-1)!
    if (state.blkIndent > 0 && fence.content !== '') {
      const lines = fence.content.split('\n').length - 1
      fence.content = `${writtenLines(state, start + 1, start + 1 + lines, state.sCount[start])}\n`
    }
    if (LANGUAGE.test(fence.info.trim())) return true
    fence.content = `${fence.info.trimStart()}\n${fence.content}`
    fence.info = ''
    return true
  })
  replace('table', (original) => (state, start, endLine, silent) => {
    const before = state.tokens.length
    if (!original(state, start, endLine, silent)) return false
    if (silent || !hasSurplusCells(state, before, start)) return true
    state.tokens.length = before
    const token = state.push('code_block', 'code', 0)
    token.content = `${writtenLines(state, start, state.line)}\n`
    return true
  })
}

/** Whether a row has more cells than the head has: those would not be shown. */
function hasSurplusCells(state: BlockState, from: number, start: number): boolean {
  const heads = state.tokens.slice(from).filter(({ type }) => type === 'th_open').length
  for (let line = start + 2; line < state.line; line++) {
    const cells = lineText(state, line)
      .trim()
      .replace(/^\||(?<!\\)\|$/g, '')
      .split(/(?<!\\)\|/)
    if (cells.length > heads) return true
  }
  return false
}

const [NEWLINE, STAR, BACKSLASH, UNDERSCORE] = [10, 42, 92, 95]

/** Ends of words and brackets: a `*` right after one multiplies. */
const AFTER_WORD = /[\p{Script=Latin}\p{N}_)\]}]/u
const BEFORE_WORD = /[\p{Script=Latin}\p{N}_([{]/u
/** Signs that no single `*` makes italic, as in `SELECT *, a.*`. */
const NEVER_ITALIC = /[,.;:!?=/%&|+)\]}>-]/
/** `__init__`, `_a_b_`, `_x1_` */
const IN_CODE = /_+(\w*[^\W_])_+(?!\w)/y
const PUNCTUATION = /[!-/:-@[-`{-~]/

function inlines(markdown: Markdown): void {
  const { ruler } = markdown.inline
  ruler.at('newline', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== NEWLINE) return false
    if (!silent) state.push('softbreak', 'br', 0)
    state.pos++
    return true
  })

  // what follows a backslash is no mark, and the backslash is seen
  ruler.at('escape', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== BACKSLASH) return false
    const next = state.src.charAt(state.pos + 1)
    const written = state.pos + 1 < state.posMax && PUNCTUATION.test(next) ? `\\${next}` : '\\'
    if (!silent) state.pending += written
    state.pos += written.length
    return true
  })

  const backticks = inlineRule('backticks')
  ruler.at('backticks', (state, silent) => {
    const start = state.pos
    const before = state.tokens.length
    if (!backticks(state, silent)) return false
    const code = state.tokens.at(-1)
    if (state.tokens.length > before && code?.type === 'code_inline')
      code.content = state.src.slice(start + code.markup.length, state.pos - code.markup.length)
    return true
  })

  ruler.at('emphasis', (state, silent) => {
    const marker = state.src.charCodeAt(state.pos)
    if (silent || (marker !== STAR && marker !== UNDERSCORE)) return false
    const { can_open, can_close, length } = state.scanDelims(state.pos, marker === STAR)
    const before = state.src.charAt(state.pos - 1)
    const after = state.src.charAt(state.pos + length)
    const inCode = marker === UNDERSCORE && can_open ? identifierAt(state.src, state.pos) : null
    if (inCode !== null) {
      state.pending += inCode
      state.pos += inCode.length
      return true
    }
    const isQuoted = before === after && /["'`]/.test(before)
    const isOne = length === 1
    const open = can_open && !isQuoted && !AFTER_WORD.test(before) && !(isOne && NEVER_ITALIC.test(after))
    const close = can_close && !isQuoted && !(isOne && BEFORE_WORD.test(after))
    for (let i = 0; i < length; i++) {
      state.push('text', '', 0).content = String.fromCharCode(marker)
      state.delimiters.push({ marker, length, token: state.tokens.length - 1, end: -1, open, close })
    }
    state.pos += length
    return true
  })
}

function identifierAt(text: string, start: number): string | null {
  IN_CODE.lastIndex = start
  const [match, inner] = IN_CODE.exec(text) ?? []
  return match !== undefined && (match.startsWith('__') || /[_\d]/.test(inner!)) ? match : null
}
