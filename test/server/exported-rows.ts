import { Readable } from 'node:stream'
import { RowProblems } from '../../server/transfer/formats/complaints.ts'
import { openFile } from '../../server/transfer/formats/open-file.ts'
import { readVotes } from '../../server/transfer/formats/votes.ts'
import type { VoteRow } from '../../shared/contracts/votes.ts'

/** The rows of an exported file of votes (JSONL), as `verify` reads them. */
export async function exportedRows(text: string): Promise<VoteRow[]> {
  const rows: VoteRow[] = []
  const file = await openFile('-', { stdin: Readable.from([Buffer.from(`${text.trimEnd()}\n`)]) })
  for await (const portion of readVotes(file, new RowProblems(true, 'votes'))) rows.push(...portion)
  return rows
}
