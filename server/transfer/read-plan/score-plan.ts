/** Which columns of a file say what was scored, whose score it is, and how much: a plan of the kind `scores`. */
import { SCORE_OF, type ReadPlan } from '../../../shared/contracts/read-plan.ts'
import type { ScoreKind } from '../../../shared/contracts/votes.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { findScoreAliases, SCORE_COLUMNS, TASK_COLUMNS } from '../formats/aliases.ts'
import { ANSWER_TEXTS } from '../formats/answers.ts'
import { changesOfPlan, resolveChanges, unchangedColumns, type PlanEdits } from '../formats/column-changes.ts'
import {
  columnsUnread,
  contestantsOfColumns,
  DistinguishingColumn,
  findColumnDoubts,
  REPEAT,
} from '../formats/doubts.ts'
import { FileError, textField, type Fields } from '../formats/fields.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { fileColumns, headRows, mappedColumns } from '../formats/rows.ts'
import { firstFaultOrAll, hasCommas, readScore, type ReadScoreRow } from '../formats/scores.ts'
import { recogniseScores } from '../formats/tools/index.ts'
import { planOfNamesInFile } from './names-in-file.ts'
import { columnsRead, contestantOfName, FILE_NAME, SIDES_WITH_SCORES } from './presets.ts'
import { columnSource, sourceParts, sourceValue } from './sources.ts'

/** A file of scores, and how it is read. */
interface PlannedScores {
  /** Under the names by which its rows are read. */
  file: OpenFile
  /** Under the names in the file. Read by it again, the file has the same scores. */
  plan: ReadPlan
  read: ReadScoreRow
  /** What may not be meant. Known when all rows are read. */
  doubts: () => CodedMessage[]
}

/** The columns that are read, which may be written in another case, with spaces or dashes. */
const COLUMNS = [
  ...TASK_COLUMNS,
  ...Object.values(SCORE_COLUMNS).flat(),
  ...'category group model judge criterion model_a model_b score_a score_b'.split(' '),
]
/** Columns of a row that are no task and no score. */
const DETAIL_COLUMNS = ['judge', 'criterion', 'category', 'group', 'judge_type']
/** The same, which say nothing of a vote. */
const PROMPT_ONLY_COLUMNS = ['reference', 'context']
/** What stands beside the value of a file of one contestant. */
const ANSWER_COLUMNS = new Set([...ANSWER_TEXTS, 'text', 'turns', 'transcript', 'messages'])

/** The contestant of a file that names none. */
export const contestantOfFile = (file: OpenFile): string => contestantOfName(file) ?? file.name

/**
 * How a file of scores is read: by the plan that is given, as a tool writes it, or by its exact names.
 * @throws {FileError} if no column says what was scored, or not exactly one holds the values of rows
 */
export function planScores(
  opened: OpenFile,
  from: ScoreKind,
  { changes: edits, plan: given }: PlanEdits,
): PlannedScores {
  const columns = fileColumns(opened)
  if (given && isWholePlan(given)) return readerOfPlan(opened, given, given, from, [])
  const requestedChanges = given ? changesOfPlan(given) : edits
  const mapped = [...requestedChanges].flatMap(([column, name]) =>
    name === VALUE_TARGET[from] ? column : [],
  )
  const raters = mapped.length > 1 ? mapped : []
  const renamed = new Map([...requestedChanges].filter(([column]) => !raters.includes(column)))
  const withColumnNames = (names: readonly string[]): OpenFile => {
    const changes = resolveChanges(columns, renamed, names)
    return changes ? { ...opened, changes } : opened
  }
  const asWritten = withColumnNames([])
  const tool = recogniseScores(asWritten, from)
  if (tool) {
    const plan: ReadPlan = {
      kind: 'scores',
      scored: from,
      preset: tool.name,
      columns: {},
      ignore: [],
      outcomes: {},
    }
    return { file: asWritten, plan, read: tool.read, doubts: () => [] }
  }
  const file = withColumnNames(COLUMNS)
  const { plan, doubts } = suggestPlan(file, from, raters)
  const inFile = planOfNamesInFile(plan, columns, file.changes)
  return readerOfPlan(file, plan, inFile, from, doubts)
}

