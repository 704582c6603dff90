/** Rows of votes that a file has more than once. */
import { idSpan, idText } from '../../../shared/votes/vote-table.ts'
import type { Warning } from '../../../shared/contracts/board.ts'
import type { VoteRow } from '../../../shared/contracts/votes.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import type { IdUse } from './doubts.ts'
import { quoted } from './fields.ts'
import type { FileVotes, FoundRepeats } from './file-votes.ts'
import { HashCounts, hashOfNumbers, hashOfText } from './hashes.ts'

/** So many different rows, each as often as the others, are no chance. */
const MIN_COPIED = 8
/** One copy, or fewer than this share of the rows without an id, may be chance: nobody is asked about them. */
const CHANCE = 0.01
/** If more rows repeat the id and the content of another, the id may be that of something else, and they would count once. */
const MAX_REPEATED = 0.1
/** How many ids a warning names. */
const MAX_NAMED = 3

/** A row by hashes of 53 bits. */
interface HashedRow {
  /** Null: it has none. */
  id: number | null
  /** Of all that makes two rows with the same id one vote. */
  content: number
  isTimed: boolean
  /** Whether equal rows without an id are hardly chance. */
  isTelling: boolean
}

/**
 * The one rule for repeated rows, of `rate` and of `import`. A row with the id and the content of an earlier one is the same
 * vote, and so is one with a time and no id that an earlier file has as often. All others are votes of their own; those
 * that may be copies are counted. Rows are known by hashes, so a count may be wrong by chance.
 */
export class RepeatCounts {
  #rows = 0
  #ended = 0
  /** Rows with the id and the content of an earlier one. */
  #repeated = 0
  /** Rows with the id of an earlier one and another content, and the first of these ids. */
  #shared = 0
  readonly #ids: string[] = []
  /** Rows with a time and no id that an earlier file has. */
  #timed = 0
  /** By id: a part of the hash of its first content, which is never 0. */
  readonly #firstContent = new HashCounts()
  /** Ids together with their further contents. */
  readonly #further = new HashCounts()
  /** Contents of rows without an id, in earlier files; those of a telling content are positive. */
  readonly #unnamed = { timed: new HashCounts(), untimed: new HashCounts() }
  #inFile = { timed: new HashCounts(), untimed: new HashCounts() }
  /** Files by the rows that have neither an id nor a time. */
  readonly #files = new Map<string, string>()
  readonly #copiedFiles: Warning[] = []

  add(row: VoteRow): void {
    const { id, tstamp, judge, judgeType, questionId, turn, criterion, pairId, order } = row
    const { modelA, modelB, winner, sampleA = 1, sampleB = 1 } = row
    const about = [tstamp, judge, judgeType, questionId, turn, criterion, pairId, order]
    const hashed = {
      id: id === null ? null : hashOfText(id),
      content: hashOfText(JSON.stringify([...about, modelA, modelB, winner, sampleA, sampleB])),
      isTimed: tstamp !== null,
      isTelling: tstamp !== null || (judge !== null && questionId !== null),
    }
    this.addHashed(hashed, () => id!)
  }

