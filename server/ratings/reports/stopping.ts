import { stoppingByUnit, watchedMean, type UnitStopping } from '../../../shared/stats/looks/watched-mean.ts'
import { TIE } from '../../../shared/stats/fit/tally.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'

export interface StoppingReport extends Omit<UnitStopping, 'decidedFor'> {
  /** The two contestants. Scores are those of the first one. */
  contestants: [string, string]
  votes: number
  /** What a batch is: all votes on a prompt, or a single vote if no vote names its prompt. */
  batch: 'prompt' | 'vote'
  /** What is looked at one by one: batches, or votes if a prompt got votes after the next one had begun. */
  of: 'batches' | 'votes'
  /** Whether votes are in the order of time, or of the file. */
  orderedBy: 'time' | 'file'
  decidedFor: string | null
}

/**
 * Finds when judging of two contestants could have stopped. If votes came prompt by prompt, the mean of each prompt
 * is one score of a confidence sequence over prompts (`stoppingByUnit`). If prompts got votes later, votes are looked
 * at one by one, grouped by prompt (`watchedMean`).
 */
export function stoppingReport(table: VoteTable, [firstName, secondName]: [string, string]): StoppingReport {
  const { left, right, outcome, prompt, details } = table
  const [first, second] = [firstName, secondName].map((name) => table.contestants.indexOf(name))
  const votes = [...outcome.keys()].filter(
    (vote) =>
      (left[vote] === first && right[vote] === second) || (left[vote] === second && right[vote] === first),
  )
  const isTimed = details !== undefined && votes.every((vote) => details[vote].castAt !== null)
  if (isTimed) votes.sort((a, b) => details[a].castAt! - details[b].castAt! || a - b)
  const isNamed = (vote: number) => prompt.of.length > 0 && prompt.of[vote] >= 0
  // votes without a prompt get numbers beyond those of prompts
  const unit = votes.map((vote) => (isNamed(vote) ? prompt.of[vote] : prompt.names.length + vote))
  const score = votes.map((vote) =>
    outcome[vote] >= TIE ? 0.5 : Number((outcome[vote] === 0) === (left[vote] === first)),
  )
  const begun = new Set<number>()
  const isByBatch = unit.every((own, i) => own === unit[i - 1] || begun.size < begun.add(own).size)
  const stopping = isByBatch ? stoppingByUnit(score, unit) : watchedMean(score, unit)
  const { decidedFor } = stopping
  return {
    contestants: [firstName, secondName],
    votes: votes.length,
    batch: votes.some(isNamed) ? 'prompt' : 'vote',
    of: isByBatch ? 'batches' : 'votes',
    orderedBy: isTimed ? 'time' : 'file',
    ...stopping,
    decidedFor: decidedFor && (decidedFor === 'own' ? firstName : secondName),
  }
}
