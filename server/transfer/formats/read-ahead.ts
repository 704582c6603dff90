import { closeSync, openSync, readSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { PlainRows } from './row-ends.ts'
import { type FileVotes, addPart } from './file-votes.ts'
import type { OnDisk, OpenFile } from './open-file.ts'
import type { PlainVotes } from './plain-votes.ts'
import type { AheadTask, AheadVotes } from './ahead-thread.ts'

/** Of smaller files, a thread saves less than its start costs. */
const WORTH_A_THREAD = 64 * 2 ** 20
/** About half of what this thread reads while the other one starts, at most. */
const HEAD_START = 11 * 2 ** 20
/** Where a row begins is looked for in this many bytes. */
const SEARCHED = 65_536
const LF = 10

export interface ReadingAhead {
  file: OpenFile
  plain: PlainRows
  /** Ends the thread. */
  end(): void
}

/**
 * Lets a thread read the plain rows of the second half of a file, while this thread reads the first half. The result is
 * that of reading all of it here: if no row begins in the middle after all, since a cell has a line break, the rows of
 * the thread are discarded; and what follows a row that is not plain is read here.
 * @param worth  the fewest bytes of a file that justify a thread
 * @returns null if the file is too small, or not on disk as it is
 */
export function readAhead(
  file: OpenFile,
  plain: PlainVotes,
  votes: FileVotes,
  worth = WORTH_A_THREAD,
): ReadingAhead | null {
  const { onDisk } = file
  if (!onDisk || onDisk.size < worth) return null
  const reading = new Reading(file, onDisk, plain, votes)
  return { file: { ...file, chunks: reading.chunks() }, plain: reading, end: () => reading.end() }
}

class Reading implements PlainRows {
  readonly #file: OpenFile
  readonly #onDisk: OnDisk
  readonly #plain: PlainVotes
  readonly #votes: FileVotes
  #worker: Worker | null = null
  #answer: Promise<AheadVotes | null> = Promise.resolve(null)
  /** Where the thread begins, counted from the first byte of the text. */
  #middle = Infinity
  #isBetween = false
  #elsewhere = 0

  constructor(file: OpenFile, onDisk: OnDisk, plain: PlainVotes, votes: FileVotes) {
    this.#file = file
    this.#onDisk = onDisk
    this.#plain = plain
    this.#votes = votes
  }

  get rows(): number {
    return this.#plain.rows
  }

  begin(header: readonly string[], separator: number | null): void {
    this.#plain.begin(header, separator)
    const { path, from, size } = this.#onDisk
    const middle = Math.floor(size / 2 + Math.min(HEAD_START, size / 8))
    const place = this.#plain.isReading ? lineAfter(path, middle) : null
    if (place === null) return
    this.#middle = place - from
    this.#start({ path, from: place, header, separator, told: this.#plain.told })
  }

  take(bytes: Buffer, from: number, to: number): number {
    return this.#plain.take(bytes, from, to)
  }

  pause(isBetween: boolean): void {
    this.#isBetween = isBetween
  }

  elsewhere(): number {
    const lines = this.#elsewhere
    this.#elsewhere = 0
    return lines
  }

  end(): void {
    void this.#worker?.terminate()
  }

  /** The bytes of the file without those that the thread has read. */
  async *chunks(): AsyncGenerator<Buffer> {
    let at = 0
    let to: number | null = null
    for await (const chunk of this.#file.chunks) {
      const end = at + chunk.length
      const split = this.#middle - at
      at = end
      if (split < 0 || split >= chunk.length) {
        yield chunk
        continue
      }
      yield chunk.subarray(0, split)
      to = this.#isBetween ? await this.#added() : null
      if (to !== null) break
      yield chunk.subarray(split)
    }
    if (to !== null) yield* this.#onDisk.rest(to)
  }

  /** Adds the votes of the thread. Returns the place up to which it has read; null if it failed. */
  async #added(): Promise<number | null> {
    const answer = await this.#answer
    if (!answer) return null
    addPart(this.#votes, answer.part)
    this.#plain.rows += answer.part.rows
    this.#elsewhere = answer.part.rows
    return answer.to
  }

  #start(workerData: AheadTask): void {
    const worker = new Worker(new URL('./ahead-thread.ts', import.meta.url), { workerData })
    this.#worker = worker
    this.#answer = new Promise((resolve) => {
      worker.once('message', resolve)
      // the rows are then read here, with their errors
      worker.once('error', () => resolve(null)).once('exit', () => resolve(null))
    })
  }
}

/** The place after the first line end from `from` on; null if there is none nearby. */
function lineAfter(path: string, from: number): number | null {
  const bytes = Buffer.alloc(SEARCHED)
  const file = openSync(path, 'r')
  try {
    const read = readSync(file, bytes, 0, SEARCHED, from)
    const end = bytes.subarray(0, read).indexOf(LF)
    return end < 0 ? null : from + end + 1
  } finally {
    closeSync(file)
  }
}
