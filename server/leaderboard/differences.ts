import { Differences } from '../../shared/contracts/index.ts'
import { toRating } from '../../shared/stats/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ArenaView, CurrentDifferences } from '../ratings/index.ts'
import { shownView } from './head-to-head.ts'
import { tagged, type Tagged } from '../platform/http/respond.ts'

/** A difference of strengths (logits) in rating points. */
const points = (theta: number) => toRating(theta) - toRating(0)

/** The JSON of the differences of one contestant. */
export function differencesFrom(
  arena: Arena,
  view: ArenaView,
  { contestant, votes, estimated, delta, expected, others }: CurrentDifferences,
): Tagged {
  return tagged(
    Differences.parse({
      arena: arena.slug,
      view: shownView(view),
      votes,
      contestant: contestant!,
      estimated,
      delta,
      expect: expected && expectOf(expected),
      others: others.map(({ theta, interval, ...other }) => ({
        ...other,
        points: points(theta),
        interval: [points(interval[0]), points(interval[1])],
      })),
    } satisfies Differences),
  )
}

function expectOf({
  unit,
  rated,
  theta,
  interval,
  optimism,
  winRate,
  winRateInterval,
}: NonNullable<CurrentDifferences['expected']>): Differences['expect'] {
  return {
    unit,
    rating: toRating(rated),
    expected: toRating(theta),
    interval: [toRating(interval[0]), toRating(interval[1])],
    optimism: points(optimism),
    winRate,
    winRateInterval,
  }
}
