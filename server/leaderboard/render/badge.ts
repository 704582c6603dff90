import { judgeIn, type Board, type View } from '../../../shared/contracts/index.ts'
import { fewWords, leaderOf, sentence, smallPrint } from '../../../shared/sentence/index.ts'
import { escaped, isolated, px, visible } from '../../../shared/plate/index.ts'
import { cutToWidth, displayWidth } from './columns.ts'

const HEIGHT = 20
const PAD = 7
const LONGEST = { title: 32, part: 20, name: 24 }

/**
 * The finding of a board as a small SVG: the voters on the left, the finding on the right.
 * @param closedAt since when people can no longer vote; null: they can
 */
export function renderBadge(title: string, board: Board, closedAt: string | null = null): string {
  const { name, words } = fewWords(board, closedAt !== null)
  const label = [cut(title, LONGEST.title), ...viewParts(board.view), ...(closedAt ? ['closed'] : [])].join(
    ' · ',
  )
  const finding = name === null ? words : `${isolated(cut(name, LONGEST.name))} ${words}`
  const mayBeFirst = leaderOf(board) !== null || board.deadHeatForFirst.length > 0
  const { lead, rest } = sentence(board, 'en', closedAt)
  // the first sentence of the small print says for which looks a live board holds
  const promise = board.looks ? smallPrint(board).slice(0, 1) : []
  const [left, right] = [widthOf(label), widthOf(finding) * BOLD]
  const middle = left + 2 * PAD
  const all = middle + right + 2 * PAD
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px(all)}" height="${HEIGHT}" role="img" aria-labelledby="t">
<title id="t">${escaped(visible([`${title}: ${lead}`, rest, ...promise].filter(Boolean).join(' ')))}</title>
<style>${STYLE}</style>
<rect class="paper" x=".5" y=".5" width="${px(all - 1)}" height="${HEIGHT - 1}" rx="2.5"/>
<path class="${mayBeFirst ? 'line' : 'rule'}" d="M${px(middle)} 1V${HEIGHT - 1}"/>
<text x="${PAD}" y="14" textLength="${px(left)}">${escaped(label)}</text>
<text class="found" x="${px(middle + PAD)}" y="14" textLength="${px(right)}">${escaped(finding)}</text>
</svg>
`
}

/** The colours of the page, with the accent where somebody may be first. */
const STYLE = `text{font:11px Helvetica,Arial,sans-serif;fill:#585b62}.found{font-weight:700;fill:#1a1b1e}
.paper{fill:#fdfcf9;stroke:#b9b6ae}.rule{stroke:#b9b6ae}.line{stroke:#b63a10}
@media(prefers-color-scheme:dark){text{fill:#a6a9b0}.found{fill:#ecebe7}.paper{fill:#131416;stroke:#4c4f55}.rule{stroke:#4c4f55}.line{stroke:#ff9166}}`

const SOURCES: Record<string, string> = {
  judges: 'judges',
  all: 'people and judges',
  simulated: 'simulated votes',
}

/** The parts of the view that differ from all votes of people. */
function viewParts({ source, criterion, category, from, to, group }: View): string[] {
  const judge = judgeIn(source)
  const who = judge === null ? SOURCES[source] : `judge ${judge}`
  const parts = [who, group, criterion, category, from && `from ${day(from)}`, to && `to ${day(to)}`]
  return parts.flatMap((part) => (part ? [cut(part, LONGEST.part)] : []))
}

const day = (moment: string) => moment.slice(0, 10)

const cut = (text: string, width: number) => cutToWidth(visible(text), width)

/** Width of bold letters relative to regular ones. */
const BOLD = 1.07
const NARROW = /[ijlIftr.,:;'|!()[\]\s]/
const BROAD = /[mwMW%@]/

/** The approximate width of a text in pixels; the SVG fits the text to it. */
function widthOf(text: string): number {
  return Array.from(text.replace(/[\u2068\u2069]/g, '')).reduce((width, sign) => width + signWidth(sign), 0)
}

function signWidth(sign: string): number {
  if (displayWidth(sign) > 1) return 11
  if (NARROW.test(sign)) return 3.2
  if (BROAD.test(sign)) return 9.2
  return /[A-Z\u0080-\uffff]/.test(sign) ? 7.4 : 6
}
