import { ProblemError } from '../platform/problem.ts'
import type { Arena } from '../arenas/index.ts'
import type { Meeting } from './queries.ts'
import { found } from '../../shared/findings/index.ts'
import type { Finding } from '../../shared/findings/index.ts'

const OF = {
  human: 'votes_of_humans',
  judge: 'votes_of_judges',
  result: 'votes_recorded',
  simulated: 'votes_simulated',
} as const

/**
 * The criteria to compare under: those asked for, or all that have votes on the two.
 * @param promptsShared  whether there is a prompt that both have answered
 * @param elsewhere  votes on the two from any source, to say where there are some
 * @throws {ProblemError} invalid_request for a criterion the arena does not have, and where two share no votes
 */
export function criteriaToCompare(
  arena: Arena,
  names: readonly [string, string],
  asked: readonly string[],
  meetings: readonly Meeting[],
  {
    source,
    elsewhere,
    promptsShared,
  }: { source: string; elsewhere: readonly Meeting[]; promptsShared: boolean },
): string[] {
  const unknown = asked.find((criterion) => !arena.criteria.includes(criterion))
  if (unknown !== undefined)
    throw new ProblemError(
      'invalid_request',
      found('compare_criterion', { arena: arena.slug, criterion: unknown, there: arena.criteria }),
    )
  const voted = arena.criteria.filter((criterion) => meetings.some((one) => one.criterion === criterion))
  const missing = asked.filter((criterion) => !voted.includes(criterion))
  if (voted.length > 0 && missing.length === 0)
    return asked.length > 0 ? voted.filter((criterion) => asked.includes(criterion)) : voted
  throw new ProblemError(
    'invalid_request',
    found('no_votes_on', {
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
  [own, other]: readonly [string, string],
  voted: readonly string[],
  elsewhere: readonly Meeting[],
  promptsShared: boolean,
): Finding {
  if (voted.length > 0) return found('votes_under', { criteria: voted })
  const others = Object.entries(Object.groupBy(elsewhere, ({ source }) => source))
  if (others.length > 0)
    return found('votes_elsewhere', {
      sources: others.map(([source, { length }]) => found(OF[source as keyof typeof OF], { votes: length })),
    })
  return promptsShared ? found('never_met', { arena: slug }) : found('no_prompt_in_common', { own, other })
}
