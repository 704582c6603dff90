import type { VoteRow } from '../../shared/contracts/votes.ts'
import type { RecomputationFailure } from '../../shared/contracts/page.ts'
import { englishText, msg, type CodedMessage } from '../../shared/messages/index.ts'
import { findVoteFault, outcomeOfRow, parseVoteRow } from '../../server/transfer/formats/votes.ts'

/** Why the votes cannot be read. */
export class VotesUnread extends Error {
  readonly why: RecomputationFailure

  constructor(why: RecomputationFailure) {
    super(why.kind)
    this.why = why
  }
}

/**
 * All votes of a JSONL file that an export wrote.
 * @param onVotes called with the number of votes read so far
 * @throws {VotesUnread} if the file does not load, or a line is no vote
 */
export async function readVotes(url: string, onVotes: (votes: number) => void): Promise<VoteRow[]> {
  const rows: VoteRow[] = []
  let line = 0
  for await (const text of readLines(await load(url))) {
    line++
    if (text.trim() === '') continue
    rows.push(voteIn(text, line))
    onVotes(rows.length)
  }
  return rows
}

async function load(url: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  // an older file of this name must not be compared with a newer page
  const response = await fetch(url, { cache: 'no-cache' }).catch(() => {
    throw new VotesUnread({ kind: 'no host' })
  })
  if (!response.ok || !response.body) throw new VotesUnread({ kind: 'no votes', status: response.status })
  return response.body
}

async function* readLines(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader()
  let remainder = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (remainder + read.value).split('\n')
    remainder = lines.pop()!
    yield* lines
  }
  if (remainder !== '') yield remainder
}

function voteIn(text: string, line: number): VoteRow {
  const fields = fieldsIn(text)
  const outcome = outcomeOfRow(fields ?? {})
  const [fault] = fields === null ? [msg('no_json_object')] : (findVoteFault(fields, outcome) ?? [])
  if (fault) throw new VotesUnread(brokenLine(line, fault))
  return parseVoteRow(line, fields!, outcome, {})
}

function fieldsIn(text: string): Record<string, unknown> | null {
  try {
    const fields: unknown = JSON.parse(text)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? (fields as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

const brokenLine = (line: number, finding: CodedMessage): RecomputationFailure => ({
  kind: 'broken line',
  line,
  message: englishText(finding),
  finding,
})
