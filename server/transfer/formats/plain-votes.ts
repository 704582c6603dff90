import {
  hasOutcome,
  OUTCOME_CODES,
  outcomeCode,
  outcomeWord,
  type ToldOutcomes,
} from '../../../shared/stats/outcome-words.ts'
import type { TextColumn } from '../../../shared/votes/vote-table.ts'
import type { PlainRows } from './cut-rows.ts'
import {
  formOf,
  isName,
  LONGEST_NAME,
  probabilityField,
  sampleField,
  standsForEmpty,
  textField,
  timeField,
} from './fields.ts'
import { isStorable } from '../../platform/storable.ts'
import { JUDGE_TYPES, type FileVotes } from './file-votes.ts'
import { PlainCells } from './plain-cells.ts'
import { PlainJsonRow } from './plain-json-row.ts'
import { PlainRow, type PlainCellsOfRow } from './plain-row.ts'
import { unescaped } from './unescaped.ts'

const LLM = JUDGE_TYPES.indexOf('llm')
/** A cell whose row is not plain. */
const ODD = -1
const NONE = 0
/** A cell of outcomes has what its text says by itself in the lower bits, and its number as a name above them. */
const WORD_BITS = 7
const WORD = 2 ** WORD_BITS - 1
const HAS_OUTCOME = Uint8Array.from({ length: OUTCOME_CODES }, (_, code) => Number(hasOutcome(code)))

/** A column of a file. Each distinct text is read once. */
interface Column {
  index: number
  cells: PlainCells
}

/** The texts of cells. A text becomes a name of the votes only with its first good row. */
class Names {
  #column: TextColumn
  #texts = new Map<string, number>()
  #numbers: number[] = []
  #list: string[] = []

  constructor(column: TextColumn) {
    this.#column = column
  }

  /** The numbers 1, 2, … by text, or by a form of it that several texts share. */
  read(text: string, form = text): number {
    const known = this.#texts.get(form) ?? this.#list.push(text)
    this.#texts.set(form, known)
    return known
  }

  number(known: number): number {
    return (this.#numbers[known] ??= this.#column.number(this.#list[known - 1]))
  }
}

/**
 * Reads votes directly from the bytes of plain rows of CSV and JSONL. Unusual and faulty rows are left to the general
 * reader. Their outcomes are codes, which the whole file settles.
 */
export class PlainVotes implements PlainRows {
  rows = 0
  #votes: FileVotes
  readonly told: ToldOutcomes | undefined
  #row: PlainCellsOfRow | null = null
  #contestants: Names
  #modelA!: Column
  #modelB!: Column
  #winner!: Column
  #judgeType: Column | null = null
  #order: Column | null = null
  #id = -1
  /** Has 1 where the row says how its pair was drawn. */
  #pairProbability: Column | null = null
  #time: Column | null = null
  /** Seconds since 1970, by the number that `#time` reads, minus 1. */
  #times: number[] = []
  #texts: { column: Column; names: Names; target: TextColumn }[] = []
  /** Columns that a vote does not store, but whose unusual cells make its row not plain. */
  #others: Column[] = []

  /** @param told what a user says that outcomes mean */
  constructor(votes: FileVotes, told?: ToldOutcomes) {
    this.#votes = votes
    this.told = told
    this.#contestants = new Names(votes.contestants)
  }

  /** Whether the columns of the file are those of votes. */
  get isReading(): boolean {
    return this.#row !== null
  }

