/**
 * What a file seems to mean otherwise than it is read: by the columns of its votes, and by its rows as they are read. Import
 * takes it only if the user says that it is meant.
 */
import type { Warning } from '../../../shared/contracts/board.ts'
import { msg, warning, type CodedMessage, type MessageCode } from '../../../shared/messages/index.ts'
import { outcomeCode, outcomeWord } from '../../../shared/stats/outcome-words.ts'
import type { ImportPortion } from '../import/arena-import.ts'
import { quoted, textField, type Fields } from './fields.ts'
import {
  areTexts,
  COUNT,
  isNo,
  isUnread,
  LOSER,
  meantIn,
  MODEL,
  namesSides,
  SHOWN,
  sideNamed,
  TIE,
  VERDICT,
} from './near-columns.ts'
import type { OpenFile } from './open-file.ts'
import { cellsOf, columnsOf, formatIn, rowsOfHead } from './rows.ts'

/** Watches a file while it is read. */
export interface Watcher {
  /** Sees each row before it is understood. */
  row?(fields: Fields): void
  /** Sees what the rows became. */
  portion?(portion: ImportPortion): void
  /** What is to be said, once all is read. @throws {FileError} if the file cannot mean what it says */
  doubts(): (CodedMessage | Warning)[]
}

/** The file, whose rows these see as they are read. */
export function watched(file: OpenFile, watchers: readonly Watcher[]): OpenFile {
  const seen = watchers.filter(({ row }) => row !== undefined)
  return seen.length === 0 ? file : { ...file, watch: (fields) => seen.forEach((one) => one.row!(fields)) }
}

/** What these have to say, in their order. */
export const doubtsOf = (watchers: readonly Watcher[]): Warning[] =>
  watchers.flatMap((one) => one.doubts()).map((one) => ('message' in one ? one : warning(one)))

// The columns of votes that are not read.

/** Why a column that is not read may matter, or only that it may; false: it does not. */
type Told = Record<string, string> | boolean

/** A question about columns of a file. */
interface ColumnDoubt {
  code: MessageCode
  tells: (file: OpenFile) => (column: string, i: number) => Told
  /** Whether one column is enough. */
  once?: true
}

/** What pandas, R and polars call a second column of the same name. After a digit it may be a version. */
const REPEATED = /^(?:(winner)[ _.-]?|(.*\D)(?:\.|_duplicated_))\d+$/
/** The verdict under a criterion of its own. */
const FURTHER = /^winner_(?!name|model|side|text|answer|label|index|tie)[a-z]{3,}|[a-z]{3,}_winner$/i
/** A third side, where a vote compares two. */
const THIRD = /^(?:model|contestant|system|variant|answer|response|player)[ _-]?(?:c|3)$/i
/** The model that judged, where votes count as those of people. */
const JUDGE_MODEL = /^(?:judge|annotator|evaluator|rater|grader)[ _-]?(?:model|llm)(?:[ _-]?name)?$/i
const ZONE = /^(?:time[ _-]?zone|tz|zeitzone)$/i

const COUNTS: ColumnDoubt = { code: 'counts_not_read', tells: countsVotes, once: true }
const REPEATS: ColumnDoubt = { code: 'column_repeated', tells: repeatsName, once: true }
/** Of a winner and a loser, whose ties are in another column. */
const TIES_BESIDE: ColumnDoubt = {
  code: 'ties_not_read',
  tells: (file) => (column) => isUnread(column) && !TIE.test(column) && cellsOf(file, column).some(isTie),
}

