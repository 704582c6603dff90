import { describe, expect, it } from 'vitest'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { RateOptions } from '../../../shared/stats/declare/declare.ts'
import type { VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { board, options, type Row } from './boards.ts'

/** Every pair meets `times` times, every vote a fair coin with a share of ties. */
function independentVotes(stream: RandomStream, contestants: number, times: number): VoteColumns {
  const rows = pairs(contestants).flatMap(([i, j]) =>
    Array.from({ length: times }, (): Row => [
      i,
      j,
      stream.uniform() < 0.3 ? 2 : stream.uniform() < 0.5 ? 0 : 1,
    ]),
  )
  return board(contestants, rows)
}

/** Every pair meets once on every prompt; on each prompt a contestant has good and bad luck of its own. */
function clusteredVotes(stream: RandomStream, contestants: number, prompts: number): VoteColumns {
  const rows = Array.from({ length: prompts }, (_, prompt) => {
    const luck = Array.from({ length: contestants }, () =>
      Math.log(stream.exponential() / stream.exponential()),
    )
    return pairs(contestants).map(([i, j]): Row => {
      const won = stream.uniform() < 1 / (1 + Math.exp(luck[j] - luck[i]))
      return [i, j, won ? 0 : 1, 1, prompt]
    })
  })
  return board(contestants, rows.flat())
}

function pairs(contestants: number): [number, number][] {
  const all = Array.from({ length: contestants }, (_, i) => i)
  return all.flatMap((i) => all.slice(i + 1).map((j): [number, number] => [i, j]))
}

/** Share of boards of equals on which anyone is declared above anyone. */
function falseBoards(
  boards: number,
  draw: (stream: RandomStream) => VoteColumns,
  changes: Partial<RateOptions>,
): number {
  let wrong = 0
  for (let index = 0; index < boards; index++) {
    const rated = rate(draw(new RandomStream(2024, index)), options({ rounds: 200, seed: index, ...changes }))
    if (rated.standings.some(({ rankInterval }) => rankInterval && rankInterval[0] > 1)) wrong++
  }
  return wrong / boards
}

/** 5 % and what chance may add to it on so many boards (one-sided 1 %). */
function limit(boards: number): number {
  return 0.05 + 2.33 * Math.sqrt((0.05 * 0.95) / boards)
}

describe('on boards of equals, a contestant is declared above another', () => {
  it.each([
    ['5 contestants, 30 votes a pair', 5, 30, 1000],
    ['20 contestants, 10 votes a pair', 20, 10, 250],
  ])('on at most 5 %% by vote: %s', (_, contestants, times, boards) => {
    const share = falseBoards(boards, (stream) => independentVotes(stream, contestants, times), {
      by: 'vote',
    })
    expect(share).toBeLessThan(limit(boards))
    expect(share).toBeGreaterThan(0)
  })

  it.each([
    ['5 contestants, 25 prompts', 5, 25, 1000],
    ['5 contestants, 10 prompts', 5, 10, 1000],
    ['20 contestants, 25 prompts', 20, 25, 250],
  ])('on at most 5 %% by prompt: %s', (_, contestants, prompts, boards) => {
    const share = falseBoards(boards, (stream) => clusteredVotes(stream, contestants, prompts), {
      by: 'unit',
    })
    expect(share).toBeLessThan(limit(boards))
  })

  it('on at most 5 % by prompt even with only two prompts, which often agree by chance', () => {
    const twoPrompts = (stream: RandomStream) =>
      board(
        2,
        Array.from({ length: 32 }, (_, vote): Row => [0, 1, stream.uniform() < 0.5 ? 0 : 1, 1, vote % 2]),
      )
    expect(falseBoards(1000, twoPrompts, { by: 'unit' })).toBeLessThan(limit(1000))
  })

  it('far more often by the usual recipe, and by vote if votes share prompts', () => {
    const usual = { intervals: 'classic' as const, rounds: 100 }
    expect(falseBoards(300, (stream) => independentVotes(stream, 5, 30), usual)).toBeGreaterThan(limit(300))
    expect(falseBoards(300, (stream) => clusteredVotes(stream, 5, 25), { by: 'vote' })).toBeGreaterThan(
      limit(300),
    )
  })
})
