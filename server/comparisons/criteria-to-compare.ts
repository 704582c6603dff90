import { ProblemError } from '../platform/problem.ts'
import type { Arena } from '../arenas/index.ts'
import type { SharedVote } from './queries.ts'
import { msg } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'

const OF = {
  human: 'votes_of_humans',
  judge: 'votes_of_judges',
  result: 'votes_recorded',
  simulated: 'votes_simulated',
} as const

/**
 * The criteria to compare under: the requested ones, or all with votes on the two.
 * @param promptsShared  whether both have answered a prompt
 * @param elsewhere  votes on the two from any source, for the error message
 * @throws {ProblemError} invalid_request if the arena lacks a criterion, or the two share no votes
 */
export function criteriaToCompare(
  arena: Arena,
  names: readonly [string, string],
  requestedCriteria: readonly string[],
  votes: readonly SharedVote[],
  {
    source,
    elsewhere,
    promptsShared,
  }: { source: string; elsewhere: readonly SharedVote[]; promptsShared: boolean },
): string[] {
  const unknownCriterion = requestedCriteria.find((criterion) => !arena.criteria.includes(criterion))
  if (unknownCriterion !== undefined)
    throw new ProblemError(
      'invalid_request',
      msg('compare_criterion', { arena: arena.slug, criterion: unknownCriterion, there: arena.criteria }),
    )
  const voted = arena.criteria.filter((criterion) => votes.some((one) => one.criterion === criterion))
  const missing = requestedCriteria.filter((criterion) => !voted.includes(criterion))
  if (voted.length > 0 && missing.length === 0)
    return requestedCriteria.length > 0
      ? voted.filter((criterion) => requestedCriteria.includes(criterion))
      : voted
  throw new ProblemError(
    'invalid_request',
    msg('no_votes_on', {
      source,
      own: names[0],
      other: names[1],
      under: missing,
      instead: whatToDo(arena, names, voted, elsewhere, promptsShared),
    }),
  )
}

function whatToDo(
  { slug }: Arena,
  [challenger, incumbent]: readonly [string, string],
  voted: readonly string[],
  elsewhere: readonly SharedVote[],
  promptsShared: boolean,
): CodedMessage {
  if (voted.length > 0) return msg('votes_under', { criteria: voted })
  const others = Object.entries(Object.groupBy(elsewhere, ({ source }) => source))
  if (others.length > 0)
    return msg('votes_elsewhere', {
      sources: others.map(([source, { length }]) => msg(OF[source as keyof typeof OF], { votes: length })),
    })
  return promptsShared
    ? msg('never_met', { arena: slug })
    : msg('no_prompt_in_common', { own: challenger, other: incumbent })
}
