/**
 * Compares what can be read on a page with the text that is stored, character by character. The only characters that may
 * be missing are the marks that `web/src/ui/text/written-marks.ts` names, each where what it means is drawn.
 */
import { DRAWN } from './shown-turns.ts'

export interface Loss {
  kind: 'indentation' | 'line break' | 'list mark' | 'text'
  /** What is stored there. */
  written: string
  /** What is shown there. */
  shown: string
}

const SHOWN_OF_LOSS = 60
const SIGNS = /[\ue000-\ue01b]/
const LANGUAGE_FENCE = /[ \t]*(`{3,}|~{3,})[ \t]*[\w+#.-]*[ \t]*(?:\n|$)/y
const FENCE = /[ \t]*(`{3,}|~{3,})[ \t]*/y
/** What is written where these are drawn. */
const MARKS: Partial<Record<string, RegExp>> = {
  [DRAWN.strong]: /\*\*|__/,
  [DRAWN.em]: /[*_]/,
  [DRAWN.s]: /~~/,
  [DRAWN.code]: /`+/,
  [DRAWN.link]: /\[/,
  [DRAWN.picture]: /!\[/,
  [DRAWN.linkEnd]: /\]\(\s*(?:<[^>\n]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)/,
  [DRAWN.maths]: /\$\$|\\\[|\\\(|\$/,
  [DRAWN.mathsEnd]: /\$\$|\\\]|\\\)|\$/,
  [DRAWN.heading]: /#{1,6}[ \t]+/,
  [DRAWN.rule]: /[*-][*\- \t]*/,
}
/** How far the rest of a text is looked for after a loss. */
const NEAR = 2_000
const ENOUGH = 10

/** What a reader of a page misses of a stored text, or finds on it although it is not stored. */
export function losses(stored: string, shown: string): Loss[] {
  return new Comparison(stored.replace(/\r\n?/g, '\n').replace(SIGNS, ''), shown).all()
}

class Comparison {
  private readonly found: Loss[] = []
  private i = 0
  private j = 0
  /** Whether no character of the line has been read. */
  private atStart = true
  private items: number[] = []
  private quotes = 0
  /** Whether the line is the row of a table, which may end with a bar. */
  private isRow = false
  /** Within code: the fence that ends it, and how far that is from the margin. */
  private code: { fence: string; indent: number } | null = null

  private readonly stored: string
  private readonly shown: string

  constructor(stored: string, shown: string) {
    this.stored = stored
    this.shown = shown
  }

  all(): Loss[] {
    this.take(/(?:[ \t]*\n)+/)
    while (this.j < this.shown.length) if (!this.step()) return this.found
    if (this.isRow) this.take(/[ \t]*\|/)
    const rest = this.stored.slice(this.i)
    if (rest.trim() !== '') this.lose('text')
    return this.found
  }

  private lose(kind: Loss['kind']): void {
    this.found.push({
      kind,
      written: this.stored.slice(Math.max(0, this.i - 10), this.i + SHOWN_OF_LOSS),
      shown: this.shown.slice(Math.max(0, this.j - 10), this.j + SHOWN_OF_LOSS),
    })
  }

  /** Takes what matches from the stored text. */
  private take(form: RegExp): RegExpExecArray | null {
    const here = new RegExp(form.source, 'y')
    here.lastIndex = this.i
    const match = here.exec(this.stored)
    if (match) this.i += match[0].length
    return match
  }

  private step(): boolean {
    const char = this.shown.charAt(this.j)
    if (SIGNS.test(char)) {
      this.j++
      this.sign(char)
      return true
    }
    if (char === '\n') return this.lineBreak()
    if (this.atStart) {
      this.indentation()
      return true
    }
    // between cells
    if (char === '\t' && this.shown.charAt(this.j + 1) === DRAWN.cell) {
      this.j++
      return true
    }
    const written = this.stored.charAt(this.i)
    if (written === char) {
      this.i++
      this.j++
      return true
    }
    // blanks at the end of a line, and the backslash before the bar of a cell
    if (/[ \t]/.test(written) && /^[ \t]+(?:\n|$)/.test(this.stored.slice(this.i, this.i + NEAR))) {
      this.take(/[ \t]+/)
      return true
    }
    if (written === '\\' && char === '|') {
      this.i++
      return true
    }
    return this.goOn()
  }

  /** After a loss: where stored and shown text agree again. */
  private goOn(): boolean {
    const isBreak = this.stored.charAt(this.i) === '\n'
    this.lose(isBreak ? 'line break' : 'text')
    if (isBreak) {
      this.take(/[ \t]*\n\s*/)
      this.j += /^\s*/.exec(this.shown.slice(this.j))![0].length
      return true
    }
    for (let on = this.j; on < Math.min(this.shown.length, this.j + NEAR); on++) {
      const words = this.shown.slice(on, on + ENOUGH)
      if (words.length < ENOUGH || SIGNS.test(words) || words.includes('\n')) continue
      const at = this.stored.indexOf(words, this.i)
      if (at === -1 || at - this.i > NEAR) continue
      this.i = at
      this.j = on
      this.atStart = false
      return true
    }
    return false
  }

  private lineBreak(): boolean {
    if (this.code) {
      if (
        this.shown.charAt(this.j + 1) === DRAWN.preEnd &&
        !/^[ \t]*\n/.test(this.stored.slice(this.i, this.i + NEAR))
      ) {
        this.j++
        return true
      }
      this.j++
      this.take(/[ \t]*/)
      if (this.stored.charAt(this.i) === '\n') this.i++
      else if (this.shown.charAt(this.j) !== DRAWN.preEnd) this.lose('line break')
      this.newLine()
      return true
    }
    while (this.shown.charAt(this.j) === '\n') this.j++
    if (this.isRow) this.take(/[ \t]*\|(?=[ \t]*\n)/)
    this.isRow = false
    const isWritten = this.i === 0 || this.i >= this.stored.length || this.take(/[ \t]*\n/)
    // an item may begin with a block, and closed code has taken its line
    if (!isWritten && !this.atStart && !SIGNS.test(this.shown.charAt(this.j))) this.lose('line break')
    do this.newLine()
    while (this.take(/[ \t]*\n/))
    return true
  }

  private newLine(): void {
    this.atStart = true
    for (let n = 0; n < this.quotes; n++) if (!this.take(/[ \t]{0,12}> ?/)) break
  }

  private columns(blanks: string): number {
    let column = 0
    for (const blank of blanks) column += blank === '\t' ? 4 - (column % 4) : 1
    return column
  }

  private indentation(): void {
    const written = this.columns(this.take(/[ \t]*/)![0])
    const blanks = /^[ \t]*/.exec(this.shown.slice(this.j, this.j + NEAR))![0]
    this.j += blanks.length
    const missing = written - this.columns(blanks)
    const drawn = Math.max(this.items.at(-1) ?? 0, this.code?.indent ?? 0)
    this.atStart = false
    if ((missing < 0 || missing > drawn) && !/[\n\ue018]/.test(this.shown.charAt(this.j)))
      this.lose('indentation')
  }

  private sign(sign: string): void {
    if (MARKS[sign]) return this.expect(MARKS[sign])
    switch (sign) {
      case DRAWN.headingEnd:
        return void this.take(/[ \t]+#+(?=[ \t]*(?:\n|$))/)
      case DRAWN.item:
        return this.item()
      case DRAWN.itemEnd:
        return void this.items.pop()
      case DRAWN.quote:
        this.expect(/> ?/)
        this.quotes++
        this.atStart = true
        return
      case DRAWN.quoteEnd:
        this.quotes--
        return
      case DRAWN.pre:
        return this.begin()
      case DRAWN.preEnd:
        return this.end()
      case DRAWN.cell:
        this.isRow = true
        return this.expect(/\|?[ \t]*/)
      case DRAWN.headEnd:
        this.take(/[ \t]*\|?[ \t]*\n/)
        this.newLine()
        return this.expect(/[|: -]+/)
      default:
        return
    }
  }

  /** Takes a mark that is drawn here, with the blanks before it at the beginning of a line. */
  private expect(mark: RegExp): void {
    if (this.atStart || this.isRow) this.take(/[ \t]*/)
    if (!this.take(mark)) this.lose('text')
    this.atStart = false
  }

  private item(): void {
    const end = this.shown.indexOf(DRAWN.itemMark, this.j)
    const drawn = this.shown.slice(this.j, end)
    this.j = end + 1
    const line = this.stored.lastIndexOf('\n', this.i - 1) + 1
    this.take(/[ \t]*/)
    const mark = this.take(/[-*+]|\d+[.)]/)?.[0] ?? ''
    const isSame = drawn === 'disc' ? /[-*]/.test(mark) : drawn === '–' ? mark === '-' : drawn === mark
    if (!isSame) this.lose('list mark')
    // a mark alone on its line is drawn beside the next one
    if (this.shown.charAt(this.j) !== DRAWN.itemEnd) this.take(/[ \t]*\n/)
    const blanks = this.take(/[ \t]*/)![0]
    if (this.columns(blanks) > 4) this.i -= blanks.length - 1
    this.items.push(
      Math.max(this.columns(this.stored.slice(line, this.i).replace(/[^\t]/g, ' ')), this.items.at(-1) ?? 0),
    )
    this.atStart = false
  }

  private begin(): void {
    const start = this.i
    const fence = this.take(LANGUAGE_FENCE) ?? this.take(FENCE)
    const indent = fence ? this.columns(/^[ \t]*/.exec(this.stored.slice(start))![0]) : 0
    this.code = { fence: fence?.[1] ?? '', indent }
    if (fence?.[0].endsWith('\n')) this.newLine()
    else if (!fence) this.atStart ||= start === this.i && this.stored.charAt(start - 1) === '\n'
    else this.atStart = false
  }

  private end(): void {
    const fence = this.code?.fence ?? ''
    this.code = null
    if (fence !== '') {
      const closing = new RegExp(`[ \\t]*\\n?[ \\t>]*${fence}${fence[0]}*[ \\t]*(?=\\n|$)`)
      this.take(closing)
      this.atStart = false
    } else if (this.stored.charAt(this.i - 1) === '\n') this.i--
  }
}
