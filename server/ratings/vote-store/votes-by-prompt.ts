import { countOutcome } from '../../../shared/stats/fit/votes.ts'
import type { ArenaView } from '../view.ts'
import type { VoteStore } from './vote-store.ts'
import { countedRows } from './view-votes.ts'

/** The votes on one contestant on one prompt, against any other. */
export interface PromptVotes {
  key: string
  category: string | null
  wins: number
  losses: number
  /** Votes without a winner. */
  ties: number
  /** The number of these ties with the outcome `both_bad`. */
  bothBad: number
}

/**
 * The votes that a view counts on one contestant by prompt, sorted by key. Votes without a prompt are left out; empty if the
 * contestant is unknown.
 */
export function votesByPrompt(store: VoteStore, name: string, view: ArenaView): PromptVotes[] {
  const { columns, contestants, prompts } = store
  const number = contestants.names.indexOf(name)
  const byPrompt = new Map<number, PromptVotes>()
  for (const row of number < 0 ? [] : countedRows(store, view)) {
    const isLeft = columns.left[row] === number
    const prompt = columns.prompt[row]
    if (prompt < 0 || (!isLeft && columns.right[row] !== number)) continue
    let votes = byPrompt.get(prompt)
    if (!votes) {
      const category = store.categories[prompt] ?? null
      votes = { key: prompts.names[prompt]!, category, wins: 0, losses: 0, ties: 0, bothBad: 0 }
      byPrompt.set(prompt, votes)
    }
    countOutcome(votes, columns.outcome[row], isLeft)
  }
  return [...byPrompt.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}
