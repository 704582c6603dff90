/**
 * Other readings of a file, which its beginning suggests. Each is tried on the beginning before anybody is told: a message names
 * only options with which the file is read.
 */
import { normalisedOutcome, outcomeOfText } from '../formats/outcome-words.ts'
import type { LookedRow, Warning } from '../../../shared/contracts/index.ts'
import type { OutcomeMeaning, ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { SCORED } from '../../../shared/contracts/votes.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import {
  changedColumns,
  parseChanges,
  resolveChanges,
  writtenOptions,
  type PlanEdits,
} from '../formats/column-changes.ts'
import { RowProblems } from '../formats/complaints.ts'
import { isDoubt } from '../formats/doubts.ts'
import { FileError, nameSkeleton, numberField, textField, type Fields } from '../formats/fields.ts'
import { deadheatColumns } from '../formats/detect-kind.ts'
import {
  SCORE_COLUMNS,
  TASK_COLUMNS,
  VOTE_DETAIL_COLUMNS,
  findColumnAliases,
  findScoreAliases,
  type NearColumn,
} from '../formats/aliases.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { fileColumns, headRows } from '../formats/rows.ts'
import { SIDES_WITH_SCORES } from '../read-plan/presets.ts'
import { FirstRows } from './first-rows.ts'
import { planFile, readPortions } from './read-files.ts'

/** What came of reading the beginning of a file. */
interface Trial {
  how: PlanEdits
  plan: ReadPlan | null
  isRead: boolean
  /** The first rows, as they were understood. */
  rows: LookedRow[]
  /** What may not be meant. */
  doubts: Warning[]
  /** Who was compared in votes, sorted, as a text. */
  sides: string
  /** What only the user can say: the meaning of outcomes. */
  open: CodedMessage | null
}

/** Whether only the user can say what an outcome means. */
const isOpen = ({ code, values }: CodedMessage): boolean =>
  code === 'outcomes_lost' ||
  (code === 'row_refused' && (values['wrong'] as CodedMessage).code === 'outcome_unclear')

