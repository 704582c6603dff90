import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeOrders } from '../../../../server/transfer/formats/repeated-votes.ts'
import type { RowWinner, VoteRow } from '../../../../shared/contracts/votes.ts'
import { voteRow } from './text-file.ts'

/** A judge's verdict on A (left in order ab) against B. */
function call(order: string | null, winner: RowWinner, fields: Partial<VoteRow> = {}): VoteRow {
  const swapped = order === 'ba' ? { modelA: 'B', modelB: 'A' } : {}
  return voteRow({ judgeType: 'llm', judge: 'j', pairId: 'p', order, winner, ...swapped, ...fields })
}

/** Name of the winner of each vote, or what it says instead. */
function verdicts(rows: VoteRow[]): string[] {
  return mergeOrders(rows).votes.map(({ winner, modelA, modelB }) =>
    winner === 'left' ? modelA : winner === 'right' ? modelB : winner,
  )
}

describe('both orders', () => {
  it.each([
    ['agree on a name', 'left', 'right', 'A'],
    ['agree on the other name', 'right', 'left', 'B'],
    ['prefer whoever comes first', 'left', 'left', 'tie_inconsistent'],
    ['prefer whoever comes second', 'right', 'right', 'tie_inconsistent'],
    ['see a winner and a tie', 'left', 'tie', 'tie_inconsistent'],
    ['see a tie twice', 'tie', 'tie', 'tie'],
    ['find both bad', 'both_bad', 'both_bad', 'both_bad'],
    ['see a tie and both bad', 'tie', 'both_bad', 'tie_inconsistent'],
  ] as [string, RowWinner, RowWinner, string][])('that %s are one vote', (_, ab, ba, expected) => {
    expect(verdicts([call('ab', ab), call('ba', ba)])).toEqual([expected])
  })

  it('are found by question, turn and names if there is no pair_id', () => {
    const on = (questionId: string, turn: number) => ({ pairId: null, questionId, turn })
    const rows = [
      call('ab', 'left', on('q', 1)),
      call('ab', 'right', on('q', 2)),
      call('ab', 'left', on('r', 1)),
      call('ba', 'right', on('q', 1)),
      call('ba', 'left', on('q', 2)),
      call('ba', 'right', on('r', 1)),
    ]
    expect(verdicts(rows)).toEqual(['A', 'B', 'A'])
  })

  it('are distinguished by judge and criterion', () => {
    const rows = [
      call('ab', 'left', { judge: 'k' }),
      call('ab', 'left', { criterion: 'c' }),
      call('ba', 'left', { criterion: 'c' }),
      call('ab', 'left'),
      call('ba', 'right'),
    ]
    const { votes, incomplete } = mergeOrders(rows)
    expect(votes.map(({ criterion, winner }) => [criterion, winner])).toEqual([
      ['c', 'tie_inconsistent'],
      [null, 'left'],
    ])
    expect(incomplete.map(({ judge }) => judge)).toEqual(['k'])
  })

  it('with one of them missing are no vote, if the file has both orders of other pairs', () => {
    const alone = call('ab', 'left', { pairId: 'q', line: 9 })
    const twice = call('ab', 'left', { pairId: 'q', line: 10 })
    const { votes, incomplete } = mergeOrders([call('ab', 'left'), alone, call('ba', 'right'), twice])
    expect(votes).toHaveLength(1)
    expect(incomplete).toEqual([alone])
  })

  it('are not merged if every judgement has only one order', () => {
    const rows = [call('ab', 'left'), call('ba', 'left', { pairId: 'q' }), call('ab', 'tie')]
    expect(mergeOrders(rows)).toEqual({ votes: rows, incomplete: [] })
  })

  it('do not apply to people, to results, or to rows without an order', () => {
    const rows = [
      call('ab', 'left', { judgeType: 'human' }),
      call('ba', 'left', { judgeType: 'human' }),
      call('ab', 'left', { judgeType: 'result' }),
      call(null, 'left', { pairId: 'q' }),
    ]
    expect(mergeOrders([...rows, call('ab', 'left'), call('ba', 'right')]).votes).toEqual([
      ...rows,
      expect.objectContaining({ winner: 'left', order: null }),
    ])
  })

  it('with repeats count the verdict of more than half of their rows', () => {
    const most = [call('ab', 'left'), call('ab', 'left'), call('ab', 'tie')]
    expect(verdicts([...most, call('ba', 'right')])).toEqual(['A'])
    expect(verdicts([...most, call('ba', 'right'), call('ba', 'left')])).toEqual(['tie_inconsistent'])
    expect(verdicts([...most.slice(1), call('ba', 'right'), call('ba', 'tie')])).toEqual(['tie_inconsistent'])
  })

  it('give the same vote whatever the order of their rows', () => {
    const winner = fc.constantFrom<RowWinner>('left', 'right', 'tie', 'both_bad')
    const calls = fc.array(fc.tuple(fc.constantFrom('ab', 'ba'), winner), { minLength: 2, maxLength: 6 })
    const shuffled = calls
      .map((all) => all.map(([order, winner], i) => call(order, winner, { id: String(i), line: i })))
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        fc.pre(new Set(one.map(({ order }) => order)).size === 2)
        expect(mergeOrders(other).votes).toEqual(mergeOrders(one).votes)
      }),
    )
  })
})
