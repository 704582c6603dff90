/**
 * A remedy for a file that is refused, tried on the beginning of the file before anybody is told: a message names only options
 * with which the file is read.
 */
import {
  outcomeCode,
  outcomeWord,
  settledOutcome,
  type OutcomeMeaning,
} from '../../../shared/stats/outcome-words.ts'
import type { Warning } from '../../../shared/contracts/index.ts'
import { SCORED } from '../../../shared/contracts/votes.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import { columnWord } from '../../../shared/messages/short-list.ts'
import { changedColumns, resolveChanges, type ColumnOptions } from '../formats/column-changes.ts'
import { RowProblems } from '../formats/complaints.ts'
import { FileError, numberField, textField } from '../formats/fields.ts'
import { deadheatColumns } from '../formats/detect-kind.ts'
import {
  asOption,
  proposedMappings,
  SCORE_COLUMNS,
  TASK_COLUMNS,
  findScoreAliases,
} from '../formats/aliases.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { fileColumns, headRows } from '../formats/rows.ts'
import type { ImportPortion } from '../import/arena-import.ts'
import { SIDES_WITH_SCORES } from './presets.ts'

/**
 * Reads a file with options; the portions of what is good.
 * @param onDoubt  called for what may not be meant
 * @throws {FileError} if it cannot be used
 */
export type ReadBeginning = (
  file: OpenFile,
  how: ColumnOptions,
  complaints: RowProblems,
  onDoubt: (doubt: Warning) => void,
) => AsyncIterable<ImportPortion>

/** Messages that say how columns may be read. */
const WITH_REMEDY: ReadonlySet<string> = new Set([
  'all_rows_bad',
  'no_usable_row',
  'no_vote_columns',
  'outcomes_lost',
  'outcomes_numbers',
  'scores_unread',
  'unknown_file',
  'without_votes',
])

/** Messages about files that may hold scores instead of votes. */
const PERHAPS_SCORES: ReadonlySet<string> = new Set(['no_vote_columns', 'unknown_file', 'without_votes'])

/**
 * The error with a remedy that works, or without any.
 * @param file  the refused file, whose beginning is read again
 * @param how  the options with which it was refused
 */
export async function withTriedRemedy(
  error: FileError,
  file: OpenFile,
  how: ColumnOptions,
  read: ReadBeginning,
): Promise<FileError> {
  const { finding } = error
  if (!WITH_REMEDY.has(finding.code) || how.plan) return error
  const columns = fileColumns(file)
  const haveScores = SIDES_WITH_SCORES.every((column) => columns.includes(column))
  if (how.from || haveScores || PERHAPS_SCORES.has(finding.code)) {
    const options = await scoresWorkingWith(file, how, read)
    if (options || how.from) return options ? readWith(finding, options) : error
  }
  const changes = resolveChanges(columns, how, deadheatColumns()) ?? undefined
  const meant = withSides(proposedMappings(changedColumns(columns, changes)), file)
  if (!meant.some((part) => /=(?:winner|score_a)$/.test(part)))
    meant.push(...strengthColumns(file).map((column) => `${columnWord(column)}=winner`))
  // what a vote may lack, such as its day, may have a form that is not read
  const needed = meant.filter((part) => /=(?:model_[ab]|winner)$/.test(part))
  const wanted = [...new Set([meant.join(','), needed.join(','), ''])].map((map) =>
    [how.map, map].filter(Boolean).join(','),
  )
  let doubtful: string[] | null = null
  let open: CodedMessage | null = null
  for (const map of wanted) {
    const found = await workingWith(file, { ...how, map: map || undefined }, read)
    if (found.options && found.doubts.length === 0) return readWith(finding, found.options)
    doubtful ??= found.options
    if (map !== (how.map ?? '') && found.open && found.open.code !== finding.code)
      open ??= msg('read_once_said', { refused: finding, map, wrong: found.open })
  }
  if (doubtful) return readWith(finding, doubtful)
  return open ? new FileError(open) : error
}

