import type { Outcome } from '../../../../shared/contracts/outcome.ts'

export interface Choice {
  outcome: Outcome
  /** On a wide screen, where the answers stand side by side. */
  wide: string
  /** On a phone, where one stands above the other. */
  phone: string
  key: string
  keyCap: string
  phoneSign: string
}

/** In the order of space: what is left stands left. Keys 1 to 4 follow the same order. */
export const CHOICES: readonly Choice[] = [
  { outcome: 'left', wide: 'Left is better', phone: 'Upper', key: 'ArrowLeft', keyCap: '←', phoneSign: '↑' },
  { outcome: 'tie', wide: 'Tie', phone: 'Tie', key: 'ArrowDown', keyCap: '↓', phoneSign: '=' },
  { outcome: 'both_bad', wide: 'Both bad', phone: 'Both bad', key: 'x', keyCap: 'x', phoneSign: '×' },
  {
    outcome: 'right',
    wide: 'Right is better',
    phone: 'Lower',
    key: 'ArrowRight',
    keyCap: '→',
    phoneSign: '↓',
  },
]

/** The outcome a key stands for, or null. */
export function outcomeOfKey(key: string): Outcome | null {
  const pressed = key.length === 1 ? key.toLowerCase() : key
  const choice = CHOICES.find(
    (candidate, index) => candidate.key === pressed || String(index + 1) === pressed,
  )
  return choice?.outcome ?? null
}

export const FLAGS = [
  { flag: 'names_itself', label: 'An answer says who made it' },
  { flag: 'broken', label: 'An answer is broken or cut off' },
  { flag: 'unsafe', label: 'An answer is unsafe' },
] as const

export type Flag = (typeof FLAGS)[number]['flag']
