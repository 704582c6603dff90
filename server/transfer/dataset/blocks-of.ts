/** A paragraph, fenced code, a list or anything else between blank lines. A heading belongs to the block after it. */
export interface Block {
  /** Offsets of its start and end in the text. */
  start: number
  end: number
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/

/** The blocks of a Markdown or plain text, in order. Blank lines inside fenced code do not separate blocks. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open = null as (Block & { onlyHeadings: boolean }) | null
  let fence: string | null = null
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    const mark = FENCE.exec(line)
    if (fence === null && line.trim() === '') {
      // a heading joins the block after it
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

/** The fence that a line opens, if any. A further backtick on the line makes it inline code instead. */
const opened = (mark: RegExpExecArray | null): string | null =>
  mark && !(mark[1].startsWith('`') && mark[2].includes('`')) ? mark[1] : null

const closes = ([, run, rest]: RegExpExecArray, fence: string): boolean =>
  run![0] === fence[0] && run!.length >= fence.length && rest!.trim() === ''
