import { decisionText, type BoardView } from './board-view.ts'
import { pointsClear, boardScope, boardWords } from './headline.ts'
import { chequered, COLOURS, logoMark, statePalette, rect, type Palette } from './mark.ts'
import { cut, escaped, px, displayName, maxTextWidth } from './text.ts'

const HEIGHT = 24
const SIZE = 13
/** Badges are set in Verdana, whose bold letters are wider than the measured face by this factor. */
const VERDANA = 1.14
const PICTURE = 70
/** The longest texts, in pixels. */
const LONGEST = { title: 200, name: 200 }
const MAX_BARS = 5
const FAMILY = "Verdana,'DejaVu Sans',sans-serif"

/**
 * A board as a badge 24 px high: the title, the five topmost bars, and who is in the heat, leads or wins. It has the colours
 * of the light theme on every ground.
 */
export function badgeSvg(view: BoardView, { hasPicture = true }: { hasPicture?: boolean } = {}): string {
  const c = statePalette(view.state, 'light')
  const title = badgeTitle(view.title || 'deadheat')
  const finding = [badgeFinding(view), view.caution].filter(Boolean).join(' · ')
  const [titleWidth, findingWidth] = [title, finding].map((text) =>
    Math.ceil(maxTextWidth(text, 'sans-bold', SIZE) * VERDANA),
  )
  const left = 30 + titleWidth! + 8
  const middle = hasPicture && view.axis ? PICTURE : 0
  const width = left + middle + findingWidth! + 18
  const words = escaped(
    [`${view.title || 'deadheat'}: ${finding}`, decisionText(view)].filter(Boolean).join('. '),
  )
  const text = (x: number, label: string, length: number, fill: string) =>
    `<text x="${px(x)}" y="16.6" fill="${fill}" textLength="${px(length)}" lengthAdjust="spacingAndGlyphs">${escaped(label)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${HEIGHT}" viewBox="0 0 ${px(width)} ${HEIGHT}" role="img" aria-label="${words}" lang="${view.language}">
<title>${words}</title>
${rect(0, 0, left, HEIGHT, c.ink)}${logoMark(8, 4, 16, c.paper)}
${middle > 0 ? barsAt(view, left, c) : ''}
${ground(view, left + middle, findingWidth! + 18, c)}
<g font-family="${FAMILY}" font-size="${SIZE}" font-weight="600">${text(30, title, titleWidth!, c.paper)}${text(left + middle + 9, finding, findingWidth!, view.state === 'leads' ? c.state.edge : '#fff')}</g>
</svg>
`
}

/** The name of the arena is cut before what the board leaves out, such as all votes but the simulated ones. */
function badgeTitle(title: string): string {
  const end = title.indexOf(' · ')
  const part = end < 0 ? '' : title.slice(end)
  const room = LONGEST.title - maxTextWidth(part, 'sans-bold', SIZE)
  if (end < 0 || room < LONGEST.title / 3) return cut(title, 'sans-bold', SIZE, LONGEST.title)
  return cut(title.slice(0, end), 'sans-bold', SIZE, room) + part
}

/** "dead heat, 3 of 8", and for whom it speaks if for nobody else. */
function badgeFinding(view: BoardView): string {
  const { board, language, progress, groups, rated } = view
  const { badge: say } = boardWords(language)
  if (progress) return progress.text
  if (board.hasIntervals === false) return say.noIntervals
  const first = groups.find(({ kind }) => kind === 'first')
  const name = cut(displayName(board.leader ?? ''), 'sans-bold', SIZE, LONGEST.name)
  const clear = board.clearBy === null ? '' : say.clear({ count: pointsClear(board.clearBy) })
  const finding = {
    first_votes: '',
    dead_heat: say.heat({ heat: first ? first.rows.length + first.thin.length : 0, rated }),
    leads: say.leads({ name }) + clear,
    wins: say.wins({ name }) + clear,
  }[board.state]
  const scope = boardScope(board, language)
  return scope === null ? finding : `${scope}: ${finding}`
}

/** A lead is an outline, since it is not decided. */
function ground({ state, progress }: BoardView, x: number, width: number, c: Palette): string {
  if (state !== 'leads') return rect(x, 0, width, HEIGHT, progress ? COLOURS.light.ink2 : c.state.edge)
  return `<path d="M${px(x + 1)} 1h${px(width - 2)}v${HEIGHT - 2}h-${px(width - 2)}z" fill="${c.paper}" stroke="${c.state.edge}" stroke-width="2"/>`
}

function barsAt({ axis, groups, state }: BoardView, left: number, c: Palette): string {
  const rows = groups
    .filter(({ kind }) => kind !== 'unrated')
    .flatMap(({ rows: named, thin }) => [...named, ...thin])
  const x = (position: number) => left + 4 + position * (PICTURE - 8)
  const lineX = Math.round(Math.max(x(axis!.finishLine.position), left + 6))
  const bars = rows.slice(0, MAX_BARS).map(({ bar }, nth) => {
    if (!bar) return ''
    const y = 2.5 + 4 * nth
    const path = (from: number, to: number, fill: string, edge: string, width: number) =>
      `<path d="M${px(from)} ${px(y + width / 2)}H${px(to)}v${px(3 - width)}H${px(from)}z" fill="${fill}" stroke="${edge}" stroke-width="${width}"/>`
    const [from, to] = [x(bar.low), x(bar.high)]
    if (bar.past === null)
      return path(
        Math.min(from, lineX - 2),
        Math.max(Math.min(to, lineX), from + 1),
        c.grey.pale,
        c.grey.edge,
        0.8,
      )
    const before = from < lineX - 0.5 ? path(from, lineX, c.state.pale, c.state.edge, 0.8) : ''
    const end = Math.max(to, lineX + 2)
    const past =
      state === 'leads'
        ? path(lineX, end, c.state.pale, c.state.edge, 1)
        : rect(lineX, y, end - lineX, 3, c.state.edge)
    return before + past
  })
  return (
    rect(left, 0, PICTURE, HEIGHT, c.paper) +
    `<g fill="none">${chequered(lineX, 2, 20, 2, c)}</g>` +
    bars.join('')
  )
}
