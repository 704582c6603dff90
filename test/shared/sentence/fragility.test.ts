import { expect, it } from 'vitest'
import type { Board, Fragility } from '../../../shared/contracts/index.ts'
import { fragilityText } from '../../../shared/sentence/index.ts'

const of = (fragility: Fragility | null | undefined) => fragilityText({ votes: 8931, fragility } as Board)
const cell = (votes: number, tie = false) => ({ winner: 'A', loser: 'B', tie, votes })

it('names the votes on which a lead depends', () => {
  expect(of(undefined)).toBeNull()
  expect(of(null)).toBe('No set of votes was found whose removal would put another contestant first.')
  expect(of({ leader: 'A', becomes: 'B', votes: 1, removed: [cell(1)] })).toBe(
    'Without 1 of 8,931 votes (0.011 %), B would be rated above A: 1 win of A over B.',
  )
  expect(
    of({ leader: 'A', becomes: 'B', votes: 13, removed: [cell(9), cell(1, true), cell(2, true), cell(1)] }),
  ).toBe(
    'Without 13 of 8,931 votes (0.15 %), B would be rated above A: 9 wins of A over B, 1 tie of A and B, 2 ties of A and B, and 1 more.',
  )
})
