/** Votes that a file has once more with the sides exchanged. Both count, so that a board would seem twice as sure as it is. */
import type { VoteRow } from '../../../shared/contracts/votes.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { JUDGE_TYPES, WINNER_BY_OUTCOME, type FileVotes } from './file-votes.ts'
import { HashCounts, hashOfNumbers, hashOfText } from './hashes.ts'

/** So many different votes, each as often from both sides, are no chance. */
const MIN_DIFFERENT = 8
/**
 * How far both sides may be from even. Where chance draws the sides, the squares of the differences are together as large as the
 * number of rows. Where all but some rows have a mirror, they are as large as the number of these.
 */
const MAX_UNEVEN = 0.05
const [LEFT, RIGHT] = [WINNER_BY_OUTCOME.indexOf('left'), WINNER_BY_OUTCOME.indexOf('right')]
const LLM = JUDGE_TYPES.indexOf('llm')

/** Counts equal votes of one file by the side on which each contestant was. */
export class MirroredVotes {
  readonly #all = new HashCounts()
  readonly #exchanged = new HashCounts()

  add(row: VoteRow): void {
    const { tstamp, judge, judgeType, questionId, turn, criterion, pairId, order, winner } = row
    // of a judge that was asked in both orders, another doubt tells
    if (judgeType === 'llm' && questionId !== null) return
    const { modelA, modelB, sampleA = 1, sampleB = 1 } = row
    const isExchanged = modelA > modelB
    const sides = isExchanged ? [modelB, modelA, sampleB, sampleA] : [modelA, modelB, sampleA, sampleB]
    const won = isExchanged
      ? exchangedWinner(WINNER_BY_OUTCOME.indexOf(winner))
      : WINNER_BY_OUTCOME.indexOf(winner)
    const about = [tstamp, judge, judgeType, questionId, turn, criterion, pairId, order]
    this.#see(hashOfText(JSON.stringify([...about, ...sides, won])), isExchanged)
  }

  #see(hash: number, isExchanged: boolean): void {
    this.#all.add(hash)
    if (isExchanged) this.#exchanged.add(hash)
  }

  /** The rows from `first` on, whose outcomes are settled. */
  static inColumns(votes: FileVotes, first: number): MirroredVotes {
    const mirrored = new MirroredVotes()
    const { rows, left, right, winner, judgeType, time, placeHash, samples } = votes
    const [prompt, judge, criterion] = [votes.prompt, votes.judge, votes.criterion].map((column) =>
      column.of(rows),
    )
    for (let row = first; row < rows; row++) {
      if (judgeType[row] === LLM && (prompt[row] ?? -1) >= 0) continue
      const isExchanged = left[row] > right[row]
      const [sampleA, sampleB] = samples.get(row) ?? [1, 1]
      const about = [time[row] ?? NaN, placeHash[row] ?? 0, judgeType[row], prompt[row] ?? -1]
      const sides = isExchanged
        ? [right[row], left[row], sampleB, sampleA, exchangedWinner(winner[row])]
        : [left[row], right[row], sampleA, sampleB, winner[row]]
      mirrored.#see(hashOfNumbers([...about, judge[row] ?? -1, criterion[row] ?? -1, ...sides]), isExchanged)
    }
    return mirrored
  }

  doubts(file: string): CodedMessage[] {
    let [rows, uneven, matched] = [0, 0, 0]
    this.#all.forEach((hash, count) => {
      const exchanged = this.#exchanged.get(hash)
      rows += count
      uneven += (count - 2 * exchanged) ** 2
      matched += 2 * Math.min(exchanged, count - exchanged)
    })
    const areMirrored = this.#all.size >= MIN_DIFFERENT && uneven <= MAX_UNEVEN * rows
    return areMirrored ? [msg('votes_mirrored', { file, count: matched, all: rows })] : []
  }
}

const exchangedWinner = (winner: number): number =>
  winner === LEFT ? RIGHT : winner === RIGHT ? LEFT : winner
