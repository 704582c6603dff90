import { basename, dirname, extname } from 'node:path'
import { measureAnswer } from '../answers/index.ts'

/** A row of a prompts file that asks for the missing middle; the reference is the original. */
interface GapPrompt {
  id: string
  messages: [{ role: 'user'; content: string }]
  variables: { before: string; after: string }
  reference: string
}

interface Dataset {
  prompts: GapPrompt[]
  /** Posts from which no middle can be removed, and why. */
  skipped: { file: string; because: string }[]
}

/**
 * Makes one prompt from each post whose middle can be removed. Ids are file names, with folders if two files share a
 * name.
 */
export function promptsOfPosts(posts: readonly { file: string; text: string }[], minWords: number): Dataset {
  const dataset: Dataset = { prompts: [], skipped: [] }
  const ids = promptIds(posts.map(({ file }) => file))
  posts.forEach(({ file, text }, i) => {
    const gap = fillInTheMiddle(text, minWords)
    if (typeof gap === 'string') dataset.skipped.push({ file, because: gap })
    else dataset.prompts.push(gapPrompt(ids[i], gap))
  })
  return dataset
}

function gapPrompt(id: string, { before, middle, after }: Gap): GapPrompt {
  const content = [
    'A part is missing between the two parts of this text. Write it: in the language and manner of the text, about as it would stand there, and nothing else.',
    `<before>\n${before}\n</before>`,
    `<after>\n${after}\n</after>`,
  ].join('\n\n')
  return { id, messages: [{ role: 'user', content }], variables: { before, after }, reference: middle }
}

function promptIds(files: readonly string[]): string[] {
  const bare = files.map((file) => basename(file, extname(file)))
  const isTaken = (name: string, among: readonly string[]) =>
    among.filter((taken) => taken === name).length > 1
  const longer = bare.map((name, i) =>
    isTaken(name, bare) ? `${basename(dirname(files[i]))}/${basename(files[i])}` : name,
  )
  return longer.map((name, i) => (isTaken(name, longer) ? files[i] : name))
}

/** A post with its middle taken out. */
interface Gap {
  before: string
  middle: string
  after: string
}

const MIN_BLOCKS = 3
/** YAML or TOML front matter between two lines of dashes or plus signs. A horizontal rule alone is not front matter. */
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n(?=[^\n]*[:=])(?:[^\n]*\n)*?\1[ \t]*(?:\n|$)/

/**
 * Removes the middle of a post: the shortest run of inner paragraphs with at least `minWords` words, nearest to the
 * centre of the text. All three parts are the unchanged text, except for front matter and blank lines at the cuts.
 * Line breaks become \n. The same post is always cut the same way.
 * @returns the gap, or why the post has none
 */
export function fillInTheMiddle(post: string, minWords: number): Gap | string {
  const text = post
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(FRONT_MATTER, '')
  const blocks = splitBlocks(text)
  if (blocks.length < MIN_BLOCKS)
    return `it has ${blocks.length === 0 ? 'no text' : blocks.length === 1 ? 'one paragraph' : 'two paragraphs'}, and three are needed`
  const run = middleRun(text, blocks, minWords)
  if (!run) return `no paragraphs between its first and its last have ${minWords} words together`
  const [first, last] = run
  return {
    before: text.slice(blocks[0].start, blocks[first - 1].end).trimEnd(),
    middle: text.slice(blocks[first].start, blocks[last].end).trimEnd(),
    after: text.slice(blocks[last + 1].start, blocks.at(-1)!.end).trimEnd(),
  }
}

/** The first and last block of the run. Among equally short runs the most central one, then the first. */
function middleRun(text: string, blocks: readonly Block[], minWords: number): [number, number] | null {
  const words = blocks.map(({ start, end }) => measureAnswer([text.slice(start, end)]).words)
  const centre = (blocks[0].start + blocks.at(-1)!.end) / 2
  const inner = blocks.length - 2
  for (let length = 1; length <= inner; length++) {
    let best: { first: number; away: number } | null = null
    for (let first = 1; first + length <= blocks.length - 1; first++) {
      const total = words.slice(first, first + length).reduce((sum, count) => sum + count, 0)
      const away = Math.abs((blocks[first].start + blocks[first + length - 1].end) / 2 - centre)
      if (total >= minWords && (!best || away < best.away)) best = { first, away }
    }
    if (best) return [best.first, best.first + length - 1]
  }
  return null
}

/** A paragraph, fenced code, a list or anything else between blank lines. A heading belongs to the block after it. */
interface Block {
  /** Offsets of its start and end in the text. */
  start: number
  end: number
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/

/** The blocks of a Markdown or plain text, in order. Blank lines inside fenced code do not separate blocks. */
function splitBlocks(text: string): Block[] {
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