/**
 * A doubt about columns. Its proposals of other names were tried; if the file is not read with them, it has none.
 * @param file  the file, whose beginning is read again
 * @param how  the options with which it was read
 */
export async function withTriedProposals(
  doubt: Warning,
  file: OpenFile,
  how: ColumnOptions,
  read: ReadBeginning,
): Promise<Warning> {
  const finding = doubt.finding as CodedMessage | undefined
  const proposals = finding && 'near' in finding.values ? (finding.values['near'] as string[]) : []
  if (!finding || proposals.length === 0) return doubt
  const near = withSides(proposals, file)
  const trial = how.plan
    ? null
    : await tried(file, { ...how, map: [how.map, ...near].filter(Boolean).join(',') }, read)
  const meant = near.map((part) => part.slice(part.lastIndexOf('=') + 1))
  const unread = trial?.doubts.flatMap(({ code, finding: again }) =>
    code === finding.code ? columnsOf(again as CodedMessage) : [],
  )
  // other names say more of a vote, but never who was compared
  const before = doubt.code === 'columns_not_read' && trial ? await tried(file, how, read) : null
  const areOthers = before !== null && before.sides !== '' && before.sides !== trial!.sides
  return trial?.options && !areOthers && !meant.some((name) => unread!.includes(name))
    ? warning({
        ...finding,
        values: { ...finding.values, near: how.map ? [how.map, ...near] : near },
      } as CodedMessage)
    : warning(without(finding))
}

const columnsOf = ({ values }: CodedMessage): string[] => {
  const { columns, column } = values as { columns?: string[]; column?: string }
  return columns ?? (column === undefined ? [] : [column])
}

/** The options by which a file is read as scores, where it names a column of them, or has a usual name of it. */
async function scoresWorkingWith(
  file: OpenFile,
  how: ColumnOptions,
  read: ReadBeginning,
): Promise<string[] | null> {
  const columns = fileColumns(file)
  for (const from of how.from ? [how.from] : SCORED) {
    const near = findScoreAliases(columns, from)
    const values: readonly string[] = SCORE_COLUMNS[from]
    const isNamed = [...columns, ...near.map(({ meant }) => meant)].some((name) => values.includes(name))
    const isOfSides = from === 'scores' && SIDES_WITH_SCORES.every((name) => columns.includes(name))
    const isOfResults = from === 'results' && hasResults(file)
    if (!how.from && !isNamed && !isOfSides && !isOfResults) continue
    const map = [how.map, ...near.map(asOption)]
    const { options } = await tried(
      file,
      { ...how, from, map: map.filter(Boolean).join(',') || undefined },
      read,
    )
    if (options) return options
  }
  return null
}

/** Whether each contestant has a column that says whether it passed, in words that mean nothing else. */
function hasResults(file: OpenFile): boolean {
  const task = TASK_COLUMNS.find((column) => fileColumns(file).includes(column))
  const others = fileColumns(file).filter((column) => column !== task)
  const cells = headRows(file).flatMap((row) => others.map((column) => textField(row[column]) ?? ''))
  return others.length > 1 && cells.some(Boolean) && cells.every((text) => RESULT.test(text))
}
const RESULT = /^(?:pass(?:ed)?|fail(?:ed|ure)?|[✓✔✅✗✘❌]\ufe0f?)?$/iu

const readWith = (finding: CodedMessage, options: string[]): FileError =>
  new FileError(msg('read_with', { wrong: without(finding), options }))

