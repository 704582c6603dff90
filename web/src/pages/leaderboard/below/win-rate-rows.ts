import type { WinRateAgainst } from '../../../../../shared/contracts/win-rates.ts'

export interface KnownShare {
  share: number
  interval: readonly [number, number] | null
}

export interface WinRateRow {
  name: string
  plain: KnownShare
  /** With answers as long as the reference's; null where that is not known. */
  equalLength: KnownShare | null
  wins: number
  losses: number
  ties: number
}

/** So many fit into one picture. */
const MOST = 40

/** Where all votes say the same there is no standard error; of decisive ones Wilson's interval is known even then. */
export function winRateRow(one: WinRateAgainst): WinRateRow {
  const { name, winRate, interval, wilson, lengthControlled, wins, losses, ties } = one
  return {
    name,
    plain: { share: winRate, interval: interval ?? (ties === 0 ? wilson : null) },
    equalLength: lengthControlled && {
      share: lengthControlled.winRate,
      interval: lengthControlled.interval,
    },
    wins,
    losses,
    ties,
  }
}

/** The first of them, and whoever is selected. */
export function shownOf(rows: readonly WinRateRow[], selected: string | null): WinRateRow[] {
  return rows.filter(({ name }, place) => place < MOST || name === selected)
}
