import type { Command } from 'commander'
import {
  chooseVotes,
  collectNames,
  settleVotes,
  type VoteFileNames,
} from '../../../server/transfer/formats/choose-votes.ts'
import { namesAlike } from '../../../server/transfer/formats/names.ts'
import { FileVotes } from '../../../server/transfer/formats/file-votes.ts'
import { judgeOfSource } from '../../../shared/contracts/source.ts'
import type { Warning } from '../../../shared/contracts/index.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { computeBoardWithMethod, METHODS } from '../../../server/ratings/compute-board.ts'
import { computeReports } from '../../../server/ratings/reports/compute-reports.ts'
import { BOARD_ENDINGS, putBoard, withBoardOutput } from '../terminal/board.ts'
import { UsageError } from '../terminal/errors.ts'
import { choice, formatOfName, knownName, nameAndValue, wholeNumber } from '../terminal/options.ts'
import { progress, type Terminal } from '../terminal/terminal.ts'
import {
  rounds,
  sourceName,
  SOURCES,
  parseLevel,
  voterShare,
  needsDetails,
  withReportOptions,
  refuseCombinations,
  type RateFlags,
  refuseSameFiles,
} from './rate/options.ts'
import {
  parseOptions,
  requestedScoreKind,
  type PlanEdits,
} from '../../../server/transfer/formats/column-changes.ts'
import { readingOptions, withDoubts, withReading } from '../terminal/read-plan.ts'
import {
  readScoresFrom,
  readStylesFrom,
  readVotesFrom,
  refuseDoubtful,
  type VotesRead,
} from './rate/read-files.ts'
import { readFactors } from './rate/read-factors.ts'
import { msg } from '../../../shared/messages/index.ts'

/** `rate FILE`: votes file → board, no database. */
export function rate(program: Command, terminal: Terminal): void {
  const command = program
    .command('rate')
    .argument(
      '<files...>',
      'votes: columns model_a, model_b, winner, and optional ones; several are rated together',
    )
    .addOption(
      choice(
        '--method <name>',
        'rating method; only bradley-terry can declare a winner',
        METHODS,
        'bradley-terry',
      ),
    )
    .option('--rounds <n>', 'bootstrap rounds; 0: the limit of endless rounds', rounds, 1000)
    .option('--seed <n>', 'seed of the bootstrap', wholeNumber(0), 1)
    .option(
      '--level <share>',
      'coverage of the intervals; below 0.95 for four contestants or more',
      parseLevel,
      0.95,
    )
    .addOption(
      choice(
        '--cluster <unit>',
        'what votes share that are not independent (default: what is known); both: prompts and voters',
        ['both', 'prompt', 'voter', 'vote'],
      ),
    )
    .addOption(
      choice(
        '--looks <how>',
        'any: a winner must hold however often you look while votes come in; one: for one look at this file',
        ['one', 'any'],
        'one',
      ),
    )
    .addOption(
      choice(
        '--weights <how>',
        'units: many votes on one prompt or by one voter count less each; votes: each vote counts the same',
        ['units', 'votes'],
        'units',
      ),
    )
    .option(
      '--voter-cap <share>',
      'at most this share of the votes by one person, the first ones, for example 0.05; judges have no cap',
      voterShare,
    )
    .option('--anchor <name=value>', 'shift all ratings so that NAME has the rating VALUE', nameAndValue)
    .option('--criterion <name>', 'only votes under this criterion')
    .option('--source <who>', SOURCES, sourceName)
    .option('--judge <name>', "only this voter's votes, human or not")
    .option('--category <name>', 'only prompts of this category')
    .addOption(choice('--ties <how>', 'count a tie half for each, or drop it', ['half', 'drop'], 'half'))
    .addOption(
      choice(
        '--orders <how>',
        "make one vote of a judge's two orders, or count each",
        ['merge', 'separate'],
        'merge',
      ),
    )
    .addOption(
      choice(
        '--intervals <kind>',
        'classic: for comparison with other boards only',
        ['bootstrap', 'classic'],
        'bootstrap',
      ),
    )

  const reading = withReading(withDoubts(withReportOptions(command)))
  withBoardOutput(reading).action((files: string[], flags: RateFlags) => rateFiles(terminal, files, flags))
}

/** With fewer contestants, intervals of a lower level name more false winners: with two, twice as many. */
const MIN_FOR_LOWER_LEVEL = 4

