import { expect, it } from 'vitest'
import type { Board, BoardContestant, WhyNot } from '../../../shared/contracts/index.ts'
import { fragilityText, sentence, stillNeeds } from '../../../shared/sentence/index.ts'
import { boardOf, times, votesFrom } from '../../server/ratings/boards.ts'

const saying = (fields: Partial<Board>): Board => ({
  ...boardOf(votesFrom(times(20, 'A>B B>A B>C C>B A>C C>A'))),
  winner: null,
  deadHeatForFirst: [],
  whyNot: null,
  ...fields,
})

it('names a winner, or why there is none', () => {
  expect(sentence(boardOf(votesFrom(times(50, 'A>B A>B A>B A>B B>A'))), 'de')).toEqual({
    lead: 'A führt.',
    rest: 'Das Intervall liegt über allen anderen.',
  })
  const range = (likely: number | null) => ({ low: null, likely, high: null })
  const open = (reason: WhyNot['reason'], votes: number | null): Partial<Board> => ({
    deadHeatForFirst: ['A', 'B'],
    prompts: 24,
    whyNot: {
      reason,
      contestants: ['A', 'B'],
      ways: [
        { by: 'votes', votes: range(votes), prompts: null, voters: null },
        { by: 'prompts', votes: range(800), prompts: range(43), voters: null },
      ],
    },
  })
  expect(sentence(saying({ ...open('votes', 3120), deadHeatForFirst: ['A', 'B', 'C'] }), 'de')).toEqual({
    lead: 'Noch kein Sieger.',
    rest: 'A, B und C liegen in einem toten Rennen um Platz eins. Damit jemand gewinnt, braucht es wahrscheinlich einige Tausend weitere Stimmen oder etwa 40 weitere Prompts.',
  })
  expect(sentence(saying(open('prompts', null)), 'de').rest).toContain(
    '24 Prompts sind wahrscheinlich zu wenige für einen Sieger, auch mit beliebig vielen Stimmen. Damit jemand gewinnt, braucht es wahrscheinlich etwa 40 weitere Prompts.',
  )
  expect(sentence(saying(open('equal', null)), 'de').rest).toContain(
    'Die beiden sind praktisch gleich: Die Siegquote liegt höchstens 3 Prozentpunkte neben 50 %',
  )
})

it('says what a contestant still needs, and on which votes a lead depends', () => {
  const winless = { status: 'provisional', reason: 'winless', votes: 1200 } as BoardContestant
  expect(stillNeeds(winless, 'half', 'de')).toBe('alle 1.200 Stimmen verloren; mehr Stimmen nötig')
  const removed = [{ winner: 'A', loser: 'B', tie: false, votes: 1 }]
  const fragility = { leader: 'A', becomes: 'B', votes: 1, removed }
  expect(fragilityText({ votes: 8931, fragility } as Board, 'de')).toBe(
    'Ohne 1 von 8.931 Stimmen (0,011 %) läge B in der Wertung über A: 1 Sieg von A über B.',
  )
})
