import { scaleLinear, scaleLog } from 'd3-scale'
import type { Rated } from './span.ts'

/** A contestant on a plot of ratings against something that it takes. */
export interface Spot {
  contestant: Rated
  value: number
  /** Percent from the left. */
  x: number
  /** Percent from the top. */
  y: number
  /** On which side its name stands; null: there is no room for it. */
  label: 'right' | 'left' | null
}

export interface Axis {
  percent: (value: number) => number
  ticks: number[]
  isLog: boolean
}

/** From this ratio of largest to smallest on, equal steps would squeeze most of them into a corner. */
const LOG_FROM = 8
const MARGIN = 6
const TICKS = 5

/** The axis for values from 0 up: linear, or logarithmic where they are far apart and none is 0. */
export function axisFor(values: readonly number[]): Axis {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const range = [MARGIN, 100 - MARGIN]
  if (low > 0 && high / low >= LOG_FROM) {
    const scale = scaleLog([low, high], range)
    return { percent: scale, ticks: evenly(scale.ticks(TICKS).filter(isRound)), isLog: true }
  }
  const top = high > 0 ? high : 1
  const from = low > top / 2 ? low - (top - low || top) * 0.2 : 0
  const scale = scaleLinear([from, top], range)
  return { percent: scale, ticks: scale.ticks(TICKS).filter((tick) => tick >= 0), isLog: false }
}

/** 1, 2 and 5 of each power of ten: what an axis of multiples is read by. */
function isRound(tick: number): boolean {
  return ['1', '2', '5'].includes(tick.toExponential().charAt(0)) && /^\de/.test(tick.toExponential())
}

/** No more than about eight of them. */
function evenly(ticks: number[]): number[] {
  const tens = ticks.filter((tick) => tick.toExponential().startsWith('1e'))
  return ticks.length > 8 && tens.length > 1 ? tens : ticks
}

/** Percent of the plot that a name takes: a line of text, and a letter of it. */
const LINE = 6
const LETTER = { wide: 0.85, phone: 2.3 }
const GAP = { wide: 1.2, phone: 3 }

/**
 * Where everybody stands, names from the first on beside their dots as long as there is room for them: right of it, else
 * left of it, else nowhere.
 */
export function spotsOf(
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
  const taken: [from: number, to: number, y: number][] = spots.map(({ x, y }) => [x - 0.5, x + 0.5, y])
  const isFree = (from: number, to: number, y: number, own: number) =>
    from >= 0 &&
    to <= 100 &&
    taken.every(([a, b, other], place) => place === own || b < from || a > to || Math.abs(other - y) >= LINE)
  spots.forEach((spot, place) => {
    const { x, y } = spot
    const long = spot.contestant.name.length * LETTER[size]
    const sides = {
      right: [x + GAP[size], x + GAP[size] + long],
      left: [x - GAP[size] - long, x - GAP[size]],
    }
    for (const side of ['right', 'left'] as const) {
      const [from, to] = sides[side]
      if (!isFree(from, to, y, place)) continue
      spot.label = side
      taken.push([from, to, y])
      return
    }
  })
  return spots
}
