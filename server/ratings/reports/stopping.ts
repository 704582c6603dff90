import { stoppingOf, TIE } from '../../../shared/stats/internal.ts'
import type { Stopping } from '../../../shared/stats/internal.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'

export interface StoppingReport extends Omit<Stopping, 'decidedFor'> {
  /** Scores are those of the first. */
  contestants: [string, string]
  votes: number
  /** What is one batch: all votes on a prompt, or single votes where none names its prompt. */
  batch: 'prompt' | 'vote'
  /** Whether batches stand in the order of time, or in that of the file. */
  orderedBy: 'time' | 'file'
  /** How many votes the decision took; null where there is none. */
  votesToDecide: number | null
  decidedFor: string | null
}

interface Batch {
  votes: number
  points: number
}

/**
 * Whether judging two contestants could have stopped, by a confidence sequence over prompts: a prompt's score is the
 * mean of its votes, so that many votes on one count once; prompts stand in the order of their first votes.
 */
export function stoppingReport(table: VoteTable, [own, other]: [string, string]): StoppingReport {
  const { left, right, outcome, prompt, details } = table
  const [first, second] = [own, other].map((name) => table.contestants.indexOf(name))
  const votes = [...outcome.keys()].filter(
    (vote) =>
      (left[vote] === first && right[vote] === second) || (left[vote] === second && right[vote] === first),
  )
  const isTimed = details !== undefined && votes.every((vote) => details[vote].castAt !== null)
  if (isTimed) votes.sort((a, b) => details[a].castAt! - details[b].castAt! || a - b)
  const isNamed = (vote: number) => prompt.of.length > 0 && prompt.of[vote] >= 0
  const batches = new Map<string, Batch>()
  for (const vote of votes) {
    const key = isNamed(vote) ? `prompt ${prompt.of[vote]}` : `vote ${vote}`
    const batch = batches.get(key) ?? { votes: 0, points: 0 }
    batches.set(key, batch)
    batch.votes++
    batch.points += outcome[vote] >= TIE ? 0.5 : (outcome[vote] === 0) === (left[vote] === first) ? 1 : 0
  }
  const inOrder = [...batches.values()]
  const stopping = stoppingOf(inOrder.map((batch) => batch.points / batch.votes))
  const { decidedAfter, decidedFor } = stopping
  return {
    contestants: [own, other],
    votes: votes.length,
    batch: votes.some(isNamed) ? 'prompt' : 'vote',
    orderedBy: isTimed ? 'time' : 'file',
    ...stopping,
    votesToDecide:
      decidedAfter === null
        ? null
        : inOrder.slice(0, decidedAfter).reduce((sum, batch) => sum + batch.votes, 0),
    decidedFor: decidedFor && (decidedFor === 'own' ? own : other),
  }
}
