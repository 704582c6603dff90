/** Reads each kind of file as part of an import. */
import { createHash } from 'node:crypto'
import type { Warning } from '../../../shared/contracts/index.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { VoteRow } from '../../../shared/contracts/vote-row.ts'
import { readAnswers } from '../formats/answers.ts'
import type { AnswerRow } from '../formats/answers.ts'
import { columnsOf } from '../formats/columns.ts'
import type { Complaints } from '../formats/complaints.ts'
import { DoubtfulColumns } from '../formats/doubtful-columns.ts'
import { mergeOrders } from '../formats/merge-orders.ts'
import { nearColumns, VOTE_COLUMNS } from '../formats/near-columns.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { readPrompts } from '../formats/prompts.ts'
import type { PromptRow } from '../formats/prompts.ts'
import type { Recognised } from '../formats/tools/index.ts'
import { readToolFile } from '../formats/tools/read-tool-file.ts'
import { readVotes } from '../formats/votes.ts'
import { readWideAnswers } from '../formats/wide-answers.ts'
import type { ArenaImport, ImportedAnswer } from './arena-import.ts'
import { importedVotes } from './imported-votes.ts'

const promptOf = ({ line: _line, unread: _unread, ...prompt }: PromptRow) => prompt
const answerOf = ({ line: _line, ...answer }: AnswerRow): ImportedAnswer => answer

export async function readPromptsFile(
  file: OpenFile,
  complaints: Complaints,
  { prompts }: ArenaImport,
): Promise<void> {
  for await (const rows of readPrompts(file, complaints)) for (const row of rows) prompts.push(promptOf(row))
}

/**
 * @param owner the contestant who gave all answers, if rows do not name it
 * @returns a warning if the ids of the prompts look like their texts
 */
export async function readAnswersFile(
  file: OpenFile,
  complaints: Complaints,
  { answers }: ArenaImport,
  owner: string | null = null,
): Promise<Warning[]> {
  let [count, sentences] = [0, 0]
  for await (const rows of readAnswers(file, complaints, owner))
    for (const row of rows) {
      answers.push(answerOf(row))
      count++
      if (SENTENCE.test(row.prompt)) sentences++
    }
  return 2 * sentences > count ? [warning(msg('prompts_are_texts', { file: file.name }))] : []
}

/** Several words: the text of a prompt rather than its id. */
const SENTENCE = /\S\s+\S+\s+\S/

/** Reads a table of answers. @returns a warning about columns that hardly hold answers */
export async function readTableOfAnswers(
  file: OpenFile,
  complaints: Complaints,
  { prompts, answers }: ArenaImport,
): Promise<Warning[]> {
  const doubtful = new DoubtfulColumns()
  for await (const rows of readWideAnswers(file, complaints))
    for (const row of rows) {
      doubtful.add(row.answers)
      prompts.push(promptOf(row.prompt))
      for (const answer of row.answers) answers.push(answerOf(answer))
    }
  return [doubtful.warning(file.name) ?? []].flat()
}

/** Reads votes and merges both orders of each judgement. */
export async function readVotesFile(
  file: OpenFile,
  complaints: Complaints,
  incoming: ArenaImport,
  orders: 'merge' | 'separate',
): Promise<Warning[]> {
  const hash = createHash('sha256')
  const rows: VoteRow[] = []
  for await (const portion of readVotes({ ...file, chunks: hashed(file.chunks, hash) }, complaints))
    for (const row of portion) rows.push(row)
  const misspelt = nearColumns(columnsOf(file), VOTE_COLUMNS).map((near) =>
    warning(msg('column_not_read', { file: file.name, ...near })),
  )
  return [...misspelt, ...addVotes(file.name, rows, digestOf(hash), incoming, orders)]
}

/** Reads a file of another tool: prompts, answers and votes. */
export async function readToolsFile(
  file: OpenFile,
  tool: Recognised,
  complaints: Complaints,
  incoming: ArenaImport,
  orders: 'merge' | 'separate',
): Promise<Warning[]> {
  const hash = createHash('sha256')
  const votes: VoteRow[] = []
  for await (const rows of readToolFile({ ...file, chunks: hashed(file.chunks, hash) }, tool, complaints)) {
    for (const row of rows.prompts) incoming.prompts.push(promptOf(row))
    for (const row of rows.answers) incoming.answers.push(answerOf(row))
    for (const row of rows.votes) votes.push(row)
  }
  return addVotes(file.name, votes, digestOf(hash), incoming, orders)
}

function addVotes(
  file: string,
  rows: VoteRow[],
  fileId: string,
  { votes }: ArenaImport,
  orders: 'merge' | 'separate',
): Warning[] {
  const merged = orders === 'merge' ? mergeOrders(rows) : { votes: rows, incomplete: [] }
  for (const vote of importedVotes(merged.votes, fileId)) votes.push(vote)
  const { incomplete } = merged
  if (incomplete.length === 0) return []
  const lines = incomplete.slice(0, 100).map(({ line }) => line)
  const message = msg('incomplete_judgement_in', { file })
  return [warning(message, { kind: 'incomplete_judgement', count: incomplete.length, lines })]
}

const digestOf = (hash: ReturnType<typeof createHash>): string => hash.digest('base64url').slice(0, 22)

async function* hashed(
  chunks: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
