/** How often two contestants, first < second, meet on a board. */
export interface Meeting {
  first: number
  second: number
  times: number
}

/** Prompts or voters. Each has its own normal preference for every contestant, with standard deviation `spread`. */
export interface Units {
  count: number
  spread: number
  /** 'in turn': the k-th vote of a pair belongs to unit k mod count. 'shuffled': votes get units by chance. */
  dealing: 'in turn' | 'shuffled'
}

/** One world with known strengths, from which boards are drawn and judged. */
export interface Cell {
  group: string
  name: string
  /** The default number of boards. */
  boards: number
  strengths: number[]
  meetings: Meeting[]
  /** The share of ties between equally strong contestants. The expected score is the same with and without ties. */
  ties: number
  /** What is resampled as a whole. Null: votes are independent. */
  units: Units | null
  /** A second kind of unit that is not resampled: voters, if `units` are prompts. */
  across: Units | null
  /**
   * Each vote merges two calls of a judge that prefers the first position by this much. If the calls disagree, it
   * is a tie.
   */
  firstPosition: number | null
  /** The last `newcomers` contestants are newcomers. Their coverage is also counted separately. */
  newcomers: number
  /** How often somebody looks at the board while votes come in. A false declaration at any look counts. */
  looks: number
  /** Whether the rule promises its goals in this cell. */
  promised: boolean
  /** Whether to compute the test of all differences too. */
  allDifferences: boolean
}

/** The title that identifies a cell and seeds its random numbers. */
export function titleOf({ group, name }: Cell): string {
  return `${group}: ${name}`
}

const PLAIN = {
  ties: 0,
  units: null,
  across: null,
  firstPosition: null,
  newcomers: 0,
  looks: 1,
  promised: true,
  allDifferences: false,
}

/** A cell of independent votes without ties, with the given changes. */
export function cell(
  settings: Pick<Cell, 'group' | 'name' | 'boards' | 'strengths' | 'meetings'> & Partial<Cell>,
): Cell {
  return { ...PLAIN, ...settings }
}

/** Every pair meets `times` times. */
export function even(contestants: number, times: number): Meeting[] {
  return pairs(contestants).map(([first, second]) => ({ first, second, times }))
}

/** A circle in which contestants meet only those 1, 3, 9 and 27 places away, if the circle is long enough. */
export function sparse(contestants: number, times: number): Meeting[] {
  if (contestants < 4) return even(contestants, times).slice(1)
  const distances = [1, 3, 9, 27].filter((distance) => 2 * distance + 1 < contestants)
  return circle(contestants, times, distances)
}

/** Contestants on a circle meet those at these distances. */
export function circle(contestants: number, times: number, distances: number[]): Meeting[] {
  return distances.flatMap((distance) =>
    Array.from({ length: contestants }, (_, i) => {
      const j = (i + distance) % contestants
      return { first: Math.min(i, j), second: Math.max(i, j), times }
    }),
  )
}

/**
 * About `times` votes a pair on average, in proportion to how often both contestants are shown. This grows
 * evenly from a quarter of the average for the first contestant to seven quarters for the last. At least one vote.
 */
export function lopsided(contestants: number, times: number): Meeting[] {
  const shown = (i: number) => 0.25 + (1.5 * i) / (contestants - 1)
  return pairs(contestants).map(([first, second]) => ({
    first,
    second,
    times: Math.max(1, Math.round(times * shown(first) * shown(second))),
  }))
}

/**
 * Adds one contestant to `meetings` among `contestants`. It has `votes` votes against the others in turn, beginning
 * with the last one, so the first contestant comes last.
 */
export function withNewcomer(meetings: Meeting[], contestants: number, votes: number): Meeting[] {
  const newcomer = Array.from({ length: contestants }, (_, first) => ({
    first,
    second: contestants,
    times: Math.ceil((votes - (contestants - 1 - first)) / contestants),
  }))
  return [...meetings, ...newcomer.filter(({ times }) => times > 0)]
}

/** Adds several contestants, each with `votes` votes against the first `contestants` in turn. */
export function withNewcomers(
  meetings: Meeting[],
  contestants: number,
  newcomers: number,
  votes: number,
): Meeting[] {
  const newcomer = withNewcomer([], contestants, votes)
  const each = Array.from({ length: newcomers }, (_, one) =>
    newcomer.map((meeting) => ({ ...meeting, second: contestants + one })),
  )
  return [...meetings, ...each.flat()]
}

/** Every pair of numbers 0 … contestants − 1, the smaller first. */
export function pairs(contestants: number): [number, number][] {
  const all = Array.from({ length: contestants }, (_, i) => i)
  return all.flatMap((i) => all.slice(i + 1).map((j): [number, number] => [i, j]))
}

/** All contestants are equally strong. */
export function equal(contestants: number): number[] {
  return new Array<number>(contestants).fill(0)
}

/** Evenly spaced with standard deviation 0.5, in an order that separates neighbours by strength. */
export function spread(contestants: number): number[] {
  const step = 0.5 / Math.sqrt((contestants ** 2 - 1) / 12)
  return Array.from({ length: contestants }, (_, i) => step * ((i * 7) % contestants))
}

/** The first `leaders` are equally strong and `gap` above the others, who are also equal. */
export function leading(contestants: number, gap: number, leaders = 1): number[] {
  return Array.from({ length: contestants }, (_, i) => (i < leaders ? gap : 0))
}
