/** The sentence beside the field of a decision day, held against boards that are drawn and rated. */
import { describe, expect, it } from 'vitest'
import { rateBoard } from '../../../shared/stats/board/rate-board.ts'
import { LEFT, RIGHT } from '../../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { chanceToWin, decisionPower, type DecisionPlan } from '../../../shared/stats/plan/decision.ts'

const FLATTENS = 0.346

/**
 * Boards of a first contestant that beats each other at this rate on average. Strengths differ between prompts and between people so
 * much that two votes of one correlate as weights suppose. A logit is spread by 2τ², which flattens rates (Zeger 1988).
 */
function drawBoard(plan: DecisionPlan, winRate: number, random: RandomStream) {
  const { contestants, votes, prompts, people } = plan
  const kinds = [prompts, people].filter((count) => count !== null).length
  const asRated = (0.4 * (contestants - 1)) / contestants
  const tau = Math.sqrt(asRated / (1 - 2 * FLATTENS * kinds * asRated))
  const lead = Math.log(winRate / (1 - winRate)) * Math.sqrt(1 + 2 * FLATTENS * kinds * tau ** 2)
  const effectsOf = (units: number | null) =>
    Array.from({ length: units ?? 0 }, () => Array.from({ length: contestants }, () => tau * random.normal()))
  const [ofPrompt, ofPerson] = [effectsOf(prompts), effectsOf(people)]
  const pairs = Array.from({ length: contestants }, (_, i) =>
    Array.from({ length: i }, (__, j): [number, number] => [j, i]),
  ).flat()
  const column = () => new Int32Array(votes)
  const [left, right, prompt, person] = [column(), column(), column(), column()]
  const outcome = Uint8Array.from({ length: votes }, (_, vote) => {
    const [first, second] = pairs[vote % pairs.length]!
    const at = (units: number) => Math.floor(random.uniform() * units)
    left[vote] = first
    right[vote] = second
    prompt[vote] = at(prompts ?? 1)
    person[vote] = at(people ?? 1)
    const ahead = (i: number) =>
      (i === 0 ? lead : 0) + (ofPrompt[prompt[vote]!]?.[i] ?? 0) + (ofPerson[person[vote]!]?.[i] ?? 0)
    return random.uniform() < 1 / (1 + Math.exp(ahead(second) - ahead(first))) ? LEFT : RIGHT
  })
  return { contestants, left, right, outcome, prompt: prompts && prompt, person: people && person }
}

/** The share of boards on which the first contestant wins at one look. */
function shareOfWins(plan: DecisionPlan, winRate: number, boards: number, seed: number): number {
  let wins = 0
  for (let n = 0; n < boards; n++) {
    const votes = drawBoard(plan, winRate, new RandomStream(seed, n))
    const { state, reading, rated } = rateBoard(votes as never, { rounds: 0, seed: 1, looks: 'one' })
    if (state === 'wins' && rated[reading!.deadHeat[0]!] === 0) wins++
  }
  return wins / boards
}

describe('the least rate that wins on 8 of 10 boards', () => {
  it.each<[DecisionPlan, number]>([
    [{ contestants: 2, votes: 200, prompts: 100, people: null }, 400],
    [{ contestants: 3, votes: 300, prompts: 60, people: 20 }, 400],
    [{ contestants: 8, votes: 800, prompts: 24, people: 40 }, 400],
    [{ contestants: 8, votes: 1600, prompts: 200, people: 80 }, 300],
    [{ contestants: 20, votes: 2000, prompts: 100, people: null }, 200],
  ])('is that of boards that are drawn, within 10 of 100 boards and what chance adds: %o', (plan, boards) => {
    const { percent } = decisionPower(plan)
    const share = shareOfWins(plan, percent! / 100, boards, 7)
    expect(Math.abs(share - 0.8)).toBeLessThan(0.1 + 2 * Math.sqrt((0.8 * 0.2) / boards))
  })
})

it('falls with votes and prompts, rises with contestants, and says where only prompts help', () => {
  const of = (changes: Partial<DecisionPlan>) =>
    decisionPower({ contestants: 4, votes: 400, prompts: 60, people: 20, ...changes })
  expect(of({ votes: 1600, people: 80 }).percent!).toBeLessThan(of({}).percent!)
  expect(of({ prompts: 600 }).percent!).toBeLessThanOrEqual(of({}).percent!)
  expect(of({ contestants: 8 }).percent!).toBeGreaterThan(of({}).percent!)
  expect(of({ votes: 40_000, prompts: 10, people: 2000 }).needsPrompts).toBe(true)
  expect(of({}).needsPrompts).toBe(false)
  expect(of({ votes: 20, people: 2 }).percent).toBeNull()
})

it('grows with the win rate from chance to certainty', () => {
  const plan = { contestants: 3, votes: 600, prompts: 100, people: 30 }
  const chances = [0.5, 0.6, 0.7, 0.8, 0.9].map((rate) => chanceToWin(plan, rate))
  expect(chances).toEqual(chances.toSorted((one, other) => one - other))
  expect(chances[0]).toBeLessThan(0.03)
  expect(chances[4]).toBeGreaterThan(0.99)
  expect(() => chanceToWin({ ...plan, contestants: 1 }, 0.7)).toThrow(RangeError)
})