async function rateFiles(terminal: Terminal, files: readonly string[], flags: RateFlags): Promise<void> {
  await refuseSameFiles(terminal, files, flags)
  const format = formatOfName(terminal, flags.output, flags.format, BOARD_ENDINGS, 'table')
  refuseCombinations({ ...flags, format })
  const { rows, readWarnings } = await readRows(terminal, files, flags)
  const names = collectNames(rows)
  const isEmpty = names.contestants.length === 0
  if (!isEmpty) checkNames(names, flags)
  if (flags.level < 0.95 && names.contestants.length < MIN_FOR_LOWER_LEVEL)
    throw new UsageError(
      `--level ${flags.level} needs at least ${MIN_FOR_LOWER_LEVEL} contestants: with fewer, it names false winners too often. Leave --level out.`,
    )
  const { baseline = null } = flags
  const { votes, board } = rateChosenVotes(terminal, rows, flags, readWarnings)
  const factors = flags.factors === undefined ? null : await readFactors(terminal, flags.factors)
  const reports = isEmpty
    ? {}
    : computeReports(votes, board, {
        ...flags,
        factors,
        baseline: flags.method === 'bradley-terry' ? baseline : null,
      })
  await putBoard(terminal, board, { format, reports, output: flags.output })
}

/** The votes chosen by the flags, and their board. */
function rateChosenVotes(
  terminal: Terminal,
  rows: FileVotes,
  flags: RateFlags,
  readWarnings: readonly Warning[],
) {
  const { criterion = null, category = null, source = null, judge = null, orders } = flags
  const { contestants } = collectNames(rows)
  const isEmpty = contestants.length === 0
  const { voterCap } = flags
  const { votes, view, overCap, warnings } = chooseVotes(rows, {
    criterion,
    category,
    source,
    judge,
    orders,
    voterCap,
  })
  const bar = progress(terminal, 'rating')
  const computed = computeBoardWithMethod(flags.method, votes, {
    arena: null,
    view: judge === null ? view : { ...view, judge },
    orders,
    contestants: contestants.map((name) => ({ name })),
    rounds: flags.rounds,
    seed: flags.seed,
    level: flags.level,
    cluster: flags.cluster ?? null,
    looks: flags.looks,
    weights: flags.weights,
    excluded: { quarantined: 0, leaked: 0, overCap },
    ties: flags.ties,
    intervals: flags.intervals,
    anchor: isEmpty ? null : (flags.anchor ?? null),
    baseline: isEmpty ? null : (flags.baseline ?? null),
    warnings: [...readWarnings, ...warnings],
    computedAt: terminal.now().toISOString(),
    version: VERSION,
    onProgress: bar.to,
  })
  bar.end()
  return { votes, board: voterCap === undefined ? computed : { ...computed, voterCap } }
}

/** The votes of all files together, and what is to be said of them. @throws {FileError} if a doubt is not answered */
async function readRows(terminal: Terminal, files: readonly string[], flags: RateFlags) {
  const how = parseOptions(await readingOptions(terminal, flags))
  const { rows, reads, fileWarnings, styleWarnings } = await readAllFiles(terminal, files, flags, how)
  const repeats = settleVotes(rows, flags.orders).warnings
  const similarNames = [namesAlike(rows.contestants.names) ?? []].flat()
  // doubts about scores stand among the warnings of the files, since all files are read together
  const ofScores = requestedScoreKind(how) ? fileWarnings : []
  if (!flags.yes) await refuseDoubtful(reads, [...ofScores, ...repeats, ...similarNames], how)
  return { rows, readWarnings: [...fileWarnings, ...similarNames, ...styleWarnings] }
}

/** Reads the votes of every file into one table, or the scores of all of them together. */
async function readAllFiles(terminal: Terminal, files: readonly string[], flags: RateFlags, how: PlanEdits) {
  const { strict, answers } = flags
  const styles =
    needsDetails(flags) && answers !== undefined ? await readStylesFrom(terminal, answers, strict) : null
  const styleWarnings = styles?.readWarnings ?? []
  const rows = new FileVotes()
  const from = requestedScoreKind(how)
  if (from) {
    const fileWarnings = await readScoresFrom(terminal, files, from, how, rows)
    return { rows, reads: [], fileWarnings, styleWarnings }
  }
  const reads: VotesRead[] = []
  const fileWarnings: Warning[] = []
  const details = needsDetails(flags) ? { details: { answers: styles?.rows ?? null } } : {}
  const options = { how, strict, into: rows, isNamed: files.length > 1, ...details }
  for (const file of files) {
    const { read, readWarnings } = await readVotesFrom(terminal, file, options)
    fileWarnings.push(...readWarnings)
    reads.push(read)
  }
  return { rows, reads, fileWarnings, styleWarnings }
}

function checkNames(names: VoteFileNames, flags: RateFlags): void {
  const { anchor, baseline, category, judge, source, criterion } = flags
  const { contestants, categories, voters, judges, criteria } = names
  if (anchor) knownName('contestant', anchor.name, contestants)
  if (baseline !== undefined) knownName('contestant', baseline, contestants)
  if (category !== undefined) knownName('category', category, categories)
  if (judge !== undefined) knownName('voter', judge, voters)
  const judgeName = judgeOfSource(source)
  if (judgeName !== null) knownName('judge', judgeName, judges)
  if (criterion !== undefined) knownName('criterion', criterion, criteria)
  else if (criteria.length > 1)
    throw new UsageError(
      msg('several_fit', { what: 'criteria', of: 'the file', names: criteria, option: '--criterion' }),
    )
}
