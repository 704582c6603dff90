import { Readable } from 'node:stream'
import type { ColumnOptions } from '../../../../server/transfer/formats/column-changes.ts'
import { RowProblems } from '../../../../server/transfer/formats/complaints.ts'
import { openFile, type OpenFile } from '../../../../server/transfer/formats/open-file.ts'
import { fileRows, type FileRow } from '../../../../server/transfer/formats/rows.ts'
import { readVotes } from '../../../../server/transfer/formats/votes.ts'
import { previewFiles } from '../../../../server/transfer/import/preview.ts'
import type { FileLook } from '../../../../shared/contracts/index.ts'
import type { VoteRow } from '../../../../shared/contracts/votes.ts'

/** Opens a text or bytes as a file, handed over in pieces of `size` bytes. */
export function opened(content: string | Uint8Array, size = 65_536, name?: string): Promise<OpenFile> {
  const bytes = Buffer.from(content)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  return openFile('-', { stdin: Readable.from(pieces), ...(name !== undefined && { name }) })
}

/** What a file of this name and content is read as. */
export async function lookAt(
  name: string,
  content: string | Uint8Array,
  how: ColumnOptions = {},
): Promise<FileLook> {
  return previewFiles([await opened(content, undefined, name)], how)
}

/** All that comes in portions. */
export async function collect<T>(portions: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const portion of portions) for (const one of portion) all.push(one)
  return all
}

export async function rowsIn(content: string | Buffer, size?: number): Promise<FileRow[]> {
  return collect(fileRows(await opened(content, size)))
}

/** What a reader makes of rows, given as objects or as lines: what it takes, and the warning about the others. */
export async function read<T>(
  reader: (file: OpenFile, complaints: RowProblems) => AsyncGenerator<T[]>,
  ...content: (object | string)[]
) {
  const lines = content.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
  const complaints = new RowProblems()
  const rows = await collect(reader(await opened(lines.join('\n')), complaints))
  return { rows, warning: complaints.warning() }
}

/** What a votes file holds: its good rows, and the warning about the others. */
export async function votesIn(content: string | Buffer, { strict = false } = {}) {
  const complaints = new RowProblems(strict)
  const votes = await collect(readVotes(await opened(content), complaints))
  return { votes, warning: complaints.warning() }
}

/** A vote row with nothing but what is given. */
export function voteRow(fields: Partial<VoteRow>): VoteRow {
  return {
    line: 1,
    id: null,
    modelA: 'A',
    modelB: 'B',
    winner: 'left',
    questionId: null,
    judge: null,
    judgeType: 'human',
    criterion: null,
    category: null,
    language: null,
    turn: null,
    pairId: null,
    order: null,
    tstamp: null,
    ...fields,
  }
}
