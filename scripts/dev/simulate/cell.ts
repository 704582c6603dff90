/** How often two contestants, first < second, meet on a board. */
export interface Meeting {
  first: number
  second: number
  times: number
}

/** Prompts or voters, each with a normal liking of its own for every contestant, of standard deviation `spread`. */
export interface Units {
  count: number
  spread: number
  /** 'in turn': the k-th vote of a pair falls on unit k mod count. 'shuffled': votes are dealt out by chance. */
  dealing: 'in turn' | 'shuffled'
}

/** One world to draw boards from, with known strengths, and how its boards are judged. */
export interface Cell {
  group: string
  name: string
  /** Boards drawn where nobody asks for another number. */
  boards: number
  strengths: number[]
  meetings: Meeting[]
  /** Share of ties between two that are equally strong; the expected score is the same with and without. */
  ties: number
  /** What is resampled as a whole; null: votes are independent. */
  units: Units | null
  /** Units that cut across and are not resampled: voters, where `units` are prompts. */
  across: Units | null
  /** Each vote merges two calls of a judge who leans to the first position by this much; they disagree: a tie. */
  firstPosition: number | null
  /** The last so many contestants are newcomers, whose coverage is counted by itself too. */
  newcomers: number
  /** The board is looked at so often while votes come in; a false declaration at any look counts. */
  looks: number
  /** Whether the rule promises its goals here. */
  promised: boolean
  /** Whether the test of all differences is to be computed too. */
  allDifferences: boolean
}

/** The name that identifies a cell and seeds its randomness. */
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
  given: Pick<Cell, 'group' | 'name' | 'boards' | 'strengths' | 'meetings'> & Partial<Cell>,
): Cell {
  return { ...PLAIN, ...given }
}