const OF_VOTES: readonly ColumnDoubt[] = [
  {
    code: 'column_not_read',
    tells: (file) => {
      const meant = new Map(meantIn(file).map((near) => [near.column, near.meant]))
      const isNested = (cell: unknown) => typeof cell === 'object' && cell !== null
      return (column) =>
        meant.has(column) && !cellsOf(file, column).some(isNested) && { meant: meant.get(column)! }
    },
  },
  COUNTS,
  REPEATS,
  { code: 'verdict_not_read', tells: isFurtherVerdict, once: true },
  { code: 'swaps_not_read', tells: (file) => (column) => tellsSwaps(file, column) },
  {
    code: 'ties_not_read',
    tells: (file) => (column) =>
      TIE.test(column) && cellsOf(file, column).some((cell) => !isNo(String(cell ?? ''))),
  },
  {
    code: 'zone_not_read',
    tells: (file) => (column) => ZONE.test(column) && zoneIn(file, column),
    once: true,
  },
  { code: 'variants_not_read', tells: tellsVariants, once: true },
  { code: 'third_not_read', tells: () => (column) => THIRD.test(column) },
  {
    code: 'judge_model_not_read',
    tells: (file) => (column) => {
      const [judge] = cellsOf(file, column).flatMap((cell) => textField(cell) ?? [])
      return (
        JUDGE_MODEL.test(column) &&
        !columnsOf(file).includes('judge_type') &&
        judge !== undefined && { judge }
      )
    },
    once: true,
  },
]

function asked({ code, tells, once }: ColumnDoubt, file: OpenFile): CodedMessage[] {
  const about = tells(file)
  const found = columnsOf(file).flatMap((column, i) => {
    const told = about(column, i)
    return told ? [{ code, values: { file: file.name, column, ...(told !== true && told) } }] : []
  })
  return once ? found.slice(0, 1) : found
}

/** What the columns of a file of votes seem to mean otherwise than they are read. */
export const doubtsIn = (file: OpenFile): CodedMessage[] => [
  ...namesDoubted(file),
  ...rowsOfHead(file)
    .filter((row) => !('judge_type' in row) && MODEL.test(String(row['judge'])))
    .slice(0, 1)
    .map(({ judge }) => msg('judge_is_model', { file: file.name, judge: String(judge) })),
  ...OF_VOTES.flatMap((doubt) => asked(doubt, file)),
]

/** That rows seem to stand for several votes. */
export const countsIn = (file: OpenFile): CodedMessage[] => asked(COUNTS, file)
/** A column that repeats another one's name. */
export const repeatedColumn = (file: OpenFile): CodedMessage[] => asked(REPEATS, file)
/** That unread columns say of some rows with a winner and a loser that they are ties. */
export const tiesIn = (file: OpenFile): CodedMessage[] => asked(TIES_BESIDE, file)

function repeatsName(file: OpenFile) {
  const columns = columnsOf(file)
  return (column: string): Told => {
    const first = REPEATED.exec(column)?.slice(1).find(Boolean) ?? ''
    return first !== '' && columns.includes(first) && { first }
  }
}

/** A result of equal scores, such as 1-1 or ½-½. */
const EVEN = /^(\d+(?:[.,/]\d+)?|½)\s*[-–:]\s*\1$/
const isTie = (cell: unknown): boolean => {
  const text = textField(cell) ?? ''
  return EVEN.test(text) || outcomeCode(outcomeWord(text), 0) === 2
}

const SWAPPED = /(?:^|[ _-])(?:swap|flip|revers|switch|invert|mirror|vertausch|exchang)\w*$/i

/** A column by which the sides of some rows were exchanged. Not one that names the same side in every row. */
function tellsSwaps(file: OpenFile, column: string): boolean {
  if (!SHOWN.test(column) || !(isUnread(column) || column === 'order')) return false
  const rows = rowsOfHead(file).filter((row) => textField(row[column]) !== null)
  const values = new Set(rows.map((row) => row[column]))
  // the order in which a judge was asked is read; there are two
  const isRead =
    column === 'order' && values.size < 3 && !rows.some(({ judge_type: type = 'human' }) => type === 'human')
  if (SWAPPED.test(column)) return rows.some((row) => !isNo(String(row[column])))
  const sides = new Set(rows.map((row) => sideNamed(row, row[column])))
  const isOneSide = sides.size === 1 && [0, 1].some((side) => sides.has(side))
  return !isRead && !isOneSide && values.size > 1
}