/** The options that a message proposes. Null: it proposes none. @param how  those with which the file was refused */
export function proposedOptions({ code, values }: CodedMessage, how: ColumnOptions): ColumnOptions | null {
  if (OPEN.has(code)) return how
  if (code === 'read_once_said') return { ...how, map: String((values as { map: unknown }).map) }
  if (code !== 'read_with') return null
  const options = [(values as { options: unknown }).options].flat().map(String)
  const pairs = options.flatMap((name, at) =>
    at % 2 === 0 ? [[name.slice('--'.length), options[at + 1]]] : [],
  )
  return Object.fromEntries(pairs) as ColumnOptions
}

/** No name of a contestant has more words. */
const MAX_WORDS_OF_A_NAME = 6

/** Proposals as parts of `--map`. Where a side holds a longer text, both are answers, not who gave them. */
function withSides(parts: readonly string[], file: OpenFile): string[] {
  const rows = headRows(file)
  const isText = (column: string) =>
    rows.some((row) => (textField(row[column]) ?? '').trim().split(/\s+/).length > MAX_WORDS_OF_A_NAME)
  const areTexts = fileColumns(file).some(
    (column) =>
      /=model_[ab]$/.test(parts.find((part) => part.startsWith(`${columnWord(column)}=`)) ?? '') &&
      isText(column),
  )
  return areTexts ? parts.map((part) => part.replace(/=model_([ab])$/, '=answer_$1')) : [...parts]
}

/** The first column that may say how much better a side is: numbers on both sides of 0, or a scale of few whole ones. */
function strengthColumns(file: OpenFile): string[] {
  const rows = headRows(file)
  const columns = fileColumns(file)
  const areSides = ['model_a', 'model_b'].every((side) => columns.includes(side))
  const isStrength = (column: string) => {
    const numbers = rows.map((row) => numberField(row[column]) ?? NaN)
    if (column === 'winner' || !numbers.every(Number.isFinite)) return false
    const [least, most, values] = [Math.min(...numbers), Math.max(...numbers), new Set(numbers)]
    const isScale = areSides && least >= 0 && most <= MAX_OF_SCALE && values.size >= MIN_ON_SCALE
    return (least < 0 && most > 0) || (isScale && numbers.every(Number.isInteger) && !readColumns.has(column))
  }
  const readColumns = new Set(deadheatColumns())
  return columns.filter(isStrength).slice(0, 1)
}
const MAX_OF_SCALE = 10
const MIN_ON_SCALE = 3

/** The message without its own remedy, which is another reading of the file. */
const without = (finding: CodedMessage): CodedMessage =>
  ({ ...finding, values: { ...finding.values, near: [], has: undefined } }) as CodedMessage

/** What came of reading the beginning of a file with options. */
interface ReadAttempt {
  /** Null: it is not read. */
  options: string[] | null
  /** What may not be meant. */
  doubts: Warning[]
  /** Who was compared in votes, sorted, as a text. */
  sides: string
  /** What only the user can say: the meaning of outcomes. */
  open?: CodedMessage
}

/** Tries options, perhaps with more about outcomes, and scores of two sides. */
async function workingWith(file: OpenFile, how: ColumnOptions, read: ReadBeginning): Promise<ReadAttempt> {
  const isOfScores = how.map?.includes('=score_a')
  const first = await tried(file, isOfScores ? { ...how, from: 'scores' } : how, read)
  // where columns hold answers, the outcome is the name of the best
  const haveSides = ['model_a', 'model_b'].every((side) => fileColumns(file).includes(side))
  if (first.options || how.outcomes || isOfScores || !(how.map || haveSides)) return first
  const named = /(?:^|,)("(?:[^"]|"")*"|[^,=]*)=winner(?:,|$)/.exec(how.map ?? '')?.[1]
  const column = named?.replaceAll('"', '') ?? 'winner'
  const outcomes = outcomesIn(headRows(file).map((row) => textField(row[column]) ?? ''))
  return outcomes === null ? first : tried(file, { ...how, outcomes }, read)
}

function asOptions({ map, ignore, outcomes, from }: ColumnOptions): string[] {
  return Object.entries({ map, ignore, outcomes, from }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`--${name}`, value],
  )
}

