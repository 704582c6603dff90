/** Decisive votes on one pair of contestants in one unit, as a prompt or a voter. */
export interface PairCell {
  /** Any texts or numbers that identify the pair and the unit. */
  pair: string | number
  unit: string | number
  /** Votes for one of the two, the same one in all cells of the pair. */
  wins: number
  losses: number
}

/** How far votes on a pair that share a unit agree beyond the pair's own win rate. */
export interface PairCorrelation {
  /** ρ, 0 … 1. */
  correlation: number
  /** Its standard error. */
  error: number
}

/** Fewer degrees of freedom, between or within units, say too little about ρ. */
const FEWEST_FREEDOM = 10
/** The parts that are left out in turn for the error. */
const PARTS = 20

/**
 * The correlation of two votes on a pair that share a unit, by analysis of variance (Fleiss, Levin & Paik 2003,
 * section 15.2). Sums of squares and degrees of freedom are added over all pairs, each about its own win rate, so ρ is
 * common to the pairs. With m votes in a unit and n in a pair, E[between] = (G − 1) σ²_w + (n − Σm²/n) σ²_b and
 * E[within] = (n − G) σ²_w; ρ = σ²_b/(σ²_b + σ²_w), cut off at 0. The error is that of the jackknife over 20 parts of
 * the units, so pairs that share units are no more certain for it. Takes 21 passes over the cells.
 * @returns null with fewer than 10 degrees of freedom between or within units, or if all votes of each pair agree
 * @throws {RangeError} if a count is negative or not whole
 */
export function pairCorrelation(cells: readonly PairCell[]): PairCorrelation | null {
  if (cells.some(({ wins, losses }) => !isCount(wins) || !isCount(losses)))
    throw new RangeError('Wins and losses are whole numbers from 0 on.')
  const pairs = [...Map.groupBy(cells, ({ pair }) => pair).values()]
  const all = sumsOf(pairs, () => true)
  if (all.freedomBetween < FEWEST_FREEDOM || all.freedomWithin < FEWEST_FREEDOM) return null
  const untruncated = correlationOf(all)
  if (Number.isNaN(untruncated)) return null
  const parts = new Map<PairCell['unit'], number>()
  for (const { unit } of cells) if (!parts.has(unit)) parts.set(unit, parts.size % PARTS)
  const count = Math.min(PARTS, parts.size)
  const without = Array.from({ length: count }, (_, part) =>
    correlationOf(sumsOf(pairs, ({ unit }) => parts.get(unit) !== part)),
  ).filter((value) => !Number.isNaN(value))
  const mean = without.reduce((sum, value) => sum + value, 0) / without.length
  const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return {
    correlation: Math.max(0, untruncated),
    error: Math.sqrt((squares * (without.length - 1)) / without.length),
  }
}

/** Below 0 if votes of a unit agree less than by chance; NaN if all votes of each pair agree. */
function correlationOf({ between, within, freedomBetween, freedomWithin, spread }: Sums): number {
  const ofVotes = within / freedomWithin
  const ofUnits = (between - freedomBetween * ofVotes) / spread
  return ofUnits / (ofUnits + ofVotes)
}

interface Sums {
  between: number
  within: number
  freedomBetween: number
  freedomWithin: number
  /** Σ (n − Σm²/n) over pairs. */
  spread: number
}

function sumsOf(pairs: readonly PairCell[][], isIn: (cell: PairCell) => boolean): Sums {
  const sums = { between: 0, within: 0, freedomBetween: 0, freedomWithin: 0, spread: 0 }
  for (const cells of pairs)
    addPair(
      sums,
      cells.filter((cell) => cell.wins + cell.losses > 0 && isIn(cell)),
    )
  return sums
}

function addPair(sums: Sums, units: readonly PairCell[]): void {
  if (units.length < 2) return
  const votes = units.reduce((sum, { wins, losses }) => sum + wins + losses, 0)
  const rate = units.reduce((sum, { wins }) => sum + wins, 0) / votes
  let squares = 0
  for (const { wins, losses } of units) {
    const m = wins + losses
    sums.between += m * (wins / m - rate) ** 2
    sums.within += (wins * losses) / m
    squares += m * m
  }
  sums.freedomBetween += units.length - 1
  sums.freedomWithin += votes - units.length
  sums.spread += votes - squares / votes
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
