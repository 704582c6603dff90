import { computeBoard } from '../../../server/ratings/compute-board.ts'
import type { BoardOptions } from '../../../server/ratings/boards/assemble-board.ts'
import { columnsFromRows, type RatedVote } from '../../../shared/votes/vote-table.ts'

/** A vote of A over B, but for what is given. */
export function vote(id: string, fields: Partial<RatedVote> = {}): RatedVote {
  return { id, contestantA: 'A', contestantB: 'B', outcome: 'left', prompt: null, voter: null, ...fields }
}

/** Votes from words such as "A>B" or "A=B" (a tie), each on a separate prompt, or ten on each prompt. */
export function votesFrom(words: string, perPrompt = 10): RatedVote[] {
  return words
    .trim()
    .split(/\s+/)
    .map((word, i) => {
      const [, contestantA, sign, contestantB] = /^(.+)([>=])(.+)$/.exec(word)!
      const prompt = `p${Math.floor(i / perPrompt)}`
      const outcome = sign === '>' ? 'left' : 'tie'
      return vote(`v${i}`, { contestantA, contestantB, outcome, prompt, voter: `w${i % 3}` })
    })
}

/** The words many times over. */
export const times = (count: number, words: string): string => `${words} `.repeat(count)

export function boardOf(votes: readonly RatedVote[], options: Partial<BoardOptions> = {}) {
  return computeBoard(columnsFromRows(votes), {
    arena: null,
    view: { source: 'all', criterion: null, category: null, from: null, to: null },
    rounds: 200,
    seed: 1,
    computedAt: '2026-01-01T00:00:00.000Z',
    version: '0.0.0',
    ...options,
  })
}
