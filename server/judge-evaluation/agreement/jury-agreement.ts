/** How far judges agree with each other, and versions of a judge with earlier ones. It needs no votes of people. */
import type { JuryAgreement, PairedAgreement } from '../../../shared/contracts/index.ts'
import { agreementOf, jackknifeInterval, krippendorffAlpha } from '../../../shared/stats/judges/agreement.ts'
import { agreementFigures } from './figures.ts'
import type { JuryCell, TwoRaters } from './jury-queries.ts'

/** Agreement of each two raters under each criterion. */
export function pairedAgreements<Rater>(
  cells: readonly TwoRaters<Rater>[],
): (PairedAgreement & { raters: [Rater, Rater] })[] {
  const both = Map.groupBy(cells, ({ criterion, one, other }) => JSON.stringify([criterion, one, other]))
  return [...both.values()].map((shared) => {
    const { criterion, one, other } = shared[0]
    const agreement = (some: readonly TwoRaters<Rater>[]) =>
      agreementOf(some.map(({ oneSaid, otherSaid, count }) => [oneSaid, otherSaid, count] as const))
    return {
      raters: [one, other],
      criterion,
      agreement: agreementFigures(agreement(shared)),
      kappaInterval: jackknifeInterval(byPart(shared), (some) => agreement(some).kappa),
    }
  })
}

/** The agreement of the judges of an arena with each other, in pairs and all together. */
export function juryAgreement(
  two: readonly TwoRaters<string>[],
  together: readonly JuryCell[],
): JuryAgreement {
  const pairs = pairedAgreements(two).map(({ raters, ...figures }) => ({ judges: raters, ...figures }))
  return {
    pairs,
    together: [...Map.groupBy(together, ({ criterion }) => criterion)].map(([criterion, cells]) => ({
      criterion,
      judges: [
        ...new Set(pairs.filter((pair) => pair.criterion === criterion).flatMap(({ judges }) => judges)),
      ].sort(),
      pairs: cells.reduce((sum, { count }) => sum + count, 0),
      alpha: alphaOf(cells),
      interval: jackknifeInterval(byPart(cells), alphaOf),
    })),
  }
}

const alphaOf = (cells: readonly JuryCell[]) =>
  krippendorffAlpha(
    cells.map(({ left, right, tie, count }) => ({ chosenBy: [left, right, tie], things: count })),
  )

const byPart = <T extends { part: number }>(cells: readonly T[]): T[][] => [
  ...Map.groupBy(cells, ({ part }) => part).values(),
]
