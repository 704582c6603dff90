import { describe, expect, it } from 'vitest'
import type { JudgeTrust, Outcome } from '../../../shared/contracts/index.ts'
import { sourcesOf } from '../../../server/arenas/describe-arena.ts'
import { sourceWarnings } from '../../../server/ratings/boards/board-warnings.ts'
import { judgesCounted, majorityVotes } from '../../../shared/votes/majority.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { tableOf, votesIn, type RatedVote } from '../../../shared/votes/vote-table.ts'
import { computeBoardBy } from '../../../server/ratings/compute-board.ts'
import { boardOf, vote } from './boards.ts'
import { inEnglish, msg, warning } from '../../../shared/messages/index.ts'

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
  })
})

describe('a powered board beside that of people', () => {
  const view = { source: 'powered', criterion: null, category: null, from: null, to: null }
  const humans = { ...view, source: 'humans' }
  const NAMES = ['A', 'B', 'C']

  /** Judges see all three pairs of 60 prompts; people the first 20 prompts, a few pairs of each. */
  function bothSets(): RatedVote[] {
    const stream = new RandomStream(8, 0)
    const votes: RatedVote[] = []
    for (let prompt = 0; prompt < 60; prompt++)
      for (const [i, j] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const) {
        const outcome = stream.uniform() < 0.5 + 0.12 * (j - i) ? 'left' : 'right'
        const of = { contestantA: NAMES[i], contestantB: NAMES[j], prompt: `p${100 + prompt}` }
        votes.push({ ...of, id: `j${votes.length}`, outcome, voter: 'gpt', byJudge: true })
        if (prompt < 20)
          for (let n = 0; n < 3; n++)
            if (stream.uniform() < 0.5)
              votes.push({ ...of, id: `h${votes.length}`, outcome, voter: `w${n}`, byJudge: false })
      }
    return votes
  }

  const votes = bothSets()
  const people = votes.filter(({ byJudge }) => !byJudge)
  const figures = ({ contestants }: ReturnType<typeof boardOf>) => contestants
  const noOverlap = ({ warnings }: ReturnType<typeof boardOf>) =>
    warnings.flatMap(({ code, message }) => (code === 'no_overlap' ? [message] : []))

  const board = boardOf(votes, { view })
  const plain = boardOf(people, { view: humans })

  it('shows the judge weight and the votes of judges, and counts people’s votes', () => {
    expect(board.powered).toEqual({
      lambda: expect.any(Number) as number,
      judged: 180,
      labelled: people.length,
      judgeVotes: 180,
    })
    expect(board.powered!.lambda).toBeGreaterThan(0.3)
    expect([board.votes, board.prompts, board.voters, board.cluster]).toEqual([
      people.length,
      20,
      3,
      'prompt',
    ])
    expect(board.warnings).toEqual(plain.warnings)
    expect(plain.powered).toBeUndefined()
  })

  it('does not depend on the order of votes; its hash covers all votes of people and judges', () => {
    expect(boardOf(votes.toReversed(), { view })).toEqual(board)
    const last = votes.findLastIndex(({ byJudge }) => byJudge)
    const changed = votes.map((vote, i) => (i === last ? { ...vote, outcome: 'tie' as const } : vote))
    expect(boardOf(changed, { view }).votesSha256).not.toBe(board.votesSha256)
    expect(boardOf(people, { view }).votesSha256).toBe(plain.votesSha256)
  })

  it('equals the board of people to the last digit if no judge voted, and reports how many battles to judge', () => {
    const alone = boardOf(people, { view })
    expect(figures(alone)).toEqual(figures(plain))
    expect(alone.powered).toEqual({ lambda: 0, judged: 0, labelled: 0, judgeVotes: 0 })
    const battles = new Set(
      people.map(({ prompt, contestantA, contestantB }) => `${prompt} ${contestantA} ${contestantB}`),
    )
    expect(noOverlap(alone)).toEqual([inEnglish(msg('overlap_without_judges', { battles: battles.size }))])
  })

  it('equals people’s board if people’s votes name no prompt, and a warning says so', () => {
    const unnamed = votes.map((vote) => (vote.byJudge ? vote : { ...vote, id: '', prompt: null }))
    const board = boardOf(unnamed, { view })
    expect(figures(board)).toEqual(
      figures(
        boardOf(
          unnamed.filter(({ byJudge }) => !byJudge),
          { view: humans },
        ),
      ),
    )
    expect(noOverlap(board)).toEqual([inEnglish(msg('overlap_without_prompts'))])
  })

  it('resamples by prompt even if no prompt has two votes of people', () => {
    const seen = new Set<string>()
    const single = votes.filter(({ byJudge, prompt }) => byJudge || (!seen.has(prompt!) && seen.add(prompt!)))
    expect(
      boardOf(
        single.filter(({ byJudge }) => !byJudge),
        { view: humans },
      ).cluster,
    ).toBe('vote')
    const board = boardOf(single, { view })
    expect(board.cluster).toBe('prompt')
    expect(board.powered!.labelled).toBe(20)
  })

  it('gives no ratings without votes of people', () => {
    const board = boardOf(
      votes.filter(({ byJudge }) => byJudge),
      { view },
    )
    expect(board.contestants.map(({ status }) => status)).toEqual(['unrated', 'unrated', 'unrated'])
    expect(board.warnings.map(({ code }) => code)).toEqual(['no_overlap', 'no_votes'])
  })
})

it('a powered board needs ten prompts with votes of people and judges, and a warning says so', () => {
  /** People on the first prompts and a judge, who mostly says what they say, on 30. */
  function votes(shared: number): RatedVote[] {
    return Array.from({ length: 30 }, (_, n) => n).flatMap((n) => {
      const vote = { contestantA: 'A', contestantB: 'B', prompt: `p${n}` }
      const outcome = n % 3 === 0 ? 'right' : 'left'
      return [
        { ...vote, id: `j${n}`, outcome: n % 7 === 0 ? 'tie' : outcome, voter: 'critic', byJudge: true },
        ...(n < shared ? [{ ...vote, id: `h${n}`, outcome, voter: `v${n}`, byJudge: false } as const] : []),
      ] satisfies RatedVote[]
    })
  }

  const view = { source: 'powered', criterion: null, category: null, from: null, to: null }

  const [few, enough] = [boardOf(votes(9), { view }), boardOf(votes(10), { view })]
  expect([few.powered, enough.powered]).toMatchObject([
    { lambda: 0, labelled: 9, judged: 30 },
    { labelled: 10, judged: 30 },
  ])
  expect(enough.powered!.lambda).toBeGreaterThan(0.1)
  expect(few.warnings).toContainEqual(
    warning(msg('overlap_too_small', { prompts: 9, fewest: 10 }), { kind: 'no_overlap' }),
  )
  expect(enough.warnings.map(({ code }) => code)).not.toContain('no_overlap')
})
