import { toRating } from '../../shared/stats/index.ts'
import { HeadToHead, type View, WinRates, Differences, SamplingCounts } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import {
  unknownContestantProblem,
  type ArenaView,
  type CountedPairs,
  type WinRatesAgainst,
  type ComputedDifferences,
  ViewRequest,
} from '../ratings/index.ts'
import { evenness } from '../../shared/stats/fit/lack-of-fit.ts'
import { z } from 'zod'
import { refuse } from '../../shared/contracts/problem.ts'

/**
 * The pairs that met, or those of one contestant, by name or slug: all pairs of hundreds of contestants are megabytes.
 * @throws {ProblemError} invalid_request if the arena has no such contestant
 */
export function headToHead(
  arena: Arena,
  view: ArenaView,
  counted: CountedPairs,
  contestant: string | undefined,
): HeadToHead {
  const { contestants, votes, first, second } = counted
  const names = contestants.map(({ name }) => name)
  const named = contestants.findIndex(({ name }) => name === contestant)
  const number = named < 0 ? contestants.findIndex(({ slug }) => slug === contestant) : named
  if (contestant && number < 0) throw unknownContestantProblem(arena, contestant, names)
  const pairs = [...first.keys()].filter(
    (pair) => !contestant || first[pair] === number || second[pair] === number,
  )
  return HeadToHead.parse({
    arena: arena.slug,
    view: publicView(view),
    votes,
    contestants: names,
    pairs: pairs.map((pair) => ({
      a: first[pair],
      b: second[pair],
      wins: counted.firstWins[pair],
      losses: counted.secondWins[pair],
      ties: counted.ties[pair],
      bothBad: counted.bothBad[pair],
    })),
  } satisfies HeadToHead)
}

/** A view in the form that its board has. */
export function publicView({ source, criterion, category, from, to, group, judges }: ArenaView): View {
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

/** The win rates against one contestant, with ratings and ranks from the board of the same votes. */
export function winRates(
  { slug: arena }: Pick<Arena, 'slug'>,
  view: ArenaView,
  { chosen, rows, board }: WinRatesAgainst,
): WinRates {
  const onBoard = new Map(board.contestants.map((contestant) => [contestant.name, contestant]))
  const ratedNames = new Set(rows.map(({ name }) => name))
  if (chosen) ratedNames.add(chosen.baseline.name)
  return WinRates.parse({
    arena,
    view: publicView(view),
    baseline: chosen && {
      name: chosen.baseline.name,
      slug: chosen.baseline.slug,
      chosenBy: chosen.chosenBy,
    },
    votes: rows.reduce((all, { votes }) => all + votes, 0),
    contestants: rows.map((row) => {
      const { rating = null, place = null, slug } = onBoard.get(row.name)!
      return { ...row, slug: slug!, rating, place }
    }),
    withoutRating: board.contestants.flatMap(({ name, retired }) =>
      ratedNames.has(name) || retired ? [] : [name],
    ),
  } satisfies WinRates & object)
}

/** A difference of strengths (logits) in rating points. */
const points = (theta: number) => toRating(theta) - toRating(0)

/** The differences of one contestant, in points. */
export const differences = (
  arena: Arena,
  view: ArenaView,
  { contestant, votes, others }: ComputedDifferences,
): Differences =>
  Differences.parse({
    arena: arena.slug,
    view: publicView(view),
    votes,
    contestant: contestant!,
    others: others.map(({ theta, interval, ...contestant }) => ({
      ...contestant,
      points: points(theta),
      interval: [points(interval[0]), points(interval[1])],
    })),
  } satisfies Differences)

/**
 * The votes on each pair and their evenness. It counts contestants in use that have votes; retired ones are no longer drawn.
 * @param listed whether to list the pairs: hundreds of contestants have tens of thousands
 */
export function samplingCounts(
  arena: Arena,
  view: ArenaView,
  counted: CountedPairs,
  listed: 'all' | 'none',
): SamplingCounts {
  const { contestants, first, second } = counted
  const votesByPair = new Map(
    Array.from(first, (a, pair) => [a * contestants.length + second[pair], votesAt(pair, counted)]),
  )
  const withVotes = new Set([...first, ...second])
  const drawn = contestants.flatMap(({ retired }, n) => (withVotes.has(n) && !retired ? [n] : []))
  const pairs = drawn.flatMap((a, i) =>
    drawn.slice(i + 1).map((b, j) => ({
      a: i,
      b: i + 1 + j,
      votes: votesByPair.get(a * contestants.length + b) ?? 0,
    })),
  )
  const even = evenness(pairs.map(({ votes }) => votes))
  return SamplingCounts.parse({
    arena: arena.slug,
    view: publicView(view),
    contestants: drawn.map((n) => contestants[n].name),
    votes: pairs.reduce((all, { votes }) => all + votes, 0),
    byVotes: byVotes(pairs),
    ...(listed === 'all' && {
      pairs: pairs.map((pair) => ({ ...pair, ofExpected: even && pair.votes / even.expected })),
    }),
    evenness: even,
  } satisfies SamplingCounts)
}

function byVotes(pairs: readonly { votes: number }[]): SamplingCounts['byVotes'] {
  const counts = new Map<number, number>()
  for (const { votes } of pairs) counts.set(votes, (counts.get(votes) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a - b).map(([votes, many]) => ({ votes, pairs: many }))
}

const votesAt = (pair: number, { firstWins, secondWins, ties }: CountedPairs): number =>
  firstWins[pair] + secondWins[pair] + ties[pair]

/** A name or a slug. */
const Contestant = z.string().max(200)

/** A view, and the contestant whose pairs to list; all pairs by default. */
export const HeadToHeadRequest = ViewRequest.extend({ contestant: Contestant.optional() })

/**
 * A view, and the contestant to compute win rates against; by default the plan's baseline, else the one that met most
 * others.
 */
export const WinRatesRequest = ViewRequest.extend({ baseline: Contestant.optional() })
/** A view, and whether to list each pair. */
export const SamplingRequest = ViewRequest.extend({
  pairs: z.enum(['all', 'none']).default('all'),
})

export const DifferencesRequest = ViewRequest.extend({
  contestant: Contestant.min(1, refuse('contestant_asked')),
})
