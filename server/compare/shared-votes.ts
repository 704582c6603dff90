import { ProblemError } from '../platform/problem.ts'
import type { Arena } from '../arenas/index.ts'
import type { Meeting } from './queries.ts'

const WHO = { human: 'humans', judge: 'judges', result: 'recorded results', simulated: 'simulated' } as const

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
      `Arena "${arena.slug}" has no criterion "${unknown}"; it has ${arena.criteria.join(', ')}.`,
    )
  const voted = arena.criteria.filter((criterion) => meetings.some((one) => one.criterion === criterion))
  const missing = asked.filter((criterion) => !voted.includes(criterion))
  if (voted.length > 0 && missing.length === 0)
    return asked.length > 0 ? voted.filter((criterion) => asked.includes(criterion)) : voted
  const under = asked.length > 0 ? ` under ${missing.join(', ')}` : ''
  throw new ProblemError(
    'invalid_request',
    `There are no votes of ${source} on ${names[0]} and ${names[1]}${under}. ${whatToDo(arena, names, voted, elsewhere, promptsShared)}`,
  )
}

function whatToDo(
  { slug }: Arena,
  [own, other]: readonly [string, string],
  voted: readonly string[],
  elsewhere: readonly Meeting[],
  promptsShared: boolean,
): string {
  if (voted.length > 0) return `There are some under ${voted.join(', ')}.`
  const others = Object.entries(Object.groupBy(elsewhere, ({ source }) => source))
  if (others.length > 0)
    return `From others there are: ${others.map(([source, votes]) => `${WHO[source as keyof typeof WHO]} ${votes.length}`).join(', ')}. Choose them by the source, or collect votes first.`
  if (!promptsShared)
    return `They have answered no prompt in common, so that nobody can judge them: give ${own} and ${other} answers to the same prompts (run, or import), or import votes on the two.`
  return `They never met: import votes on the two, have them judged (deadheat judge ${slug}), or let people vote.`
}
