import type MarkdownIt from 'markdown-it'

/** Each opening delimiter with its closing one. The longer one comes first. */
const DELIMITERS = [
  ['$$', '$$'],
  ['\\[', '\\]'],
  ['\\(', '\\)'],
  ['$', '$'],
] as const

/** Most characters of a formula. Without a limit, many open delimiters would make the search quadratic. */
const LONGEST = 5_000

const DOLLAR = 36
const BACKSLASH = 92

/** Words of a sentence rather than names in a formula, where no command such as `\text{}` holds them. */
const PROSE = /(?:^|[^\\A-Za-z])[A-Za-z]{2,} [A-Za-z]{2,}/
const IN_COMMAND = /\\[A-Za-z]+\s*\{[^{}]*\}/g
/** What a formula may be part of: `$n$th` */
const IN_WORD = /^(?!(?:th|st|nd|rd|s)\b)[\w$]/

/** Where the formula that begins at `start` ends. Null: no formula begins there. "$5 or $6" and "$a=$b" hold none. */
function formulaEnd(text: string, start: number): number | null {
  const pair = DELIMITERS.find(([open]) => text.startsWith(open, start))
  if (!pair) return null
  const [open, close] = pair
  const from = start + open.length
  const length = text.slice(from, from + LONGEST).indexOf(close)
  const formula = text.slice(from, from + Math.max(0, length))
  if (formula.trim() === '') return null
  const end = from + length + close.length
  if (open !== '$') return end
  const isInWord = /\w/.test(text.charAt(start - 1)) || IN_WORD.test(text.slice(end, end + 3))
  const isProse = /^\s|\s$|\n/.test(formula) || PROSE.test(formula.replace(IN_COMMAND, ''))
  return isInWord || isProse ? null : end
}

/** The TeX of a formula as it was written, and whether it stands on a line of its own. Null: it has no delimiters. */
export function withoutDelimiters(formula: string): { tex: string; isDisplayed: boolean } | null {
  const pair = DELIMITERS.find(([open, close]) => formula.startsWith(open) && formula.endsWith(close))
  if (!pair) return null
  const [open, close] = pair
  return { tex: formula.slice(open.length, -close.length), isDisplayed: open === '$$' || open === '\\[' }
}

/**
 * Keeps TeX as it was written: without this, Markdown removes backslashes from `\(x\)` and reads `*` and `_` in it.
 * A formula becomes `<span class="maths">` with its delimiters.
 */
export function keepMaths(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.inline.ruler.before('escape', 'maths', (state, silent) => {
    const code = state.src.charCodeAt(state.pos)
    if (code !== DOLLAR && code !== BACKSLASH) return false
    const end = formulaEnd(state.src, state.pos)
    if (end === null) return false
    if (!silent) state.push('maths', 'span', 0).content = state.src.slice(state.pos, end)
    state.pos = end
    return true
  })

  // a line in a formula that begins with = or - would make a heading or a list of it
  markdown.block.ruler.before(
    'fence',
    'maths_block',
    (state, startLine, endLine, silent) => {
      const start = state.bMarks[startLine] + state.tShift[startLine]
      if (state.sCount[startLine] - state.blkIndent >= 4) return false
      const isDisplayed = state.src.startsWith('$$', start) || state.src.startsWith('\\[', start)
      const end = isDisplayed ? formulaEnd(state.src, start) : null
      if (end === null) return false
      let line = startLine
      while (line < endLine && state.eMarks[line] < end) line++
      const isAlone = line < endLine && state.src.slice(end, state.eMarks[line]).trim() === ''
      if (!isAlone) return false
      if (silent) return true
      state.push('paragraph_open', 'p', 1)
      state.push('maths', 'span', 0).content = state
        .getLines(startLine, line + 1, state.blkIndent, false)
        .trim()
      state.push('paragraph_close', 'p', -1)
      state.line = line + 1
      return true
    },
    { alt: ['paragraph', 'blockquote', 'list'] },
  )

  markdown.renderer.rules['maths'] = (tokens, index) =>
    `<span class="maths">${markdown.utils.escapeHtml(tokens[index].content)}</span>`
}
