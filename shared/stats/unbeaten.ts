import type { Rounds } from './bootstrap.ts'
import { largestComponent } from './connectivity.ts'
import { evidenceOf } from './evidence.ts'
import { comparisonIntervals } from './intervals.ts'
import { fit } from './newton.ts'
import type { Recipe } from './measurement.ts'
import { among } from './points.ts'
import type { PairPoints, Selection } from './points.ts'
import { resampler } from './resampling.ts'
import type { Field } from './field.ts'
import type { ExtraUnits } from './resampling.ts'
import { bootstrapSpread, sandwichSpread } from './spread.ts'
import type { Tally } from './tally.ts'

/**
 * Where the unbeaten stand for the declaring rule: comparison intervals, by contestant, from a fit in which each
 * of them lost one more unit of its own average size, shifted so that the rated contestants have mean zero as in
 * the main fit. Null for who is not in that fit. Without anyone rated the fit is of the component that the
 * additional losses connect.
 */
export function withOneMoreLoss(
  tally: Tally,
  field: Field,
  recipe: Exclude<Recipe, 'classic'>,
  rounds: Rounds,
): ([number, number] | null)[] {
  const intervals = new Array<[number, number] | null>(tally.contestants).fill(null)
  const selection = among(tally, connected(tally, field))
  if (selection.members.length < 2) return intervals
  const evidence = evidenceOf(tally, selection)
  const extra = additionalLosses(tally, selection, field.unbeaten)
  const points = adding(selection.points, extra)
  const { theta, converged } = fit(points)
  if (!converged) return intervals
  const spreadAt =
    recipe === 'preview'
      ? sandwichSpread(tally, { ...selection, points }, theta, extra, rounds)
      : bootstrapSpread(points, theta, resampler(tally, selection, extra), rounds)
  const { comparison } = comparisonIntervals(points, theta, evidence, spreadAt)
  const isRated = new Set(field.rated)
  const anchors = [...selection.members.keys()].filter((i) => isRated.has(selection.members[i]))
  const shift = anchors.reduce((sum, i) => sum + theta[i] / anchors.length, 0)
  selection.members.forEach((contestant, i) => {
    intervals[contestant] = [comparison[i][0] - shift, comparison[i][1] - shift]
  })
  return intervals
}

/** The rated and those unbeaten who met one of them; or, with nobody rated, what the losses connect. */
function connected(tally: Tally, { rated, unbeaten }: Field): Int32Array {
  if (rated.length === 0) {
    const all = among(
      tally,
      Int32Array.from({ length: tally.contestants }, (_, i) => i),
    )
    return largestComponent(adding(all.points, additionalLosses(tally, all, unbeaten)))
  }
  const isRated = new Set(rated)
  const met = new Set<number>()
  for (let pair = 0; pair < tally.first.length; pair++) {
    if (isRated.has(tally.first[pair])) met.add(tally.second[pair])
    if (isRated.has(tally.second[pair])) met.add(tally.first[pair])
  }
  return Int32Array.from([...rated, ...unbeaten.filter((contestant) => met.has(contestant))]).sort()
}

/**
 * One unit per unbeaten contestant of the selection: its votes ÷ its units, spread over its opponents in
 * proportion to the votes it has with them, all won by them. That is n_ij / G_i to opponent j.
 */
function additionalLosses(
  tally: Tally,
  { members, points, pairOf }: Selection,
  unbeaten: number[],
): ExtraUnits {
  const { units } = evidenceOf(tally, { members, points, pairOf })
  const isUnbeaten = new Set(unbeaten)
  const losses = new Map<number, { pair: number; toFirst: number; toSecond: number }[]>()
  for (let pair = 0; pair < points.first.length; pair++) {
    for (const loser of [points.first[pair], points.second[pair]]) {
      if (!isUnbeaten.has(members[loser])) continue
      const share = (points.firstPoints[pair] + points.secondPoints[pair]) / units[loser]
      const isFirst = loser === points.first[pair]
      if (!losses.has(loser)) losses.set(loser, [])
      losses.get(loser)!.push({ pair, toFirst: isFirst ? 0 : share, toSecond: isFirst ? share : 0 })
    }
  }
  const perLoser = [...losses].sort(([a], [b]) => a - b).map(([, cells]) => cells)
  const cells = perLoser.flat()
  let end = 0
  return {
    start: Int32Array.from([0, ...perLoser.map((own) => (end += own.length))]),
    pair: Int32Array.from(cells, ({ pair }) => pair),
    firstPoints: Float64Array.from(cells, ({ toFirst }) => toFirst),
    secondPoints: Float64Array.from(cells, ({ toSecond }) => toSecond),
  }
}

function adding(points: PairPoints, extra: ExtraUnits): PairPoints {
  const firstPoints = points.firstPoints.slice()
  const secondPoints = points.secondPoints.slice()
  extra.pair.forEach((pair, cell) => {
    firstPoints[pair] += extra.firstPoints[cell]
    secondPoints[pair] += extra.secondPoints[cell]
  })
  return { ...points, firstPoints, secondPoints }
}
