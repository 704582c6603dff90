import { drawGammaBlock, gammaCells } from './gamma.ts'
import type { PairPoints, Selection } from './points.ts'
import { RandomStream } from './random.ts'
import type { Tally } from './tally.ts'
import { unitDraws } from './unit-draws.ts'

/** Units beyond those of the tally: unit u adds its cells start[u] … start[u + 1] − 1 to pairs of the selection. */
export interface ExtraUnits {
  start: Int32Array
  pair: Int32Array
  firstPoints: Float64Array
  secondPoints: Float64Array
}

/** Fills the points of `out` with the weighted sums of round `round`, which depend on (seed, round) alone. */
export type Resample = (seed: number, round: number, out: PairPoints) => void

/**
 * The Bayesian bootstrap (Rubin 1981): every unit gets an independent Exp(1) weight; without units every vote
 * does, which for a cell of equal votes is one Gamma(count). `extra` units come after all others. Weights are
 * drawn for the whole tally, selected or not, so that a unit has the same weight in every fit of a round.
 */
export function resampler(tally: Tally, selection: Selection, extra: ExtraUnits | null): Resample {
  const draw = tally.units ? unitDraws(tally.units, selection) : voteDraws(tally, selection)
  return (seed, round, out) => {
    const stream = draw(seed, round, out)
    if (extra) addUnits(extra, stream, out)
  }
}

/** As Resample; returns the round's stream, for weights that are still to be drawn. */
export type Draw = (seed: number, round: number, out: PairPoints) => RandomStream

/** One Gamma(count) per outcome of each pair. */
function voteDraws({ firstWins, secondWins, ties }: Tally, { pairOf }: Selection): Draw {
  const pairs = pairOf.length
  const counts = new Float64Array(3 * pairs)
  for (let pair = 0; pair < pairs; pair++) {
    counts[3 * pair] = firstWins[pair]
    counts[3 * pair + 1] = secondWins[pair]
    counts[3 * pair + 2] = ties[pair]
  }
  const cells = gammaCells(counts)
  return (seed, round, { firstPoints, secondPoints }) => {
    const stream = new RandomStream(seed, round)
    // what a block completes is added up while it is at hand
    for (let pair = 0, drawn = 0; pair < pairs;) {
      drawn = drawGammaBlock(stream, cells, drawn, counts)
      for (; 3 * pair + 3 <= drawn; pair++) {
        const chosen = pairOf[pair]
        if (chosen < 0) continue
        const halves = counts[3 * pair + 2] / 2
        firstPoints[chosen] = counts[3 * pair] + halves
        secondPoints[chosen] = counts[3 * pair + 1] + halves
      }
    }
    return stream
  }
}

function addUnits(cells: ExtraUnits, stream: RandomStream, out: PairPoints): void {
  const { start, pair, firstPoints, secondPoints } = cells
  for (let unit = 0; unit + 1 < start.length; unit++) {
    const weight = stream.exponential()
    for (let cell = start[unit]; cell < start[unit + 1]; cell++) {
      out.firstPoints[pair[cell]] += weight * firstPoints[cell]
      out.secondPoints[pair[cell]] += weight * secondPoints[cell]
    }
  }
}
