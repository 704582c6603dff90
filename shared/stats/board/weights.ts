/** The correlation of two votes of one unit that weights suppose, times the number of contestants. */
const CORRELATION = 0.2

/** The correlation of two votes of one unit that weights suppose. */
export const intraclassCorrelation = (contestants: number): number => CORRELATION / contestants

/**
 * Weights of votes, 1 / (1 + ρ (m_p − 1) + ρ (m_v − 1)), relative to the largest: those of an exchangeable working
 * correlation ρ = 0.2 / M (Liang & Zeger 1986). m is the number of votes of the vote's prompt, and of its voter. A vote
 * without a name gets the mean m of named votes; counts of partly named kinds are scaled up by the share of named votes.
 * Units of equal size weigh the same, whatever ρ is.
 *
 * @param units  for each kind the unit of each vote, −1 where it is not known; shape (votes,) each
 * @returns shape (votes,), in (0, 1]
 */
export function weighVotes(count: number, units: readonly Int32Array[], contestants: number): Float64Array {
  const rho = intraclassCorrelation(contestants)
  const denominator = new Float64Array(count).fill(1)
  for (const unit of units) {
    const votes = countUnits(unit)
    let named = 0
    let squares = 0
    for (const m of votes) {
      named += m
      squares += m * m
    }
    if (named === 0) continue
    const share = named / count
    const mean = squares / named / share
    for (let vote = 0; vote < count; vote++)
      denominator[vote] += rho * ((unit[vote] < 0 ? mean : votes[unit[vote]] / share) - 1)
  }
  let least = Infinity
  for (const value of denominator) if (value < least) least = value
  return denominator.map((value) => least / value)
}

/** The number of votes of each unit; shape (units,). */
export function countUnits(unit: Int32Array): Float64Array {
  let most = -1
  for (const value of unit) if (value > most) most = value
  const votes = new Float64Array(most + 1)
  for (const value of unit) if (value >= 0) votes[value]++
  return votes
}

/** The effective number of units, (Σ m)² / Σ m² (Kish 1965); 0 without any. */
export function kish(shares: ArrayLike<number>): number {
  let [sum, squares] = [0, 0]
  for (let unit = 0; unit < shares.length; unit++) {
    sum += shares[unit]
    squares += shares[unit] * shares[unit]
  }
  return squares > 0 ? (sum * sum) / squares : 0
}

/** The weight of the votes of each unit; shape (units,). */
export function sumByUnit(unit: Int32Array, weight: Float64Array): Float64Array {
  const sums = new Float64Array(countUnits(unit).length)
  for (let vote = 0; vote < unit.length; vote++) if (unit[vote] >= 0) sums[unit[vote]] += weight[vote]
  return sums
}
