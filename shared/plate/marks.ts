import type { BoardContestant } from '../contracts/board.ts'
import type { Scale } from './scale.ts'
import { px } from './xml.ts'

/** An interval in pixels, within the axis, and whether it goes on beyond it. */
interface Reach {
  from: number
  to: number
  leavesLeft: boolean
  leavesRight: boolean
}

/** Where an interval is drawn. Open ends leave the axis. */
export function reachOf([low, high]: readonly [number | null, number | null], scale: Scale): Reach {
  const at = (end: number | null, open: number) =>
    end === null ? open : Math.min(scale.right, Math.max(scale.left, scale.x(end)))
  return {
    from: at(low, scale.left),
    to: at(high, scale.right),
    leavesLeft: low === null || low < scale.low,
    leavesRight: high === null || high > scale.high,
  }
}

/** The whiskers and the dot of a row at the height `y`, in the colours of `tone`. */
export function rowMarks(
  { rating, marginal, comparison }: BoardContestant,
  scale: Scale,
  y: number,
  tone: string,
): string {
  const thin = comparison && reachOf(comparison, scale)
  const thick = marginal && reachOf(marginal, scale)
  const arrows = [thin, thick].flatMap((reach) => (reach ? [reach] : []))
  const parts = [
    thin ? line('n', thin, y) : '',
    arrows.some(({ leavesLeft }) => leavesLeft) ? arrowhead(scale.left, y, 1) : '',
    arrows.some(({ leavesRight }) => leavesRight) ? arrowhead(scale.right, y, -1) : '',
    thick ? line('k', thick, y) : '',
    thin && thick
      ? endsOnThick(thin, thick)
          .map((x) => stroke(`M${px(x)} ${px(y - 7)}v14`))
          .join('')
      : '',
    rating === null ? '' : `<circle class="d" cx="${px(scale.x(rating))}" cy="${px(y)}" r="6.5"/>`,
  ]
  return `<g class="${tone}">${parts.join('')}</g>`
}

const line = (kind: string, { from, to }: Reach, y: number) =>
  `<path class="${kind}" d="M${px(from)} ${px(y)}H${px(to)}"/>`

const stroke = (path: string) => `<path class="n" d="${path}"/>`

/** An open arrowhead whose tip is at `x`. */
const arrowhead = (x: number, y: number, direction: 1 | -1) =>
  stroke(`M${px(x + 7 * direction)} ${px(y - 5)}L${px(x)} ${px(y)}L${px(x + 7 * direction)} ${px(y + 5)}`)

/** The ends of a thin whisker that the thick one would hide. */
function endsOnThick(thin: Reach, thick: Reach): number[] {
  return [...(thin.from > thick.from ? [thin.from] : []), ...(thin.to < thick.to ? [thin.to] : [])]
}
