/** Studies in a short form: what boards promise, on a few worlds, the same at every run. */
import { describe, expect, it } from 'vitest'
import { meanCoverage, field } from '../../../workshop/simulate/field.ts'
import { total } from '../../../workshop/simulate/study.ts'
import { watched } from '../../../workshop/simulate/watched.ts'

/** 5 % of so many boards or lives, and two standard errors. */
const most = (boards: number) => 0.05 * boards + 2 * Math.sqrt(0.05 * 0.95 * boards)

describe('on boards of known strengths, at one look', () => {
  const boardsOf = (name: string, boards: number, rounds = 0) => {
    const results = field.firstResults(name, boards, { rounds })
    return { deadheat: results.map(({ deadheat }) => deadheat), recipe: results.map(({ recipe }) => recipe) }
  }
  const falseLeaders = (boards: ReturnType<typeof boardsOf>['deadheat']) =>
    boards.filter(({ leadsFalsely }) => leadsFalsely).length

  it.each([
    ['2 equals, 60 prompts × 60 voters', 300],
    ['5 equals, single votes', 300],
    ['20 equals, 60 prompts × 60 voters', 60],
    ['5 with sd 0.4, 60 × 60', 200],
    ['5 equals, judged on 10 prompts, sd 1', 300],
    ['2 equals, half of 400 votes on one of 20 prompts, sd 1', 300],
    ['3 equals, 800 votes on 50 prompts, half of them by 2 of 40 voters, sd 0.5 and 0.7', 200],
    ['5 equals, a team of 5 on 24 prompts, sd 0.5', 150],
    ['5 equals, 50 prompts × 40 voters, half of the votes named, sd 0.5 and 0.7', 150],
    ['8 equals on 12 prompts, 2 of them with 12 votes, others with about 130, sd 0.7', 100],
  ])('bars cover about 95 in 100 and somebody leads falsely on at most 5: %s', (name, boards) => {
    const { deadheat } = boardsOf(name, boards)
    const { share, error } = meanCoverage(deadheat)
    expect(share + 2 * error).toBeGreaterThan(0.935)
    expect(share - 2 * error).toBeLessThan(0.98)
    expect(falseLeaders(deadheat)).toBeLessThanOrEqual(most(boards))
  })

  it('the recipe of other arenas covers far less, and names a false leader more often', () => {
    const { deadheat, recipe } = boardsOf('2 equals, half of 400 votes on one of 20 prompts, sd 1', 300)
    expect(meanCoverage(recipe).share).toBeLessThan(0.6)
    expect(falseLeaders(recipe)).toBeGreaterThan(4 * falseLeaders(deadheat))
  })

  it('where strengths differ, true orders are shown, and hardly a false one', () => {
    const { deadheat } = boardsOf('8 like the demo: 640 votes, 24 prompts × 36 voters', 100)
    const sum = (of: 'ordered' | 'unequal' | 'wrong') => total(deadheat, (board) => board[of])
    expect(sum('ordered') / sum('unequal')).toBeGreaterThan(0.18)
    expect(sum('wrong')).toBeLessThanOrEqual(sum('ordered') / 200)
  })

  it('by rounds, bars cover as by their limit', () => {
    const [limit, rounds] = [0, 300].map((count) =>
      meanCoverage(boardsOf('5 equals, 60 prompts × 60 voters', 40, count).deadheat),
    )
    expect(Math.abs(rounds!.share - limit!.share)).toBeLessThan(0.02)
  })
})

describe('on boards that are watched', () => {
  const livesOf = (name: string, lives: number) => watched.firstResults(name, lives, { seed: 5 })

  it.each([
    ['2 equals', 150],
    ['2 equals, 60 prompts × 100 voters', 100],
    ['5 equals', 60],
    ['two 1 ahead of 1', 60],
    ['8 equals, one joins at a third and one at two thirds', 20],
  ])('a false winner is named, or decided for on the day, on at most 5 of 100 lives: %s', (name, lives) => {
    const results = livesOf(name, lives)
    expect(results.filter(({ winsFalsely }) => winsFalsely).length).toBeLessThanOrEqual(most(lives))
    expect(results.filter(({ decidedFalsely }) => decidedFalsely).length).toBeLessThanOrEqual(most(lives))
  })

  it('who leads may lead falsely at some look, which nobody promises', () => {
    expect(livesOf('2 equals', 60).filter(({ leadsFalsely }) => leadsFalsely).length).toBeGreaterThan(
      most(60),
    )
  })

  it('the best wins where it is far ahead', () => {
    const lives = livesOf('5 equals and one far stronger, hardly ever beaten', 10)
    expect(lives.every(({ winsAt }) => winsAt !== null && winsAt < 600)).toBe(true)
  })
})
