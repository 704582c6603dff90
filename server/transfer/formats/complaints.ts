import type { Warning } from '../../../shared/contracts/board.ts'
import { isEmptyVerdict, normalisedOutcome, outcomeOfText } from './outcome-words.ts'
import { WINNER_BY_OUTCOME } from './file-votes.ts'
import type { VoteRow } from '../../../shared/contracts/votes.ts'
import { mappedColumns, isSingleLineList } from './rows.ts'
import { FileError, normalisedForm, quoted } from './fields.ts'
import { scaleRanges } from './outcome-meanings.ts'
import type { OpenFile } from './open-file.ts'
import {
  englishText,
  msg,
  warning,
  type CodedMessage,
  type AnyMessage,
} from '../../../shared/messages/index.ts'

const LINES = 100
const MAX_REASONS = 5
const MAX_VALUES = 3
/** Of one kind of fault, so many values are counted. */
const COUNTED_VALUES = 1000
/** A file is doubtful if more rows are lost than one for so many good ones. */
const FEW = 4
/** A file is refused if a larger share of its rows would be lost. */
const MAX_LOSS = 0.1
/** Faults whose values help to find the mistake. */
const WITH_VALUES: ReadonlySet<string> = new Set([
  'best_is_none',
  'no_winner',
  'other_judge_type',
  'no_time',
  'name_empty',
])
/** Faults of a whole column: other rows would be misread in the same way. The first one refuses the file. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['answer_unclear', 'counts_over', 'outcome_unclear'])
/** Faults of a file that was cut off or put together, or whose quotes or encoding are wrong. */
const BROKEN: ReadonlySet<string> = new Set(['no_json', 'not_utf8', 'row_broken'])
/** Fewer lost rows than this are listed one by one in the warning, whatever their share. */
const MIN_LOST = 10
/** The most columns that a message names. */
const MAX_COLUMNS = 8

const EMPTY: ReadonlySet<string> = new Set(['field_empty', 'field_missing'])
/** Rows whose outcome is not understood. */
const OF_OUTCOMES: ReadonlySet<string> = new Set(['no_winner', 'best_is_none'])
/** The same, in files of tools that have columns of their own for it. */
const OF_TOOLS: ReadonlySet<string> = new Set(['not_one_winner', 'chosen_is_neither'])

/** Those of these quoted outcomes that are numbers. */
const numbersAmong = (values: readonly string[]): string[] =>
  values
    .map((value) => normalisedOutcome(value.slice(1, -1)))
    .filter((text) => /^-?\d+(?:[.,]\d+)?$/.test(text))

/** One kind of fault: how often it was found, and the first values that had it, each with its rows. */
interface Kind {
  wrong: CodedMessage
  count: number
  values: Map<string, number>
  /** By value: the first of its rows. */
  lines: Map<string, number>
}

/** Collects the unusable rows of a file: it counts all, and lists the first hundred by line with the reason. */
export class RowProblems {
  #strict: boolean
  #name: string
  #unit: 'line' | 'element'
  /** By the English message. */
  #kinds = new Map<string, Kind>()
  count = 0
  /** How many votes of the file have each outcome, by the codes of `WINNER_BY_OUTCOME`. */
  readonly #outcomes = WINNER_BY_OUTCOME.map(() => 0)
  /** The contestants of its votes. */
  readonly #contestants = new Set<string>()
  /** How many good rows a file of another tool has, and how many of them have votes: a row may make many. */
  read: { rows: number; voted: number } | null = null
  /** Whether rows are counts. Nobody knows how many votes would be lost with one, so that a bad one refuses the file. */
  areCounts = false
  /** The column of outcomes in a table that might hold something else there. */
  verdicts: string | null = null
  /** The first hundred, each with its message. */
  readonly rows: { line: number; wrong: CodedMessage }[] = []

  /**
   * @param strict  throws at the first bad row
   * @param name  the name of the file, for messages
   * @param unit  what the numbers of its rows count
   */
  constructor(strict = false, name = '', unit: 'line' | 'element' = 'line') {
    this.#strict = strict
    this.#name = name
    this.#unit = unit
  }

  /** For the rows of one file. */
  static of(file: OpenFile, strict: boolean): RowProblems {
    return new RowProblems(strict, file.name, isSingleLineList(file) ? 'element' : 'line')
  }