/** Reads the beginning of a file. @param isOfVotes  whether rows without votes say nothing */
export async function tryBeginning(file: OpenFile, how: PlanEdits, isOfVotes = false): Promise<Trial> {
  const beginning = beginningAsFile(file)
  const complaints = RowProblems.of(beginning, false)
  const trial: Trial = { how, plan: null, isRead: false, rows: [], doubts: [], sides: '', open: null }
  const warn = (finding: Warning) => void (isDoubt(finding) && trial.doubts.push(finding))
  let good = 0
  const first = new FirstRows()
  const names = new Set<string>()
  try {
    const planned = await planFile([beginning], how)
    trial.plan = planned.plan
    for await (const portion of readPortions(planned, { complaints, orders: 'merge', warn })) {
      const { votes = [], answers = [], prompts = [] } = portion
      first.add(portion)
      good += isOfVotes ? votes.length : Math.max(votes.length, answers.length, prompts.length)
      for (const { left, right } of votes) names.add(left).add(right)
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return { ...trial, open: isOpen(error.finding) ? error.finding : null }
  }
  const isRead = good > 0 && complaints.count <= Math.max(1, good / 10)
  return { ...trial, isRead, rows: first.rows(), sides: [...names].sort().join('\n') }
}

/** A shorter beginning is the file. */
const WHOLE = 65_536

/** The whole rows in the beginning of a file. A list may end within a row there. */
function beginningAsFile({ name, head: all }: OpenFile): OpenFile {
  const end = all.lastIndexOf(10) + 1
  const isBeginning = all.length >= WHOLE
  const head = isBeginning && end > 0 ? all.subarray(0, end) : all
  async function* chunks() {
    yield Buffer.from(head)
  }
  return { name, head, chunks: chunks(), isBeginning, notes: [] }
}

/** Messages that say how columns may be read. */
const WITH_REMEDY: ReadonlySet<string> = new Set([
  'all_rows_bad',
  'no_usable_row',
  'no_vote_columns',
  'outcomes_lost',
  'scores_unread',
  'unknown_file',
  'without_votes',
])

/** Messages about files that may hold scores instead of votes. */
const PERHAPS_SCORES: ReadonlySet<string> = new Set(['no_vote_columns', 'unknown_file', 'without_votes'])

/** Why a file is refused, with another reading that was tried. Null: none is known. */
export interface Refusal {
  error: FileError
  trial: Trial | null
}

/**
 * The error with a remedy that works, or without any.
 * @param file  the refused file, whose beginning is read again
 * @param how  what was said of it when it was refused
 */
export async function findRemedy(
  error: FileError,
  file: OpenFile,
  how: PlanEdits,
  isOfVotes = false,
): Promise<Refusal> {
  const { finding } = error
  const unchanged = async () => ({
    error,
    trial: isOpen(finding) ? await tryBeginning(file, how) : null,
  })
  if (!WITH_REMEDY.has(finding.code) || how.plan) return unchanged()
  const readWith = (trial: Trial): Refusal => {
    const options = Object.entries(writtenOptions(trial.how)).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    )
    return { error: new FileError(msg('read_with', { wrong: without(finding), options })), trial }
  }
  if (how.from || PERHAPS_SCORES.has(finding.code) || haveScores(fileColumns(file)))
    for (const edits of suggestScores(file, how)) {
      const trial = await tryBeginning(file, edits, isOfVotes)
      if (trial.isRead) return readWith(trial)
    }
  if (how.from) return unchanged()
  let doubtful: Trial | null = null
  let open: Refusal | null = null
  for (const edits of suggestVotes(file, how)) {
    const trial = await tryBeginning(file, edits, isOfVotes)
    if (trial.isRead && trial.doubts.length === 0) return readWith(trial)
    if (trial.isRead && !hasDetailAsContestant(trial)) doubtful ??= trial
    if (edits.changes.size > how.changes.size && trial.open && trial.open.code !== finding.code) {
      const map = writtenOptions(edits).map!
      const said = msg('read_once_said', { refused: finding, map, wrong: trial.open })
      open ??= { error: new FileError(said), trial }
    }
  }
  return doubtful ? readWith(doubtful) : (open ?? unchanged())
}

/**
 * A doubt about columns. Its proposals of other names were tried; if the file is not read with them, it has none.
 * @param file  the file, whose beginning is read again
 * @param how  what was said of it when it was read
 */
export async function withTriedProposals(
  doubt: Warning,
  file: OpenFile,
  how: PlanEdits,
  isOfVotes = false,
): Promise<Warning> {
  const finding = doubt.finding as CodedMessage | undefined
  const proposals = finding && 'near' in finding.values ? (finding.values['near'] as string[]) : []
  if (!finding || proposals.length === 0) return doubt
  const near = withSides([...parseChanges(proposals.join(','))] as [string, string][], file)
  const trial = how.plan ? null : await tryBeginning(file, withNames(how, near), isOfVotes)
  if (!trial?.isRead) return warning(without(finding))
  const unread = trial.doubts.flatMap(({ code, finding: again }) =>
    code === finding.code ? columnsOf(again as CodedMessage) : [],
  )
  // other names say more of a vote, but never who was compared
  const before = doubt.code === 'columns_not_read' ? await tryBeginning(file, how, isOfVotes) : null
  const areOthers = before !== null && before.sides !== '' && before.sides !== trial.sides
  if (areOthers || near.some(([, name]) => unread.includes(name))) return warning(without(finding))
  const values = { ...finding.values, near: [writtenOptions(trial.how).map] }
  return warning({ ...finding, values } as CodedMessage)
}

/** Whether a column that was to say more of a vote, such as its day, would be a contestant. */
const hasDetailAsContestant = ({ doubts }: Trial): boolean =>
  doubts.some(
    ({ code, finding }) =>
      code === 'columns_are_contestants' &&
      columnsOf(finding as CodedMessage).some((name) => VOTE_DETAIL_COLUMNS.includes(name)),
  )

