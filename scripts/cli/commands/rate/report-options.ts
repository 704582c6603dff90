import type { Command } from 'commander'
import { MAJORITY, POWERED } from '../../../../shared/votes/majority.ts'
import { invalidArgument, knownName } from '../../terminal/options.ts'
import { UsageError } from '../../terminal/errors.ts'
import { judgeIn, parseSource } from '../../../../shared/contracts/source.ts'
import { msg } from '../../../../shared/messages/index.ts'

/** The reports that `rate` can add to the board. */
export interface ReportFlags {
  style: boolean
  position: boolean
  expect: boolean
  samples: boolean
  answers?: string
  baseline?: string
  voters: boolean
  fit: boolean
  stopping?: string[]
  delta?: number
  against?: string
  headToHead: boolean
}

/** The flags of reports together with those of the board. */
interface BoardFlags {
  method: string
  rounds: number
  source?: string
  format?: string
}

/** Adds the options for reports. */
export function withReportOptions(command: Command): Command {
  return command
    .option('--baseline <name>', "add everyone's win rate against NAME: predicted, and direct", undefined)
    .option('--style', 'also estimate the effect of style, and rate with style controlled', false)
    .option('--expect', 'also estimate what the highest rated keeps on new prompts', false)
    .option('--position', 'also estimate what the left position is worth, and rate with it controlled', false)
    .option('--samples', "also estimate how often a contestant's other answers change the outcome", false)
    .option('--answers <file>', "the answers' texts (prompt, model, text), for --style and --baseline")
    .option(
      '--delta <share>',
      'also list practically equal pairs: win rate within 50 % ± DELTA, for example 0.03',
      delta,
    )
    .option('--stopping <names...>', 'also print whether judging these two could have stopped: A B')
    .option('--fit', 'also test how well one strength per contestant explains the votes', false)
    .option(
      '--voters',
      'also list voters who vote unlike the others, and voters whose votes look like an attack',
      false,
    )
    .option(
      '--against <what>',
      'also compare with another board: a votes file, a table of ratings, or humans, judges, judge:NAME',
    )
    .option('--head-to-head', 'also print the votes of each pair', false)
}

/** Whether a report is requested, apart from predicted win rates. */
export const isReportAsked = ({
  style,
  position,
  expect,
  samples,
  voters,
  fit,
  stopping,
  delta: equal,
  against,
}: ReportFlags) =>
  style ||
  position ||
  expect ||
  samples ||
  voters ||
  fit ||
  stopping !== undefined ||
  equal !== undefined ||
  against !== undefined

/** Reports that know one kind of unit only. The others use prompts and voters together, or the more careful of the two. */
export const needsOneKindOfUnit = ({ style, delta, against }: ReportFlags): boolean =>
  style || delta !== undefined || against !== undefined

/** Whether the further columns of rows are needed. */
export const needsDetails = ({ style, samples, baseline, stopping }: ReportFlags): boolean =>
  style || samples || baseline !== undefined || stopping !== undefined

/** Whether `--against` names a source in the same file; anything else is a file. */
export const isSource = (against: string): boolean =>
  !['all', MAJORITY, POWERED].includes(against) && parseSource(against) !== null

/** @throws {UsageError} for options that cannot be combined */
export function refuseReports(flags: ReportFlags & BoardFlags): void {
  const { method, rounds, source, format, style, answers, baseline, stopping, against, headToHead } = flags
  if (headToHead && (format === 'csv' || format === 'latex'))
    throw new UsageError(msg('format_without_reports', { format }))
  if (isReportAsked(flags) && method !== 'bradley-terry')
    throw new UsageError(msg('reports_by_bradley_terry', { method }))
  if (isReportAsked(flags) && (format === 'csv' || format === 'latex'))
    throw new UsageError(msg('format_without_reports', { format }))
  if (answers !== undefined && !style && baseline === undefined)
    throw new UsageError(msg('answers_without_report'))
  if (stopping && stopping.length !== 2) throw new UsageError(msg('stopping_takes_two'))
  if (stopping && stopping[0] === stopping[1]) throw new UsageError(msg('stopping_takes_different'))
  if (flags.delta !== undefined && rounds === 0) throw new UsageError(msg('delta_needs_rounds'))
  if (against === POWERED || against === MAJORITY) throw new UsageError(msg('against_takes_cast_votes'))
  if (against !== undefined && isSource(against) && source === undefined)
    throw new UsageError(msg('against_needs_source', { against }))
}

/** @throws {UsageError} for a name that is not among the contestants, or judges */
export function checkReportNames(
  { stopping, against }: ReportFlags,
  { contestants, judges }: { contestants: readonly string[]; judges: readonly string[] },
): void {
  for (const name of stopping ?? []) knownName('contestant', name, contestants)
  const judge = judgeIn(against)
  if (judge !== null) knownName('judge', judge, judges)
}

function delta(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value > 0 && value < 0.5)) throw invalidArgument(msg('must_be_delta'))
  return value
}