  /**
   * @param wrong  the kind of fault; rows are counted by it
   * @param value  the value in the row, if it helps
   * @throws {FileError} if strict, if it is a fault of the file, or a row of counts that would be lost
   */
  add(line: number, wrong: CodedMessage, value?: AnyMessage): void {
    const what = value === undefined ? wrong : msg('found_there', { wrong, there: value })
    if (this.#strict || OF_THE_FILE.has(wrong.code)) throw new FileError(this.#inFile(line, what))
    const isOfOutcome = wrong.code === 'no_winner' || wrong.values?.['field'] === 'winner'
    if (this.areCounts && !isOfOutcome && wrong.code !== 'no_comparison')
      throw new FileError(this.#inFile(line, msg('row_of_counts', { wrong: what })))
    this.count++
    if (this.rows.length < LINES) this.rows.push({ line, wrong: what })
    const kind = englishText(wrong)
    const found =
      this.#kinds.get(kind) ?? ({ wrong, count: 0, values: new Map(), lines: new Map() } satisfies Kind)
    found.count++
    if (typeof value === 'string' && WITH_VALUES.has(wrong.code)) {
      const known = found.values.get(value)
      if (known === undefined) found.lines.set(value, line)
      if (known !== undefined || found.values.size < COUNTED_VALUES) found.values.set(value, (known ?? 0) + 1)
    }
    this.#kinds.set(kind, found)
  }

  /** Notes the good rows: what is lost is measured by them. */
  addVotes(votes: readonly VoteRow[]): void {
    for (const { winner, modelA, modelB } of votes) {
      this.#outcomes[WINNER_BY_OUTCOME.indexOf(winner)]!++
      this.#contestants.add(modelA).add(modelB)
    }
  }

  #inFile(line: number, wrong: CodedMessage): CodedMessage {
    return msg('row_refused', { file: this.#name, unit: this.#unit, at: line, wrong })
  }

  /**
   * @throws {FileError} if the file has bad rows and no good one, if votes would be lost since their outcomes are not
   *   understood, or if many rows would be lost for another reason: most likely it means something else
   * @param votes  the good rows of a file of which each makes one vote, answer or prompt
   * @param isStored  also refuse a file without rows
   */
  refuseIfBad(file: OpenFile, votes: number, isStored = false): void {
    const good = this.read?.rows ?? votes
    if (isStored && good + this.count === 0) throw new FileError(msg('empty_file', { file: file.name }))
    this.refuseLoss(file)
    if (this.count === 0) return
    this.refuseIfOneCause(file, good)
    if (good > 0) return this.#refuseManyLost(file, good)
    const reasons = this.reasons()
    const columns = mappedColumns(file).slice(0, MAX_COLUMNS)
    throw new FileError(msg('all_rows_bad', { file: file.name, count: this.count, reasons, columns }))
  }

  /**
   * Refuses to lose a kind of outcome: a spelling of several rows, or one that may be all that is known of the wins of
   * a side or of the ties. Also refuses to lose many rows; up to that, an empty outcome is a vote that was not given.
   */
  refuseLoss(file: OpenFile): void {
    const kinds = [...this.#kinds.values()]
    const kept = this.#outcomes.reduce((sum, count) => sum + count, 0)
    const empty = kinds.filter(
      ({ wrong }) => kept > 0 && EMPTY.has(wrong.code) && wrong.values?.['field'] === 'winner',
    )
    const unread = kinds.filter(
      ({ wrong }) => OF_OUTCOMES.has(wrong.code) || (kept > 0 && OF_TOOLS.has(wrong.code)),
    )
    const values = unread.flatMap((kind) => [...kind.values])
    const spellings = values.filter(([value]) => !isEmptyVerdict(value))
    const lost = [...empty, ...unread].reduce((sum, { count }) => sum + count, 0)
    const rows = (this.read?.voted ?? kept) + this.count
    const [left = 0, right = 0, ...ties] = this.#outcomes
    const lacksOne = left === 0 || right === 0 || ties.every((count) => count === 0)
    // of the best of several there is no tie, unless a user says so
    const ofBest = new Set(unread.find(({ wrong }) => wrong.code === 'best_is_none')?.values.keys())
    const isAlone = (value: string) => (ofBest.has(value) ? outcomeOfText(value) >= 0 : lacksOne)
    const isClass = spellings.some(([value, count]) => count > 1 || isAlone(value) || this.areCounts)
    if (!isClass && (kept === 0 || lost <= MAX_LOSS * rows)) return
    const counted = [
      ...values,
      ...empty.map(({ count }) => ['', count] as const),
      ...unread.flatMap(({ wrong, count, values }) => (values.size > 0 ? [] : [[wrong, count] as const])),
    ].sort(([, a], [, b]) => b - a)
    // in another case it may be one of its row
    const names = new Set([...this.#contestants].map((name) => quoted(normalisedForm(name))))
    const elsewhere = spellings.map(([value]) => value).filter((value) => names.has(normalisedForm(value)))
    const lines = elsewhere.flatMap((value) => unread.flatMap((kind) => kind.lines.get(value) ?? []))
    throw new FileError(
      msg('outcomes_lost', {
        file: file.name,
        lost,
        rows,
        values: counted.slice(0, MAX_REASONS).map(([value, rows]) => msg('value_of_rows', { value, rows })),
        more: Math.max(0, counted.length - MAX_REASONS),
        texts:
          spellings.length > 0
            ? (scaleRanges(numbersAmong(spellings.map(([value]) => value))) ??
              spellings
                .map(([text]) => text)
                // one that was cut short names no outcome
                .filter((text) => !text.endsWith('…"'))
                .slice(0, MAX_REASONS))
            : empty.length > 0
              ? ['empty']
              : values.slice(0, MAX_REASONS).map(([value]) => value),
        ...(this.verdicts !== null && { column: this.verdicts }),
        ...(ofBest.size > 0 && { ofBest: true }),
        ...(ofBest.size === 0 &&
          elsewhere.length > 0 && {
            elsewhere: elsewhere.slice(0, MAX_REASONS),
            line: Math.min(...lines),
            areAllElsewhere: elsewhere.length === spellings.length,
          }),
      }),
    )
  }

  /**
   * Times in a form of their own; or another encoding, by which the rows of all contestants are lost whose names are not
   * ASCII, and of no others.
   */
  refuseIfOneCause(file: OpenFile, good: number): void {
    const all = good + this.count
    const findKind = (code: string) => [...this.#kinds.values()].find(({ wrong }) => wrong.code === code)
    const times = findKind('no_time')
    if (times && times.count > MAX_LOSS * all)
      throw new FileError(
        msg('times_unread', {
          file: file.name,
          count: times.count,
          all,
          values: [...times.values.keys()].slice(0, MAX_VALUES),
        }),
      )
    const count = findKind('not_utf8')?.count ?? 0
    if (count > 0 && (count === all || (count > 1 && count > MAX_LOSS * all)))
      throw new FileError(msg('rows_not_utf8', { file: file.name, count, all }))
  }

  /** The faults by which something is lost, and of how many rows. */
  #losses(): { kinds: Kind[]; lost: number } {
    const kinds = [...this.#kinds.values()].filter(({ wrong }) => wrong.code !== 'no_comparison')
    return { kinds, lost: kinds.reduce((sum, { count }) => sum + count, 0) }
  }

  #refuseManyLost(file: OpenFile, good: number): void {
    const { lost } = this.#losses()
    const rows = good + this.count
    if (lost < MIN_LOST || lost <= MAX_LOSS * rows) return
    throw new FileError(msg('rows_lost', { file: file.name, lost, rows, reasons: this.reasons() }))
  }

  /** That rows were left out of which a part of the file may be lost: many, or such as are none at all. */
  doubts(file: string, votes: number): CodedMessage[] {
    const good = this.read?.rows ?? votes
    const { kinds, lost } = this.#losses()
    const areMany = lost > good || (lost > 1 && FEW * lost > good)
    if (!areMany && !kinds.some(({ wrong }) => BROKEN.has(wrong.code))) return []
    return [msg('rows_doubtful', { file, lost, reasons: this.reasons() })]
  }

  /** The most frequent reasons, each with its count. */
  reasons(): CodedMessage[] {
    return [...this.#kinds.values()]
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_REASONS)
      .map(({ wrong, count, values }) =>
        msg('reason_counted', {
          wrong,
          count,
          ...(values.size > 0 && { there: [...values.keys()].slice(0, MAX_VALUES) }),
        }),
      )
  }

  /**
   * One warning about all of them; null if every row was good.
   * @param file  the name of the file, if several are read
   */
  warning(file?: string): Warning | null {
    if (this.count === 0) return null
    const message = msg(this.#unit === 'element' ? 'elements_left_out' : 'rows_left_out', {
      count: this.count,
      reasons: this.reasons(),
      more: Math.max(0, this.#kinds.size - MAX_REASONS),
    })
    const lines = this.rows.map(({ line }) => line).sort((a, b) => a - b)
    const named = file === undefined ? message : msg('at_place', { place: file, wrong: message })
    return warning(named, {
      kind: 'dirty_rows',
      count: this.count,
      lines,
      ...(this.#unit === 'element' && { unit: this.#unit }),
    })
  }
}