/** Whether a column beside the winner says who is better, too. */
function isFurtherVerdict(file: OpenFile) {
  const hasWinner = columnsOf(file).includes('winner')
  const isContradicted = (column: string) =>
    LOSER.test(column) &&
    rowsOfHead(file).some((row) => textField(row[column]) !== null && row[column] === row['winner'])
  return (column: string): boolean =>
    hasWinner &&
    !REPEATED.test(column) &&
    !tellsSwaps(file, column) &&
    (FURTHER.test(column) ||
      namesSides(file, column) ||
      isContradicted(column) ||
      (!/^winner/i.test(column) && VERDICT.test(column.replace(/[ _-]?\d+$/, '')))) &&
    cellsOf(file, column).some((cell) => textField(cell) !== null)
}

/**
 * A column of counts by its name; or one of whole numbers, where no pair has the same outcome twice.
 */
function countsVotes(file: OpenFile) {
  const columns = columnsOf(file)
  const rows = rowsOfHead(file)
  const outcomes = rows.map(({ model_a, model_b, winner, loser, criterion, judge, category }) =>
    JSON.stringify([model_a, model_b, winner, loser, criterion, judge, category]),
  )
  const areTotals =
    rows.length > 1 &&
    new Set(outcomes).size === rows.length &&
    !columns.some((column) => ['id', 'question_id', 'prompt', 'tstamp'].includes(column))
  // the numbers of games or rows go up by one
  const areNumbered = (column: string) =>
    rows.every((row, i) => i === 0 || [0, 1].includes(Number(row[column]) - Number(rows[i - 1][column])))
  const isCount = (column: string) =>
    COUNT.test(column) ||
    (areTotals &&
      isUnread(column) &&
      !SHOWN.test(column) &&
      !areNumbered(column) &&
      rows.every((row) => /^\d{1,7}(?:\.0)?$/.test(textField(row[column]) ?? '')))
  return (column: string): boolean =>
    columns.includes('winner') && isCount(column) && rows.some((row) => Number(row[column] || 1) > 1)
}

/** Two unread columns, one for each side, with several values for one contestant, as versions of its prompt have. */
function tellsVariants(file: OpenFile) {
  const columns = columnsOf(file)
  return (column: string, i: number): boolean => {
    const other = columns.indexOf(column.replace(/a$/, 'b').replace(/1$/, '2'))
    if (!/[ _-](?:a|1)$/.test(column) || other === i || other < 0 || !isUnread(column)) return false
    const named = rowsOfHead(file).flatMap((row) => [
      { name: row['model_a'], value: textField(row[column]) },
      { name: row['model_b'], value: textField(row[columns[other]]) },
    ])
    const kinds = new Set(named.map(({ value }) => value))
    const ofOne = [...Map.groupBy(named, ({ name }) => name).values()]
    return (
      kinds.size <= named.length / 2 &&
      ofOne.some((all) => new Set(all.flatMap(({ value }) => value ?? [])).size > 1)
    )
  }
}

/** The zone of times without one, which are read as UTC. */
function zoneIn(file: OpenFile, column: string): Told {
  const isOther = (zone: string | null) =>
    zone !== null && !/^(?:utc|gmt|z|etc\/utc|[+-]?0?0:?00)$/i.test(zone)
  const hasNone = (row: Fields) => /\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(textField(row['tstamp']) ?? '')
  const zoned = rowsOfHead(file).find((row) => isOther(textField(row[column])) && hasNone(row))
  return zoned !== undefined && { zone: textField(zoned[column])! }
}

