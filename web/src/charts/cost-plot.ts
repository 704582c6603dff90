import { ticksWithin } from '../../../shared/finish/ticks.ts'
import { ratingSpan, type Rated } from './scales.ts'

/** A contestant on the plot of rating against cost or time. */
export interface Spot {
  contestant: Rated
  value: number
  /** Percent from the left. */
  x: number
  /** Percent from the top. */
  y: number
  /** Side of its name. Null: no room for the name. */
  label: 'right' | 'left' | null
}

export interface Axis {
  percent: (value: number) => number
  ticks: number[]
  isLog: boolean
}

/** Ratio of largest to smallest value from which the axis is logarithmic. */
const LOG_FROM = 8
const MARGIN = 6
/** Over more powers of ten, a logarithmic axis leaves some out. */
const TICKS = 5
/** Most ticks on a linear axis. */
const MAX_EVEN = 6
/** No answer costs or takes less, unless it is free. A logarithmic axis fails on numbers near the smallest that exist. */
const LEAST = 1e-12

/** The axis for values of at least 0. Logarithmic if they are far apart and none is 0, otherwise linear. */
export function createAxis(values: readonly number[]): Axis {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const within = (share: number) => MARGIN + share * (100 - 2 * MARGIN)
  if (low >= LEAST && high / low >= LOG_FROM) {
    const percent = (value: number) => within(Math.log(value / low) / Math.log(high / low))
    return { percent, ticks: evenly(roundBetween(low, high)), isLog: true }
  }
  const top = high >= LEAST ? high : 1
  const from = low > top / 2 ? low - (top - low || top) * 0.2 : 0
  const percent = (value: number) => within((value - from) / (top - from))
  return { percent, ticks: ticksWithin([Math.max(0, from), top], MAX_EVEN), isLog: false }
}

/** 1, 2 and 5 times each power of ten; over many powers only every nth of these. */
function roundBetween(low: number, high: number): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))]
  const step = Math.ceil((last - first) / TICKS)
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
    .filter((power) => power % step === 0)
    .flatMap((power) => (step === 1 ? [1, 2, 5] : [1]).map((lead) => Number(`${lead}e${power}`)))
    .filter((tick) => tick >= low && tick <= high)
}

/** No more than about eight of them. */
function evenly(ticks: number[]): number[] {
  const tens = ticks.filter((tick) => tick.toExponential().startsWith('1e'))
  return ticks.length > 8 && tens.length > 1 ? tens : ticks
}

/** Height of a line of text and width of a letter, in percent of the plot. */
const LINE = 6
const LETTER = { wide: 0.85, phone: 2.3 }
const GAP = { wide: 1.2, phone: 3 }
/** Radius of a dot, in percent of the plot. */
const DOT = 0.6

/** Occupied area, in percent of the plot. */
interface Box {
  from: number
  to: number
  top: number
  bottom: number
}

/**
 * Places all contestants. From the first on, each gets its name right of its dot if there is room, else left of it, else
 * no name.
 */
export function placeSpots(
  contestants: readonly Rated[],
  valueOf: (contestant: Rated) => number | null,
  axis: Axis,
  height: (rating: number) => number,
  size: 'wide' | 'phone',
): Spot[] {
  const spots = contestants.flatMap((contestant): Spot[] => {
    const value = valueOf(contestant)
    if (value === null) return []
    return [{ contestant, value, x: axis.percent(value), y: height(contestant.rating), label: null }]
  })
  const dots = spots.map(({ x, y }): Box => ({ from: x - DOT, to: x + DOT, top: y - DOT, bottom: y + DOT }))
  const bars = spots.map(({ x, y, contestant }): Box => {
    const span = ratingSpan(contestant)
    const [top, bottom] = span ? [height(span.high), height(span.low)] : [y, y]
    return { from: x - DOT, to: x + DOT, top, bottom }
  })
  const ends = bars.flatMap((bar): Box[] => [
    { ...bar, bottom: bar.top },
    { ...bar, top: bar.bottom },
  ])
  const names: Box[] = []
  spots.forEach((spot, place) => {
    const { x, y } = spot
    const long = spot.contestant.name.length * LETTER[size]
    const at = (side: 'right' | 'left'): Box => {
      const from = side === 'right' ? x + GAP[size] : x - GAP[size] - long
      return { from, to: from + long, top: y - LINE / 2, bottom: y + LINE / 2 }
    }
    const others = (boxes: readonly Box[]) => boxes.filter((_, index) => index !== place)
    const isFree = (side: 'right' | 'left', occupied: readonly Box[]) =>
      at(side).from >= 0 && at(side).to <= 100 && !occupied.some((box) => overlap(box, at(side)))
    // best on free space; otherwise across a bar, but not at its end
    for (const occupied of [
      [...names, ...others(dots), ...others(bars)],
      [...names, ...others(dots), ...ends],
    ])
      for (const side of ['right', 'left'] as const) {
        if (spot.label || !isFree(side, occupied)) continue
        spot.label = side
        names.push(at(side))
      }
  })
  return spots
}

function overlap(box: Box, other: Box): boolean {
  return box.from <= other.to && other.from <= box.to && box.top <= other.bottom && other.top <= box.bottom
}
