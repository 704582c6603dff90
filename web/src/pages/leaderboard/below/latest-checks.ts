import type { ChecksReport, PassRate } from '../../../../../shared/contracts/reports.ts'

/** The latest run of an active check. Rates are in the order of the board. */
export interface LatestCheck {
  name: string
  /** The least share that must pass. Null: no threshold. */
  mustPass: number | null
  rates: PassRate[]
}

/** @param order  names in the order of the board; other contestants come last */
export function latestChecks({ checks }: ChecksReport, order: readonly string[]): LatestCheck[] {
  const placeByContestant = new Map(order.map((name, place) => [name, place]))
  const rank = ({ contestant }: PassRate) => placeByContestant.get(contestant) ?? order.length
  return checks.flatMap(({ name, active, runs }) => {
    const last = runs.at(-1)
    if (!active || !last) return []
    return [{ name, mustPass: last.mustPass, rates: [...last.contestants].sort((a, b) => rank(a) - rank(b)) }]
  })
}
