import { basename } from 'node:path'
import type { ReadPlan } from '../../../../shared/contracts/read-plan.ts'
import type { ScoreKind, VoteDetails } from '../../../../shared/contracts/votes.ts'
import type { Warning } from '../../../../shared/contracts/board.ts'
import { msg, warning, type CodedMessage } from '../../../../shared/messages/index.ts'
import {
  resolveChanges,
  refuseUnknownColumns,
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
import { parseOutcomes } from '../../../../server/transfer/formats/file-outcomes.ts'
import { ExchangedSides, FileVotes } from '../../../../server/transfer/formats/file-votes.ts'
import { columnsUnread, findColumnDoubts } from '../../../../server/transfer/formats/doubts.ts'
import type { ReadBeginning } from '../../../../server/transfer/read-plan/tried-remedy.ts'
import { strengthLost } from '../../../../server/transfer/read-plan/plan-options.ts'
import { detectPreset } from '../../../../server/transfer/read-plan/presets.ts'
import { BESIDE_VOTES, VOTE_COLUMNS, voteColumnNames } from '../../../../server/transfer/formats/aliases.ts'
import { readWholeFile } from '../../../../server/transfer/formats/lines.ts'
import { fileHash, openFile, type OpenFile } from '../../../../server/transfer/formats/open-file.ts'
import type { Recognised } from '../../../../server/transfer/formats/tools/index.ts'
import { AnswerStyles, readVoteDetails } from '../../../../server/transfer/formats/vote-details.ts'
import { readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { progress, resolveFilePath, type Terminal, printNote } from '../../terminal/terminal.ts'
import type { RatingsTable } from '../../../../server/ratings/reports/against.ts'
import { warningText } from '../../../../shared/sentence/index.ts'

/** Beside these, a column of votes is not read. */
const OF_VOTES = new Set(['id', ...VOTE_COLUMNS, ...BESIDE_VOTES])

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

/** The good rows of a votes file, and the warning about the others. */
export async function readVotesFrom(terminal: Terminal, path: string, options: ReadOptions) {
  const { strict, details, into = new FileVotes(), isNamed = false } = options
  const outcomes = parseOutcomes(options.outcomes)
  const readDetails = details && ((fields: Fields) => readVoteDetails(fields, details.answers))
  const unread: Warning[] = []
  into.exchanged = new ExchangedSides()
  const hash = isNamed ? fileHash() : null
  const calls = into.ordered.length
  const read = await reading(terminal, path, { strict, isNamed, how: options }, async (plain, complaints) => {
    const opened = hash?.through(plain) ?? plain
    if (options.plan) return readPlanned(opened, options.plan, complaints, { into, readDetails })
    const columns = fileColumns(opened)
    const changes = resolveChanges(columns, options, voteColumnNames())
    unread.push(...(opened.notes ?? []).map((note) => warning(note)))
    if (outcomes) unread.push(...strengthLost({ name: opened.name, outcomes }).map((note) => warning(note)))
    const file = { ...opened, ...(changes && { changes }), ...(outcomes && { outcomes }) }
    const tool = hasOwnColumns(file) && !detectPreset(file) ? null : await toolOf(file)
    if (tool) {
      const votes = await readVotesOfTool(file, tool, complaints, { into, readDetails })
      if (changes) refuseUnknownColumns(changes, columns, tool.head.renames.used)
      const asked = tool.head.notes.remarks.find(({ code }) => code === 'columns_are_contestants')
      if (asked && !options.yes) throw new FileError(asked)
      unread.push(...tool.head.notes.remarks.filter((note) => note !== asked).map((note) => warning(note)))
      return votes
    }
    if (changes) refuseUnknownColumns(changes, columns)
    if (!hasOwnColumns(file)) await refuseForeign(file)
    const before = into.rows + into.ordered.length
    await readFileVotes(file, complaints, into, readDetails)
    complaints.refuseIfBad(file, into.rows + into.ordered.length - before)
    // the style of answers has columns of its own
    const isRead = (column: string) => readDetails !== undefined || OF_VOTES.has(column)
    for (const found of [...findColumnDoubts(file), ...columnsUnread(file.name, mappedColumns(file), isRead)])
      unread.push(warning(found))
    return into
  })
  if (hash) {
    const id = hash.id()
    // the calls of a copy would be asked again in the same order
    if (into.parts.some((part) => part.id === id)) into.ordered.length = calls
    into.parts.push({ path, id, end: into.rows })
  }
  const orders = options.orders === 'separate' ? [] : into.exchanged.warnings(path)
  return { rows: read.rows, dirty: [...unread, ...read.dirty, ...orders] }
}

/** Reads the votes of a file as a plan says. @throws {FileError} if it reads no votes */
async function readPlanned(
  opened: OpenFile,
  plan: ReadPlan,
  complaints: RowProblems,
  more: { into: FileVotes; readDetails: ((fields: Fields) => VoteDetails) | undefined },
): Promise<FileVotes> {
  const { recogniseFile } = await import('../../../../server/transfer/import/read-files.ts')
  const { file, tool, content } = await recogniseFile([opened], { plan })
  if (tool) return readVotesOfTool(file, tool, complaints, more)
  if (content !== 'votes')
    throw new FileError(msg('plan_without_votes', { file: file.name, kind: plan.kind }))
  const before = more.into.rows + more.into.ordered.length
  await readFileVotes(file, complaints, more.into, more.readDetails)
  complaints.refuseIfBad(file, more.into.rows + more.into.ordered.length - before)
  return more.into
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

/** Whether a file has the columns of a votes file. The texts beside them are needed only if they alone say the prompt. */
function hasOwnColumns(file: OpenFile): boolean {
  const columns = mappedColumns(file)
  if (columns.includes('conversation_a') && !columns.includes('question_id')) return false
  return columns.includes('winner') && (columns.includes('model_a') || columns.includes('model_b'))
}

/** @throws {FileError} for a file that holds no rows of any kind, or holds them in another place */
async function refuseForeign(file: OpenFile): Promise<void> {
  const { detectKind } = await import('../../../../server/transfer/formats/detect-kind.ts')
  try {
    detectKind(file)
  } catch (error) {
    if (!(error instanceof FileError) || !/^(?:unknown|empty)_file$/.test(error.finding.code)) throw error
  }
}

/** The formats of other tools take as long to load as all of a small file of votes. */
async function toolOf(file: OpenFile): Promise<Recognised | null> {
  const { recogniseTool } = await import('../../../../server/transfer/formats/tools/index.ts')
  return recogniseTool(file)
}

/** @throws {FileError} if the file has no votes */
async function readVotesOfTool(
  file: OpenFile,
  tool: Recognised,
  complaints: RowProblems,
  {
    into: votes,
    readDetails: details,
  }: { into: FileVotes; readDetails: ((fields: Fields) => VoteDetails) | undefined },
): Promise<FileVotes> {
  const { readToolFile } = await import('../../../../server/transfer/formats/tools/read-tool-file.ts')
  let count = 0
  for await (const rows of readToolFile(file, tool, complaints, details))
    for (const vote of rows.votes) {
      votes.add(vote)
      count++
    }
  if (count === 0)
    throw new FileError(msg('tool_without_votes', { file: file.name, format: tool.format.name }))
  complaints.refuseIfBad(file, count)
  return votes
}

/** The style of the answers in a file, and the warning about bad rows. */
export async function readStylesFrom(terminal: Terminal, path: string, strict: boolean) {
  return reading(terminal, path, { strict, isNamed: false }, AnswerStyles.read)
}

async function reading<T>(
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
  const [{ withTriedProposals, withTriedRemedy }, { readBeginning }] = await Promise.all([
    import('../../../../server/transfer/read-plan/tried-remedy.ts'),
    import('../../../../server/transfer/import/read-files.ts'),
  ])
  const readVotes: ReadBeginning = async function* (...trial) {
    for await (const { votes = [] } of readBeginning(...trial)) yield { votes }
  }
  if (error.finding.code !== 'columns_are_contestants')
    throw await withTriedRemedy(error, file, how, readVotes)
  const { finding } = await withTriedProposals(warning(error.finding), file, how, readVotes)
  throw new FileError(msg('import_doubtful', { doubts: [finding as CodedMessage], rows: [] }))
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
