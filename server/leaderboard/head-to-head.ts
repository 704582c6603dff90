import { wilsonInterval } from '../../shared/stats/index.ts'
import { HeadToHead, type View } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import { noContestant, type ArenaView, type CountedPairs } from '../ratings/index.ts'
import { tagged, cachedJson, type Tagged } from '../platform/http/respond.ts'

const written = cachedJson<CountedPairs>()

/** The JSON of the pairs of a view. */
export function headToHead(arena: Arena, view: ArenaView, counted: CountedPairs): Tagged {
  return written(counted, () => recordOf(arena, view, counted, [...counted.first.keys()]))
}

/**
 * The JSON of the pairs of one contestant, by name or slug. All pairs of hundreds of contestants would be megabytes.
 * @throws {ProblemError} invalid_request if the arena has no such contestant
 */
export function headToHeadOf(
  arena: Arena,
  view: ArenaView,
  counted: CountedPairs,
  contestant: string,
): Tagged {
  const { contestants, first, second } = counted
  const named = contestants.findIndex(({ name }) => name === contestant)
  const number = named < 0 ? contestants.findIndex(({ slug }) => slug === contestant) : named
  if (number < 0) throw noContestant(arena, contestant)
  const itsPairs = [...first.keys()].filter((at) => first[at] === number || second[at] === number)
  return tagged(recordOf(arena, view, counted, itsPairs))
}

function recordOf(arena: Arena, view: ArenaView, counted: CountedPairs, pairs: number[]): HeadToHead {
  return HeadToHead.parse({
    arena: arena.slug,
    view: shownView(view),
    votes: counted.votes,
    contestants: counted.contestants.map(({ name }) => name),
    pairs: pairs.map((at) => pairAt(counted.first[at], at, counted)),
  } satisfies HeadToHead)
}

/** A view in the form that its board has. */
export function shownView({ source, criterion, category, from, to, group, judges }: ArenaView): View {
  return {
    source,
    criterion,
    category,
    from,
    to,
    ...(group !== undefined && { group }),
    ...(judges && { judges }),
  }
}

function pairAt(a: number, index: number, { second, firstWins, secondWins, ties, bothBad }: CountedPairs) {
  const [wins, losses] = [firstWins[index], secondWins[index]]
  const interval = wilsonInterval(wins, wins + losses)
  return { a, b: second[index], wins, losses, ties: ties[index], bothBad: bothBad[index], interval }
}
