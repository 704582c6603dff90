/** Recomputes the board of a static site from its votes, with the code that computed it. */
import { config } from 'zod'
import type { Recomputation, RecomputationTask } from '../../shared/contracts/page.ts'
import { FileError } from '../../server/transfer/formats/fields.ts'
import { isRounding, verifyBoard } from '../../server/transfer/verify/verify-board.ts'
import { readVotes, VotesUnread } from './read-votes.ts'

/** Milliseconds between two messages about progress. */
const EVERY_MS = 100

// without it zod tries to compile code, which the page's policy forbids
config({ jitless: true })

const tell = (result: Recomputation) => self.postMessage(result)
let toldAt = 0

function tellSometimes(result: () => Recomputation): void {
  const now = performance.now()
  if (now - toldAt < EVERY_MS) return
  toldAt = now
  tell(result())
}

self.onmessage = async ({ data: { board, votes } }: MessageEvent<RecomputationTask>) => {
  try {
    const rows = await readVotes(votes, (count) => tellSometimes(() => ({ phase: 'reading', votes: count })))
    tell({ phase: 'computing', votes: rows.length, share: 0 })
    const {
      compared,
      differences,
      votes: counted,
    } = verifyBoard(board, rows, {
      version: board.version,
      onProgress: (share) => tellSometimes(() => ({ phase: 'computing', votes: rows.length, share })),
    })
    const real = differences.filter((difference) => !isRounding(difference))
    const rounded = differences.length - real.length
    tell({ phase: 'checked', votes: counted, compared, rounded, differences: real })
  } catch (error) {
    if (error instanceof VotesUnread) tell({ phase: 'failed', why: error.why })
    else if (error instanceof FileError)
      tell({
        phase: 'failed',
        why: { kind: 'not recomputed', message: error.message, finding: error.finding },
      })
    else tell({ phase: 'failed', why: { kind: 'unexpected', message: (error as Error).message } })
  }
}
