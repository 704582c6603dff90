/** The ledger of the voters against what the database holds. */
import type { LedgerEntry } from './voters.ts'

export interface LedgerCheck {
  /** Acknowledged votes that the database lacks, or holds with another outcome. */
  lost: number
  /** Stored votes beyond one for each acknowledged vote. */
  doubled: number
}

/** Compares the acknowledged votes with the stored ones. Each list may be in any order. */
export function checkLedger(ledger: readonly LedgerEntry[], stored: readonly LedgerEntry[]): LedgerCheck {
  const unmatched = new Map<string, number>()
  const keyOf = ({ battle, outcome }: LedgerEntry) => `${battle} ${outcome}`
  for (const entry of stored) unmatched.set(keyOf(entry), (unmatched.get(keyOf(entry)) ?? 0) + 1)
  let lost = 0
  for (const entry of ledger) {
    const copies = unmatched.get(keyOf(entry)) ?? 0
    if (copies === 0) lost++
    else unmatched.set(keyOf(entry), copies - 1)
  }
  return { lost, doubled: [...unmatched.values()].reduce((sum, copies) => sum + copies, 0) }
}
