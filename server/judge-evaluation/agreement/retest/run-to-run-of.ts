import type { RunToRun } from '../../../../shared/contracts/index.ts'
import { runToRun, wilsonInterval } from '../../../../shared/stats/internal.ts'
import { agreementFigures } from '../figures.ts'
import type { RepeatedVerdicts } from './queries.ts'

/** How often repeated verdicts of one version of a judge agree under one criterion. */
export function runToRunOf(all: readonly RepeatedVerdicts[], nameOf: (id: number) => string): RunToRun {
  const { judge, version, criterion } = all[0]
  const { examined, unanimous, again, within, total, ownShare } = runToRun(all.map(({ scores }) => scores))
  const runs = Math.max(...all.map(({ scores }) => scores.length))
  return {
    judge,
    version,
    criterion,
    runs,
    pairs: examined,
    again: agreementFigures(again),
    unanimous: {
      hits: unanimous,
      n: examined,
      share: examined > 0 ? unanimous / examined : null,
      interval: wilsonInterval(unanimous, examined),
    },
    variance: { betweenRuns: within, total, share: ownShare },
    winRates: winRatesOf(
      all.filter(({ scores }) => scores.length === runs),
      runs,
      nameOf,
    ),
  }
}

function winRatesOf(
  all: readonly RepeatedVerdicts[],
  runs: number,
  nameOf: (id: number) => string,
): RunToRun['winRates'] {
  const sides = all.flatMap(({ one, other, scores }) => [
    { contestant: one, scores },
    { contestant: other, scores: scores.map((score) => 1 - score) },
  ])
  return [...Map.groupBy(sides, ({ contestant }) => contestant)]
    .map(([contestant, inPairs]) => {
      const byRun = Array.from(
        { length: runs },
        (_, run) => inPairs.reduce((sum, { scores }) => sum + scores[run], 0) / inPairs.length,
      )
      return { contestant: nameOf(contestant), votes: inPairs.length, byRun, deviation: deviationOf(byRun) }
    })
    .sort((a, b) => b.byRun[0] - a.byRun[0] || (a.contestant < b.contestant ? -1 : 1))
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}