/** Of outcomes that can mean several things, and of columns that may be no contestants. */
const OPEN: ReadonlySet<string> = new Set(['outcomes_lost', 'outcomes_names', 'outcomes_numbers'])

/** A shorter beginning is the file. */
const WHOLE = 65_536

/** The whole rows in the beginning of a file. A list may end within a row there. */
export function beginningAsFile({ name, head: all }: OpenFile): OpenFile {
  const end = all.lastIndexOf(10) + 1
  const isBeginning = all.length >= WHOLE
  const head = isBeginning && end > 0 ? all.subarray(0, end) : all
  async function* chunks() {
    yield Buffer.from(head)
  }
  return { name, head, chunks: chunks(), isBeginning, notes: [] }
}

/** Reads the beginning of a file with options. */
async function tried(file: OpenFile, how: ColumnOptions, read: ReadBeginning): Promise<ReadAttempt> {
  const beginning = beginningAsFile(file)
  const complaints = RowProblems.of(beginning, false)
  let good = 0
  const doubts: Warning[] = []
  const names = new Set<string>()
  const onDoubt = (doubt: Warning) => void doubts.push(doubt)
  try {
    for await (const { votes = [], answers = [], prompts = [] } of read(
      beginning,
      how,
      complaints,
      onDoubt,
    )) {
      good += Math.max(votes.length, answers.length, prompts.length)
      for (const { left, right } of votes) names.add(left).add(right)
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return { options: null, doubts, sides: '', ...(OPEN.has(error.finding.code) && { open: error.finding }) }
  }
  const isRead = good > 0 && complaints.count <= Math.max(1, good / 10)
  return { options: isRead ? asOptions(how) : null, doubts, sides: [...names].sort().join('\n') }
}

/** Whether the left one won. */
const YES_OR_NO = /^(?:true|false|yes|no)$/i
/** How much better an answer is, and words for better and equal that no outcome has. */
const DEGREES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:much|far|clearly|slightly|somewhat|significantly|about|roughly|nearly|an? (?:bit|little|lot))\b/gi,
    '',
  ],
  [/\bwas\b/gi, 'is'],
  [/\b(?:best|stronger)\b/gi, 'better'],
  [/\b(?:similar|no difference)\b/gi, 'same'],
  [/\b(?:one|overall)\b|\bthan\b.*$/gis, ''],
  [/^(?=[12]\b)/, 'answer '],
  [/^(neither|both (?:are )?bad)\b.*$/is, '$1'],
]
const withoutDegree = (text: string): string =>
  DEGREES.reduce((less, [words, instead]) => less.replace(words, instead), text)

/**
 * What outcomes mean that say whether the left won, or in words how much better an answer is. Null: nobody knows. Of numbers on
 * both sides of 0 only the user knows whose side is which.
 */
function outcomesIn(texts: readonly string[]): string | null {
  const kinds = [...new Set(texts.filter((text) => text !== ''))]
  if (kinds.length === 0 || kinds.length > MAX_STEPS) return null
  if (kinds.every((text) => YES_OR_NO.test(text)))
    return kinds.map((text) => `${text}=${/^(?:t|y)/i.test(text) ? 'model_a' : 'model_b'}`).join(',')
  const meanings = kinds.map((text): OutcomeMeaning | null => {
    const outcome = settledOutcome(outcomeCode(outcomeWord(withoutDegree(text)), 0))
    return SIDES_AND_TIES[outcome] ?? null
  })
  // a text with a comma cannot stand in an option
  const areAll = meanings.every((meaning) => meaning !== null) && !kinds.some((text) => text.includes(','))
  return areAll ? kinds.map((text, i) => `${text}=${meanings[i]}`).join(',') : null
}
const SIDES_AND_TIES: readonly OutcomeMeaning[] = ['model_a', 'model_b', 'tie', 'both_bad']
const MAX_STEPS = 201
