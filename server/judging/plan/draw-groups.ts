import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { type PlanAnswer, type DrawSpec, allPairs, shuffled } from './planned.ts'

/** A list has so many answers at least. */
export const MIN_IN_LIST = 3
const GROUPS = 0x6f75
/** Any new pair is worth more than this costs, so groups are full: each needs the same two calls. */
const SHOWN_AGAIN = -1e-9

/** How many lists of `size` together contain each pair of so many contestants. */
export const countCoveringLists = (contestants: number, size: number): number =>
  contestants <= size ? 1 : coveringLists(contestants, size).length

/** Answers to one prompt that are shown together. */
export interface Group {
  promptId: number
  answers: PlanAnswer[]
  /** Whether its judgement failed and gave no vote. */
  failed?: boolean
}

interface Table {
  promptId: number
  answers: PlanAnswer[]
  /** Pairs of contestants that were shown together on this prompt. */
  shownPairs: Set<string>
  /** Groups that cover all pairs, which are taken one after another; null if groups are drawn one by one. */
  covering: PlanAnswer[][] | null
}

const pairKey = (a: PlanAnswer, b: PlanAnswer) =>
  a.contestantId < b.contestantId
    ? `${a.contestantId} ${b.contestantId}`
    : `${b.contestantId} ${a.contestantId}`

/**
 * Draws groups of 3 to `size` answers, prompt after prompt in random order. If every pair is to be judged on every
 * prompt, a prompt without groups gets as few groups as a search finds. Otherwise pairs of contestants with the
 * fewest votes come first, until each pair has the requested votes or no prompt can add any. Two contestants share a
 * second group on the same prompt only to fill a group.
 * @param skipped  skipped pairs, which count towards a pair's votes
 */
export function drawGroups(
  answers: readonly PlanAnswer[],
  size: number,
  { votesPerPair, baseline }: Pick<DrawSpec, 'votesPerPair' | 'baseline'>,
  existing: readonly Group[],
  skipped: readonly (readonly [PlanAnswer, PlanAnswer])[],
  seed: number,
): Group[] {
  const stream = new RandomStream(seed, GROUPS)
  const tables = tablesByPrompt(answers)
  const covered = new Map<string, number>()
  const cover = (table: Table, group: readonly PlanAnswer[], failed = false) => {
    for (const [a, b] of allPairs(group)) {
      const key = pairKey(a, b)
      if (table.shownPairs.has(key)) continue
      table.shownPairs.add(key)
      if (!failed) covered.set(key, (covered.get(key) ?? 0) + 1)
    }
  }
  for (const { promptId, answers: group, failed } of existing) {
    const table = tables.get(promptId)
    if (table) cover(table, group, failed)
  }
  const isWhole = votesPerPair === null && baseline === null
  for (const table of tables.values()) if (isWhole) table.covering = drawCovering(table, size, stream)
  for (const [a, b] of skipped) covered.set(pairKey(a, b), (covered.get(pairKey(a, b)) ?? 0) + 1)
  /**
   * How useful it is to show these two together on this prompt; negative for equal texts and for pairs shown there
   * already.
   */
  const worth = (table: Table, a: PlanAnswer, b: PlanAnswer): number => {
    if (a.text === b.text) return -1
    const key = pairKey(a, b)
    if (table.shownPairs.has(key)) return SHOWN_AGAIN
    if (baseline !== null && a.contestantId !== baseline && b.contestantId !== baseline) return 0
    const times = covered.get(key) ?? 0
    return votesPerPair !== null && times >= votesPerPair ? 0 : 1 / (1 + times)
  }
  const groups: Group[] = []
  for (let any = true; any;) {
    any = false
    for (const table of shuffled([...tables.values()], stream)) {
      const group = table.covering ? table.covering.pop() : groupAt(table, size, worth, stream)
      if (!group) continue
      cover(table, group)
      groups.push({ promptId: table.promptId, answers: shuffled(group, stream) })
      any = true
    }
  }
  return groups
}

/** Groups for a prompt that has none yet, drawn by chance; null if it has groups or equal texts. */
function drawCovering(
  { answers, shownPairs }: Table,
  size: number,
  stream: RandomStream,
): PlanAnswer[][] | null {
  const isDistinct = new Set(answers.map(({ text }) => text)).size === answers.length
  if (answers.length < MIN_IN_LIST || shownPairs.size > 0 || !isDistinct) return null
  const drawn = shuffled(answers, stream)
  if (answers.length <= size) return [drawn]
  return coveringLists(answers.length, size).map((list) => list.map((point) => drawn[point]))
}

function groupAt(
  table: Table,
  size: number,
  worth: (table: Table, a: PlanAnswer, b: PlanAnswer) => number,
  stream: RandomStream,
): PlanAnswer[] | null {
  const candidates = shuffled(table.answers, stream)
  let best: PlanAnswer[] | null = null
  let topGain = 0
  for (const [a, b] of allPairs(candidates)) {
    const gain = worth(table, a, b)
    if (gain > topGain) [best, topGain] = [[a, b], gain]
  }
  if (!best) return null
  const group = best
  while (group.length < size) {
    const open = candidates.filter((candidate) => group.every(({ text }) => text !== candidate.text))
    let next: PlanAnswer | null = null
    let top = group.length < MIN_IN_LIST ? -Infinity : 0
    for (const candidate of open) {
      const gain = group.reduce((sum, member) => sum + worth(table, candidate, member), 0)
      if (gain > top) [next, top] = [candidate, gain]
    }
    if (!next) break
    group.push(next)
  }
  return group.length < MIN_IN_LIST ? null : group
}

const tablesByPrompt = (all: readonly PlanAnswer[]): Map<number, Table> =>
  new Map(
    [...Map.groupBy(all, ({ promptId }) => promptId)].map(([promptId, answers]) => [
      promptId,
      { promptId, answers, shownPairs: new Set(), covering: null },
    ]),
  )

const RESTARTS = 40
/** More points are covered by one greedy draw: restarts would gain little and take long. */
const MAX_POINTS = 12
const SEED = 0x636f76

/**
 * Lists of `size` of the points 0 … `points` − 1 that together contain each pair, as few as a search finds: the best of
 * 40 greedy draws, each of which adds the point with the most uncovered pairs. Up to six points it is the covering
 * number of Gordon, Kuperberg and Patashnik's tables (1995), which no search can beat. Depends only on its arguments.
 * @param points  at least `size`
 */
function coveringLists(points: number, size: number): number[][] {
  const draws = points <= MAX_POINTS ? RESTARTS : 1
  const stream = new RandomStream(SEED, points * 100 + size)
  let best: number[][] | null = null
  for (let draw = 0; draw < draws; draw++) {
    const lists = greedyLists(points, size, stream)
    if (!best || lists.length < best.length) best = lists
  }
  return best!
}

function greedyLists(points: number, size: number, stream: RandomStream): number[][] {
  const open = Array.from({ length: points }, (_, a) => new Set(otherPoints(a, points)))
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
  const unlisted = gains.flatMap((_, point) => (list.includes(point) ? [] : [point]))
  const top = Math.max(...unlisted.map((point) => gains[point]))
  const equals = unlisted.filter((point) => gains[point] === top)
  return equals[Math.floor(stream.uniform() * equals.length)]
}

const otherPoints = (a: number, points: number) =>
  Array.from({ length: points }, (_, b) => b).filter((b) => b !== a)
