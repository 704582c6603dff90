/** A paragraph, a fenced piece of code, a list or whatever else blank lines set apart; a heading goes with what follows. */
export interface Block {
  /** Where it begins and ends in the text. */
  start: number
  end: number
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/

/** The blocks of a Markdown or plain text, in order. Blank lines inside fenced code set nothing apart. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open = null as (Block & { onlyHeadings: boolean }) | null
  let fence: string | null = null
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    const mark = FENCE.exec(line)
    if (fence === null && line.trim() === '') {
      // a heading waits for what it is the heading of
      if (open && !open.onlyHeadings) {
        blocks.push(open)
        open = null
      }
    } else {
      const isHeading = fence === null && HEADING.test(line)
      if (isHeading && open && !open.onlyHeadings) {
        blocks.push(open)
        open = null
      }
      open = { start: open?.start ?? start, end, onlyHeadings: isHeading && (open?.onlyHeadings ?? true) }
      if (fence === null) fence = opened(mark)
      else if (mark && closes(mark, fence)) fence = null
    }
    start = end + 1
  }
  if (open && !open.onlyHeadings) blocks.push(open)
  else if (open && blocks.length > 0) blocks.at(-1)!.end = open.end
  return blocks.map((block) => ({ start: block.start, end: block.end }))
}

/** The fence that a line opens; a backtick after the backticks makes it a line of code and no fence. */
const opened = (mark: RegExpExecArray | null): string | null =>
  mark && !(mark[1].startsWith('`') && mark[2].includes('`')) ? mark[1] : null

const closes = ([, run, rest]: RegExpExecArray, fence: string): boolean =>
  run![0] === fence[0] && run!.length >= fence.length && rest!.trim() === ''
