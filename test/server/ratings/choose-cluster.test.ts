/** The default unit of resampling, and for whom the board then speaks. */
import { describe, expect, it } from 'vitest'
import type { RatedVote } from '../../../shared/votes/vote-table.ts'
import { smallPrint } from '../../../shared/sentence/index.ts'
import type { BoardOptions } from '../../../server/ratings/boards/board-of.ts'
import { boardOf as boardBy, vote } from './boards.ts'

/** 240 votes; what is given of vote number n. */
const votesOf = (fieldsOf: (n: number) => Partial<RatedVote>) =>
  Array.from({ length: 240 }, (_, n) =>
    vote(String(n).padStart(3, '0'), { outcome: n % 3 ? 'left' : 'right', ...fieldsOf(n) }),
  )
const prompt = (n: number) => `p${n % 24}`
const fileOf = (source: string) => ({
  view: { source, criterion: null, category: null, from: null, to: null },
})

const boardOf = (votes: readonly RatedVote[], options: Partial<BoardOptions> = {}) =>
  boardBy(votes, { ...fileOf('humans'), ...options })

describe('the unit of resampling', () => {
  it.each([
    [
      'both',
      'people',
      'prompts and enough voters',
      (n: number) => ({ prompt: prompt(n), voter: `v${n % 31}` }),
    ],
    ['voter', 'people', 'voters and no prompts', (n: number) => ({ voter: `v${n % 31}` })],
    [
      'voter',
      'people',
      'prompts of one vote each',
      (n: number) => ({ prompt: `p${n}`, voter: `v${n % 31}` }),
    ],
    ['prompt', 'people', 'voters of one vote each', (n: number) => ({ prompt: prompt(n), voter: `v${n}` })],
    ['prompt', 'voters', 'too few voters', (n: number) => ({ prompt: prompt(n), voter: `v${n % 7}` })],
    [
      'prompt',
      'voters',
      'voters of whom one casts half of all votes',
      (n: number) => ({ prompt: prompt(n), voter: n % 2 ? 'one' : `v${n % 40}` }),
    ],
    ['prompt', undefined, 'prompts and no voters', (n: number) => ({ prompt: prompt(n) })],
    [
      'both',
      'people',
      'a third of the votes with a voter',
      (n: number) => ({ prompt: prompt(n), voter: n % 3 ? null : `v${n % 20}` }),
    ],
    [
      'prompt',
      undefined,
      'few votes with a voter, by few voters',
      (n: number) => ({ prompt: prompt(n), voter: n % 3 ? null : `v${n % 6}` }),
    ],
    ['vote', 'voters', 'too few voters and no prompts', (n: number) => ({ voter: `v${n % 3}` })],
  ])('is %s, and the board speaks for %s, with %s', (cluster, whom, _, fieldsOf) => {
    const board = boardOf(votesOf(fieldsOf))
    expect([board.cluster, board.speaksFor?.whom]).toEqual([cluster, whom])
  })

  it('is the prompt for judges, and the board names them', () => {
    const votes = votesOf((n) => ({ prompt: prompt(n), voter: `judge ${n % 12}` }))
    const board = boardOf(votes, fileOf('judges'))
    expect(board).toMatchObject({ cluster: 'prompt', speaksFor: { whom: 'judges', voters: 12 } })
    expect(board.speaksFor!.judges).toHaveLength(12)
    const [one] = smallPrint(
      boardOf(
        votes.map((own) => ({ ...own, voter: 'strict' })),
        fileOf('judge:strict'),
      ),
    )
    expect(one).toBe('Votes are by strict: the board speaks for this judge alone.')
  })

  it('is the prompt if voters are mixed', () => {
    const board = boardOf(
      votesOf((n) => ({ prompt: prompt(n), voter: `v${n % 31}` })),
      fileOf('all'),
    )
    expect([board.cluster, board.speaksFor]).toEqual(['prompt', undefined])
  })

  it('is one kind of unit if a method or report supports only one', () => {
    const votes = votesOf((n) => ({ prompt: prompt(n), voter: `v${n % 31}` }))
    expect(boardOf(votes, { oneKindOfUnit: true }).cluster).toBe('prompt')
  })

  it('counts voters by how evenly they vote', () => {
    const uneven = boardOf(votesOf((n) => ({ prompt: prompt(n), voter: n % 2 ? 'one' : `v${n % 40}` })))
    // 120 votes by one and 6 by each of 20
    expect(uneven.speaksFor).toEqual({
      whom: 'voters',
      voters: 21,
      effective: 240 ** 2 / (120 ** 2 + 20 * 36),
    })
    expect(smallPrint(uneven)).toEqual([
      'Votes are by 21 voters, but so unevenly that they count as 3: the board speaks for them alone.',
    ])
    expect(smallPrint(uneven, 'de')[0]).toContain('wie 3 zählen')
  })

  it('does not change a requested unit, and few voters still limit whom the board speaks for', () => {
    const votes = votesOf((n) => ({ prompt: prompt(n), voter: `v${n % 31}` }))
    expect(boardOf(votes, { cluster: 'prompt' })).toMatchObject({
      cluster: 'prompt',
      speaksFor: { whom: 'voters', voters: 31 },
    })
    const few = votesOf((n) => ({ prompt: prompt(n), voter: `v${n % 3}` }))
    expect(boardOf(few, { cluster: 'both' })).toMatchObject({
      cluster: 'both',
      speaksFor: { whom: 'voters' },
    })
  })
})

it('a few prompts with most votes cause the warning of few prompts', () => {
  const board = boardOf(votesOf((n) => ({ prompt: n % 4 ? `p${n % 3}` : `p${n}` })))
  const [warning] = board.warnings.filter(({ code }) => code === 'few_units')
  expect(warning?.count).toBeLessThan(10)
  expect(warning?.message).toMatch(/^Most votes are on a few of \d+ prompts, which count as \d:/)
})
