import { basename } from 'node:path'
import type { ScoreKind, VoteDetails } from '../../../../shared/contracts/votes.ts'
import type { Warning } from '../../../../shared/contracts/board.ts'
import { msg, warning, type CodedMessage } from '../../../../shared/messages/index.ts'
import {
  resolveChanges,
  refuseUnknownOptions,
  type ColumnOptions,
} from '../../../../server/transfer/formats/column-changes.ts'
import { mappedColumns, fileColumns, fileRows } from '../../../../server/transfer/formats/rows.ts'
import { RowProblems } from '../../../../server/transfer/formats/complaints.ts'
import {
  type Fields,
  FileError,
  numberField,
  quoted,
  textField,
} from '../../../../server/transfer/formats/fields.ts'
import { parseOutcomes } from '../../../../server/transfer/formats/outcome-meanings.ts'
import { ExchangedSides, FileVotes } from '../../../../server/transfer/formats/file-votes.ts'
import { isDoubt, votesWatch } from '../../../../server/transfer/formats/doubts.ts'
import type { PlannedFile } from '../../../../server/transfer/import/read-files.ts'
import type { ReadBeginning } from '../../../../server/transfer/read-plan/tried-remedy.ts'
import { strengthLost } from '../../../../server/transfer/read-plan/plan-options.ts'
import { detectPreset } from '../../../../server/transfer/read-plan/presets.ts'
import { voteColumnNames } from '../../../../server/transfer/formats/aliases.ts'
import { readWholeFile } from '../../../../server/transfer/formats/lines.ts'
import { fileHash, openFile, type OpenFile } from '../../../../server/transfer/formats/open-file.ts'
import type { Recognised } from '../../../../server/transfer/formats/tools/index.ts'
import {
  AnswerStyles,
  DETAIL_COLUMNS,
  readVoteDetails,
} from '../../../../server/transfer/formats/vote-details.ts'
import { readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { progress, resolveFilePath, type Terminal, printNote } from '../../terminal/terminal.ts'
import type { RatingsTable } from '../../../../server/ratings/reports/against.ts'
import { rowSentence, warningText } from '../../../../shared/sentence/index.ts'

interface ReadOptions extends ColumnOptions {
  strict: boolean
  /** Whether columns of a table are meant as contestants. */
  yes?: boolean
  /** Votes of earlier files, to which those of this file are added. */
  into?: FileVotes
  /** Whether each call of a judge is to count. */
  orders?: 'merge' | 'separate'
  /** Name the file in warnings, since there are several. */
  isNamed?: boolean
  /** Read the further columns of rows, and the style of these answers. */
  details?: { answers: AnswerStyles | null }
}

/** The good rows of a votes file, and warnings about the others. @throws {FileError} if something of it may not be meant */
export async function readVotesFrom(terminal: Terminal, path: string, options: ReadOptions) {
  const { strict, details, into = new FileVotes(), isNamed = false } = options
  const readDetails = details && ((fields: Fields) => readVoteDetails(fields, details.answers))
  into.exchanged = new ExchangedSides()
  const hash = isNamed ? fileHash() : null
  const calls = into.ordered.length
  const read = await reading(terminal, path, { strict, isNamed, how: options }, async (plain, complaints) => {
    const opened = hash?.through(plain) ?? plain
    const known = await recogniseVotes(opened, options)
    const { file, tool } = known
    const found = await (tool
      ? readVotesOfTool(file, tool, complaints, into, readDetails)
      : readOwnVotes(file, complaints, into, readDetails))
    refuseUnknownOptions(options, [known])
    const orders = options.orders === 'separate' ? [] : into.exchanged.warnings(path)
    const notes = [...(opened.notes ?? []), ...strengthLost(file), ...found].map((note) => warning(note))
    const warnings = [...notes, ...orders]
    if (!options.yes) await refuseDoubts(warnings, plain, options)
    return warnings
  })
  if (hash) {
    const id = hash.id()
    // the calls of a copy would be asked again in the same order
    if (into.parts.some((part) => part.id === id)) into.ordered.length = calls
    into.parts.push({ path, id, end: into.rows })
  }
  return { rows: into, dirty: [...read.rows, ...read.dirty] }
}

type VotesFile = Pick<PlannedFile, 'file' | 'tool' | 'columns' | 'used'>

/**
 * Recognises a file of votes. The formats of other tools take as long to load as all of a small file, and the texts beside
 * votes are not needed: a file in the columns of votes is read without either.
 * @throws {FileError} if it makes no votes
 */
async function recogniseVotes(opened: OpenFile, how: ColumnOptions): Promise<VotesFile> {
  const columns = fileColumns(opened)
  const changes = how.plan ? null : resolveChanges(columns, how, voteColumnNames())
  const outcomes = parseOutcomes(how.outcomes)
  const file = { ...opened, ...(changes && { changes }), ...(outcomes && { outcomes }) }
  const plain = { file, tool: null, columns, used: undefined }
  if (!how.plan && hasOwnColumns(file) && !detectPreset(file)) return plain
  const { planFile } = await import('../../../../server/transfer/import/read-files.ts')
  try {
    const known = await planFile([opened], how)
    if (how.plan && !known.tool && known.content !== 'votes')
      throw new FileError(msg('plan_without_votes', { file: file.name, kind: how.plan.kind }))
    return known
  } catch (error) {
    // the reader of votes names the columns that it lacks
    if (error instanceof FileError && /^(?:unknown|empty)_file$/.test(error.finding.code)) return plain
    throw error
  }
}

/** @returns what the file seems to mean otherwise than it is read */
async function readOwnVotes(
  file: OpenFile,
  complaints: RowProblems,
  into: FileVotes,
  readDetails: ReadDetails,
): Promise<CodedMessage[]> {
  const { row, doubts } = votesWatch(file, DETAIL_COLUMNS)
  const before = into.rows + into.ordered.length
  await readFileVotes({ ...file, watch: row }, complaints, into, readDetails)
  const good = into.rows + into.ordered.length - before
  complaints.refuseIfBad(file, good)
  return [...doubts(), ...complaints.doubts(file.name, good)]
}

/** Reads the scores of all files together as votes into `into`. @returns what is lost, as warnings */
export async function readScoresFrom(
  terminal: Terminal,
  paths: readonly string[],
  from: ScoreKind,
  how: Pick<ReadOptions, 'map' | 'ignore'>,
  into: FileVotes,
): Promise<Warning[]> {
  const { votesOfScores } = await import('../../../../server/transfer/formats/score-votes.ts')
  const opened: OpenFile[] = []
  const names = new Set(paths.map((path) => basename(path)))
  // files of one name in several folders are told apart by these
  const named = (path: string) => (names.size < paths.length ? { name: path } : {})
  for (const path of paths)
    opened.push(await openFile(resolveFilePath(terminal, path), { stdin: terminal.stdin, ...named(path) }))
  const file = await votesOfScores(opened, from, how).catch((error: Error) =>
    // a remedy is tried on one file alone, and one of several may have a single contestant
    opened.length > 1 ? Promise.reject(error) : refusedWith(error, opened[0]!, { ...how, from }),
  )
  await readFileVotes(file, RowProblems.of(file, true), into)
  return (file.notes ?? []).map((note) => warning(note))
}

type ReadDetails = ((fields: Fields) => VoteDetails) | undefined

/** Whether a file has the columns of a votes file. The texts beside them are needed only if they alone say the prompt. */
function hasOwnColumns(file: OpenFile): boolean {
  const columns = mappedColumns(file)
  if (columns.includes('conversation_a') && !columns.includes('question_id')) return false
  return columns.includes('winner') && (columns.includes('model_a') || columns.includes('model_b'))
}

/** @returns what is to be said of the file @throws {FileError} if the file has no votes */
async function readVotesOfTool(
  file: OpenFile,
  tool: Recognised,
  complaints: RowProblems,
  into: FileVotes,
  readDetails: ReadDetails,
): Promise<CodedMessage[]> {
  const { readToolFile } = await import('../../../../server/transfer/formats/tools/read-tool-file.ts')
  let count = 0
  for await (const rows of readToolFile(file, tool, complaints, readDetails))
    for (const vote of rows.votes) {
      into.add(vote)
      count++
    }
  if (count === 0)
    throw new FileError(msg('tool_without_votes', { file: file.name, format: tool.format.name }))
  complaints.refuseIfBad(file, count)
  const { notes, renames } = tool.head
  return [...notes.doubts(file.name, renames), ...complaints.doubts(file.name, count)]
}

/** The style of the answers in a file, and the warning about bad rows. */
export async function readStylesFrom(terminal: Terminal, path: string, strict: boolean) {
  return reading(terminal, path, { strict, isNamed: false }, AnswerStyles.read)
}

/** Reads a file with a bar of how much of it is read. @returns the rows, and the warning about bad ones */
export async function reading<T>(
  terminal: Terminal,
  path: string,
  { strict, isNamed, how }: { strict: boolean; isNamed: boolean; how?: ColumnOptions },
  readRows: (file: Awaited<ReturnType<typeof openFile>>, complaints: RowProblems) => Promise<T>,
) {
  const bar = progress(terminal, 'reading')
  try {
    const file = await openFile(resolveFilePath(terminal, path), {
      stdin: terminal.stdin,
      onProgress: bar.to,
    })
    const complaints = RowProblems.of(file, strict)
    const rows = await readRows(file, complaints).catch((error: Error) => refusedWith(error, file, how))
    const dirty = complaints.warning(isNamed ? file.name : undefined)
    return { rows, dirty: dirty ? [dirty] : [] }
  } finally {
    bar.end()
  }
}

/** @throws {Error} this one; of a file of votes with a remedy that was tried */
async function refusedWith(error: Error, file: OpenFile, how: ColumnOptions | undefined): Promise<never> {
  if (!(error instanceof FileError) || !how) throw error
  const { withTriedRemedy } = await import('../../../../server/transfer/read-plan/tried-remedy.ts')
  throw await withTriedRemedy(error, file, how, await readerOfVotes())
}

/** @throws {FileError} if one of these is a doubt: it names all of them, with proposals that were tried, and the first rows */
async function refuseDoubts(warnings: readonly Warning[], file: OpenFile, how: ColumnOptions): Promise<void> {
  const doubts = warnings.filter(isDoubt)
  if (doubts.length === 0) return
  const [{ beginningAsFile, withTriedProposals }, { FirstRows }, { readBeginning }, read] = await Promise.all(
    [
      import('../../../../server/transfer/read-plan/tried-remedy.ts'),
      import('../../../../server/transfer/import/first-rows.ts'),
      import('../../../../server/transfer/import/read-files.ts'),
      readerOfVotes(),
    ],
  )
  const tried: CodedMessage[] = []
  for (const doubt of doubts)
    tried.push((await withTriedProposals(doubt, file, how, read)).finding as CodedMessage)
  const beginning = beginningAsFile(file)
  const first = new FirstRows()
  for await (const portion of readBeginning(beginning, how, RowProblems.of(beginning, false), () => {}))
    first.add(portion)
  const rows = first.rows().map((row) => rowSentence(row))
  throw new FileError(msg('import_doubtful', { doubts: tried, rows }))
}

async function readerOfVotes(): Promise<ReadBeginning> {
  const { readBeginning } = await import('../../../../server/transfer/import/read-files.ts')
  return async function* (...trial) {
    for await (const { votes = [] } of readBeginning(...trial)) yield { votes }
  }
}

/** Columns of tables of ratings: Deadheat's own, those of evalica, and usual ones. The first that a table has counts. */
const NAMES = ['model', 'item', 'contestant', 'name']
const SCORES = ['rating', 'score', 'elo']
const METHODS = ['algorithm', 'method']
/** The largest board as JSON, in MiB. */
const LARGEST = 64

/**
 * The ratings in a file: a board as JSON, or a table with a row for each contestant, for each method if it names
 * several.
 * @param strict stop at the first bad row of a table; else a warning counts them
 * @returns null if it is neither
 * @throws {FileError} if the file cannot be read, or holds no rating
 */
export async function readRatings(
  terminal: Terminal,
  path: string,
  strict: boolean,
): Promise<RatingsTable[] | null> {
  const file = await openFile(resolveFilePath(terminal, path), { stdin: terminal.stdin })
  const columns = mappedColumns(file)
  const head = file.head.toString('utf8')
  // other arrays of a board come before its contestants
  const isBoard =
    head.trimStart().startsWith('{') && (columns.includes('contestants') || /"votesSha256"\s*:/.test(head))
  const columnIn = (names: readonly string[]) => names.find((name) => columns.includes(name))
  const [name, score] = [columnIn(NAMES), columnIn(SCORES)]
  if (!isBoard && (columns.includes('winner') || name === undefined || score === undefined)) {
    for await (const _ of file.chunks) break
    return null
  }
  const complaints = RowProblems.of(file, strict)
  const rows = isBoard
    ? await contestantsOf(file)
    : await tableRows(file, { name: name!, score: score!, method: columnIn(METHODS) }, complaints)
  const tables = new Map<string, Map<string, number>>()
  for (const { line, method, contestant, rating } of rows) {
    const what = method === null ? path : `${path} (${method})`
    const scores = tables.get(what) ?? new Map<string, number>()
    if (scores.has(contestant)) complaints.add(line, msg('rated_before'), quoted(contestant))
    else tables.set(what, scores.set(contestant, rating))
  }
  complaints.refuseIfBad(file, tables.size)
  const leftOut = complaints.warning(file.name)
  if (leftOut) printNote(terminal, `warning: ${warningText(leftOut)}`)
  if (tables.size === 0) throw new FileError(msg('no_ratings', { file: file.name }))
  return [...tables].map(([what, scores]) => ({ what, scores }))
}

interface Rated {
  line: number
  method: string | null
  contestant: string
  rating: number
}

async function contestantsOf(file: OpenFile): Promise<Rated[]> {
  const whole = await readWholeFile(file.chunks, LARGEST, file.name)
  const { contestants } = parsed(whole.toString('utf8')) as { contestants?: unknown }
  if (!Array.isArray(contestants)) return []
  return contestants.flatMap((contestant: { name?: unknown; rating?: unknown } | null, i) =>
    typeof contestant?.name === 'string' && typeof contestant.rating === 'number'
      ? [{ line: i + 1, method: null, contestant: contestant.name, rating: contestant.rating }]
      : [],
  )
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}

async function tableRows(
  file: OpenFile,
  { name, score, method }: { name: string; score: string; method: string | undefined },
  complaints: RowProblems,
): Promise<Rated[]> {
  const rows: Rated[] = []
  for await (const portion of fileRows(file))
    for (const row of portion) {
      const { line } = row
      if ('wrong' in row) {
        complaints.add(line, row.wrong)
        continue
      }
      const contestant = textField(row.fields[name])
      const rating = numberField(row.fields[score])
      const hasScore = textField(row.fields[score]) !== null
      if (contestant === null) complaints.add(line, msg('no_name_rated'))
      else if (rating !== null)
        rows.push({
          line,
          contestant,
          rating,
          method: method === undefined ? null : textField(row.fields[method]),
        })
      // a contestant that has no rating yet has an empty cell
      else if (hasScore) complaints.add(line, msg('rating_no_number'), quoted(textField(row.fields[score])!))
    }
  return rows
}
