import { COLOURS } from './mark.ts'
import { cutToFit, escaped, px, textWidth, visible } from './measured.ts'
import { FAMILIES } from './text.ts'
import type { Face } from './widths.ts'

/** The votes on one pair, seen from its first contestant. */
export interface PairVotes {
  contestants: readonly [string, string]
  wins: number
  losses: number
  /** Votes without a winner. */
  ties: number
}

const CELL = 56
const SIDE = 40
const SIZE = 15
const SMALL = 14
const SHARES = 'Share of decisive votes that the row won against the column, in %; below it, votes.'
/** Names are cut beyond this width, in pixels. */
const LONGEST_NAME = 220

/**
 * Head-to-head records as a picture in light colours: for each row the share of its decisive votes against each column
 * in percent, and how many votes the pair has.
 * @param names the contestants in the order of rows and columns; pairs without votes have empty cells
 */
export function matrixSvg(pairs: readonly PairVotes[], names: readonly string[]): string {
  const c = COLOURS.light
  const known = new Map(
    pairs.flatMap((pair) => [
      [JSON.stringify(pair.contestants), seenFrom(pair, true)] as const,
      [JSON.stringify(pair.contestants.toReversed()), seenFrom(pair, false)] as const,
    ]),
  )
  const widest = names.reduce((width, name) => Math.max(width, widthOf(name, SIZE)), 0)
  const room = Math.min(LONGEST_NAME, widest)
  const left = SIDE + room + 14
  // turned by 45 degrees
  const top = SIDE + room * 0.72 + 16
  const right = left + names.length * CELL
  const width = Math.max(right + Math.max(SIDE, room * 0.72), 2 * SIDE + 1.08 * widthOf(SHARES, SMALL))
  const foot = top + names.length * CELL + 30
  const cells = names.flatMap((row, y) =>
    names.map((column, x) => {
      const at = { x: left + x * CELL, y: top + y * CELL }
      return row === column ? diagonal(at, c.line) : cell(at, known.get(JSON.stringify([row, column])))
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(foot + 32)}" viewBox="0 0 ${px(width)} ${px(foot + 32)}" role="img" aria-labelledby="t" lang="en">
<title id="t">head to head</title>
<style>text{font-family:${FAMILIES.sans};fill:${c.ink}}.s{fill:${c.ink2}}.r{fill:none;stroke:${c.grey.edge}}</style>
<rect width="100%" height="100%" fill="${c.paper}"/>
${names.map((name, i) => textAt({ x: left - 14, y: top + (i + 0.5) * CELL + 5, size: SIZE, text: name, room, anchor: 'end' })).join('\n')}
${names.map((name, i) => `<g transform="translate(${px(left + (i + 0.5) * CELL)} ${px(top - 10)}) rotate(-45)">${textAt({ x: 0, y: 0, size: SIZE, text: name, room })}</g>`).join('\n')}
${cells.join('\n')}
<path class="r" d="M${px(left)} ${px(top)}h${names.length * CELL}v${names.length * CELL}h-${names.length * CELL}z"/>
${textAt({ x: SIDE, y: foot, size: SMALL, text: SHARES, tone: 's' })}
</svg>
`

  function cell({ x, y }: { x: number; y: number }, seen: Seen | undefined): string {
    if (!seen) return ''
    const { votes, share } = seen
    const middle = x + CELL / 2
    return [
      textAt({
        x: middle,
        y: y + 27,
        size: 16,
        text: share === null ? '–' : String(Math.round(100 * share)),
        anchor: 'middle',
      }),
      textAt({ x: middle, y: y + 44, size: 11, text: String(votes), anchor: 'middle', tone: 's' }),
    ].join('')
  }
}

const diagonal = ({ x, y }: { x: number; y: number }, colour: string) =>
  `<rect x="${px(x)}" y="${px(y)}" width="${CELL}" height="${CELL}" fill="${colour}"/>`

interface Seen {
  votes: number
  share: number | null
}

/** A pair seen from its first contestant or from its second. */
function seenFrom({ wins, losses, ties }: PairVotes, first: boolean): Seen {
  const [won, lost] = first ? [wins, losses] : [losses, wins]
  return {
    votes: wins + losses + ties,
    share: won + lost > 0 ? won / (won + lost) : null,
  }
}

/** A text of a picture. */
interface Text {
  x: number
  y: number
  size: number
  text: string
  /** The most pixels of its width. Longer texts are cut. */
  room?: number
  /** `s`: secondary ink; otherwise ink. */
  tone?: 's'
  anchor?: 'start' | 'middle' | 'end'
  face?: Face
}

/** A text as SVG. It shows control and direction characters as replacement characters. */
function textAt({ x, y, size, text, room, tone, anchor = 'start', face = 'sans' }: Text): string {
  const fitted = room === undefined ? visible(text) : cutToFit(visible(text), face, size, room)
  const attributes = [
    `x="${px(x)}" y="${px(y)}" font-size="${px(size)}"`,
    anchor === 'start' ? '' : `text-anchor="${anchor}"`,
    tone ? `class="${tone}"` : '',
  ]
  return `<text ${attributes.filter(Boolean).join(' ')}>${escaped(fitted)}</text>`
}

/** The width of a text in the sans face, in pixels. */
const widthOf = (text: string, size: number) => textWidth(visible(text), 'sans', size)