/** Whether a plan of scores says what was scored, and where the scores are. */
export const isWholePlan = ({ columns }: ReadPlan): boolean => {
  const targets = Object.keys(columns)
  const haveScores = targets.some((target) => target.startsWith(SCORE_OF) || VALUE_TARGETS.has(target))
  return SIDES_WITH_SCORES.every((target) => target in columns) || ('question_id' in columns && haveScores)
}
const VALUE_TARGETS: ReadonlySet<string> = new Set(['score', 'rank', 'result'])

/**
 * Tables of scores: a column for each contestant, two sides with a score each, a row for each contestant, or one contestant.
 * @param raters  columns of the values of rows, each of a person or judge of its name
 * @throws {FileError} if no column says what was scored, or not exactly one holds the values of rows
 */
function suggestPlan(
  file: OpenFile,
  from: ScoreKind,
  raters: readonly string[],
): { plan: ReadPlan; doubts: CodedMessage[] } {
  const columns = mappedColumns(file).filter((column) => column !== '' && !REPEAT.test(column))
  const kept = unchangedColumns(file.changes)
  const aliases = findScoreAliases(columns, from).filter(({ column }) => !kept.has(column))
  const refuse = (wanted: 'task' | 'value' | 'values', found: readonly string[] = columns) =>
    new FileError(
      msg('scores_unread', { file: file.name, from, wanted, columns: found.slice(0, MAX_COLUMNS) }),
    )
  const task = TASK_COLUMNS.find((column) => columns.includes(column))
  const scoreCandidates = columns.filter(
    (column) => column !== task && ![...DETAIL_COLUMNS, ...PROMPT_ONLY_COLUMNS].includes(column),
  )
  const isOfSides = SIDES_WITH_SCORES.every((column) => scoreCandidates.includes(column))
  const valueColumns =
    raters.length > 0 ? raters : scoreCandidates.filter((column) => SCORE_COLUMNS[from].includes(column))
  const isOfMany = scoreCandidates.includes('model')
  // a file of one contestant is named as it, and has its score beside the answer
  const isLong =
    isOfMany ||
    raters.length > 0 ||
    (valueColumns.length > 0 &&
      scoreCandidates.every((name) => valueColumns.includes(name) || ANSWER_COLUMNS.has(name)))
  const isWide = !isOfSides && !isLong
  // a column with the name of another is no contestant
  if (isWide && aliases.length > 0) throw refuse(task === undefined ? 'task' : 'value')
  if (task === undefined && !isOfSides) throw refuse('task')
  if (isLong && !isOfSides && valueColumns.length !== 1 && raters.length === 0)
    throw valueColumns.length === 0 ? refuse('value') : refuse('values', columnsNamed(file, valueColumns))
  if (isWide && scoreCandidates.length < 2) throw refuse('value')
  const scored: Record<string, string> = isOfSides
    ? Object.fromEntries(SIDES_WITH_SCORES.map((column) => [column, column]))
    : isLong
      ? { model: isOfMany ? 'model' : FILE_NAME, [VALUE_TARGET[from]]: columnSource(valueColumns[0]!) }
      : Object.fromEntries(scoreCandidates.map((name) => [`${SCORE_OF}${name}`, columnSource(name)]))
  const details = DETAIL_COLUMNS.filter((column) => columns.includes(column))
  const [first, ...more] = raters.map((column) => ({
    [VALUE_TARGET[from]]: columnSource(column),
    judge: `=${column}`,
  }))
  const plan: ReadPlan = {
    kind: 'scores',
    scored: from,
    columns: {
      ...(task !== undefined && { question_id: task }),
      ...scored,
      ...Object.fromEntries(details.map((column) => [column, column])),
      ...first,
    },
    ...(first && { again: more }),
    ignore: [],
    outcomes: {},
  }
  const notRead = isWide ? [] : scoreCandidates.filter((column) => !Object.values(scored).includes(column))
  const doubts = [
    ...(first ? [msg('columns_are_voters', { file: file.name, columns: raters, isMapped: true })] : []),
    ...findColumnDoubts({
      file: file.name,
      columns: [
        ...columns.filter((column) => DETAIL_COLUMNS.includes(column)),
        ...(isOfSides ? notRead : []),
      ],
      rows: headRows(file),
    }),
    ...(isWide ? contestantsOfColumns(file.name, scoreCandidates, kept) : []),
  ]
  return { plan, doubts }
}
const MAX_COLUMNS = 12
const VALUE_TARGET: Record<ScoreKind, string> = { scores: 'score', ranks: 'rank', results: 'result' }

