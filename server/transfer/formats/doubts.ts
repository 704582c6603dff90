/** What a file seems to mean otherwise than it is read. Import and `rate` take it only if the user says that it is meant. */
import type { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { outcomeOfText } from './outcome-words.ts'
import { IGNORED_VOTE_COLUMNS, findColumnAliases, asOption, VOTE_COLUMNS } from './aliases.ts'
import { textField, type Fields } from './fields.ts'
import { textId } from './text-id.ts'
import type { OpenFile } from './open-file.ts'
import { OWN_SOURCE } from '../read-plan/sources.ts'
import { mappedColumns, fileColumns, headRows } from './rows.ts'

/** Codes of warnings about what may not be meant, from all readers of files. A file is read only if the user says yes. */
const DOUBTS: ReadonlySet<string> = new Set(
  'columns_are_contestants columns_are_voters columns_not_read counts_read file_like_earlier ids_of_others ids_shared judge_is_model judge_model_not_read names_alike rows_copied rows_doubtful rows_told_apart swaps_not_read'.split(
    ' ',
  ),
)

export const isDoubt = ({ code }: { code: string }): boolean => DOUBTS.has(code)

/** The beginning of a file of votes, by the names of Deadheat's own columns. */
interface VotesHead {
  /** The name of the file. */
  file: string
  /** What is read of votes beside sides and outcome, and what is not read. */
  columns: readonly string[]
  /** Each with the sides of the vote. */
  rows: readonly Fields[]
}

// Votes: sides that a column exchanges, and models among people.

/** What a column is called that says which answer was shown where, or whether the sides of a row were exchanged. */
const SHOWN = /(?:^|[ _-])(?:left|right|positions?|order|first|shown|swap|flip|revers|switch|exchang)[a-z]*$/i
const SWAPPED = /(?:^|[ _-])(?:swap|flip|revers|switch|exchang)[a-z]*$/i
const NO = /^(?:|-|0(?:\.0+)?|f|n|false|no|none|null)$/i
/** A column of exchanged sides has no more values. */
const MAX_SIDES = 4

/** Which side of a row a text names: 0 the left, 1 the right, 2 neither in a tie; as the codes of outcomes. */
function sideNamed(row: Fields, cell: unknown): number {
  const text = textField(cell) ?? ''
  const named = [row['model_a'], row['model_b']].findIndex((name) => textField(name) === text)
  return named < 0 ? outcomeOfText(text) : named
}

/** A column by which the sides of some rows were exchanged. Not one that names the same side in every row. */
function tellsSwaps({ rows: all }: VotesHead, column: string): boolean {
  const name = column.replace(/([a-z\d])([A-Z])/g, '$1_$2')
  if (!SHOWN.test(name) || (VOTE_COLUMNS.includes(column) && column !== 'order')) return false
  const rows = all.filter((row) => textField(row[column]) !== null)
  const values = new Set(rows.map((row) => row[column]))
  if (SWAPPED.test(name)) return rows.some((row) => !NO.test(String(row[column]).trim()))
  // the order in which a judge was asked is read; there are two
  const isOrderOfJudges =
    column === 'order' && values.size < 3 && !rows.some(({ judge_type: type = 'human' }) => type === 'human')
  const sides = new Set(rows.map((row) => sideNamed(row, row[column])))
  const namesSides = [0, 1].some((side) => sides.has(side))
  const isOneSide = sides.size === 1 && namesSides
  return !isOrderOfJudges && !isOneSide && values.size > 1 && (values.size <= MAX_SIDES || namesSides)
}

/** The name of a model, as no person is called. */
const MODEL =
  /^(?:[\w.-]+\/)?(?:(?:gpt|claude|gemini|llama|mistral|mixtral|qwen|deepseek|grok|gemma|phi)[-_ ]?\w*\d|o\d(?:-|$))/i
/** The model that judged, where votes count as those of people. */
const JUDGE_MODEL = /^(?:judge|annotator|evaluator|rater|grader)[ _-]?(?:model|llm)(?:[ _-]?name)?$/i

/** That votes which count as those of people are a model's. */
function modelsAmongPeople({ file, columns, rows }: VotesHead): CodedMessage[] {
  if (columns.includes('judge_type')) return []
  const cellTexts = (column: string) => rows.flatMap((row) => textField(row[column]) ?? [])
  const judge = cellTexts('judge').find((name) => MODEL.test(name))
  if (judge !== undefined) return [msg('judge_is_model', { file, judge })]
  const column = columns.find((name) => JUDGE_MODEL.test(name))
  const [model] = column === undefined ? [] : cellTexts(column)
  return model === undefined ? [] : [msg('judge_model_not_read', { file, column: column!, judge: model })]
}

/** What the columns of a file of votes seem to mean otherwise than they are read. */
export const findColumnDoubts = (head: VotesHead): CodedMessage[] => [
  ...modelsAmongPeople(head),
  ...head.columns
    .filter((column) => tellsSwaps(head, column))
    .map((column) => msg('swaps_not_read', { file: head.file, column })),
]

/** That columns of a file are not read, and which of them are probably others. @param columns  all of the file */
export function columnsUnread(
  file: string,
  columns: readonly string[],
  isRead: (column: string) => boolean,
): CodedMessage[] {
  const unread = columns.filter((column) => column !== '' && !isRead(column))
  const near = findColumnAliases(columns).filter(({ column }) => unread.includes(column))
  const more = Math.max(0, unread.length - MAX_COLUMNS)
  return unread.length === 0
    ? []
    : [
        msg('columns_not_read', {
          file,
          columns: unread.slice(0, MAX_COLUMNS),
          more,
          near: near.map(asOption),
        }),
      ]
}

/** That columns of a table are read as contestants. @param kept  those of which the user has said so */
export function contestantsOfColumns(
  file: string,
  contestants: readonly string[],
  kept: ReadonlySet<string>,
): CodedMessage[] {
  const open = contestants.filter((name) => !kept.has(name))
  const more = Math.max(0, open.length - MAX_COLUMNS)
  // without a column that says who won, the others say nothing of a vote
  const aliases = findColumnAliases(['prompt', ...open])
  const isMeant = (target: string) => aliases.some(({ meant }) => meant === target)
  const isOfVotes = isMeant('winner') || (isMeant('model_a') && isMeant('model_b'))
  // a column that says whose answer each row has
  const isOfAnswers = isMeant('model') && isMeant('response')
  const near = aliases.filter(({ meant }) => isOfVotes || isOfAnswers || meant === 'prompt').map(asOption)
  return open.length === 0
    ? []
    : [msg('columns_are_contestants', { file, columns: open.slice(0, MAX_COLUMNS), more, near })]
}
const MAX_COLUMNS = 12

/** The column of ids in a file of votes, and what else it may be: the prompt, or a pair that several judged. */
export interface IdUse {
  column: string
  targets: readonly ('question_id' | 'pair_id')[]
}

/** As what the ids of a file may be read by options, if they are none of votes. Null: it has none, or another tool wrote it. */
export function findIdUse(
  file: OpenFile,
  tool: { format: { source: string; plan?: ReadPlan } } | null,
): IdUse | null {
  if (tool && tool.format.source !== OWN_SOURCE) return null
  const { changes } = file
  const targets =
    tool?.format.plan?.columns ?? Object.fromEntries(mappedColumns(file).map((name) => [name, name]))
  const column = fileColumns(file).find(
    (name) => (changes?.has(name) ? changes.get(name) : name) === targets['id'],
  )
  const isTaken = (...names: string[]) => names.some((name) => name in targets)
  return column === undefined
    ? null
    : {
        column,
        targets: [
          ...(isTaken('question_id', 'prompt', 'group') ? [] : ['question_id' as const]),
          ...(isTaken('pair_id') ? [] : ['pair_id' as const]),
        ],
      }
}

// Rows that are told apart by a column that is not read.

/**
 * Votes on one prompt that an unread column tells apart, as versions of the prompt would.
 * @param more  further columns that are read
 */
function distinguishVotes(
  file: OpenFile,
  more: readonly string[],
): { row: (fields: Fields) => void; doubts: () => CodedMessage[] } {
  const differing = new DistinguishingColumn(
    mappedColumns(file).filter(
      (column) => column !== '' && !READ_OF_VOTES.has(column) && !more.includes(column),
    ),
  )
  return {
    row(fields) {
      if (differing.isFull) return
      if (textField(fields['question_id']) !== null) differing.seeVote(fields, fields)
    },
    doubts: () => differing.doubts(file.name, 'votes'),
  }
}

/**
 * What a file of votes in Deadheat's own columns seems to mean otherwise. `row` sees each row; `doubts` when all are read.
 * @param more  further columns that are read
 */
export function votesWatch(
  file: OpenFile,
  more: readonly string[] = [],
): { row: (fields: Fields) => void; doubts: () => CodedMessage[] } {
  const { row, doubts } = distinguishVotes(file, more)
  const columns = mappedColumns(file)
  return {
    row,
    doubts: () => [
      ...findColumnDoubts({
        file: file.name,
        columns: columns.filter((column) => !IGNORED_VOTE_COLUMNS.includes(column)),
        rows: headRows(file),
      }),
      ...doubts(),
      ...columnsUnread(file.name, columns, (column) => READ_OF_VOTES.has(column) || more.includes(column)),
    ],
  }
}
const READ_OF_VOTES = new Set(['id', ...VOTE_COLUMNS, ...IGNORED_VOTE_COLUMNS])

/** Columns that number repeats. Every repeat meets every other, so the number itself does not matter. */
export const REPEAT = /^(?:sample|repeat|repetition|epoch|run|run_id|trial|attempt|seed|iteration)$/i

/** So many rows, columns and values of a column are compared. */
const [MAX_ROWS, MAX_COMPARED, MAX_VALUES] = [20_000, 20, 20]

/** Columns that most likely belong to the prompt, however many values they have. */
const OF_PROMPT: ReadonlySet<string> = new Set(['input', 'context'])

const shortened = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text)