  begin(header: readonly string[], separator: number | null): void {
    const columnIndex = (column: string) => header.indexOf(column)
    if (['model_a', 'model_b', 'winner'].some((column) => columnIndex(column) < 0)) return
    const read = (column: string, meaning: (text: string | null) => number): Column | null =>
      columnIndex(column) < 0 ? null : { index: columnIndex(column), cells: new PlainCells(meaning) }
    const contestant = (text: string | null) =>
      text !== null && isName(text) && isShort(text) && !standsForEmpty(text)
        ? this.#contestants.read(text, formOf(text))
        : ODD
    this.#modelA = read('model_a', contestant)!
    this.#modelB = read('model_b', contestant)!
    this.#winner = read('winner', (text) =>
      text === null
        ? ODD
        : outcomeWord(text, this.told) + (this.#contestants.read(text, formOf(text)) << WORD_BITS),
    )!
    this.#judgeType = read('judge_type', (text) =>
      JUDGE_TYPES.findIndex((type) => type === (text ?? 'human')),
    )
    this.#order = read('order', (text) => (text === null ? NONE : 1))
    this.#pairProbability = read('pair_probability', (text) => {
      const probability = probabilityField(text)
      return probability === undefined ? ODD : probability === null ? NONE : 1
    })
    this.#id = columnIndex('id')
    const { prompt, judge, criterion, category } = this.#votes
    for (const [name, target] of Object.entries({ question_id: prompt, judge, criterion, category })) {
      const names = new Names(target)
      const column = read(name, (text) =>
        text === null ? NONE : isStorable(text) && isShort(text) ? names.read(text) : ODD,
      )
      if (column) this.#texts.push({ column, names, target })
    }
    this.#time = read('tstamp', (text) => {
      const seconds = timeField(text)
      if (seconds === undefined) return ODD
      return seconds === null ? NONE : this.#times.push(seconds)
    })
    const sound = (isSound: (text: string) => boolean) => (text: string | null) =>
      text === null || isSound(text) ? NONE : ODD
    for (const column of [
      read(
        'pair_id',
        sound((text) => isStorable(text) && isShort(text)),
      ),
      read('language', sound(isStorable)),
      ...['sample_a', 'sample_b'].map((column) =>
        read(
          column,
          sound((text) => sampleField(text) !== undefined),
        ),
      ),
    ])
      if (column) this.#others.push(column)
    this.#row = separator === null ? new PlainJsonRow(header) : new PlainRow(header.length, separator)
  }

  take(bytes: Buffer, from: number, to: number): number {
    const row = this.#row
    if (!row) return from
    for (let at = from; ; this.rows++) {
      const end = row.scan(bytes, at, to)
      if (end < 0 || !this.#add(bytes, row)) return at
      at = end
    }
  }

  #add(bytes: Buffer, row: PlainCellsOfRow): boolean {
    const left = valueOf(this.#modelA, bytes, row)
    const right = valueOf(this.#modelB, bytes, row)
    const winner = valueOf(this.#winner, bytes, row)
    if (left === ODD || right === ODD || winner === ODD || left === right) return false
    const name = winner >> WORD_BITS
    const outcome = outcomeCode(winner & WORD, name === left ? 1 : name === right ? 2 : 0)
    if (HAS_OUTCOME[outcome] === 0) return false
    const judgeType = this.#judgeType ? valueOf(this.#judgeType, bytes, row) : 0
    if (judgeType === ODD) return false
    if (judgeType === LLM && this.#order && valueOf(this.#order, bytes, row) !== NONE) return false
    for (const { column } of this.#texts) if (valueOf(column, bytes, row) === ODD) return false
    for (const column of this.#others) if (valueOf(column, bytes, row) === ODD) return false
    const time = this.#time ? valueOf(this.#time, bytes, row) : NONE
    if (time === ODD) return false
    const isFocused = this.#pairProbability ? valueOf(this.#pairProbability, bytes, row) : NONE
    if (isFocused === ODD) return false
    if (this.#id >= 0 && row.ends[this.#id] - row.starts[this.#id] > LONGEST_NAME) return false

    const contestants = this.#contestants
    const vote = this.#votes.append(contestants.number(left), contestants.number(right), outcome, judgeType)
    if (isFocused !== NONE) this.#votes.focused.add(judgeType)
    if (time !== NONE) this.#votes.setTime(vote, this.#times[time - 1])
    for (const { column, names, target } of this.#texts) {
      const known = valueOf(column, bytes, row)
      if (known !== NONE) target.set(vote, names.number(known))
    }
    if (this.#id >= 0) this.#addId(vote, bytes, row.starts[this.#id], row.ends[this.#id])
    return true
  }

  #addId(vote: number, bytes: Buffer, from: number, to: number): void {
    if (isVisible(bytes[from]) && isVisible(bytes[to - 1])) {
      this.#votes.ids.addBytes(vote, bytes, from, to)
      return
    }
    const id = textField(unescaped(bytes.toString('utf8', from, to)))
    if (id !== null) this.#votes.ids.add(vote, id)
  }
}

const isShort = (text: string): boolean => text.length <= LONGEST_NAME

function valueOf({ index, cells }: Column, bytes: Buffer, row: PlainCellsOfRow): number {
  return cells.valueOf(bytes, row.starts[index], row.ends[index], row.hashes[index])
}

/** Whether an id with this first or last byte needs no change: no space to trim, no apostrophe for spreadsheets. */
const isVisible = (byte: number): boolean => byte > 32 && byte < 127 && byte !== 39
