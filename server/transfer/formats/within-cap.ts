import { JUDGE_TYPES } from './file-votes.ts'
import type { FileVotes } from './file-votes.ts'

const LLM = JUDGE_TYPES.indexOf('llm')

/**
 * These rows without what a voter has beyond its share of them: its first votes stay, by their times if all have one, else
 * in the order of the file. Judges and votes without a voter are not limited.
 * @param rows ascending
 * @param cap from 0 to 1; every voter keeps one vote at least
 */
export function withinCap(file: FileVotes, rows: Int32Array, cap: number): Int32Array {
  const most = Math.max(1, Math.floor(cap * rows.length))
  const { time, judgeType } = file
  const voter = file.judge.of(file.rows)
  const isTimed = time.length > 0 && rows.every((row) => !Number.isNaN(time[row]))
  const inOrder = isTimed ? rows.slice().sort((a, b) => time[a] - time[b] || a - b) : rows
  const counts = new Map<number, number>()
  const capped = inOrder.filter((row) => {
    const who = voter.length > 0 ? voter[row] : -1
    if (who < 0 || judgeType[row] === LLM) return true
    const count = 1 + (counts.get(who) ?? 0)
    counts.set(who, count)
    return count <= most
  })
  return capped.sort()
}
