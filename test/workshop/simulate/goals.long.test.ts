/** The short version of `npm run simulate`: a few cells, few rounds, the same seed at every run. */
import { describe, expect, it } from 'vitest'
import { runBatch } from '../../../workshop/simulate/boards.ts'
import { titleOf } from '../../../workshop/simulate/cell.ts'
import { CELLS } from '../../../workshop/simulate/cells.ts'
import { missedGoals, type Score } from '../../../workshop/simulate/judge-board.ts'

function simulated(title: string, boards: number): Score {
  const cell = CELLS.find((one) => titleOf(one) === title)!
  return runBatch(cell, { seed: 1, rounds: 150 }, { from: 0, to: boards })
}

const byArena = (score: Score): Score => ({ ...score, engine: score.arena })

describe('on boards of known strengths', () => {
  it.each([
    ['independent: M=5 equal lopsided 10 votes a pair, ties', 400],
    ['independent: M=20 equal sparse 30 votes a pair, ties', 120],
    ['by prompt: M=5 equal, 10 prompts', 400],
    ['by prompt: M=20 equal, 25 prompts', 80],
    ['on few prompts: M=10, one on 3 of 200 prompts', 40],
    ['by voter: M=5, 50 voters of 20 votes', 150],
  ])('the rule meets its goals and the usual recipe does not: %s', (filter, boards) => {
    const score = simulated(filter, boards)
    expect(missedGoals(score)).toEqual([])
    expect(missedGoals(byArena(score))).toContain('any false')
  })

  it('names no false winner if two are tied for best', () => {
    expect(missedGoals(simulated('two best: M=5, 20 votes a pair, ties', 400))).toEqual([])
  })

  it('names neither unbeaten newcomers nor anyone else the winner', () => {
    const score = simulated('unbeaten: M=5 and one as strong as the best with 5 votes', 300)
    expect(score.unbeaten).toBeGreaterThan(30)
    expect(missedGoals(score)).toEqual([])
    expect(missedGoals(byArena(score))).toContain('false winner')
    const many = simulated('unbeaten: M=3 equal and 20 as strong with 6 votes', 60)
    expect(many.unbeaten).toBeGreaterThan(5)
    expect(missedGoals(many)).toEqual([])
  })

  it('names a far stronger contestant that never lost', () => {
    const score = simulated('unbeaten: M=5 equal and one far stronger with 20 votes', 60)
    expect(score.unbeaten).toBeGreaterThan(30)
    expect(score.engine.rightWinner).toBeGreaterThan(0.5 * score.boards)
  })
})
