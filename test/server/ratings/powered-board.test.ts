import { describe, expect, it } from 'vitest'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { computeBoardBy } from '../../../server/ratings/compute-board.ts'
import type { RatedVote } from '../../../shared/votes/vote-table.ts'
import { boardOf } from './boards.ts'
import { inEnglish, msg, warning } from '../../../shared/messages/index.ts'

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

  describe('a board powered by judges', () => {
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

    it('has the wins and losses of people’s votes, and shorter intervals', () => {
      for (const row of board.contestants) {
        const own = plain.contestants.find(({ name }) => name === row.name)!
        const { wins, losses, ties, bothBad, votes: count, units, status } = own
        expect(row).toMatchObject({ wins, losses, ties, bothBad, votes: count, units, status })
        expect(row.standardError).toBeLessThan(own.standardError!)
      }
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

    it('equals people’s board if judges judged other prompts or name no prompt', () => {
      for (const prompt of [null, 'other']) {
        const apart = votes.map((vote) =>
          vote.byJudge ? { ...vote, prompt: prompt && `${prompt} ${vote.prompt}` } : vote,
        )
        const board = boardOf(apart, { view })
        expect(figures(board)).toEqual(figures(plain))
        expect(board.powered).toMatchObject({ lambda: 0, labelled: 0, judgeVotes: 180 })
        expect(noOverlap(board)[0]).toMatch(/^No battle \(/)
      }
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

    it('equals people’s board if the unit is not the prompt', () => {
      for (const cluster of ['vote', 'voter'] as const) {
        const board = boardOf(votes, { view, cluster })
        expect(figures(board)).toEqual(figures(boardOf(people, { view: humans, cluster })))
        expect(board.powered).toMatchObject({ lambda: 0, labelled: people.length })
        expect(noOverlap(board)[0]).toBe(inEnglish(msg('overlap_resampled', { unit: cluster })))
      }
    })

    it('resamples by prompt even if no prompt has two votes of people', () => {
      const seen = new Set<string>()
      const single = votes.filter(
        ({ byJudge, prompt }) => byJudge || (!seen.has(prompt!) && seen.add(prompt!)),
      )
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

    it('does not change with a second judge that judged only the battles of people', () => {
      const fond = people.flatMap((vote): RatedVote[] =>
        vote.voter === 'w1'
          ? [{ ...vote, id: `f${vote.id}`, outcome: 'left', voter: 'a fond one', byJudge: true }]
          : [],
      )
      const fondBoard = boardOf([...fond, ...votes], { view })
      expect(figures(fondBoard)).toEqual(figures(board))
      expect(fondBoard.powered).toEqual({ ...board.powered, judgeVotes: 180 + fond.length })
    })

    it('gives no ratings without votes of people', () => {
      const board = boardOf(
        votes.filter(({ byJudge }) => byJudge),
        { view },
      )
      expect(board.contestants.map(({ status }) => status)).toEqual(['unrated', 'unrated', 'unrated'])
      expect(board.warnings.map(({ code }) => code)).toEqual(['no_overlap', 'no_votes'])
    })

    it('refuses other methods and classic intervals', () => {
      expect(() => boardOf(votes, { view, intervals: 'classic' })).toThrow(/no classic intervals/)
      const options = { arena: null, view, rounds: 0, seed: 1, computedAt: '', version: '' }
      expect(() => computeBoardBy('elo', votes, options)).toThrow(/bradley-terry/)
    })
  })
})

describe('a powered board and its overlap', () => {
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

  describe('a board powered by judges', () => {
    it('needs ten prompts with votes of people and judges, and a warning says so', () => {
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
  })
})
