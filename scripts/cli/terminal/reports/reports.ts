import type { Reports } from '../../../../server/ratings/reports/compute-reports.ts'
import type { Differences, History } from '../../../../shared/contracts/index.ts'
import { againstLines, ratingsLines } from './against.ts'
import { attacksLines } from './attacks.ts'
import { baselineLines } from './baseline.ts'
import { differencesLines } from './differences.ts'
import { expectLines } from './expect.ts'
import { headToHeadLines } from './head-to-head.ts'
import { historyLines } from './history.ts'
import { modelFitLines } from './model-fit.ts'
import { positionLines } from './position.ts'
import { practicallyEqualLines } from './practically-equal.ts'
import { samplesLines } from './samples.ts'
import { stoppingLines } from './stopping.ts'
import { styleLines } from './style.ts'
import { votersLines } from './voters.ts'

/** What follows a board: reports on its votes, and what an arena knows of it besides. */
export interface BoardExtras extends Reports {
  differences?: Differences
  history?: History
}

/** The reports in words and tables, a block for each; null if there are none. */
export function reportsText(reports: BoardExtras, baseline: string | null, width: number): string | null {
  const {
    style,
    position,
    expect,
    samples,
    baselineWinRates,
    oddVoters,
    attacks,
    modelFit,
    stopping,
    practicallyEqual,
    against,
    againstRatings = [],
    headToHead,
    differences,
    history,
  } = reports
  const blocks = [
    expect && expectLines(expect, width),
    style && styleLines(style, width),
    position && positionLines(position, width),
    samples && samplesLines(samples, width),
    baselineWinRates && baseline !== null && baselineLines(baselineWinRates, baseline, width),
    practicallyEqual !== undefined && practicallyEqualLines(practicallyEqual, width),
    stopping && stoppingLines(stopping, width),
    modelFit !== undefined && modelFitLines(modelFit, width),
    oddVoters && votersLines(oddVoters, width),
    attacks && attacks.tested > 0 && attacksLines(attacks, width),
    against && againstLines(against, width),
    ...againstRatings.map((one) => ratingsLines(one, width)),
    headToHead && headToHeadLines(headToHead, width),
    differences && differencesLines(differences, width),
    history && historyLines(history, width),
  ].filter((lines) => lines !== undefined && lines !== false)
  return blocks.length === 0 ? null : blocks.map((lines) => `${lines.join('\n')}\n`).join('\n')
}
