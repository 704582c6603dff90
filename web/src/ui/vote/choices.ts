import type { VoteReceipt } from '../../../../shared/contracts/battle.ts'
import type { Outcome } from '../../../../shared/contracts/votes.ts'

export interface Choice {
  outcome: Outcome
  key: string
  keyCap: string
  phoneSign: string
}

/**
 * The choices from left to right, as on the screen. Keys 1 to 4 follow this order. No key here also scrolls up or down:
 * voters scroll long answers, and a vote by accident reveals the names.
 */
export const CHOICES: readonly Choice[] = [
  { outcome: 'left', key: 'ArrowLeft', keyCap: '←', phoneSign: '↑' },
  { outcome: 'tie', key: 't', keyCap: 't', phoneSign: '=' },
  { outcome: 'both_bad', key: 'x', keyCap: 'x', phoneSign: '×' },
  { outcome: 'right', key: 'ArrowRight', keyCap: '→', phoneSign: '↓' },
]

/** The outcome for a key. Null: the key has none. */
export function outcomeOfKey(key: string): Outcome | null {
  const pressed = key.length === 1 ? key.toLowerCase() : key
  const choice = CHOICES.find(
    (candidate, index) => candidate.key === pressed || String(index + 1) === pressed,
  )
  return choice?.outcome ?? null
}

const LONGEST = 120

/** The question to the voter, which is an arena's description up to its first line or question mark, and what follows. Empty: it asks none. */
export function questionIn(description: string): { question: string; more: string } {
  const all = description.trim()
  const question = /^.*?(?:[?？](?=\s|$)|$)/m.exec(all)![0]
  if (question === '' || question.length > LONGEST) return { question: '', more: all }
  return { question, more: all.slice(question.length).trim() }
}

/** What a voter can report about an answer. */
export const FLAGS = ['names_itself', 'broken', 'unsafe'] as const

export type Flag = (typeof FLAGS)[number]

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
