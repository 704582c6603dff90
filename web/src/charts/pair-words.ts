import { share } from '../ui/figures.ts'
import { words } from '../words/charts/index.ts'
import type { Met } from './pairs.ts'

/** "A beat B in 61 % of 120 decisive votes (52–69 %), 14 ties, 3 of them both bad" */
export function pairWords(row: string, column: string, met: Met | null): string {
  const say = words.here
  if (row === column) return say.itself(row)
  if (!met) return say.notMet(row, column)
  const bad = met.bothBad > 0 ? say.bothBad(met.bothBad) : ''
  const ties = met.ties > 0 ? say.ties(met.ties) + bad : ''
  if (met.share === null || !met.interval) return say.noDecisive(row, column) + ties
  const [low, high] = met.interval
  const decisive = met.wins + met.losses
  return say.beat(row, column, share(met.share), decisive, hundredths(low), share(high)) + ties
}

/** 61, of 0.61. */
export function hundredths(value: number): string {
  return String(Math.round(100 * value))
}
