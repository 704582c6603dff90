import type { Draw, DrawSource } from './draw-source.ts'
import { BLOCK, drawGammaBlock, gammaCells } from './gamma.ts'
import type { GammaCells } from './gamma.ts'
import type { PairPoints, Selection } from './points.ts'
import type { Power } from './power.ts'
import { RandomStream } from './random.ts'
import type { Tally } from './tally.ts'
import { unitDraws } from './unit-draws.ts'

/** Fills the points of `out` with the weighted sums of round `round`, which depend only on (seed, round). */
export interface Resample {
  (seed: number, round: number, out: PairPoints): void
  source: DrawSource
}

/**
 * The Bayesian bootstrap (Rubin 1981): every unit gets an independent Exp(1) weight. Without units every vote does,
 * which for a cell of equal votes is one Gamma(count). Weights are drawn for the whole tally, selected or not, so
 * that a unit has the same weight in every fit of a round.
 */
export function resampler(tally: Tally, { pairOf }: Selection, power: Power | null = null): Resample {
  const votes = tally.units
    ? ({ by: 'unit', cells: tally.units } as const)
    : ({ by: 'vote', cells: gammaCells(outcomesOf(tally)) } as const)
  return resamplerFrom({ votes, pairOf, power })
}

/** The same from the data that a round draws from. */
export function resamplerFrom(source: DrawSource): Resample {
  const { votes, pairOf } = source
  const draw = votes.by === 'unit' ? unitDraws(votes.cells, pairOf) : voteDraws(votes.cells, pairOf)
  return Object.assign(draw, { source })
}

function outcomesOf({ firstWins, secondWins, ties }: Tally): Float64Array {
  const counts = new Float64Array(3 * ties.length)
  for (let pair = 0; pair < ties.length; pair++) {
    counts[3 * pair] = firstWins[pair]
    counts[3 * pair + 1] = secondWins[pair]
    counts[3 * pair + 2] = ties[pair]
  }
  return counts
}

/** One Gamma(count) for each outcome of each pair. */
function voteDraws(cells: GammaCells, pairOf: Int32Array): Draw {
  const pairs = pairOf.length
  const weights = new Float64Array(BLOCK + 2)
  return (seed, round, { firstPoints, secondPoints }) => {
    const stream = new RandomStream(seed, round)
    // pairs that a block completes are summed at once; up to two weights of a pair wait for the next block
    for (let pair = 0, from = 0, waiting = 0; pair < pairs; from += BLOCK) {
      const drawn = waiting + drawGammaBlock(stream, cells, from, weights, waiting)
      let cell = 0
      for (; cell + 3 <= drawn; cell += 3) {
        const chosen = pairOf[pair++]
        if (chosen < 0) continue
        const halves = weights[cell + 2] / 2
        firstPoints[chosen] = weights[cell] + halves
        secondPoints[chosen] = weights[cell + 1] + halves
      }
      waiting = drawn - cell
      for (let i = 0; i < waiting; i++) weights[i] = weights[cell + i]
    }
  }
}
