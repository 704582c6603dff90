/**
 * The reports beside a board as they are shown. Page and text go through this list; BOARD_REPORTS of the contracts names the same
 * reports with their schemas, and REPORTS in server/ratings/reports computes them.
 */
import type { BoardReports, ReportName } from '../contracts/reports.ts'
import { isOfPeople } from '../contracts/source.ts'
import {
  fitView,
  ingredientsView,
  lacksFit,
  positionView,
  styleView,
  type ReportLanguage,
  type ReportView,
} from './report-view.ts'

type Shown = Pick<BoardReports, 'view' | 'votes'>

/** What each report says; null: nothing, on this board. */
const VIEWS: {
  [Name in ReportName]: (
    report: BoardReports[Name],
    board: Shown,
    language: ReportLanguage,
  ) => ReportView | null
} = {
  position: (position, { view }, language) =>
    isOfPeople(view.source) ? positionView(position?.leftWins ?? null, language) : null,
  // who reads a board is told only of what is wrong with it
  fit: (fit, _, language) => (lacksFit(fit) ? fitView(fit, language) : null),
  style: (style, { votes }, language) =>
    style && styleView({ ...style, leftOut: votes - style.votes }, language),
  ingredients: (ingredients, _, language) => ingredients && ingredientsView(ingredients, language),
}

/** All that the reports of a board say; one sentence if there are none. @param drawn  those that are shown elsewhere */
export function boardReportViews(
  reports: BoardReports,
  language: ReportLanguage,
  drawn: readonly ReportName[] = [],
): { none: string | null; views: ReportView[] } {
  const { tooLarge, none } = language.words
  if (reports.tooLarge) return { none: tooLarge, views: [] }
  if (reports.votes === 0) return { none, views: [] }
  const names = (Object.keys(VIEWS) as ReportName[]).filter((name) => !drawn.includes(name))
  return { none: null, views: names.flatMap((name) => viewOf(name, reports, language) ?? []) }
}

const viewOf = <Name extends ReportName>(name: Name, reports: BoardReports, language: ReportLanguage) =>
  VIEWS[name](reports[name], reports, language)
