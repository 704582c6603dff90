import type { Information } from './information.ts'
import { meanAndRate } from './judged-battles.ts'
import type { JudgedBattles } from './judged-battles.ts'
import { sigmoid } from './likelihood.ts'
import type { Selection } from './points.ts'
import type { Power } from './power.ts'
import type { Covariance } from './sandwich.ts'
import type { Tally, UnitCells } from './tally.ts'

/**
 * Called for every unit that has an influence: how far its votes (A⁻¹a) and its correction (A⁻¹b, for λ = 1) move
 * the strengths.
 */
type OnUnit = (unit: number, votes: Float64Array, correction: Float64Array) => void

/**
 * Reports the influence of each unit on the strengths, to first order at the fit `theta` of people's votes. a_u
 * sums y − p over its votes. b_u = v (n^L / N − h)(f − j̄) over its battles with h votes of people, by a judge of
 * share v.
 */
export function unitInfluences(
  { units }: Tally,
  { points, pairOf }: Selection,
  theta: Float64Array,
  fisher: Information,
  judged: JudgedBattles,
  onUnit: OnUnit,
): void {
  const m = theta.length
  const votes = byUnit(units!, judged.units)
  const battles = byUnit(judged, judged.units)
  const pairOfVotes = ownerOf(units!.start, units!.unit.length)
  const ownerOfBattle = ownerOf(judged.start, judged.unit.length)
  const chance = Float64Array.from(points.first, (i, pair) => sigmoid(theta[i] - theta[points.second[pair]]))
  const { share, judges } = judged
  const means = new Float64Array(share.length)
  const rates = new Float64Array(share.length)
  for (let pairJudge = 0; pairJudge < share.length; pairJudge++)
    [means[pairJudge], rates[pairJudge]] = meanAndRate(judged, pairJudge)
  const scores = [new Float64Array(m), new Float64Array(m)]
  const moved = [new Float64Array(m), new Float64Array(m)]
  const add = (score: Float64Array, chosen: number, excess: number) => {
    score[points.first[chosen]] += excess
    score[points.second[chosen]] -= excess
  }
  for (let unit = 0; unit < judged.units; unit++) {
    for (const vector of [...scores, ...moved]) vector.fill(0)
    let [hasVotes, hasBattles] = [false, false]
    for (let i = votes.start[unit]; i < votes.start[unit + 1]; i++) {
      const cell = votes.order[i]
      const outcome = pairOfVotes[cell] % 3
      const chosen = pairOf[(pairOfVotes[cell] - outcome) / 3]
      if (chosen < 0) continue
      hasVotes = true
      add(scores[0], chosen, units!.count[cell] * (FIRST_POINTS[outcome] - chance[chosen]))
    }
    for (let i = battles.start[unit]; i < battles.start[unit + 1]; i++) {
      const battle = battles.order[i]
      const pairJudge = ownerOfBattle[battle]
      const chosen = pairOf[Math.floor(pairJudge / judges)]
      if (chosen < 0 || share[pairJudge] === 0) continue
      hasBattles = true
      const excess = (rates[pairJudge] - judged.labels[battle]) * (judged.score[battle] - means[pairJudge])
      add(scores[1], chosen, share[pairJudge] * excess)
    }
    if (hasVotes) fisher.solve(scores[0], moved[0])
    if (hasBattles) fisher.solve(scores[1], moved[1])
    if (hasVotes || hasBattles) onUnit(unit, moved[0], moved[1])
  }
}

/** The points of the first, by the position of an outcome in its pair: it won, the second won, a tie. */
const FIRST_POINTS = [1, 0, 0.5]

/** The entries of every unit: order[start[u]] … order[start[u + 1] − 1]. */
function byUnit({ unit }: Pick<UnitCells, 'unit'>, units: number) {
  const start = new Int32Array(units + 1)
  for (const own of unit) start[own + 1]++
  for (let own = 0; own < units; own++) start[own + 1] += start[own]
  const next = start.slice()
  const order = new Int32Array(unit.length)
  for (let entry = 0; entry < unit.length; entry++) order[next[unit[entry]]++] = entry
  return { start, order }
}

/** For each entry the part of the array it lies in. */
function ownerOf(start: Int32Array, entries: number): Int32Array {
  const owner = new Int32Array(entries)
  for (let own = 0; own + 1 < start.length; own++) owner.fill(own, start[own], start[own + 1])
  return owner
}

/** The sandwich covariance of corrected strengths, H⁺ (Σ_u (a_u + λ b_u)(a_u + λ b_u)ᵀ) H⁺, at the fit `theta`. */
export function poweredSandwich(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  fisher: Information,
  { judged, weight }: Power,
): Covariance {
  const m = theta.length
  const values = new Float64Array(m * m)
  unitInfluences(tally, selection, theta, fisher, judged, (_unit, votes, correction) => {
    const moved = votes.map((own, i) => own + weight * correction[i])
    for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) values[i * m + j] += moved[i] * moved[j]
  })
  for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) values[j * m + i] = values[i * m + j]
  return { contestants: m, values }
}
