import { describe, expect, it } from 'vitest'
import { chooseVotes as choose, type Choice } from '../../../../server/transfer/formats/choose-votes.ts'
import { FileVotes } from '../../../../server/transfer/formats/file-votes.ts'
import type { VoteRow } from '../../../../shared/contracts/votes.ts'
import { votesIn } from '../../../../shared/votes/vote-table.ts'
import { voteRow } from './text-file.ts'

const everything: Choice = { criterion: null, category: null, source: null, judge: null, orders: 'merge' }
const human = voteRow({ id: 'h', judge: 'ann', criterion: 'c', category: 'k', questionId: 'q' })
const llm = voteRow({ id: 'l', judge: 'gpt', judgeType: 'llm', winner: 'tie_inconsistent' })
const otherLlm = voteRow({ id: 'm', judge: 'opus', judgeType: 'llm', winner: 'both_bad' })
const result = voteRow({ id: 'r', judge: 'gpt', judgeType: 'result' })
const simulated = voteRow({ id: 's', judgeType: 'simulated' })

const chooseVotes = (rows: VoteRow[], choice: Choice) => {
  const { votes, ...rest } = choose(FileVotes.of(rows), choice)
  return { ...rest, votes: votesIn(votes) }
}

const chosen = (rows: VoteRow[], choice: Partial<Choice> = {}) => {
  const { votes, view, warnings } = chooseVotes(rows, { ...everything, ...choice })
  return { ids: votes.map(({ id }) => id), source: view.source, warnings: warnings.map(({ code }) => code) }
}

describe('choosing the votes of a view', () => {
  it.each([
    ['humans', [human]],
    ['judges', [llm, otherLlm]],
    ['all', [result]],
    ['all', [human, result]],
    ['simulated', [simulated]],
    ['all', []],
  ] as [string, VoteRow[]][])('names %s as the source', (source, rows) => {
    expect(chosen(rows)).toEqual({ ids: rows.map(({ id }) => id), source, warnings: [] })
  })

  it('separates people and judges on a board powered by judges, and takes no other votes', () => {
    const all = [human, result, llm, simulated, otherLlm]
    const { votes, view, warnings } = choose(FileVotes.of(all), { ...everything, source: 'powered' })
    expect(votesIn(votes).map(({ id }) => id)).toEqual(['h', 'l', 'm'])
    expect([...votes.byJudge!]).toEqual([0, 1, 1])
    expect([view.source, warnings]).toEqual(['powered', []])
  })

  it('warns of people and judges together, unless a source is chosen', () => {
    const all = [human, llm, otherLlm, result]
    expect(chosen(all)).toEqual({ ids: ['h', 'l', 'm', 'r'], source: 'all', warnings: ['mixed_sources'] })
    expect(chosen(all, { source: 'humans' })).toEqual({ ids: ['h'], source: 'humans', warnings: [] })
    expect(chosen(all, { source: 'judges' })).toEqual({ ids: ['l', 'm'], source: 'judges', warnings: [] })
    expect(chosen(all, { source: 'judge:gpt' })).toEqual({ ids: ['l'], source: 'judge:gpt', warnings: [] })
    expect(chosen(all, { judge: 'gpt' })).toEqual({ ids: ['l', 'r'], source: 'judge:gpt', warnings: [] })
    expect(chosen(all, { judge: 'ann' })).toEqual({ ids: ['h'], source: 'judge:ann', warnings: [] })
  })

  it('restricts to a criterion and a category, and names them', () => {
    const view = { criterion: 'c', category: 'k' }
    expect(chosen([human, llm], view).ids).toEqual(['h'])
    expect(chosen([human, llm], { criterion: '' }).ids).toEqual(['l'])
    expect(chooseVotes([human], { ...everything, ...view }).view).toMatchObject(view)
  })

  it('never rates simulated votes with real ones', () => {
    expect(chosen([human, simulated])).toEqual({
      ids: ['h'],
      source: 'humans',
      warnings: ['simulated_left_out'],
    })
    expect(chosen([human, simulated], { source: 'simulated' }).ids).toEqual(['s'])
  })

  it('makes a vote of each row, an inconsistent judgement a tie, and of several kinds only people are voters', () => {
    expect(chooseVotes([human, llm, otherLlm], everything).votes).toEqual([
      { id: 'h', contestantA: 'A', contestantB: 'B', outcome: 'left', prompt: 'q', voter: 'ann' },
      { id: 'l', contestantA: 'A', contestantB: 'B', outcome: 'tie', prompt: null, voter: null },
      { id: 'm', contestantA: 'A', contestantB: 'B', outcome: 'both_bad', prompt: null, voter: null },
    ])
  })

  it('warns of judgements asked in one order, or counts each row', () => {
    const ordered = (order: string, pairId: string, line: number) =>
      voteRow({ judgeType: 'llm', judge: 'j', order, pairId, line, id: String(line) })
    const rows = [ordered('ab', 'p', 1), ordered('ba', 'p', 2), ordered('ab', 'q', 3), ordered('ab', 'r', 4)]
    const merged = chooseVotes(rows, everything)
    expect(merged.votes).toHaveLength(1)
    expect(merged.warnings).toMatchObject([{ code: 'incomplete_judgement', count: 2, lines: [3, 4] }])
    const separate = chooseVotes(rows, { ...everything, orders: 'separate' })
    expect([separate.votes.length, separate.warnings]).toEqual([4, []])
  })
})
