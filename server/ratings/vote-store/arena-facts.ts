import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { microsecondsOf } from '../../platform/copy-rows.ts'
import type { BinaryRow } from '../../platform/copy-rows.ts'
import type { ArenaView } from '../view.ts'
import { Columns } from './columns.ts'
import { beginReading, endReading, FIELD, readContestants, readFacts, readPrompts } from './fact-queries.ts'
import { RETRACTION, RELEASE, VOTE } from './fact-queries.ts'
import type { NamedContestant } from './fact-queries.ts'
import { Groups } from './groups.ts'
import type { FactKind } from './groups.ts'
import { Names } from './names.ts'
import { selectsOf } from './selects.ts'
import { VoteStatus, VoteStatuses } from './vote-status.ts'
import { ViewTally } from './view-tally.ts'

/** So many votes at once are counted anew faster than one by one. */
const MOST_TURNED = 20_000

/** A fact and when it was recorded, in microseconds since 2000. */
interface Fact {
  row: number
  at: number
  kind: FactKind
}

interface FurtherFact {
  kind: number
  vote: number
  at: number
  word: number
}

/**
 * The facts of one arena, and the tallies of its views as a fold of them. `advance` takes in what is new; whatever
 * order transactions commit in, and however often it is called, the tallies equal a count from scratch.
 */
export class ArenaFacts {
  readonly columns = new Columns()
  readonly contestants = new Names()
  readonly prompts = new Names()
  readonly groups = new Groups()
  readonly statuses = new VoteStatuses(this.columns)
  known: readonly NamedContestant[] = []
  /** By number of the prompt. */
  categories: (string | null)[] = []
  voters = 0
  /** Another one whenever rows or names are not those that they were. */
  stamp = ''
  revision = -1
  readonly #arenaId: number
  readonly #voters = new Map<string, number>()
  readonly #tallies = new Map<string, ViewTally>()
  #since: string | null = null
  #until = Infinity
  #waiting: Fact[] = []

  constructor(arenaId: number) {
    this.#arenaId = arenaId
  }

  /** Whether nothing was taken in yet, so that the first time will take long. */
  get isEmpty(): boolean {
    return this.#since === null
  }

  /** Whether there are facts that are not out yet. */
  get isHeldBack(): boolean {
    return this.#waiting.length > 0
  }

