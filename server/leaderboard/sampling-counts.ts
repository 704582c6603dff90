import { evenness } from '../../shared/stats/fit/lack-of-fit.ts'
import { SamplingCounts } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ArenaView, CountedPairs } from '../ratings/index.ts'
import { shownView } from './head-to-head.ts'
import { cachedJson, type Tagged } from '../platform/http/respond.ts'

const written = { all: cachedJson<CountedPairs>(), none: cachedJson<CountedPairs>() }

/**
 * The JSON of the votes on each pair and their evenness. It counts contestants in use that have votes; retired ones
 * are no longer drawn.
 * @param listed whether to list the pairs: hundreds of contestants have tens of thousands
 */
export function samplingCounts(
  arena: Arena,
  view: ArenaView,
  counted: CountedPairs,
  listed: 'all' | 'none',
): Tagged {
  return written[listed](counted, () => {
    const { contestants, first, second } = counted
    const votesOf = new Map(
      Array.from(first, (a, at) => [a * contestants.length + second[at], votesAt(at, counted)]),
    )
    const withVotes = new Set([...first, ...second])
    const drawn = contestants.flatMap(({ retired }, n) => (withVotes.has(n) && !retired ? [n] : []))
    const pairs = drawn.flatMap((a, i) =>
      drawn.slice(i + 1).map((b, j) => ({
        a: i,
        b: i + 1 + j,
        votes: votesOf.get(a * contestants.length + b) ?? 0,
      })),
    )
    const even = evenness(pairs.map(({ votes }) => votes))
    return SamplingCounts.parse({
      arena: arena.slug,
      view: shownView(view),
      contestants: drawn.map((n) => contestants[n].name),
      votes: pairs.reduce((all, { votes }) => all + votes, 0),
      byVotes: byVotes(pairs),
      ...(listed === 'all' && {
        pairs: pairs.map((pair) => ({ ...pair, ofExpected: even && pair.votes / even.expected })),
      }),
      evenness: even,
    } satisfies SamplingCounts)
  })
}

/** The number of pairs by their number of votes. */
function byVotes(pairs: readonly { votes: number }[]): SamplingCounts['byVotes'] {
  const counts = new Map<number, number>()
  for (const { votes } of pairs) counts.set(votes, (counts.get(votes) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a - b).map(([votes, many]) => ({ votes, pairs: many }))
}

const votesAt = (at: number, { firstWins, secondWins, ties }: CountedPairs): number =>
  firstWins[at] + secondWins[at] + ties[at]
