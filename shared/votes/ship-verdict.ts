import type { ExitVerdict } from '../contracts/answer.ts'
import type { Comparison, GuardRail, CriterionFinding } from '../contracts/comparison.ts'

/**
 * `behind`: less than half of a category's votes, but the loss is not significant. `few`: so few votes that no
 * loss of them could be significant.
 */
export type RailState = 'holds' | 'behind' | 'few' | 'broken'

/** What is known of a guardrail. Only one that is broken stops the gate. */
export function railState(rail: GuardRail): RailState {
  if (!rail.holds) return 'broken'
  if (rail.rail !== 'category') return 'holds'
  if (rail.tooFew) return 'few'
  return rail.winRate < 0.5 ? 'behind' : 'holds'
}

/** Whether a gate is neither passed nor failed: more could still show that it is passed. */
export const isGateUndecided = ({ answer, because }: Pick<Comparison, 'answer' | 'because'>): boolean =>
  because === 'too_few_votes' ||
  (answer === 'not_shown' &&
    because !== 'passed' &&
    because !== 'guardrail' &&
    because !== 'win_rate_too_low')

/** Whether to ship: yes, no, or not shown yet. */
export const shipVerdict = (comparison: Pick<Comparison, 'ship' | 'answer' | 'because'>): ExitVerdict =>
  comparison.ship ? 'yes' : isGateUndecided(comparison) ? 'not_shown' : 'no'

/** Why an open criterion cannot be decided by the judges and prompts that are there. */
export interface Shortage {
  prompts: number
  judges: number
  /** The most votes that these can give. */
  mostVotes: number
  /** The votes that the gate requires, or that would probably be significant. */
  neededVotes: number
  /** The prompts that would give the missing votes. */
  morePrompts: number
}

/**
 * What is missing if an open criterion needs more votes than the arena's judges can give on its prompts.
 * @returns null if they can give enough, or if nobody knows how many votes will come
 */
export function votesBeyondReach({
  because,
  votes,
  minVotes,
  moreVotes,
  reach,
}: CriterionFinding): Shortage | null {
  if (reach === null) return null
  const neededVotes =
    because === 'too_few_votes' ? minVotes : because === 'more_votes' ? votes + (moreVotes ?? 0) : 0
  const missing = neededVotes - reach.mostVotes
  return missing > 0 ? { ...reach, neededVotes, morePrompts: Math.ceil(missing / reach.judges) } : null
}
