import { RandomStream } from '../../../shared/stats/internal.ts'

const RESTARTS = 40
/** More points are covered by one greedy draw: restarts would gain little and take long. */
const MOST_POINTS = 12
const SEED = 0x636f76

/**
 * Lists of `size` of the points 0 … `points` − 1 that together contain each pair, as few as a search finds: the best of
 * 40 greedy draws, each of which adds the point with the most uncovered pairs. Up to six points it is the covering
 * number of Gordon, Kuperberg and Patashnik's tables (1995), which no search can beat. Depends only on its arguments.
 * @param points  at least `size`
 */
export function coveringLists(points: number, size: number): number[][] {
  const draws = points <= MOST_POINTS ? RESTARTS : 1
  const stream = new RandomStream(SEED, points * 100 + size)
  let best: number[][] | null = null
  for (let draw = 0; draw < draws; draw++) {
    const lists = greedyLists(points, size, stream)
    if (!best || lists.length < best.length) best = lists
  }
  return best!
}

function greedyLists(points: number, size: number, stream: RandomStream): number[][] {
  const open = Array.from({ length: points }, (_, a) => new Set(others(a, points)))
  const lists: number[][] = []
  for (;;) {
    const first = pick(
      open.map(({ size: pairs }) => pairs),
      [],
      stream,
    )
    if (open[first].size === 0) return lists
    const list = [first]
    while (list.length < size) {
      const gains = open.map((pairs) => list.filter((point) => pairs.has(point)).length)
      list.push(pick(gains, list, stream))
    }
    for (const a of list) for (const b of list) open[a].delete(b)
    lists.push(list)
  }
}

/** A point with the highest gain that is not in the list; drawn by chance among equals. */
function pick(gains: readonly number[], list: readonly number[], stream: RandomStream): number {
  const rest = gains.flatMap((_, point) => (list.includes(point) ? [] : [point]))
  const top = Math.max(...rest.map((point) => gains[point]))
  const equals = rest.filter((point) => gains[point] === top)
  return equals[Math.floor(stream.uniform() * equals.length)]
}

const others = (a: number, points: number) =>
  Array.from({ length: points }, (_, b) => b).filter((b) => b !== a)
