import { wholePerCent, wholePerCentEnds } from '../../../shared/sentence/count.ts'
import { wholeShare, wholeShareEnds } from '../ui/shares.ts'
import { charts as words } from '../words/board/index.ts'
import type { Met } from './pairs.ts'

/** "A beat B in 61 % of 120 decisive votes (52–69 %), 14 ties, 3 of them both bad" */
export function pairWords(row: string, column: string, met: Met | null): string {
  const say = words.here
  if (row === column) return say.itself(row)
  if (!met) return say.notMet(row, column)
  const bad = met.bothBad > 0 ? say.bothBad(met.bothBad) : ''
  const ties = met.ties > 0 ? say.ties(met.ties) + bad : ''
  if (met.share === null || !met.interval) return say.noDecisive(row, column) + ties
  const [low] = wholePerCentEnds(met.interval)
  const [, high] = wholeShareEnds(met.interval)
  const decisive = met.wins + met.losses
  return say.beat(row, column, wholeShare(met.share), decisive, String(low), high) + ties
}

/** 0.61 as 61. Only exactly 0 and 1 become 0 and 100. */
export function hundredths(value: number): string {
  return String(wholePerCent(value))
}

/** 0.52 and 0.69 as 52–69. Near 0 and 100 they are rounded outwards. */
export function hundredthsRange(interval: readonly [number, number]): string {
  return wholePerCentEnds(interval).join('–')
}