/** Finds a column that tells apart rows of one contestant and task, which count as repeats: of a few values, or of the prompt. */
export class DistinguishingColumn {
  /** By contestant and task: the hash of the first row's answer, if it is known, and what the row has in these columns. */
  readonly #first = new Map<string, [answer: string | null, values: (string | null)[]]>()
  readonly #values: Map<string, Set<string>>
  readonly #differs = new Set<string>()
  /** Those in which rows differ that would else be equal. */
  readonly #telling = new Set<string>()
  #rows = 0

  /** @param columns  those that are not read */
  constructor(columns: readonly string[]) {
    this.#values = new Map(
      columns
        .filter((column) => !REPEAT.test(column))
        .slice(0, MAX_COMPARED)
        .map((column) => [column, new Set()]),
    )
  }

  /** Whether no more rows are compared. */
  get isFull(): boolean {
    return this.#values.size === 0 || this.#rows >= MAX_ROWS
  }

  /** @param vote  of the row */
  seeVote(fields: Fields, vote: Fields): void {
    const { question_id, judge, model_a, model_b, criterion, turn } = vote
    const pair = [textField(model_a), textField(model_b)].sort()
    const key = JSON.stringify([question_id, judge, pair, criterion, turn])
    this.see(key, fields, undefined, textField(judge) !== null)
  }

  /**
   * @param answer  the same one again is no repeat; undefined: no two rows have the same
   * @param isTelling  whether rows of this key would else be equal
   */
  see(key: string, fields: Fields, answer?: unknown, isTelling = false): void {
    if (this.isFull) return
    this.#rows++
    const hash = answer === undefined ? null : textId(JSON.stringify(answer))
    const first = this.#first.get(key)
    if (!first)
      this.#first.set(key, [hash, [...this.#values.keys()].map((column) => textField(fields[column]))])
    const isSameAnswer = hash !== null && first?.[0] === hash
    let at = 0
    for (const [column, values] of this.#values) {
      const value = textField(fields[column])
      if (value !== null && values.size <= MAX_VALUES) values.add(value)
      const before = first && !isSameAnswer ? (first[1][at] ?? value) : value
      if (value !== null && value !== before) {
        this.#differs.add(column)
        if (isTelling) this.#telling.add(column)
      }
      at++
    }
  }

  /** @param meant  what the column may be instead */
  doubts(
    file: string,
    of: 'answers' | 'scores' | 'votes',
    meant: 'prompt' | 'model' = 'prompt',
  ): CodedMessage[] {
    const most = Math.min(MAX_VALUES, this.#rows / 2)
    const differing = [...this.#differs]
    const ofFewValues = differing.filter((name) => this.#values.get(name)!.size <= most)
    const [column] = [
      ...differing.filter((name) => OF_PROMPT.has(name)),
      ...ofFewValues.filter((name) => /name$/i.test(name)),
      ...ofFewValues,
      ...this.#telling,
    ]
    if (column === undefined) return []
    const texts = [...this.#values.get(column)!].slice(0, 3).map((text) => shortened(text))
    const near = of === 'scores' ? [] : [asOption({ column, meant })]
    return [msg('rows_told_apart', { file, column, texts, of, near })]
  }
}