const columnsOf = ({ values }: CodedMessage): string[] => {
  const { columns, column } = values as { columns?: string[]; column?: string }
  return columns ?? (column === undefined ? [] : [column])
}

/** The message without its own remedy, which is another reading of the file. */
const without = (finding: CodedMessage): CodedMessage => {
  const values =
    finding.code === 'unknown_file'
      ? { ...finding.values, hasRemedy: true }
      : { ...finding.values, near: [], has: undefined }
  return { ...finding, values } as CodedMessage
}

// What the beginning of a file suggests.

/** A column, and the name under which it may be read. */
type NamedColumn = readonly [column: string, name: string]

const withNames = (how: PlanEdits, named: readonly NamedColumn[]): PlanEdits => ({
  ...how,
  changes: new Map([...how.changes, ...named]),
})

const asNamed = ({ column, meant }: NearColumn): NamedColumn => [column, meant]

const haveScores = (columns: readonly string[]) =>
  SIDES_WITH_SCORES.every((column) => columns.includes(column))

/** Readings as scores, where a file names a column of them, or has a usual name of it. */
function* suggestScores(file: OpenFile, how: PlanEdits): Generator<PlanEdits> {
  const columns = fileColumns(file)
  for (const from of how.from ? [how.from] : SCORED) {
    const near = findScoreAliases(columns, from)
    const values: readonly string[] = SCORE_COLUMNS[from]
    const isNamed = [...columns, ...near.map(({ meant }) => meant)].some((name) => values.includes(name))
    const isMeant =
      (from === 'scores' && haveScores(columns)) ||
      (from === 'results' && hasResults(file, changedColumns(columns, new Map(near.map(asNamed)))))
    if (how.from || isNamed || isMeant) yield { ...withNames(how, near.map(asNamed)), from }
  }
}

/** Whether each contestant has a column that says whether it passed, in words that mean nothing else. */
function hasResults(file: OpenFile, columns: readonly string[]): boolean {
  const task = TASK_COLUMNS.find((column) => columns.includes(column))
  const others = columns.filter((column) => column !== task)
  const cells = headRows(file).flatMap((row) => others.map((column) => textField(row[column]) ?? ''))
  return others.length > 1 && cells.some(Boolean) && cells.every((text) => RESULT.test(text))
}
const RESULT = /^(?:pass(?:ed)?|fail(?:ed|ure)?|[✓✔✅✗✘❌]\ufe0f?)?$/iu

/** Readings as votes: columns under usual names, and what their outcomes mean. */
function* suggestVotes(file: OpenFile, how: PlanEdits): Generator<PlanEdits> {
  const columns = fileColumns(file)
  const changes = resolveChanges(columns, how.changes, deadheatColumns()) ?? undefined
  const known = changedColumns(columns, changes)
  const byName = findColumnAliases(known).map(asNamed)
  const meant = withSides(how.changes.size > 0 ? byName : withVoteByContents(byName, file, known), file)
  if (!meant.some(([, name]) => /^(?:winner|score_a)$/.test(name)))
    meant.push(...strengthColumns(file, meant).map((column): NamedColumn => [column, 'winner']))
  // what a vote may lack, such as its day, may have a form that is not read
  const needed = meant.filter(([, name]) => /^(?:model_[ab]|winner)$/.test(name))
  const ways = new Map([meant, needed, []].map((named) => [JSON.stringify(named), named]))
  for (const named of ways.values()) {
    const edits = withNames(how, named)
    const names = [...edits.changes.values()]
    if (names.includes('score_a')) {
      yield { ...edits, from: 'scores' }
      continue
    }
    yield edits
    // where columns hold answers, the outcome is the name of the best
    const haveSides = ['model_a', 'model_b'].every((side) => columns.includes(side))
    if (Object.keys(how.outcomes).length > 0 || (edits.changes.size === 0 && !haveSides)) continue
    const [column, ...sides] = ['winner', 'model_a', 'model_b'].map(
      (target) => [...edits.changes].find(([, name]) => name === target)?.[0] ?? target,
    )
    const rows = headRows(file)
    const outcomes =
      suggestOutcomes(rows.map((row) => textField(row[column!]) ?? '')) ??
      namesInOtherCase(rows, column!, sides)
    if (outcomes) yield { ...edits, outcomes }
  }
}