  /**
   * Takes in the facts that are new, and lets those out that are published.
   * After an error it may have taken in a part: it is to be thrown away.
   * @param until what was recorded later is not out yet; null: everything is
   */
  async advance(client: Client, until: Date | null): Promise<void> {
    const isFirst = this.isEmpty
    const { revision, xmin } = await beginReading(client, this.#arenaId, isFirst)
    const from = this.columns.rows
    const further: FurtherFact[] = []
    await readFacts(client, this.#arenaId, this.#since, (row) => this.#hear(row, further))
    if (revision !== this.revision || this.contestants.isIncomplete || this.prompts.isIncomplete)
      await this.#learnNames(client)
    await endReading(client)
    this.revision = revision
    this.#since = xmin
    const fresh = this.#takeIn(further)
    const moment = until ? microsecondsOf(until) : Infinity
    if (isFirst || moment < this.#until) this.#beginAnew(moment)
    else this.#goOn(moment, from, fresh)
  }

  /** The tally of a view. */
  tallyOf(view: ArenaView, isKept: boolean): ViewTally {
    const judges: string | undefined = JSON.stringify(view.judges)
    const kept = this.#tallies.get(view.key)
    const tally = kept && kept.judges === judges ? kept : new ViewTally(this, selectsOf(this, view), judges)
    if (isKept) this.#tallies.set(view.key, tally)
    return tally
  }

  /** The rows of the votes that a tally counts. */
  rowsOf({ selects }: ViewTally): Int32Array {
    const rows = new Int32Array(this.columns.rows)
    let count = 0
    for (let row = 0; row < rows.length; row++)
      if (this.statuses.of(row) === VoteStatus.counted && selects(row)) rows[count++] = row
    return rows.slice(0, count)
  }

  #hear(fact: BinaryRow, further: FurtherFact[]): void {
    const kind = fact.int4(FIELD.kind)
    const id = fact.int8(FIELD.id)
    const at = fact.int8(FIELD.at)
    if (kind !== VOTE) {
      const word = fact.isNull(FIELD.word) ? 0 : fact.int8(FIELD.word)
      further.push({ kind, vote: id, at, word })
      return
    }
    const { columns } = this
    if (columns.rowOf(id) >= 0) return
    const row = columns.add(id)
    columns.left[row] = this.contestants.number(fact.int4(FIELD.left))
    columns.right[row] = this.contestants.number(fact.int4(FIELD.right))
    columns.outcome[row] = fact.int4(FIELD.outcome)
    columns.prompt[row] = fact.isNull(FIELD.prompt) ? -1 : this.prompts.number(fact.int4(FIELD.prompt))
    columns.voter[row] = fact.isNull(FIELD.voter) ? -1 : this.#voter(fact.textKey(FIELD.voter))
    const judge = fact.isNull(FIELD.judge) ? null : fact.text(FIELD.judge)
    columns.group[row] = this.groups.number(fact.int4(FIELD.source), judge, fact.text(FIELD.criterion))
    columns.castAt[row] = fact.int8(FIELD.castAt)
    columns.recordedAt[row] = at
  }

  #voter(key: string): number {
    let number = this.#voters.get(key)
    if (number === undefined) this.#voters.set(key, (number = this.voters++))
    return number
  }

  async #learnNames(client: Client): Promise<void> {
    this.stamp = randomUUID()
    this.known = await readContestants(client, this.#arenaId)
    const prompts = await readPrompts(client, this.#arenaId)
    const areOthers = this.contestants.tell(this.known)
    const areOtherPrompts = this.prompts.tell(prompts.map(({ id, key }) => ({ id, name: key })))
    for (const { id, category } of prompts) this.categories[this.prompts.number(id)] = category
    if (areOthers || areOtherPrompts) this.#tallies.clear()
  }

  /** Further facts that were not there yet. */
  #takeIn(further: readonly FurtherFact[]): Fact[] {
    const { statuses, columns } = this
    return further.flatMap(({ kind, vote, at, word }): Fact[] => {
      const row = columns.rowOf(vote)
      if (kind === RETRACTION) {
        if (statuses.isRetracted(row)) return []
        statuses.retract(row, at)
        return [{ row, at, kind: 'retractions' }]
      }
      if (statuses.isMarked(row, word)) return []
      statuses.mark(row, { id: word, at, released: kind === RELEASE })
      return [{ row, at, kind: 'marks' }]
    })
  }

  #beginAnew(until: number): void {
    this.#until = until
    this.#tallies.clear()
    this.#waiting = []
    this.groups.reset()
    for (let row = 0; row < this.columns.rows; row++) {
      this.#letOut({ row, at: this.columns.recordedAt[row], kind: 'votes' })
      this.statuses.update(row, until)
    }
    for (const fact of this.statuses.further()) this.#letOut(fact)
  }

  #goOn(until: number, from: number, further: readonly Fact[]): void {
    this.#until = until
    const waiting = this.#waiting
    this.#waiting = []
    const touched: number[] = []
    const letOut = (fact: Fact) => void (this.#letOut(fact) && touched.push(fact.row))
    for (const fact of waiting) letOut(fact)
    for (let row = from; row < this.columns.rows; row++)
      letOut({ row, at: this.columns.recordedAt[row], kind: 'votes' })
    for (const fact of further) letOut(fact)
    if (touched.length > MOST_TURNED) this.#tallies.clear()
    for (const row of touched) {
      const [before, now] = this.statuses.update(row, until)
      if (before !== now) for (const tally of this.#tallies.values()) tally.turn(row, before, now)
    }
  }

  /** Counts a fact if it is out, else lets it wait. */
  #letOut(fact: Fact): boolean {
    const isOut = fact.at <= this.#until
    if (isOut) this.groups.all[this.columns.group[fact.row]][fact.kind]++
    else this.#waiting.push(fact)
    return isOut
  }
}
