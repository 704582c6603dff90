import { measureAnswer } from '../../answers/index.ts'
import { blocksOf } from './blocks-of.ts'
import type { Block } from './blocks-of.ts'

/** A post with its middle taken out. */
export interface Gap {
  before: string
  middle: string
  after: string
}

const LEAST_BLOCKS = 3
/** YAML or TOML between two lines of dashes or plus signs, before the text itself; a rule alone is none. */
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n(?=[^\n]*[:=])(?:[^\n]*\n)*?\1[ \t]*(?:\n|$)/

/**
 * Takes the middle out of a post: of all runs of its inner paragraphs that have `minWords` words, the one of fewest
 * paragraphs and, of those, the one nearest to the centre of the text. What is before, the middle and
 * what is after are the text as it stands, code and all, but for blank lines at the cuts and front matter.
 * Line breaks become \n. The same post is always cut the same way.
 * @returns the gap, or why the post has none
 */
export function fillInTheMiddle(post: string, minWords: number): Gap | string {
  const text = post
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(FRONT_MATTER, '')
  const blocks = blocksOf(text)
  if (blocks.length < LEAST_BLOCKS)
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

/** First and last block of the run; of equally short ones, the most central, of those the first. */
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
