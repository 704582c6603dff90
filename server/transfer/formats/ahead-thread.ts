/** The thread of read-ahead.ts: reads plain rows of a file from a place on, up to its end or the first other row. */
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { ToldOutcomes } from '../../../shared/stats/outcome-words.ts'
import { FileVotes, buffersOf, partOf, type VotesPart } from './file-votes.ts'
import { PlainVotes } from './plain-votes.ts'

export interface AheadTask {
  path: string
  /** The place of a row in the file. */
  from: number
  header: readonly string[]
  /** Null: JSONL. */
  separator: number | null
  /** What a user says that outcomes mean. */
  told: ToldOutcomes | undefined
}

export interface AheadVotes {
  part: VotesPart
  /** The place of the first row that was not read, or the end of the file. */
  to: number
}

const SIZE = 1 << 20
const LF = 10

const { path, from, header, separator, told } = workerData as AheadTask
const votes = new FileVotes()
const plain = new PlainVotes(votes, told)
plain.begin(header, separator)
const to = readFrom(from)
const part = partOf(votes)
const answer: AheadVotes = { part, to }
parentPort!.postMessage(answer, [...new Set(buffersOf(part))])

function readFrom(place: number): number {
  const file = openSync(path, 'r')
  const bytes = Buffer.alloc(SIZE)
  let done = place
  let end = 0
  try {
    for (;;) {
      const read = readSync(file, bytes, end, SIZE - end, done + end)
      if (read === 0) return done
      end += read
      const start = plain.take(bytes, 0, end)
      done += start
      // a whole row that is not plain, or a row that is longer than the buffer
      const next = bytes.indexOf(LF, start)
      if ((next >= 0 && next < end) || (start === 0 && end === SIZE)) return done
      bytes.copy(bytes, 0, start, end)
      end -= start
    }
  } finally {
    closeSync(file)
  }
}