  /** Returns whether the row is the same vote as an earlier one. */
  addHashed({ id, content, isTimed, isTelling }: HashedRow, idText: () => string): boolean {
    this.#rows++
    if (id !== null) return this.#addNamed(id, content, idText)
    const when = isTimed ? 'timed' : 'untimed'
    const hash = isTelling ? content : -content
    const before = this.#inFile[when].add(hash)
    if (!isTimed || before >= this.#unnamed.timed.get(hash)) return false
    this.#timed++
    return true
  }

  #addNamed(id: number, content: number, idText: () => string): boolean {
    const [first, part] = [this.#firstContent.get(id), content | 1]
    if (first === 0) this.#firstContent.set(id, part)
    const isSameVote = first === part || (first !== 0 && this.#further.add(hashOfNumbers([id, content])) > 0)
    if (isSameVote) this.#repeated++
    else if (first !== 0) {
      this.#shared++
      if (this.#ids.length < MAX_NAMED && !this.#ids.includes(idText())) this.#ids.push(idText())
    }
    return isSameVote
  }

  /** Ends a file. @param path of one that an equal file may be beside */
  endFile(path: string | null): void {
    if (path !== null) this.#ended++
    const { timed, untimed } = this.#inFile
    const before = this.#unnamed
    this.#inFile = { timed: new HashCounts(), untimed: new HashCounts() }
    before.timed = merged(before.timed, timed, Math.max)
    const { count, isTelling, key } = summarizeRows(untimed)
    const like = path !== null && isTelling ? this.#files.get(key) : undefined
    if (like !== undefined)
      return void this.#copiedFiles.push(warning(msg('files_alike', { file: path!, like, count })))
    if (path !== null) this.#files.set(key, path)
    before.untimed = merged(before.untimed, untimed, (some, more) => some + more)
  }

  /**
   * @param file its name, if several are read
   * @param idUse what its ids may be instead of those of votes
   */
  warnings(file?: string, idUse: IdUse | null = null): Warning[] {
    this.endFile(null)
    const counted = (message: CodedMessage, count: number): Warning[] => {
      const named = file === undefined ? message : msg('at_place', { place: file, wrong: message })
      return count === 0 ? [] : [warning(named, { kind: message.code, count })]
    }
    const { copied, all } = this.#copied()
    const copies = copied === 1 || copied < CHANCE * all ? 'rows_equal' : 'rows_copied'
    const [repeated, rows] = [this.#repeated, this.#rows]
    // a longer version of an earlier file repeats its ids
    const areOfOthers = repeated > MAX_REPEATED * rows && (this.#ended < 2 || this.#shared > 0)
    return [
      ...this.#copiedFiles,
      ...counted(msg('rows_repeated', { count: repeated }), repeated),
      ...(areOfOthers
        ? counted(msg('ids_of_others', { count: repeated, all: rows, ...idUse }), repeated)
        : []),
      ...counted(msg('ids_shared', { count: this.#shared, ids: this.#ids.map(quoted) }), this.#shared),
      ...counted(msg('times_repeated', { count: this.#timed }), this.#timed),
      ...counted(msg(copies, { count: copied }), copied),
    ]
  }

  /** How many of all rows without an id are equal to an earlier one, if that is no chance: all are, or they tell much. */
  #copied(): { copied: number; all: number } {
    let [all, different, telling, times] = [0, 0, 0, 0]
    for (const counts of Object.values(this.#unnamed))
      counts.forEach((hash, count) => {
        all += count
        different++
        if (hash > 0) telling += count - 1
        times = greatestCommonDivisor(count, times)
      })
    return { copied: times > 1 && different >= MIN_COPIED ? all - different : telling, all }
  }
}

function merged(earlier: HashCounts, counts: HashCounts, both: (a: number, b: number) => number): HashCounts {
  if (earlier.size === 0) return counts
  counts.forEach((hash, count) => earlier.set(hash, both(count, earlier.get(hash))))
  return earlier
}

/** The rows of one file, in any order. `isTelling`: whether a file with the same ones is hardly chance. */
function summarizeRows(rows: HashCounts) {
  let [count, high, low, isTelling] = [0, 0, 0, rows.size >= MIN_COPIED]
  rows.forEach((hash, times) => {
    count += times
    high = (high + Math.imul(Math.floor(hash / 4294967296), times)) | 0
    low = (low + Math.imul(hash, times)) | 0
    isTelling ||= hash > 0
  })
  return { count, isTelling, key: [count, high, low].join() }
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b]
  return a
}

/**
 * Finds the repeated rows among votes that were read as columns. As in an arena, a copy of a file counts once.
 * Linear in the votes.
 */
export function findRepeats(file: FileVotes): FoundRepeats {
  const again = new Uint8Array(file.rows)
  const rowAt = hashedRows(file)
  const counts = new RepeatCounts()
  const paths = new Map<string, string>()
  const copies: Warning[] = []
  let row = 0
  for (const { path, id, end } of [...file.parts, { path: null, id: '', end: file.rows }]) {
    const earlier = paths.get(id)
    if (path !== null && earlier !== undefined) {
      copies.push(warning(msg('file_copied', { file: path, of: earlier })))
      again.fill(1, row, end)
      row = end
      continue
    }
    if (path !== null) paths.set(id, path)
    for (; row < end; row++) again[row] = Number(counts.addHashed(rowAt(row), () => idText(file.ids, row)))
    counts.endFile(path)
  }
  return {
    again: again.includes(1) ? again : null,
    warnings: [...copies, ...counts.warnings(undefined, file.idUse)],
  }
}

function hashedRows({
  ids,
  rows,
  left,
  right,
  winner,
  judgeType,
  time,
  placeHash,
  samples,
  ...texts
}: FileVotes) {
  const [prompt, judge, criterion] = [texts.prompt, texts.judge, texts.criterion].map((column) =>
    column.of(rows),
  )
  const columns = [left, right, winner, judgeType, prompt, judge, criterion].filter(
    ({ length }) => length > 0,
  )
  const numbers = new Float64Array(columns.length + 4)
  return (row: number): HashedRow => {
    const isTimed = !Number.isNaN(time[row] ?? NaN)
    columns.forEach((column, i) => (numbers[i] = column[row]))
    numbers.set(
      [isTimed ? time[row] : -1, placeHash[row] ?? 0, ...(samples.get(row) ?? [1, 1])],
      columns.length,
    )
    const [from, to] = idSpan(ids, row)
    return {
      id: from === to ? null : hashOfNumbers(ids.bytes.subarray(from, to)),
      content: hashOfNumbers(numbers),
      isTimed,
      isTelling: isTimed || (prompt[row] >= 0 && judge[row] >= 0),
    }
  }
}
