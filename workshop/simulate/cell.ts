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
