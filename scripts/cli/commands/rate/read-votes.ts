import { Complaints } from '../../../../server/transfer/formats/complaints.ts'
import { openFile } from '../../../../server/transfer/formats/open-file.ts'
import { AnswerStyles, detailsOf } from '../../../../server/transfer/formats/vote-details.ts'
import { readDetailedVotes, readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { progress } from '../../terminal/progress.ts'
import { pathFrom } from '../../terminal/terminal.ts'
import type { Terminal } from '../../terminal/terminal.ts'

export interface ReadOptions {
  strict: boolean
  /** Read the further columns of rows, and the style of these answers. */
  details?: { answers: AnswerStyles | null }
}

/** The good rows of a votes file, and the warning about the others. */
export async function readVotesFrom(terminal: Terminal, path: string, { strict, details }: ReadOptions) {
  return reading(terminal, path, strict, (file, complaints) =>
    details
      ? readDetailedVotes(file, complaints, (fields) => detailsOf(fields, details.answers))
      : readFileVotes(file, complaints),
  )
}

/** The style of the answers in a file, and the warning about bad rows. */
export async function readStylesFrom(terminal: Terminal, path: string, strict: boolean) {
  return reading(terminal, path, strict, AnswerStyles.read)
}

async function reading<T>(
  terminal: Terminal,
  path: string,
  strict: boolean,
  readRows: (file: Awaited<ReturnType<typeof openFile>>, complaints: Complaints) => Promise<T>,
) {
  const bar = progress(terminal, 'reading')
  try {
    const file = await openFile(pathFrom(terminal, path), { stdin: terminal.stdin, onProgress: bar.to })
    const complaints = new Complaints(strict, file.name)
    const rows = await readRows(file, complaints)
    const dirty = complaints.warning()
    return { rows, dirty: dirty ? [dirty] : [] }
  } finally {
    bar.end()
  }
}
