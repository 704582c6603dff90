import type { Transaction } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import type { ImportedVote, ReadVote } from './arena-import.ts'
import { ascendingIds } from './ascending-ids.ts'
import { createStaging, stageRows } from './staging-queries.ts'
import type { StagedVote } from './staging-queries.ts'

/**
 * The votes of an import in a temporary table. In memory are only the names of contestants and criteria, and the votes
 * that are being written.
 */
export class VoteStage {
  /** The contestants of the votes, each with its number from 1. */
  readonly contestants = new Map<string, number>()
  readonly criteria = new Set<string>()
  /** The ids of the files that were read, in order. */
  readonly fileIds: string[] = []
  /** How many votes are staged. */
  count = 0
  /** The highest place so far. */
  places = 0
  /** The last place of the files before. */
  #before = 0
  #trx: Transaction<Database>
  #nextId: () => string
  /** The statement that writes the last votes. Meanwhile the next ones are read. */
  #writing: Promise<void> = Promise.resolve()
  #isCreated = false

  constructor(trx: Transaction<Database>, { clock, newId }: Pick<Deps, 'clock' | 'newId'>) {
    this.#trx = trx
    this.#nextId = ascendingIds(clock(), newId)
  }

  /** @param file the number of the file, from 1; 0 for votes of no file */
  async add(votes: readonly ReadVote[], file: number): Promise<void> {
    if (votes.length === 0) return
    const rows = votes.map((vote) => this.#rowOf(vote, file))
    await this.#writing
    if (!this.#isCreated) await createStaging(this.#trx)
    this.#isCreated = true
    this.count += rows.length
    this.#writing = stageRows(this.#trx, rows)
    // whoever waits for it next hears of a failure
    this.#writing.catch(() => {})
  }

  /** Waits until all that was added is written. */
  written(): Promise<void> {
    return this.#writing
  }

  /** Called before the first vote of a file: places in it follow those of the files before. */
  startFile(): void {
    this.#before = this.places
  }

  #rowOf(vote: ReadVote, file: number): StagedVote {
    const place = this.#before + vote.place
    this.places = Math.max(this.places, place)
    if (vote.criterion !== null) this.criteria.add(vote.criterion)
    const { key, line, repeatable, outcome, source, inconsistent, prompt, voter, criterion, category } = vote
    return {
      place,
      file,
      key,
      line,
      repeatable,
      battle_id: this.#nextId(),
      left_name: this.#numberOf(vote.left),
      right_name: this.#numberOf(vote.right),
      outcome,
      source,
      inconsistent,
      prompt,
      left_sample: vote.leftSample ?? null,
      right_sample: vote.rightSample ?? null,
      pair_probability: vote.pairProbability ?? null,
      voter,
      criterion,
      category,
      cast_at: vote.castAt,
    }
  }

  #numberOf(name: ImportedVote['left']): number {
    const known = this.contestants.get(name)
    if (known !== undefined) return known
    this.contestants.set(name, this.contestants.size + 1)
    return this.contestants.size
  }
}
