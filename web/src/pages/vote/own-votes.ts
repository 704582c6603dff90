import type { VoteReceipt } from '../../../../shared/contracts/battle.ts'

/** How often a voter preferred a contestant, and in how many pairs it was. */
export interface Preferred {
  name: string
  won: number
  of: number
}

/** What a voter preferred, most often first, by the votes whose names were shown. */
export function preferredOf(receipts: readonly VoteReceipt[]): Preferred[] {
  const byName = new Map<string, Preferred>()
  for (const { left, right, outcome } of receipts)
    for (const [{ name }, side] of [
      [left, 'left'],
      [right, 'right'],
    ] as const) {
      if (name === null) continue
      const { won, of } = byName.get(name) ?? { won: 0, of: 0 }
      byName.set(name, { name, won: won + (outcome === side ? 1 : 0), of: of + 1 })
    }
  return [...byName.values()].sort((a, b) => b.won - a.won || a.of - b.of)
}
