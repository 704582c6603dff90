import type { Ids, Texts } from '../../../../shared/votes/vote-table.ts'
import type { FileVotes } from '../file-votes.ts'

const TEXTS = ['prompt', 'judge', 'criterion', 'category'] as const

/** Votes that `PlainVotes` has read, as they are sent between threads. The columns are those of `FileVotes`. */
export interface VotesPart extends Record<(typeof TEXTS)[number], Texts> {
  rows: number
  contestants: readonly string[]
  left: Int32Array
  right: Int32Array
  winner: Uint8Array
  judgeType: Uint8Array
  ids: Pick<Ids, 'bytes' | 'ends' | 'count'>
  time: Float64Array
  focused: readonly number[]
}

export function partOf(votes: FileVotes): VotesPart {
  const { rows, contestants, left, right, winner, judgeType, ids, time, focused } = votes
  const texts = (name: (typeof TEXTS)[number]): Texts => ({
    names: votes[name].names,
    of: votes[name].of(rows),
  })
  return {
    rows,
    contestants: contestants.names,
    left,
    right,
    winner,
    judgeType,
    prompt: texts('prompt'),
    judge: texts('judge'),
    criterion: texts('criterion'),
    category: texts('category'),
    ids: { bytes: ids.bytes, ends: ids.ends, count: ids.count },
    time,
    focused: [...focused],
  }
}

/** The memory of a part, which is moved to another thread and not copied. */
export const buffersOf = ({
  left,
  right,
  winner,
  judgeType,
  ids,
  time,
  ...texts
}: VotesPart): ArrayBuffer[] =>
  [left, right, winner, judgeType, ids.bytes, ids.ends, time, ...TEXTS.map((name) => texts[name].of)].map(
    ({ buffer }) => buffer as ArrayBuffer,
  )

/** Adds the votes of a part as the next rows. */
export function addPart(votes: FileVotes, part: VotesPart): void {
  const first = votes.rows
  const numbers = Int32Array.from(part.contestants, (name) => votes.contestants.number(name))
  for (let i = 0; i < part.rows; i++) {
    votes.append(numbers[part.left[i]], numbers[part.right[i]], part.winner[i], part.judgeType[i])
    const seconds = part.time[i]
    if (seconds !== undefined && !Number.isNaN(seconds)) votes.setTime(first + i, seconds)
  }
  for (const name of TEXTS) votes[name].append(first, part[name])
  votes.ids.append(first, part.ids)
  for (const type of part.focused) votes.focused.add(type)
}
