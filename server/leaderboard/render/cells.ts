import type { BoardContestant } from '../../../shared/contracts/index.ts'

/** "1–3", or "2" if the interval has one rank; empty without a rank. */
export function rankCell({ rankInterval }: BoardContestant): string {
  if (!rankInterval) return ''
  const [best, worst] = rankInterval
  return best === worst ? String(best) : `${best}–${worst}`
}

/** Whole rating points; empty without a rating. */
export function pointsCell(rating: number | null): string {
  return rating === null ? '' : String(Math.round(rating))
}

/** "1081 … 1263"; an open end is ∞. Empty without an interval. */
export function intervalCell(interval: BoardContestant['comparison']): string {
  if (!interval) return ''
  const [lower, upper] = interval
  return `${lower === null ? '−∞' : Math.round(lower)} … ${upper === null ? '∞' : Math.round(upper)}`
}

/** "90/34/34": wins, losses, ties. */
export function recordCell({ wins, losses, ties }: BoardContestant): string {
  return `${wins}/${losses}/${ties}`
}

/** "53 % (48–58 %)": the predicted win rate against the baseline. */
export function baselineCell({ againstBaseline }: BoardContestant): string {
  if (!againstBaseline) return ''
  const percent = (share: number) => Math.round(100 * share)
  const { winRate, interval } = againstBaseline
  return `${percent(winRate)} %${interval ? ` (${percent(interval[0])}–${percent(interval[1])} %)` : ''}`
}
