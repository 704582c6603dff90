/** A board of many as places: both ends as rows, all others between them as bars in small. */
import type { Board } from '../contracts/board.ts'
import { ticksWithin } from '../rating-axis/index.ts'
import { firstAmong, leaderOf, placeText, type Language, type Place, type Places } from '../sentence/index.ts'
import { px, textAt, widthOf } from './text.ts'
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

/** How many rows a picture has at either end. */
const ENDS = { head: 5, tail: 3 }
/** The share of the height that folded rows may take, and the tallest row. */
const FOLDED = { most: 0.36, row: 30 }
const BAR = 0.3
const HEAD = 54
const GAP = 18
const FIGURE = 82
const SMALL = 15

/**
 * The places of a board of many between the heights `from` and `to`: columns, axis, rows with bars, fold and legend.
 * @param sides  pixels of the left and the right end
 */
export function placesPlot(
  board: Board,
  { rows, first }: Places,
  language: Language,
  [from, to]: readonly [number, number],
  [left, right]: readonly [number, number],
): string {
  const say = words[language]
  const all = rows.length
  const shown = [...rows.slice(0, ENDS.head), ...rows.slice(-ENDS.tail)]
  const folded = rows.slice(ENDS.head, -ENDS.tail)
  const top = from + HEAD
  const room = to - GAP - SMALL - top
  const each = Math.min(foldedHeight(folded.length), (FOLDED.most * room) / folded.length)
  const fold = foldOf(folded, all, each, () => false)
  const height = Math.min(FOLDED.row, (room - fold.height) / shown.length)
  const size = Math.min(19, height * 0.64)
  const widest = (texts: readonly string[]) => Math.max(...texts.map((text) => widthOf(text, size)))
  const name = left + Math.max(widthOf(say.places, SMALL), widest(shown.map(placeText))) + GAP
  const names = Math.min(250, widest(shown.map(({ contestant }) => contestant.name)))
  const rating = name + names + GAP + widthOf(say.rating, SMALL)
  const label = say.folded(folded.length, folded.filter(({ isFirst }) => isFirst).length)
  const [start, end] = [Math.max(rating + 28, left + widthOf(label, SMALL) + GAP), right - 2 * FIGURE]
  const x = (place: number) => start + (place / all) * (end - start)
  const yOf = (nth: number) => top + nth * height + (nth < ENDS.head ? 0 : fold.height)
  const bottom = yOf(shown.length)
  const topOfFold = yOf(0) + ENDS.head * height
  const small = (
    at: number,
    text: string,
    tone: 's' | 'a' = 's',
    anchor: 'start' | 'middle' | 'end' = 'end',
  ) => textAt({ x: at, y: top - 12, size: SMALL, text, tone, anchor })
  const head = (at: number, text: string, tone: 's' | 'a', anchor: 'start' | 'end') =>
    textAt({ x: at, y: top - 32, size: SMALL + 1, text, tone, anchor })
  const among = firstAmong(board)
  const reached =
    leaderOf(board) === null ? say.mayBeFirst : among === null ? say.first : say.firstAmong(among)
  const ticks = [1, ...ticksWithin([1, all]).filter((at) => at > all / 20 && at < all * 0.95), all]
  const drawn = shown.map((place, nth) => {
    const { contestant, best, worst } = place
    const y = yOf(nth)
    const text = (at: number, of: string, anchor: 'start' | 'end' = 'start', room?: number) =>
      textAt({ x: at, y: y + height / 2 + size * 0.35, size, text: of, anchor, ...(room && { room }) })
    const figure = (of: number) => (of === 0 ? '·' : String(of))
    return [
      text(left, placeText(place)),
      text(name, contestant.retired ? say.retired(contestant.name) : contestant.name, 'start', names),
      text(rating, String(Math.round(contestant.rating)), 'end'),
      `<path class="q" d="M${px(x(best - 1))} ${px(y + height * (0.5 - BAR / 2))}H${px(x(worst))}v${px(height * BAR)}H${px(x(best - 1))}z"/>`,
      text(right - FIGURE, figure(all - worst), 'end'),
      text(right, figure(best - 1), 'end'),
    ].join('')
  })
  const inFold = first - ENDS.head
  const lineEnd =
    inFold <= 0
      ? top + first * height
      : inFold <= folded.length
        ? topOfFold + inFold * each
        : yOf(first - folded.length)
  const rules = [...shown.map((_, nth) => yOf(nth)), topOfFold, bottom]
  const others = board.contestants.length - all
  const legend = [say.ofPlaces, ...(others > 0 ? [say.unrated(others)] : [])].join('; ')
  return [
    small(left, say.places, 's', 'start'),
    small(rating, say.rating),
    ...ticks.map((at) => small(x(at - 0.5), String(at), 's', 'middle')),
    small(right - FIGURE, say.above),
    small(right, say.below),
    first > 0 ? head(start, reached, 'a', 'start') : '',
    head(end, say.lastPlace, 's', 'end'),
    `<path class="r" d="${rules.map((y) => `M${left} ${px(y)}H${right}`).join('')}"/>`,
    ...drawn,
    textAt({
      x: left,
      y: topOfFold + fold.height / 2 + SMALL * 0.35,
      size: SMALL,
      text: label,
      tone: 's',
    }),
    `<g transform="translate(${px(start)} ${px(topOfFold)}) scale(${(end - start) / all} 1)"><path class="u" d="${fold.bars}"/><path class="y" d="${fold.ends}"/></g>`,
    first > 0 ? `<path class="l v" d="M${px(start)} ${px(top)}V${px(lineEnd)}"/>` : '',
    textAt({ x: right, y: bottom + GAP + 4, size: SMALL, text: legend, anchor: 'end', tone: 's' }),
  ].join('\n')
}
