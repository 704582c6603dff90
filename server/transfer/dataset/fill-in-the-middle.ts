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