/**
 * The proposals by names. Where these lack a side or the winner, those by contents are added: two columns with names of the same
 * contestants, different ones in each row, and a column that says who won. Nothing is added if several could be meant.
 * @param known  the columns under the names by which they are read
 */
function withVoteByContents(
  named: readonly NamedColumn[],
  file: OpenFile,
  known: readonly string[],
): readonly NamedColumn[] {
  const targets = [...known, ...named.map(([, name]) => name)]
  if (['model_a', 'winner'].every((target) => targets.includes(target))) return named
  const rows = headRows(file)
  const columns = fileColumns(file).slice(0, MAX_SIDES)
  const cells = new Map(
    columns.map((column) => [column, rows.map((row) => textField(row[column])?.trim() ?? '')]),
  )
  const cellsOf = (column: string) => cells.get(column)!
  const isOutcome = (text: string) => outcomeOfText(text) >= 0
  const areSides = (left: string, right: string): boolean => {
    const names = new Set(cellsOf(left))
    const areApart = cellsOf(left).every(
      (name, row) => name !== '' && !isOutcome(name) && !['', name].includes(cellsOf(right)[row]!),
    )
    return areApart && cellsOf(right).some((name) => names.has(name))
  }
  const winnersOf = (...sides: string[]): string[] =>
    columns.filter((column) => {
      const texts = cellsOf(column)
      const numbers = numberSystem(numbersAmong(texts))
      return (
        !sides.includes(column) &&
        new Set(texts).size > 1 &&
        texts.every(
          (text, row) =>
            text === '' ||
            isOutcome(text) ||
            numbers?.has(normalisedOutcome(text)) ||
            sides.some((side) => cellsOf(side)[row] === text),
        )
      )
    })
  const votes = columns.flatMap((left, at) =>
    columns
      .slice(at + 1)
      .flatMap((right) =>
        areSides(left, right)
          ? winnersOf(left, right).map((winner) => ({ model_a: left, model_b: right, winner }))
          : [],
      ),
  )
  const [vote, ...more] = votes
  if (!vote || more.length > 0) return named
  const added = Object.entries(vote).flatMap(([name, column]): NamedColumn[] =>
    column === name ? [] : [[column, name]],
  )
  if (added.some(([, name]) => known.includes(name))) return named
  const rest = named.filter(
    (proposal) => !added.some(([column, name]) => proposal[0] === column || proposal[1] === name),
  )
  return [...rest, ...added]
}
/** Of so many columns, the first could be sides. */
const MAX_SIDES = 30

/** No name of a contestant has more words. */
const MAX_WORDS_OF_A_NAME = 6

/** The proposals. Where a side holds a longer text, both are answers, not who gave them. */
function withSides(named: readonly NamedColumn[], file: OpenFile): NamedColumn[] {
  const isText = (column: string) =>
    headRows(file).some(
      (row) => (textField(row[column]) ?? '').trim().split(/\s+/).length > MAX_WORDS_OF_A_NAME,
    )
  const areTexts = named.some(([column, name]) => /^model_[ab]$/.test(name) && isText(column))
  return named.map(([column, name]) => [
    column,
    areTexts ? name.replace(/^model_(?=[ab]$)/, 'answer_') : name,
  ])
}

