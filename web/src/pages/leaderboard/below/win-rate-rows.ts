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

/** An interval that is shown as one and the same figure, at a tenth of a per cent. */
const NARROWEST = 0.001

/** Where all votes say the same there is no standard error; of decisive ones Wilson's interval is known even then. */
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

/** Where the fit separates wins from losses, the estimate runs to 0 or 100 % and its interval shrinks to a point. */
function isInformative(interval: readonly [number, number] | null): boolean {
  return interval === null || interval[1] - interval[0] >= NARROWEST
}

/** The first of them, and whoever is selected. */
export function shownOf(rows: readonly WinRateRow[], selected: string | null): WinRateRow[] {
  return rows.filter(({ name }, place) => place < MOST || name === selected)
}
