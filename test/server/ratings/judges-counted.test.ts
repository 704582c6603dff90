import { describe, expect, it } from 'vitest'
import type { JudgeTrust, Outcome } from '../../../shared/contracts/index.ts'
import { sourcesOf } from '../../../server/arenas/describe-arena.ts'
import { sourceWarnings } from '../../../server/ratings/boards/board-warnings.ts'
import { judgesCounted, majorityVotes } from '../../../shared/votes/majority.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { tableOf, votesIn, type RatedVote } from '../../../shared/votes/vote-table.ts'
import { computeBoardBy } from '../../../server/ratings/compute-board.ts'
import { boardOf, vote } from './boards.ts'

const judge = (name: string, state: JudgeTrust['state'], agreed: number): JudgeTrust => ({
  judge: name,
  state,
  agreed,
  decided: 60,
  minAgreement: 0.75,
})
const trust = [
  judge('good', 'calibrated', 54),
  judge('bad', 'uncalibrated', 31),
  judge('new', 'not_measured', 0),
]

describe('which judges a board counts', () => {
  it.each([
    ['humans', null],
    ['all', { only: ['good'] }],
    ['judges', { except: ['bad'] }],
    ['judge:bad', null],
    ['powered', null],
  ])('%s', (source, choice) => expect(judgesCounted(source, trust)).toEqual(choice))

  it('powered by judges counts failed judges too, without a warning: the board measures them', () => {
    const voted = [
      { source: 'human', name: null },
      ...trust.map((one) => ({ source: 'judge', name: one.judge })),
    ]
    const related = trust.map((one) => ({ ...one, sameFamily: ['A'] }))
    expect(sourceWarnings({ source: 'powered', trust: related } as never, voted)).toEqual([])
    expect(sourceWarnings({ source: 'judge:bad', trust: related } as never, voted)).toHaveLength(2)
  })

  it('offers the powered source if people and any judge have voted', () => {
    const votes = [
      { source: 'human' as const, name: null, votes: 7 },
      { source: 'judge' as const, name: 'bad', votes: 9 },
    ]
    const offered = (counts: typeof votes) => sourcesOf(counts, trust).map(({ source }) => source)
    expect(offered(votes)).toContain('powered')
    for (const alone of votes) expect(offered([alone])).not.toContain('powered')
  })
})

// Boards on which several judges make one vote of each prompt and pair.

const view = { source: 'majority', criterion: null, category: null, from: null, to: null }

/** One word for each prompt, one letter for each judge: A or B wins, = is a tie, x is both bad, . is no vote. */
function verdicts(...words: string[]): RatedVote[] {
  const outcomes: Record<string, Outcome> = { A: 'left', B: 'right', '=': 'tie', x: 'both_bad' }
  return words.flatMap((word, p) =>
    [...word].flatMap((letter, judge) =>
      letter === '.'
        ? []
        : vote(`v${p}-${judge}`, { outcome: outcomes[letter]!, prompt: `p${p}`, voter: `judge ${judge}` }),
    ),
  )
}

const combined = (votes: RatedVote[]) => {
  const { votes: table, majority } = majorityVotes(tableOf(votes))
  const said = votesIn(table).map(({ prompt, outcome }) => [prompt, outcome])
  return { said: Object.fromEntries(said) as Record<string, Outcome>, majority }
}

describe('the vote of a jury', () => {
  it('is what more than half of all judges say; without a quorum that agrees, it is a tie', () => {
    const { said, majority } = combined(verdicts('AAB', 'BBB', 'AB=', 'xxA', '=xB', 'ABx'))
    expect(said).toEqual({ p0: 'left', p1: 'right', p2: 'tie', p3: 'both_bad', p4: 'tie', p5: 'tie' })
    expect(majority).toEqual({
      judges: ['judge 0', 'judge 1', 'judge 2'],
      quorum: 2,
      judgeVotes: 18,
      split: 2,
      missing: 0,
      leftOut: 0,
    })
  })

  it('counts missing judges: fewer voters than the quorum make no vote', () => {
    const { said, majority } = combined(verdicts('AAAA', 'AAA.', 'AA..', 'A...', 'AAB.'))
    expect(said).toEqual({ p0: 'left', p1: 'left', p4: 'tie' })
    expect(majority).toMatchObject({ quorum: 3, split: 1, missing: 2 })
  })

  it('of two judges needs both', () => {
    expect(combined(verdicts('AA', 'AB', 'A.')).said).toEqual({ p0: 'left', p1: 'tie' })
  })

  it('lets a judge with several votes on a pair speak once, with what most of them say', () => {
    const again = (outcome: Outcome, id: string) => vote(id, { outcome, prompt: 'p0', voter: 'judge 0' })
    const votes = verdicts('BB', 'AA')
    expect(combined([...votes, again('left', 'x'), again('left', 'y')]).said).toEqual({
      p0: 'tie',
      p1: 'left',
    })
    expect(combined([...votes, again('right', 'x'), again('left', 'y')]).said).toEqual({
      p0: 'right',
      p1: 'left',
    })
  })

  it('ignores on which side an answer was, and in which order votes come', () => {
    const votes = verdicts('AAB', 'B.B', 'ABB', '=A=')
    const swapped = votes.map((one, i) =>
      i % 2
        ? one
        : {
            ...one,
            contestantA: 'B',
            contestantB: 'A',
            outcome: ({ left: 'right', right: 'left' } as const)[one.outcome as 'left'] ?? one.outcome,
          },
    )
    expect(combined(swapped.toReversed())).toEqual(combined(votes))
  })

  it('leaves out votes without a prompt or a name', () => {
    const votes = [...verdicts('AA'), vote('n', { voter: 'judge 0' }), vote('m', { prompt: 'p0' })]
    expect(combined(votes).majority).toMatchObject({ judgeVotes: 2, leftOut: 2 })
  })
})

describe('a board by majority', () => {
  const stream = new RandomStream(3, 0)
  const votes = Array.from({ length: 80 }, (_, p) => p).flatMap((p) =>
    ['one', 'two', 'three'].map((voter) =>
      vote(`v${p}-${voter}`, {
        contestantB: 'BC'[Math.floor(p / 40)]!,
        outcome: stream.uniform() < 0.7 ? 'left' : 'right',
        prompt: `p${p % 40}`,
        voter,
      }),
    ),
  )
  const board = boardOf(votes, { view })

  it('has the figures of the combined votes, and covers the votes of judges with its hash', () => {
    const plain = boardOf(votesIn(majorityVotes(tableOf(votes)).votes), {
      view: { ...view, source: 'judges' },
    })
    expect(board.contestants).toEqual(plain.contestants)
    expect([board.votes, board.voters, board.prompts, board.cluster]).toEqual([80, 3, 40, 'prompt'])
    expect(board.votesSha256).toBe(boardOf(votes, { view: { ...view, source: 'judges' } }).votesSha256)
    expect(board.speaksFor).toMatchObject({ whom: 'judges', voters: 3, judges: ['one', 'three', 'two'] })
    expect(boardOf(votes.toReversed(), { view })).toEqual(board)
  })

  it('is neither by voter nor by another method', () => {
    expect(() => boardOf(votes, { view, cluster: 'voter' })).toThrow('resampled by prompt')
    const options = { arena: null, view, rounds: 0, seed: 1, computedAt: '2026-01-01', version: '0' }
    expect(() => computeBoardBy('elo', votes, options)).toThrow('by bradley-terry')
    expect(() => computeBoardBy('bradley-terry', votes, { ...options, fragility: true })).toThrow(
      'without fragility',
    )
  })
})
