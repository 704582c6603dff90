/** Reads votes, answers and prompts from a request. */
import { posix } from 'node:path'
import type { ImportedFile, Warning } from '../../../shared/contracts/index.ts'
import { msg, inEnglish } from '../../../shared/messages/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import { amongSent } from '../arena-file/files-beside.ts'
import type { SentFiles } from '../arena-file/files-beside.ts'
import { columnChanges, refuseUnknownColumns } from '../formats/column-changes.ts'
import type { ColumnChanges, ColumnOptions } from '../formats/column-changes.ts'
import { ownColumnsOf } from '../formats/columns.ts'
import { Complaints } from '../formats/complaints.ts'
import { detectKind } from '../formats/detect-kind.ts'
import { recogniseTool } from '../formats/tools/index.ts'
import { FileError } from '../formats/file-error.ts'
import type { ArenaImport } from './arena-import.ts'
import {
  readAnswersFile,
  readPromptsFile,
  readTableOfAnswers,
  readToolsFile,
  readVotesFile,
} from './read-files.ts'
import { refuseUnknownPrompts } from './read-import.ts'

export interface ReadSent {
  incoming: ArenaImport
  files: ImportedFile[]
  warnings: Warning[]
}

export interface HowToRead extends ColumnOptions {
  orders: 'merge' | 'separate'
  strict: boolean
}

/**
 * Reads all files before anything is written. It detects gzip by the first bytes, and the kind of file by its
 * columns.
 * @throws {ProblemError} invalid_request if one of them cannot be used
 */
export async function readSent(slug: string, sent: SentFiles, how: HowToRead): Promise<ReadSent> {
  const read: ReadSent = {
    incoming: { arena: { slug }, contestants: [], prompts: [], answers: [], votes: [] },
    files: [],
    warnings: [],
  }
  try {
    const changes = columnChanges(how)
    const columns: string[] = []
    for (const path of sent.keys()) columns.push(...(await readOne(path, sent, { ...how, changes }, read)))
    if (changes) refuseUnknownColumns(changes, columns)
    refuseUnknownPrompts(read.incoming, [...sent.keys()].map((path) => posix.basename(path)).join(', '))
    return read
  } catch (error) {
    if (error instanceof FileError) throw new ProblemError('invalid_request', error.finding)
    throw error
  }
}

/** @returns the columns of the file, under its own names */
async function readOne(
  path: string,
  sent: SentFiles,
  { orders, strict, changes }: HowToRead & { changes: ColumnChanges | null },
  { incoming, files, warnings }: ReadSent,
): Promise<string[]> {
  const opened = await amongSent(sent).open(path)
  const { name } = opened
  const columns = ownColumnsOf(opened)
  const file = { ...opened, chunks: fewLines(opened.chunks, name), ...(changes && { changes }) }
  const complaints = Complaints.of(file, strict)
  const tool = recogniseTool(file)
  const detected = tool ? null : detectKind(file)
  if (detected === 'arena') throw new FileError(msg('arena_among', { file: name }))
  const { votes, answers, prompts } = incoming
  const before = { votes: votes.length, answers: answers.length, prompts: prompts.length }
  if (tool) warnings.push(...(await readToolsFile(file, tool, complaints, incoming, orders)))
  else if (detected === 'votes') warnings.push(...(await readVotesFile(file, complaints, incoming, orders)))
  else if (detected === 'answers-wide')
    warnings.push(...(await readTableOfAnswers(file, complaints, incoming)))
  else if (detected === 'answers') warnings.push(...(await readAnswersFile(file, complaints, incoming)))
  else await readPromptsFile(file, complaints, incoming)
  const read = {
    votes: votes.length - before.votes,
    answers: answers.length - before.answers,
    prompts: prompts.length - before.prompts,
  }
  complaints.refuseIfAllBad(file, read.votes + read.answers + read.prompts)
  files.push({
    name,
    kind: detected ?? (read.votes > 0 ? 'votes' : read.answers > 0 ? 'answers' : 'prompts'),
    ...(tool && { tool: tool.format.name }),
    ...read,
    bad: complaints.count,
    badRows: complaints.rows
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, wrong }) => ({ line, wrong: inEnglish(wrong), finding: wrong })),
    leftOut: complaints.warning(name),
  })
  return columns
}

/** The limit on lines, because the request waits for the import and all rows are in memory at once. */
const MOST_LINES = 500_000
const LINE_END = 0x0a

async function* fewLines(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let lines = 0
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines++
    if (lines > MOST_LINES) throw new FileError(msg('lines_many', { file: name, most: MOST_LINES }))
    yield chunk
  }
}