/** What a spreadsheet makes of names such as 1-4 or 3/5. */
const DATE =
  /^\d{4}-\d\d-\d\d(?:T00:00:00(?:\.000)?Z?)?$|^\d{1,2}[. /-]+(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\.?$/i

/** Four words at least. */
const SENTENCE = /\S(?:\s+\S+){3}/

/** That names of contestants are numbers, as statistics programs write for labels, or texts of answers. */
function namesDoubted(file: OpenFile): CodedMessage[] {
  const names = rowsOfHead(file).flatMap(({ model_a, model_b }) => [model_a, model_b].map(textField))
  const all = [...new Set(names)].filter((name) => name !== null)
  const told = { file: file.name, names: all.slice(0, 3).map(quoted) }
  if (all.length > 1 && all.every((name) => /^\d{1,3}$/.test(name))) return [msg('names_are_numbers', told)]
  const numbers = new Set(all.map((name) => /(?<!\d)[12]$/.exec(name)?.[0]))
  const said = new Set(cellsOf(file, 'winner').map(textField))
  const isSaid = [...said].every((text) => text === '1' || text === '2')
  const changeSides = new Set(names.filter((_, i) => i % 2 === 0)).size > 1
  if (all.length === 2 && numbers.size === 2 && !numbers.has(undefined) && isSaid && changeSides)
    return [msg('names_numbered', told)]
  const dates = all.filter((name) => DATE.test(name))
  if (dates.length > 0) return [msg('names_are_dates', { ...told, names: dates.slice(0, 3).map(quoted) })]
  const sentences = all.filter((name) => SENTENCE.test(name)).length
  const areLong = names.length > 2 && areTexts(names) && 2 * sentences > all.length
  return areLong ? [msg('names_are_texts', told)] : []
}

// What rows say as they are read.

/** Columns that say which rows do not count: a mark of those, a mark of all others, or a word for either. */
const MARKS: readonly (readonly [column: RegExp, isOut: (cell: string) => boolean])[] = [
  [
    /^(?:(?:is|was)[ _-]?)?(?:deleted|removed|rejected|invalid|spam|flagged|excluded?|discard(?:ed)?|dropped|banned|hidden|void(?:ed)?|withdrawn|retracted|ignored?|skip(?:ped)?|practi[cs]e|dummy|duplicated?|superseded|cancell?ed|gold(?:[ _-]?question)?|honeypot|trap|(?:catch|training|test)[ _-]?trial|bot|test|outlier|suspicious|fraud|flag|disqualified|screened[ _-]?out|warm[ _-]?up|unsure|abstain(?:ed)?|failed[ _-]?attention(?:[ _-]?check)?|attention[ _-]?check[ _-]?failed|gelöscht|ungültig|ausgeschlossen|abgebrochen|supprimée?|exclue?|invalide|eliminad[oa]|無効)(?:[ _-]?(?:at|by))?$/i,
    (cell) => !isNo(cell) && cell.length < LONGEST_MARK,
  ],
  [
    /^(?:(?:is|was)[ _-]?)?(?:valid|approved|accepted|active|included?|usable|kept|keep|finished|completed?|consent(?:ed)?|qc|gültig|(?:passed[ _-]?)?attention[ _-]?checks?(?:[ _-]?(?:passed|ok|correct))?|passed[ _-]?attention)$/i,
    (cell) => cell !== '' && (isNo(cell) || /^fail(?:ed)?$/i.test(cell)),
  ],
  [
    /^(?:\w+[ _-]|[A-Z][a-z]+)?(?:status|state|quality|phase|stage|event|action|operation)\d*$/i,
    (cell) => OUT.test(cell),
  ],
]
const OUT =
  /reject|delet|remov|discard|invalid|spam|exclu|void|cancel|draft|withdr|retract|supersed|error|fail|abandon|return|timed|await|pending|preview|flag|practi[cs]e|training|warm|incomplete|partial|updat|edit|abgelehnt|gelöscht|ungültig/i
const LONGEST_MARK = 40

/** Whether a column says which rows count. */
export const isMark = (column: string): boolean => MARKS.some(([name]) => name.test(column))

const YES = /^(?:1|1\.0|true|yes|y|x|ja|oui|sí|sim|wahr|vrai|checked|✓|✔|☑|✅)$/i
/** Columns of which something else is asked. */
const NAMED = [SHOWN, TIE, COUNT, LOSER, VERDICT, ...MARKS.map(([name]) => name)]

/** Columns that say what a row is about. One merged cell of a spreadsheet may stand for several rows. */
const KEYS =
  'prompt question input id question_id task model model_a model_b judge criterion category group'.split(' ')
/** Without these, nobody knows what an answer is to. */
const NEEDED = new Set(['prompt', 'question', 'input'])
/** An id of many digits, as a spreadsheet shows it. */
const ROUNDED = /^\d[.,]\d+E\+\d\d$/i

/** Rows of a table that do not count, flags that nobody reads, and cells that are empty below filled ones. */
export const marksOf = (file: OpenFile): Watcher[] => [rowsMarked(file), flags(file), cellsBelow(file)]

/** Counts the rows that a column marks as none. */
function rowsMarked(file: OpenFile): Watcher {
  const marks = new Map<string, ((cell: string) => boolean) | undefined>()
  const found = new Map<string, { count: number; value: string }>()
  const row = (fields: Fields) => {
    for (const column in fields) {
      if (!marks.has(column)) marks.set(column, MARKS.find(([name]) => name.test(column))?.[1])
      const isOut = marks.get(column)
      const cell = isOut && typeof fields[column] !== 'object' ? String(fields[column]).trim() : ''
      if (!isOut?.(cell)) continue
      const { count, value } = found.get(column) ?? { count: 0, value: cell }
      found.set(column, { count: count + 1, value })
    }
  }
  // rows of JSON may add columns
  const mayHave = formatIn(file).kind !== 'csv' || columnsOf(file).some(isMark)
  return {
    ...(mayHave && { row }),
    doubts: () => [...found].map(([column, one]) => msg('rows_marked', { file: file.name, column, ...one })),
  }
}

/** Finds unread columns of votes that say yes in some rows and no in others, and nothing else. */
function flags(file: OpenFile): Watcher {
  const columns = columnsOf(file)
  // the columns of a table of answers are read
  const areVotes =
    columns.includes('winner') && ['model_a', 'left', 'loser'].some((side) => columns.includes(side))
  const mayBe = (column: string) => isUnread(column) && !NAMED.some((name) => name.test(column))
  const flags = new Map(
    columns.filter((column) => areVotes && mayBe(column)).map((column) => [column, { yes: 0, no: 0 }]),
  )
  return {
    row(fields) {
      for (const [column, flag] of flags) {
        const cell = textField(fields[column]) ?? ''
        if (cell === '') continue
        if (YES.test(cell)) flag.yes++
        else if (isNo(cell)) flag.no++
        else flags.delete(column)
      }
    },
    doubts: () =>
      [...flags].flatMap(([column, flag]) =>
        flag.yes > 0 && flag.no > 0 ? [msg('flags_not_read', { file: file.name, column, ...flag })] : [],
      ),
  }
}

/** Finds columns of keys in which one cell seems to stand for those below it, and ids that were rounded. */
function cellsBelow({ name: file }: OpenFile): Watcher {
  /** By column: the cell above, how many are filled and empty, and how many have an empty one below. */
  let keys: Map<string, { last: unknown; filled: number; empty: number; blocks: number }> | null = null
  let rounded: { column: string; id: string } | undefined
  const keysOf = (first: Fields) => {
    const filled = KEYS.filter((column) => textField(first[column]) !== null)
    rounded = filled
      .map((column) => ({ column, id: String(first[column]) }))
      .find(({ id }) => ROUNDED.test(id))
    return new Map(filled.map((column) => [column, { last: '', filled: 0, empty: 0, blocks: 0 }]))
  }
  return {
    row(fields) {
      keys ??= keysOf(fields)
      for (const [column, seen] of keys) {
        const cell = fields[column] ?? ''
        if (cell === '') {
          seen.empty++
          if (seen.last !== '') seen.blocks++
        } else seen.filled++
        // what is written again below itself is written in every row
        if (cell !== '' && cell === seen.last && !NEEDED.has(column)) keys.delete(column)
        seen.last = cell
      }
    },
    doubts: () => [
      ...[...(keys ?? [])].flatMap(([column, { filled, empty, blocks }]) => {
        const isMerged = NEEDED.has(column) ? empty > 0 : blocks > 1 && empty >= filled
        return isMerged ? [msg('cells_below_empty', { file, column, count: empty })] : []
      }),
      ...(rounded ? [msg('ids_rounded', { file, ...rounded })] : []),
    ],
  }
}

/** What the columns and rows of votes seem to mean otherwise. */
export const doubtsOfVotes = (file: OpenFile): Watcher[] => [votesToldApart(file), rowsMirrored(file)]

function votesToldApart(file: OpenFile): Watcher {
  const apart = new ToldApart(columnsOf(file).filter((column) => isUnread(column) && !COUNT.test(column)))
  return {
    row(fields) {
      if (apart.isFull) return
      const { question_id, judge, model_a, model_b, criterion, turn } = fields
      const pair = [textField(model_a), textField(model_b)].sort()
      if (textField(question_id) !== null)
        apart.see(JSON.stringify([question_id, judge, pair, criterion, turn]), fields)
    },
    doubts() {
      const doubts = doubtsIn(file)
      const about = new Set(doubts.map(({ values }) => values['column']))
      // one question about a column is enough
      return [
        ...doubts,
        ...apart.doubts(file.name, 'votes').filter(({ values }) => !about.has(values['column'])),
      ]
    },
  }
}

/** Counts rows that repeat the one before with the sides exchanged, as lists of games have that each player keeps. */
function rowsMirrored({ name: file }: OpenFile): Watcher {
  /** The first row of a pair; null between pairs, undefined after a row that is none of a pair. */
  let first: Fields | null | undefined = null
  let count = 0
  return {
    row({ model_a, model_b, winner, judge }) {
      if (first === undefined) return
      if (first === null) {
        first = textField(judge) === null ? { model_a, model_b, winner } : undefined
        return
      }
      const isMirror =
        first['model_a'] === model_b && first['model_b'] === model_a && first['winner'] === winner
      if (isMirror) count++
      first = isMirror ? null : undefined
    },
    doubts: () => (count > 1 && first === null ? [msg('rows_mirrored', { file, count })] : []),
  }
}

/** Columns that number repeats. Every repeat meets every other, so the number itself does not matter. */
export const REPEAT = /^(?:sample|repeat|repetition|epoch|run|run_id|trial|attempt|seed|iteration)$/i

/** So many rows, columns and values of a column are compared. */
const [MOST_SEEN, MOST_KINDS] = [20_000, 20]

/** Finds a column of a few values that tells apart rows of one contestant and task, which count as repeats. */
export class ToldApart {
  /** By contestant and task: the text of the first row, and what it has in these columns. */
  readonly #first = new Map<string, [text: unknown, values: (string | null)[]]>()
  readonly #values: Map<string, Set<string>>
  readonly #differs = new Set<string>()
  #rows = 0

  /** @param columns  those that are not read */
  constructor(columns: readonly string[]) {
    this.#values = new Map(
      columns
        .filter((column) => !REPEAT.test(column))
        .slice(0, MOST_KINDS)
        .map((column) => [column, new Set()]),
    )
  }

  /** Whether no more rows are compared. */
  get isFull(): boolean {
    return this.#rows >= MOST_SEEN
  }

  /** @param text  the answer; the same one again is no repeat */
  see(key: string, row: Fields, text: unknown = row): void {
    if (++this.#rows > MOST_SEEN) return
    // a copy, since what is only compared is not read
    const fields = { ...row }
    const first = this.#first.get(key)
    if (!first) this.#first.set(key, [text, [...this.#values.keys()].map((one) => textField(fields[one]))])
    let at = 0
    for (const [column, values] of this.#values) {
      const value = textField(fields[column])
      if (value !== null && values.size <= MOST_KINDS) values.add(value)
      const before = first && first[0] !== text ? (first[1][at] ?? value) : value
      if (value !== null && value !== before) this.#differs.add(column)
      at++
    }
  }

  doubts(file: string, of: 'answers' | 'scores' | 'votes'): CodedMessage[] {
    const most = Math.min(MOST_KINDS, this.#rows / 2)
    const column = [...this.#differs].find((one) => this.#values.get(one)!.size <= most)
    const texts = [...(this.#values.get(column ?? '') ?? [])].slice(0, 3)
    return column === undefined ? [] : [msg('rows_told_apart', { file, column, texts, of })]
  }
}
