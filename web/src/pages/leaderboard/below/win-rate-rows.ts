import type { WinRateAgainst } from '../../../../../shared/contracts/reports.ts'

export interface KnownShare {
  share: number
  interval: readonly [number, number] | null
}

export interface WinRateRow {
  name: string
  plain: KnownShare
  /** At answers as long as the reference's. Null: not known. */
  equalLength: KnownShare | null
  wins: number
  losses: number
  ties: number
}

/** Most rows in the plot. */
const MOST = 40

/** Width below which both ends of an interval print as the same tenth of a per cent. */
const NARROWEST = 0.001

/** The row of one contestant. If all votes agree there is no standard error: without ties, Wilson's interval is used. */
export function winRateRow(one: WinRateAgainst): WinRateRow {
  const { name, winRate, interval, wilson, lengthControlled, wins, losses, ties } = one
  return {
    name,
    plain: { share: winRate, interval: interval ?? (ties === 0 ? wilson : null) },
    equalLength:
      lengthControlled && isInformative(lengthControlled.interval)
        ? {
            share: lengthControlled.winRate,
            interval: lengthControlled.interval,
          }
        : null,
    wins,
    losses,
    ties,
  }
}

/** Whether an interval says anything. If the fit separates wins from losses, it shrinks to a point at 0 or 100 %. */
function isInformative(interval: readonly [number, number] | null): boolean {
  return interval === null || interval[1] - interval[0] >= NARROWEST
}

/** The first rows, and the selected one. */
export function shownOf(rows: readonly WinRateRow[], selected: string | null): WinRateRow[] {
  return rows.filter(({ name }, place) => place < MOST || name === selected)
}