/** The columns that are read under these names, under their names in the file. */
const columnsNamed = (file: OpenFile, names: readonly string[]): string[] =>
  fileColumns(file).filter((column) => names.includes(file.changes?.get(column) ?? column))

/**
 * @param plan  under the names by which rows are read
 * @param inFile  the same under the names in the file
 * @throws {FileError} if the file lacks a column
 */
function readerOfPlan(
  file: OpenFile,
  plan: ReadPlan,
  inFile: ReadPlan,
  from: ScoreKind,
  doubts: readonly CodedMessage[],
): PlannedScores {
  const header = mappedColumns(file)
  const known = new Set(columnsRead(plan, new Set(header)))
  const missing = [...known].find((column) => !header.includes(column) && !plan.ignore.includes(column))
  if (missing !== undefined)
    throw new FileError(
      msg('plan_column_missing', { file: file.name, column: missing, columns: header.slice(0, MAX_COLUMNS) }),
    )
  const notRead = header.filter(
    (column) =>
      column !== '' && !known.has(column) && ![...PROMPT_ONLY_COLUMNS, ...ANSWER_COLUMNS].includes(column),
  )
  const unread = notRead.filter((column) => !REPEAT.test(column))
  const apart = new DistinguishingColumn(unread)
  return {
    file,
    plan: { ...inFile, ignore: [...inFile.ignore, ...columnsNamed(file, notRead)] },
    read: rowReader(file, plan, from, apart),
    doubts: () => [
      ...doubts,
      ...columnsUnread(file.name, header, (column) => !unread.includes(column)),
      ...apart.doubts(file.name, 'scores'),
    ],
  }
}

/** Reads the scores of a row. @param apart  sees rows of which two may be of one contestant and task */
function rowReader(
  file: OpenFile,
  plan: ReadPlan,
  from: ScoreKind,
  apart: DistinguishingColumn,
): ReadScoreRow {
  const ways = [{}, ...(plan.again ?? [])].map((way) =>
    scoresReader(file, { ...plan.columns, ...way }, from, apart),
  )
  return (fields) => firstFaultOrAll(ways.map((read) => read(fields)))
}

/** Reads the scores that these columns of a row have. */
function scoresReader(
  file: OpenFile,
  columns: ReadPlan['columns'],
  from: ScoreKind,
  apart: DistinguishingColumn,
): ReadScoreRow {
  const written = { from, isWithCommas: hasCommas(file) }
  const cellText = (fields: Fields, target: string): string | null =>
    columns[target] === undefined
      ? null
      : columns[target] === FILE_NAME
        ? contestantOfFile(file)
        : textField(sourceValue(fields, columns[target]))
  const scored = scoredTargets(columns, from)
  const areOfRow = !Object.keys(columns).some((target) => target.startsWith(SCORE_OF))
  let row = 0
  return (fields) => {
    const about = {
      task: 'question_id' in columns ? cellText(fields, 'question_id') : `row ${++row}`,
      judge: cellText(fields, 'judge'),
      judgeType: cellText(fields, 'judge_type'),
      criterion: cellText(fields, 'criterion'),
      category: cellText(fields, 'category'),
      group: cellText(fields, 'group'),
    }
    const scores = scored.map(({ target, contestant }) => ({
      source: columns[target]!,
      contestant: areOfRow ? cellText(fields, contestant) : contestant,
    }))
    if (areOfRow) apart.see(JSON.stringify([about, scores.map(({ contestant }) => contestant)]), fields)
    return firstFaultOrAll(
      scores.map(({ source, contestant }) =>
        readScore({ ...about, contestant }, sourceValue(fields, source), written, sourceParts(source)[0]!),
      ),
    )
  }
}

/** The targets that are scores, each with the target of its contestant, or the name where a column is of one contestant. */
function scoredTargets(
  columns: ReadPlan['columns'],
  from: ScoreKind,
): { target: string; contestant: string }[] {
  const targets = Object.keys(columns)
  const named = targets.filter((target) => target.startsWith(SCORE_OF))
  if (named.length > 0) return named.map((target) => ({ target, contestant: target.slice(SCORE_OF.length) }))
  if ('score_a' in columns)
    return ['a', 'b'].map((side) => ({ target: `score_${side}`, contestant: `model_${side}` }))
  const value =
    VALUE_TARGET[from] in columns ? VALUE_TARGET[from] : targets.find((target) => VALUE_TARGETS.has(target))
  return value === undefined ? [] : [{ target: value, contestant: 'model' }]
}