/** The first column that may say how much better a side is: numbers on both sides of 0, or a scale of few whole ones. */
function strengthColumns(file: OpenFile, meant: readonly NamedColumn[]): string[] {
  const rows = headRows(file)
  const columns = fileColumns(file)
  const names = [...columns, ...meant.map(([, name]) => name)]
  const areSides = ['model_a', 'model_b'].every((side) => names.includes(side))
  const isMeant = (column: string) => meant.some(([name]) => name === column)
  const isStrength = (column: string) => {
    const numbers = rows.map((row) => numberField(row[column]) ?? NaN)
    if (column === 'winner' || !numbers.every(Number.isFinite)) return false
    const [least, most, values] = [Math.min(...numbers), Math.max(...numbers), new Set(numbers)]
    const isScale = areSides && least >= 0 && most <= MAX_OF_SCALE && values.size >= MIN_ON_SCALE
    return (
      (least < 0 && most > 0) ||
      (isScale && numbers.every(Number.isInteger) && !readColumns.has(column) && !isMeant(column))
    )
  }
  const readColumns = new Set(deadheatColumns())
  return columns.filter(isStrength).slice(0, 1)
}
const MAX_OF_SCALE = 10
const MIN_ON_SCALE = 3

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
function suggestOutcomes(texts: readonly string[]): PlanEdits['outcomes'] | null {
  const kinds = [...new Set(texts.filter((text) => text !== ''))]
  if (kinds.length === 0 || kinds.length > MAX_STEPS) return null
  if (kinds.every((text) => YES_OR_NO.test(text)))
    return Object.fromEntries(kinds.map((text) => [text, /^(?:t|y)/i.test(text) ? 'model_a' : 'model_b']))
  const numbers = numberSystem(numbersAmong(kinds))
  const meanings = kinds.map((text): OutcomeMeaning | null => {
    const number = numbers?.get(normalisedOutcome(text))
    if (number) return number
    const outcome = outcomeOfText(withoutDegree(text))
    return SIDES_AND_TIES[outcome] ?? null
  })
  return meanings.every((meaning) => meaning !== null)
    ? Object.fromEntries(kinds.map((text, i) => [text, meanings[i]!]))
    : null
}

/** Outcomes that name a side of their row in another case. Null: there are none, or others that nobody knows. */
function namesInOtherCase(
  rows: readonly Fields[],
  column: string,
  sides: readonly string[],
): PlanEdits['outcomes'] | null {
  const names = new Set<string>()
  for (const row of rows) {
    const text = textField(row[column])
    const looks = sides.map((side) => nameSkeleton(textField(row[side]) ?? ''))
    if (text === null || outcomeOfText(text) >= 0) continue
    if (!looks.includes(nameSkeleton(text))) return null
    if (!sides.some((side) => textField(row[side]) === text)) names.add(text)
  }
  const isShort = names.size > 0 && names.size <= MAX_STEPS
  return isShort ? Object.fromEntries([...names].map((name) => [name, 'name'])) : null
}
/** What numbers most likely mean: with 2 they are positions, with a half scores of the left. 0 and 1 alone may be either. */
function numberSystem(numbers: readonly string[]): ReadonlyMap<string, OutcomeMeaning> | undefined {
  return NUMBERS.find(
    (system) =>
      numbers.every((text) => system.has(text)) && numbers.some((text) => !['0', '1'].includes(text)),
  )
}
const numbersAmong = (texts: readonly string[]): string[] =>
  texts.map(normalisedOutcome).filter((text) => text !== '' && Number.isFinite(Number(text)))
const NUMBERS: readonly ReadonlyMap<string, OutcomeMeaning>[] = [
  new Map([['1', 'model_a'], ['1.5', 'tie'], ['2', 'model_b']]), // prettier-ignore
  new Map([['0', 'model_b'], ['0.5', 'tie'], ['1', 'model_a']]), // prettier-ignore
]
const SIDES_AND_TIES: readonly OutcomeMeaning[] = ['model_a', 'model_b', 'tie', 'both_bad']
const MAX_STEPS = 201
