import type { Outcome } from '../../../../shared/contracts/outcome.ts'

export interface Choice {
  outcome: Outcome
  key: string
  keyCap: string
  phoneSign: string
}

/**
 * In the order of space: what is left stands left. Keys 1 to 4 follow the same order. No key here scrolls a page up or
 * down: voters scroll long answers, and a vote cast by accident reveals the names.
 */
export const CHOICES: readonly Choice[] = [
  { outcome: 'left', key: 'ArrowLeft', keyCap: '←', phoneSign: '↑' },
  { outcome: 'tie', key: 't', keyCap: 't', phoneSign: '=' },
  { outcome: 'both_bad', key: 'x', keyCap: 'x', phoneSign: '×' },
  { outcome: 'right', key: 'ArrowRight', keyCap: '→', phoneSign: '↓' },
]

/** The outcome a key stands for, or null. */
export function outcomeOfKey(key: string): Outcome | null {
  const pressed = key.length === 1 ? key.toLowerCase() : key
  const choice = CHOICES.find(
    (candidate, index) => candidate.key === pressed || String(index + 1) === pressed,
  )
  return choice?.outcome ?? null
}

/** What may be wrong with an answer. */
export const FLAGS = ['names_itself', 'broken', 'unsafe'] as const

export type Flag = (typeof FLAGS)[number]
