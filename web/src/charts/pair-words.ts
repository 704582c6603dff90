import { count, counted, share } from '../ui/figures.ts'
import type { Met } from './pairs.ts'

/** "A beat B in 61 % of 120 decisive votes (52–69 %), 14 ties, 3 of them both bad" */
export function pairWords(row: string, column: string, met: Met | null): string {
  if (row === column) return `${row}: a contestant does not meet itself`
  if (!met) return `${row} and ${column} have not met`
  const ties = met.ties > 0 ? `, ${tiesOf(met)}` : ''
  if (met.share === null || !met.interval) return `${row} and ${column}: no decisive vote${ties}`
  const decisive = counted(met.wins + met.losses, 'decisive vote')
  const [low, high] = met.interval
  return `${row} beat ${column} in ${share(met.share)} of ${decisive} (${hundredths(low)}–${share(high)})${ties}`
}

function tiesOf({ ties, bothBad }: Met): string {
  const bad = bothBad > 0 ? `, ${count(bothBad)} of them both bad` : ''
  return `${counted(ties, 'tie')}${bad}`
}

/** 61, of 0.61. */
export function hundredths(value: number): string {
  return String(Math.round(100 * value))
}
