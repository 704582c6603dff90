import type { ChecksReport, PassRate } from '../../../../../shared/contracts/checks-report.ts'

/** The latest run of a check that is in use, in the order of the board. */
export interface CheckOfNow {
  name: string
  /** The least share that must pass; null: there is no bar. */
  mustPass: number | null
  rates: PassRate[]
}

/** @param order  names in the order of the board; who is not on it comes last */
export function checksOfNow({ checks }: ChecksReport, order: readonly string[]): CheckOfNow[] {
  const placeOf = new Map(order.map((name, place) => [name, place]))
  const at = ({ contestant }: PassRate) => placeOf.get(contestant) ?? order.length
  return checks.flatMap(({ name, active, runs }) => {
    const last = runs.at(-1)
    if (!active || !last) return []
    return [{ name, mustPass: last.mustPass, rates: [...last.contestants].sort((a, b) => at(a) - at(b)) }]
  })
}
