import { expect, it } from 'vitest'
import type { Board, BoardContestant } from '../../../shared/contracts/index.ts'
import { fragilityText, sentence, stillNeeds } from '../../../shared/sentence/index.ts'
import { boardOf, times, votesFrom } from '../../server/ratings/boards.ts'

const saying = (fields: Partial<Board>): Board => ({
  ...boardOf(votesFrom(times(20, 'A>B B>A B>C C>B A>C C>A'))),
  winner: null,
  deadHeatForFirst: [],
  votesToSeparate: null,
  toSettle: null,
  equalForFirst: undefined,
  ...fields,
})

it('names a winner, or a dead heat and the votes that would separate it', () => {
  expect(sentence(boardOf(votesFrom(times(50, 'A>B A>B A>B A>B B>A'))), 'de')).toEqual({
    lead: 'A führt.',
    rest: 'Das Intervall liegt über allen anderen.',
  })
  const range = (likely: number | null) => ({ low: null, likely, high: null })
  const toSettle = (votes: number | null): Board['toSettle'] => ({
    contestants: ['A', 'B'],
    votes: 400,
    prompts: 24,
    voters: null,
    ways: [
      { by: 'votes', votes: range(votes), prompts: null, voters: null },
      { by: 'prompts', votes: range(800), prompts: range(43), voters: null },
    ],
  })
  expect(sentence(saying({ deadHeatForFirst: ['A', 'B', 'C'], toSettle: toSettle(3120) }), 'de')).toEqual({
    lead: 'Noch kein Sieger.',
    rest: 'A, B und C liegen in einem toten Rennen um Platz eins. Um die beiden Ersten zu trennen, braucht es wahrscheinlich einige Tausend weitere Stimmen zu diesen 24 Prompts oder etwa 40 weitere Prompts.',
  })
  expect(sentence(saying({ deadHeatForFirst: ['A', 'B'], toSettle: toSettle(null) }), 'de').rest).toContain(
    'Um die beiden Ersten zu trennen, braucht es wahrscheinlich etwa 40 weitere Prompts, nicht nur Stimmen.',
  )
})

it('names who is practically equal', () => {
  const equalForFirst = { contestants: ['A', 'B'] as [string, string], delta: 0.025 }
  expect(sentence(saying({ deadHeatForFirst: ['A', 'B'], equalForFirst }), 'de').rest).toContain(
    'Die beiden sind praktisch gleich: Die Siegquote liegt höchstens 2,5 Prozentpunkte neben 50 %',
  )
})

it('says what a contestant still needs, and on which votes a lead depends', () => {
  const winless = { status: 'provisional', reason: 'winless', votes: 1200 } as BoardContestant
  expect(stillNeeds(winless, 'half', 'de')).toBe(
    'sieglos in 1.200 Stimmen: es fehlt ein Sieg oder ein Unentschieden',
  )
  const removed = [{ winner: 'A', loser: 'B', tie: false, votes: 1 }]
  const fragility = { leader: 'A', becomes: 'B', votes: 1, removed }
  expect(fragilityText({ votes: 8931, fragility } as Board, 'de')).toBe(
    'Ohne 1 von 8.931 Stimmen (0,011 %) läge B in der Wertung über A: 1 Sieg von A über B.',
  )
})
