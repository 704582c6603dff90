import type { VoteColumns } from '../../../shared/stats/index.ts'
import type { Cluster, Warning } from '../../../shared/contracts/index.ts'
import type { CountedVotes } from './counted-votes.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/** With fewer shared prompts the measured errors of a judge are mostly chance. */
export const FEWEST_PROMPTS = 10

interface Overlap {
  /** People's votes, and the number of their prompts; null if no vote names its prompt. */
  people: Pick<CountedVotes, 'votes' | 'prompts'>
  /** Judges' votes. */
  votes: number
  labelled: number
  /** The number of prompts with battles that both people and judges voted on. */
  prompts: number
}

/** Warnings that say why judges cannot correct people's board, and what would change that. Empty if they can. */
export function overlapWarnings(
  columns: Pick<VoteColumns, 'left' | 'right' | 'unit'>,
  requestedCluster: Exclude<Cluster, 'both'> | null,
  { people: { votes, prompts }, votes: ofJudges, labelled, prompts: shared }: Overlap,
): Warning[] {
  const noOverlap = (message: CodedMessage) => [warning(message, { kind: 'no_overlap' })]
  if (requestedCluster !== null && requestedCluster !== 'prompt')
    return noOverlap(msg('overlap_resampled', { unit: requestedCluster }))
  if (votes === 0) return noOverlap(msg('overlap_without_people'))
  if (shared >= FEWEST_PROMPTS) return []
  if (labelled > 0) return noOverlap(msg('overlap_too_small', { prompts: shared, fewest: FEWEST_PROMPTS }))
  if (prompts === null) return noOverlap(msg('overlap_without_prompts'))
  const battles = battlesOf(columns)
  return noOverlap(
    ofJudges === 0 ? msg('overlap_without_judges', { battles }) : msg('overlap_empty', { battles }),
  )
}

/** The number of different battles (unit and pair) of these votes. */
function battlesOf({ left, right, unit }: Pick<VoteColumns, 'left' | 'right' | 'unit'>): number {
  const sides = (vote: number) => [left[vote], right[vote]].sort((a, b) => a - b).join(' ')
  return new Set(Array.from(unit, (number, vote) => `${number} ${sides(vote)}`)).size
}
