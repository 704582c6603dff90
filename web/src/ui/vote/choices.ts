import type { Outcome } from '../../../../shared/contracts/votes.ts'

export interface Choice {
  outcome: Outcome
  key: string
  keyCap: string
  phoneSign: string
}

/**
 * The choices from left to right, as on the screen. Keys 1 to 4 follow this order. No key here also scrolls up or down:
 * voters scroll long answers, and a vote by accident would be theirs to mend.
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
export function splitQuestion(description: string): { question: string; more: string } {
  const all = description.trim()
  const question = /^.*?(?:[?？](?=\s|$)|$)/m.exec(all)![0]
  if (question === '' || question.length > LONGEST) return { question: '', more: all }
  return { question, more: all.slice(question.length).trim() }
}
