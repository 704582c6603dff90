import type { Board } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { againstReport, type AgainstReport, type OtherVotes } from './against.ts'
import type { AgainstRatings } from './against-ratings.ts'
import { attacksReport, type AttacksReport } from './attacks.ts'
import { baselineReport, type BaselineWinRate } from './baseline.ts'
import { expectReport, type ExpectReport } from './expect.ts'
import { meetingsIn, type Meeting } from './meetings.ts'
import { carefulModelFit, carefulPosition } from './more-careful.ts'
import type { ModelFitReport } from './model-fit.ts'
import { oddVotersReport, type OddVotersReport } from './odd-voters.ts'
import { practicallyEqualReport, type PracticallyEqualReport } from './practically-equal.ts'
import type { PositionReport } from './position.ts'
import { samplesReport } from './samples.ts'
import { stoppingReport, type StoppingReport } from './stopping.ts'
import type { SampleEffect } from '../../../shared/stats/style/sample-effect.ts'
import { styleReport, type StyleReport } from './style.ts'

/** The requested reports beside a board. */
export interface ReportsRequested {
  style?: boolean
  position?: boolean
  expect?: boolean
  samples?: boolean
  baseline?: string | null
  voters?: boolean
  fit?: boolean
  stopping?: [string, string] | null
  delta?: number | null
  against?: OtherVotes | null
  headToHead?: boolean
}

/** The requested reports. They declare nothing and do not change the board. */
export interface Reports {
  style?: StyleReport
  position?: PositionReport
  expect?: ExpectReport
  samples?: SampleEffect
  baselineWinRates?: BaselineWinRate[]
  oddVoters?: OddVotersReport
  attacks?: AttacksReport
  modelFit?: ModelFitReport | null
  stopping?: StoppingReport
  practicallyEqual?: PracticallyEqualReport | null
  against?: AgainstReport
  /** The board against tables of ratings. */
  againstRatings?: AgainstRatings[]
  headToHead?: Meeting[]
}

/** Computes reports on the votes of a Bradley-Terry board, with its unit, ties, rounds and seed. */
export function computeReports(table: VoteTable, board: Board, requested: ReportsRequested): Reports {
  const { style, position, expect, samples, baseline, voters, fit, stopping, delta, against } = requested
  const { headToHead } = requested
  return {
    ...(style && { style: styleReport(table, board) }),
    ...(position && { position: carefulPosition(table, board) }),
    ...(expect && { expect: expectReport(table, board) }),
    ...(samples && { samples: samplesReport(table) }),
    ...(baseline && { baselineWinRates: baselineReport(table, board, baseline) }),
    ...(voters && { oddVoters: oddVotersReport(table, board), attacks: attacksReport(table) }),
    ...(fit && { modelFit: carefulModelFit(table, board) }),
    ...(stopping && { stopping: stoppingReport(table, stopping) }),
    ...(delta && { practicallyEqual: practicallyEqualReport(table, board, delta) }),
    ...(against && { against: againstReport(table, board, against) }),
    ...(headToHead && { headToHead: meetingsIn(table) }),
  }
}
