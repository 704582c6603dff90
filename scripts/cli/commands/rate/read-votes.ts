import type { VoteDetails } from '../../../../shared/contracts/votes.ts'
import type { Warning } from '../../../../shared/contracts/board.ts'
import { msg, warning } from '../../../../shared/messages/index.ts'
import { readAhead } from '../../../../server/transfer/formats/read-ahead.ts'
import {
  columnChanges,
  refuseUnknownColumns,
  type ColumnOptions,
} from '../../../../server/transfer/formats/column-changes.ts'
import { columnsOf, ownColumnsOf } from '../../../../server/transfer/formats/rows.ts'
import { Complaints } from '../../../../server/transfer/formats/complaints.ts'
import { type Fields, FileError } from '../../../../server/transfer/formats/fields.ts'
import { toldOutcomes } from '../../../../server/transfer/formats/file-outcomes.ts'
import { FileVotes } from '../../../../server/transfer/formats/file-votes.ts'
import { meantVoteColumns } from '../../../../server/transfer/formats/near-columns.ts'
import { openFile, type OpenFile } from '../../../../server/transfer/formats/open-file.ts'
import type { Recognised } from '../../../../server/transfer/formats/tools/index.ts'
import { AnswerStyles, detailsOf } from '../../../../server/transfer/formats/vote-details.ts'
import { readDetailedVotes, readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { progress } from '../../terminal/progress.ts'
import { pathFrom, type Terminal } from '../../terminal/terminal.ts'

export interface ReadOptions extends ColumnOptions {
  strict: boolean
  /** Votes of earlier files, to which those of this file are added. */
  into?: FileVotes
  /** Name the file in warnings, since there are several. */
  isNamed?: boolean
  /** The most threads for a file; one unless given. */
  threads?: number
  /** Read the further columns of rows, and the style of these answers. */
  details?: { answers: AnswerStyles | null }
}

/** The good rows of a votes file, and the warning about the others. */
export async function readVotesFrom(terminal: Terminal, path: string, options: ReadOptions) {
  const { strict, details, into = new FileVotes(), isNamed = false, threads = 1 } = options
  const changes = columnChanges(options)
  const outcomes = toldOutcomes(options.outcomes)
  const readDetails = details && ((fields: Fields) => detailsOf(fields, details.answers))
  const unread: Warning[] = []
  const read = await reading(terminal, path, { strict, isNamed }, async (opened, complaints) => {
    const columns = ownColumnsOf(opened)
    const file = { ...opened, ...(changes && { changes }), ...(outcomes && { outcomes }) }
    const tool = hasOwnColumns(file) ? null : await toolOf(file)
    if (tool) {
      const votes = await readVotesOfTool(file, tool, complaints, { into, readDetails })
      if (changes) refuseUnknownColumns(changes, columns, tool.head.renames.used)
      return votes
    }
    if (changes) refuseUnknownColumns(changes, columns)
    const before = into.rows + into.ordered.length
    if (readDetails) await readDetailedVotes(file, complaints, readDetails, into)
    else await readFileVotes(file, complaints, into, threads > 1 ? readAhead : null)
    complaints.refuseIfBad(file, into.rows + into.ordered.length - before)
    for (const near of meantVoteColumns(columnsOf(file)))
      unread.push(warning(msg('column_not_read', { file: file.name, ...near })))
    return into
  })
  return { rows: read.rows, dirty: [...unread, ...read.dirty] }
}

/** Whether a file has the columns of a votes file. The texts beside them are needed only if they alone say the prompt. */
function hasOwnColumns(file: OpenFile): boolean {
  const columns = columnsOf(file)
  if (columns.includes('conversation_a') && !columns.includes('question_id')) return false
  return columns.includes('winner') && (columns.includes('model_a') || columns.includes('model_b'))
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
  complaints: Complaints,
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
  { strict, isNamed }: { strict: boolean; isNamed: boolean },
  readRows: (file: Awaited<ReturnType<typeof openFile>>, complaints: Complaints) => Promise<T>,
) {
  const bar = progress(terminal, 'reading')
  try {
    const file = await openFile(pathFrom(terminal, path), { stdin: terminal.stdin, onProgress: bar.to })
    const complaints = Complaints.of(file, strict)
    const rows = await readRows(file, complaints)
    const dirty = complaints.warning(isNamed ? file.name : undefined)
    return { rows, dirty: dirty ? [dirty] : [] }
  } finally {
    bar.end()
  }
}
