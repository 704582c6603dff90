import { basename } from 'node:path'
import type { ScoreKind, VoteDetails } from '../../../../shared/contracts/votes.ts'
import type { Warning } from '../../../../shared/contracts/board.ts'
import { msg, warning, type CodedMessage } from '../../../../shared/messages/index.ts'
import {
  resolveChanges,
  refuseUnknownOptions,
  NO_EDITS,
  type PlanEdits,
} from '../../../../server/transfer/formats/column-changes.ts'
import { mappedColumns, fileColumns } from '../../../../server/transfer/formats/rows.ts'
import { RowProblems } from '../../../../server/transfer/formats/complaints.ts'
import { type Fields, FileError } from '../../../../server/transfer/formats/fields.ts'
import { outcomeMeanings } from '../../../../server/transfer/formats/outcome-meanings.ts'
import { FileVotes } from '../../../../server/transfer/formats/file-votes.ts'
import { findIdUse, isDoubt, votesWatch } from '../../../../server/transfer/formats/doubts.ts'
import type { PlannedFile } from '../../../../server/transfer/import/read-files.ts'
import { strengthLost } from '../../../../server/transfer/read-plan/names-in-file.ts'
import { detectPreset } from '../../../../server/transfer/read-plan/presets.ts'
import { voteColumnNames } from '../../../../server/transfer/formats/aliases.ts'
import { fileHash, openFile, type OpenFile } from '../../../../server/transfer/formats/open-file.ts'
import type { Recognised } from '../../../../server/transfer/formats/tools/index.ts'
import {
  AnswerStyles,
  DETAIL_COLUMNS,
  readVoteDetails,
} from '../../../../server/transfer/formats/vote-details.ts'
import { readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { progress, resolveFilePath, type Terminal } from '../../terminal/terminal.ts'
import { rowSentence } from '../../../../shared/sentence/index.ts'

interface ReadOptions {
  strict: boolean
  /** What is said of how the file is read. */
  how?: PlanEdits
  /** Votes of earlier files, to which those of this file are added. */
  into?: FileVotes
  /** Name the file in warnings, since there are several. */
  isNamed?: boolean
  /** Read the further columns of rows, and the style of these answers. */
  details?: { answers: AnswerStyles | null }
}

/** The good rows of a votes file, and what is to be said of it. Doubts are asked when all files are read. */
export async function readVotesFrom(terminal: Terminal, path: string, options: ReadOptions) {
  const { strict, how = NO_EDITS, details, into = new FileVotes(), isNamed = false } = options
  const readDetails = details && ((fields: Fields) => readVoteDetails(fields, details.answers))
  const hash = isNamed ? fileHash() : null
  const calls = into.ordered.length
  const read = await withOpenFile(terminal, path, { strict, isNamed, how }, async (opened, complaints) => {
    const planned = await recogniseVotes(hash?.through(opened) ?? opened, how, path)
    const { file, tool } = planned
    const found = await (tool
      ? readVotesOfTool(file, tool, complaints, into, { readDetails, path })
      : readOwnVotes(file, complaints, into, readDetails))
    refuseUnknownOptions(how, [planned])
    into.idUse = isNamed || how.plan ? null : findIdUse(file, tool)
    const notes = [...(opened.notes ?? []), ...strengthLost(file), ...found].map((note) => warning(note))
    return { file: opened, warnings: notes }
  })
  if (hash) {
    const id = hash.id()
    // the calls of a copy would be asked again in the same order
    if (into.parts.some((part) => part.id === id)) into.ordered.length = calls
    into.parts.push({ path, id, end: into.rows })
  }
  return { rows: into, readWarnings: [...read.rows.warnings, ...read.readWarnings], read: read.rows }
}

type VotesFile = Pick<PlannedFile, 'file' | 'tool' | 'columns' | 'used'>

/**
 * Recognises a file of votes. The formats of other tools take as long to load as all of a small file, and the texts beside
 * votes are not needed: a file in the columns of votes is read without either.
 * @throws {FileError} if it makes no votes
 */
async function recogniseVotes(opened: OpenFile, how: PlanEdits, path: string): Promise<VotesFile> {
  const columns = fileColumns(opened)
  const changes = how.plan ? null : resolveChanges(columns, how.changes, voteColumnNames())
  const outcomes = outcomeMeanings(how.outcomes)
  const file = { ...opened, ...(changes && { changes }), ...(outcomes && { outcomes }) }
  const plain = { file, tool: null, columns, used: undefined }
  if (!how.plan && hasOwnColumns(file) && !detectPreset(file)) return plain
  const { planFile } = await import('../../../../server/transfer/import/read-files.ts')
  try {
    const planned = await planFile([opened], how)
    if (planned.content === 'answers' || planned.content === 'prompts')
      throw withoutVotes(file, path, planned.content)
    return planned
  } catch (error) {
    // the reader of votes names the columns that it lacks
    if (error instanceof FileError && error.finding.code === 'unknown_file') return plain
    throw error
  }
}

/** @returns doubts about the reading */
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
  how: PlanEdits,
  into: FileVotes,
): Promise<Warning[]> {
  const { votesOfScores } = await import('../../../../server/transfer/formats/score-votes.ts')
  const opened: OpenFile[] = []
  const names = new Set(paths.map((path) => basename(path)))
  // files of one name in several folders are told apart by these
  const named = (path: string) => (names.size < paths.length ? { name: path } : {})
  for (const path of paths)
    opened.push(await openFile(resolveFilePath(terminal, path), { stdin: terminal.stdin, ...named(path) }))
  const { votes: file } = await votesOfScores(opened, from, how).catch((error: Error) =>
    // a remedy is tried on one file alone, and one of several may have a single contestant
    opened.length > 1 ? Promise.reject(error) : rethrowWithRemedy(error, opened[0]!, how),
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
  { readDetails, path }: { readDetails: ReadDetails; path: string },
): Promise<CodedMessage[]> {
  const { readToolFile } = await import('../../../../server/transfer/formats/tools/read-tool-file.ts')
  let count = 0
  let has: 'prompts' | 'answers' | undefined
  for await (const { votes, answers, prompts } of readToolFile(file, tool, complaints, readDetails)) {
    if (answers.length > 0) has = 'answers'
    else if (prompts.length > 0) has ??= 'prompts'
    for (const vote of votes) into.add(vote)
    count += votes.length
  }
  if (count === 0) throw withoutVotes(file, path, has)
  complaints.refuseIfBad(file, count)
  const { notes, renames } = tool.head
  return [...notes.doubts(file.name, renames), ...complaints.doubts(file.name, count)]
}

/** A file that makes no board. @param path  as the user wrote it */
const withoutVotes = ({ name }: OpenFile, path: string, has?: 'prompts' | 'answers') =>
  new FileError(msg('without_votes', { file: name, ...(path !== '-' && { path }), ...(has && { has }) }))

/** The style of the answers in a file, and the warning about bad rows. */
export async function readStylesFrom(terminal: Terminal, path: string, strict: boolean) {
  return withOpenFile(terminal, path, { strict, isNamed: false }, AnswerStyles.read)
}

/** Reads a file with a bar of how much of it is read. @returns the rows, and the warning about bad ones */
export async function withOpenFile<T>(
  terminal: Terminal,
  path: string,
  { strict, isNamed, how }: { strict: boolean; isNamed: boolean; how?: PlanEdits },
  readRows: (file: OpenFile, complaints: RowProblems) => Promise<T>,
) {
  const bar = progress(terminal, 'reading')
  try {
    const file = await openFile(resolveFilePath(terminal, path), {
      stdin: terminal.stdin,
      onProgress: bar.to,
    })
    const complaints = RowProblems.of(file, strict)
    const rows = await readRows(file, complaints).catch((error: Error) => rethrowWithRemedy(error, file, how))
    const leftOut = complaints.warning(isNamed ? file.name : undefined)
    return { rows, readWarnings: leftOut ? [leftOut] : [] }
  } finally {
    bar.end()
  }
}

/** @throws {Error} this one; of a file of votes with a remedy that was tried */
async function rethrowWithRemedy(error: Error, file: OpenFile, how: PlanEdits | undefined): Promise<never> {
  if (!(error instanceof FileError) || !how) throw error
  const { findRemedy } = await import('../../../../server/transfer/import/remedies.ts')
  throw (await findRemedy(error, file, how, true)).error
}

/** A file of votes that was read, and what is to be said of it. */
export interface VotesRead {
  file: OpenFile
  warnings: readonly Warning[]
}

/**
 * Asks about all that may not be meant, at once: a yes answers what was shown.
 * @param reads  by file. Proposals are tried on it
 * @param together  what is to be said of all files together
 * @throws {FileError} if there is a doubt: it names all of them, and the first rows
 */
export async function refuseDoubtful(
  reads: readonly VotesRead[],
  together: readonly Warning[],
  how: PlanEdits,
): Promise<void> {
  const inFiles = reads.flatMap(({ file, warnings }) =>
    warnings.filter(isDoubt).map((doubt) => ({ file, doubt })),
  )
  const doubts = together.filter(isDoubt).flatMap(({ finding }) => finding as CodedMessage)
  if (inFiles.length + doubts.length === 0) return
  const file = inFiles[0]?.file ?? reads[0]?.file
  if (!file) throw new FileError(msg('import_doubtful', { doubts, rows: [] }))
  const { tryBeginning, withTriedProposals } = await import('../../../../server/transfer/import/remedies.ts')
  const tried: CodedMessage[] = []
  for (const { file, doubt } of inFiles)
    tried.push((await withTriedProposals(doubt, file, how, true)).finding as CodedMessage)
  const { rows } = await tryBeginning(file, how)
  throw new FileError(
    msg('import_doubtful', { doubts: [...tried, ...doubts], rows: rows.map((row) => rowSentence(row)) }),
  )
}
