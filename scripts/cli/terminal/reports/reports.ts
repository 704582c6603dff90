import type { Reports } from '../../../../server/ratings/reports/compute-reports.ts'
import { againstLines, ratingsLines } from './against.ts'
import { attacksLines } from './attacks.ts'
import { baselineLines } from './baseline.ts'
import { expectLines } from './expect.ts'
import { headToHeadLines } from './head-to-head.ts'
import { modelFitLines } from './model-fit.ts'
import { positionLines } from './position.ts'
import { practicallyEqualLines } from './practically-equal.ts'
import { samplesLines } from './samples.ts'
import { stoppingLines } from './stopping.ts'
import { styleLines } from './style.ts'
import { votersLines } from './voters.ts'

/** The reports in words and tables, a block for each; null if there are none. */
export function reportsText(reports: Reports, baseline: string | null, width: number): string | null {
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
  ].filter((lines) => lines !== undefined && lines !== false)
  return blocks.length === 0 ? null : blocks.map((lines) => `${lines.join('\n')}\n`).join('\n')
}
