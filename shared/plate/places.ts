/** A board of many as places: both ends as rows, all others between them as bars in small. */
import type { Board } from '../contracts/board.ts'
import { ticksWithin } from '../rating-axis/index.ts'
import { firstAmong, leaderOf, placeText, type Language, type Place, type Places } from '../sentence/index.ts'
import { cutToFit, px, textAt, visible, widthOf } from './text.ts'
import { words } from './words/index.ts'

/** Heights in pixels: of all folded rows together, and of one. Lower ones share a line, as the hull of their bars. */
const HIGHEST = 280
const ROW = { most: 6, least: 0.8 }

/** The height of each of so many folded rows. */
export const foldedHeight = (rows: number): number => Math.min(ROW.most, HIGHEST / rows)

/**
 * Folded rows in small, each `each` pixels high, as paths in a box as wide as there are places: bars, apart from them
 * those known to be above or below the selected row, the ends of bars, and the line beside those that may be first.
 */
export function foldOf(
  places: readonly Place[],
  all: number,
  each: number,
  isKnown: (place: Place) => boolean,
) {
  const fold = { height: Math.round(places.length * each), bars: '', known: '', ends: '', line: '' }
  const end = all / 130
  const together = Math.max(1, Math.ceil(ROW.least / each))
  for (let from = 0; from < places.length; from += together) {
    const shared = places.slice(from, from + together)
    const left = Math.min(...shared.map(({ best }) => best)) - 1
    const right = Math.max(...shared.map(({ worst }) => worst))
    const [top, next] = [from * each, (from + shared.length) * each]
    const bottom = next - top > 2 ? top + 0.7 * (next - top) : next
    // absolute heights: neighbours meet without a gap
    const rect = (x: number, to: number) => `M${at(x)} ${at(top)}H${at(to)}V${at(bottom)}H${at(x)}z`
    if (shared.every(isKnown)) fold.known += rect(left, right)
    else {
      fold.bars += rect(left, right)
      if (left > 0) fold.ends += rect(left, left + end)
      if (right < all) fold.ends += rect(right - end, right)
    }
    if (shared.some(({ isFirst }) => isFirst)) fold.line += `M0 ${at(top)}V${at(next)}`
  }
  return fold
}

const at = (value: number) => Number(value.toFixed(2))

/** How many rows a picture has at either end, the tallest row, and the share of the height for all others. */
const ENDS = { head: 5, tail: 3, tallest: 30, folded: 0.36 }
const HEAD = 54
const GAP = 18
/** The width of a column right of the bars. */
const FIGURE = 82
const SMALL = 15
/** The longest name in the legend. */
const NAME = 200

/**
 * The places of a board of many between the heights `from` and `to` and the ends `left` and `right`, in pixels:
 * columns, axis, rows with bars, fold and legend.
 */
export function placesPlot(
  board: Board,
  { rows, first }: Places,
  language: Language,
  { from, to, left, right }: Record<'from' | 'to' | 'left' | 'right', number>,
): string {
  const say = words[language]
  const all = rows.length
  const shown = [...rows.slice(0, ENDS.head), ...rows.slice(-ENDS.tail)]
  const folded = rows.slice(ENDS.head, -ENDS.tail)
  const label = say.folded(folded.length, folded.filter(({ isFirst }) => isFirst).length)
  const top = from + HEAD
  const room = to - GAP - SMALL - top
  const each = Math.min(foldedHeight(folded.length), (ENDS.folded * room) / folded.length)
  const fold = foldOf(folded, all, each, () => false)
  const height = Math.min(ENDS.tallest, (room - fold.height) / shown.length)
  const size = height * 0.64
  const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => widthOf(text, size)))
  const name = left + Math.max(widthOf(say.places, SMALL), widest(shown.map(placeText))) + GAP
  const names = Math.min(250, widest(shown.map(({ contestant }) => contestant.name)))
  const start = Math.max(name + names + 28, left + widthOf(label, SMALL) + GAP)
  const end = right - 2 * FIGURE
  const x = (place: number) => start + (place / all) * (end - start)
  const yOf = (nth: number) => top + nth * height + (nth < ENDS.head ? 0 : fold.height)
  const atFold = top + ENDS.head * height
  const bottom = yOf(shown.length)
  const among = firstAmong(board)
  const reached =
    leaderOf(board) === null ? say.mayBeFirst : among === null ? say.first : say.firstAmong(among)
  const ticks = [1, ...ticksWithin([1, all]).filter((at) => at > all / 20 && at < all * 0.95), all]
  const others = board.contestants.length - all
  const [highest] = rows
  const example = say.ofPlaces(
    cutToFit(visible(highest!.contestant.name), 'sans', SMALL, NAME),
    placeText(highest!),
    highest!.best - 1,
    all - highest!.worst,
  )
  const legend = [example, ...(others > 0 ? [say.unrated(others)] : [])].join('; ')
  type Put = Partial<Parameters<typeof textAt>[0]>
  const small = (x: number, y: number, text: string, more: Put = {}) =>
    textAt({ x, y, size: SMALL, text, tone: 's', anchor: 'end', ...more })
  const texts = shown.flatMap(({ contestant, ...place }, nth) => {
    const put = (x: number, text: string, more: Put = {}) =>
      textAt({ x, y: yOf(nth) + height / 2 + size * 0.35, size, text, ...more })
    const shownName = contestant.retired ? say.retired(contestant.name) : contestant.name
    return [
      put(left, placeText(place)),
      put(name, shownName, { room: names }),
      put(right - FIGURE, String(all - place.worst), { anchor: 'end' }),
      put(right, String(place.best - 1), { anchor: 'end' }),
    ]
  })
  const bars = shown.map(
    ({ best, worst }, nth) => `M${px(x(best - 1))} ${px(yOf(nth) + height / 2)}H${px(x(worst))}`,
  )
  const rules = [...shown.map((_, nth) => yOf(nth)), atFold, bottom]
  const inFold = Math.min(folded.length, Math.max(0, first - ENDS.head))
  const lineEnd = top + (first - inFold) * height + inFold * each
  return [
    small(left, top - 12, say.places, { anchor: 'start' }),
    ...ticks.map((at) => small(x(at - 0.5), top - 12, String(at), { anchor: 'middle' })),
    small(right - FIGURE, top - 12, say.above),
    small(right, top - 12, say.below),
    first > 0 ? small(start, top - 32, reached, { anchor: 'start', tone: 'a' }) : '',
    small((start + end) / 2, top - 32, say.possible, { anchor: 'middle' }),
    small(end, top - 32, say.lastPlace),
    `<path class="r" d="${rules.map((y) => `M${left} ${px(y)}H${right}`).join('')}"/>`,
    ...texts,
    `<g class="o"><path class="k" d="${bars.join('')}"/></g>`,
    small(left, atFold + fold.height / 2 + 5, label, { anchor: 'start' }),
    `<g transform="translate(${px(start)} ${px(atFold)}) scale(${(end - start) / all} 1)"><path class="u" d="${fold.bars}"/><path class="y" d="${fold.ends}"/></g>`,
    first > 0 ? `<path class="l" d="M${px(start)} ${px(top)}V${px(lineEnd)}"/>` : '',
    small(right, bottom + GAP + 4, legend),
  ].join('\n')
}
