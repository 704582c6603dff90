import type { Transaction } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import type { Database } from '../../platform/schema.ts'
import type { ArenaImport, ImportedVote, ReadVote } from './arena-import.ts'
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
  #trx: Transaction<Database>
  #nextId: () => string
  /** The statement that writes the last votes. Meanwhile the next ones are read. */
  #writing: Promise<void> = Promise.resolve()
  #isCreated = false

  constructor(trx: Transaction<Database>, { clock, newId }: Pick<Deps, 'clock' | 'newId'>) {
    this.#trx = trx
    this.#nextId = ascendingIds(clock(), newId)
  }

  /** Reads every file of the import, and stages its votes; its prompts and answers join those of the import. */
  async read({ votes, files = [], prompts, answers }: ArenaImport): Promise<void> {
    const known = votes.map((vote, i) => ({ ...vote, place: i + 1, line: 0, repeatable: false }))
    await this.#add(known, 0, 0)
    for (const [i, file] of files.entries()) {
      const before = this.places
      for await (const portion of file.read()) {
        for (const prompt of portion.prompts ?? []) prompts.push(prompt)
        for (const answer of portion.answers ?? []) answers.push(answer)
        await this.#add(portion.votes ?? [], i + 1, before)
      }
      this.fileIds.push(file.id())
    }
    await this.#writing
  }

  /** @param before the last place of the files before */
  async #add(votes: readonly ReadVote[], file: number, before: number): Promise<void> {
    if (votes.length === 0) return
    const rows = votes.map((vote) => this.#rowOf(vote, file, before))
    await this.#writing
    if (!this.#isCreated) await createStaging(this.#trx)
    this.#isCreated = true
    this.count += rows.length
    this.#writing = stageRows(this.#trx, rows)
    // whoever waits for it next hears of a failure
    this.#writing.catch(() => {})
  }

  #rowOf(vote: ReadVote, file: number, before: number): StagedVote {
    const place = before + vote.place
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
