/**
 * Scores, ranks and results of tests as votes, where the user asks for it: within a prompt, every score of one contestant
 * meets every score of another. What only scores say is lost, and a note says what.
 */
import { createHash } from 'node:crypto'
import { JudgeType, type ScoreKind } from '../../../shared/contracts/votes.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import {
  normalisedColumn,
  resolveChanges,
  unchangedColumns,
  changesOfPlan,
  refuseUnknownChanges,
  NO_EDITS,
  type ColumnChanges,
  type PlanEdits,
} from './column-changes.ts'
import {
  FileError,
  normalisedForm,
  isName,
  LONGEST_NAME,
  standsForEmpty,
  textField,
  type Fields,
  testPassed,
} from './fields.ts'
import { SCORE_COLUMNS, findScoreAliases, TASK_COLUMNS } from './aliases.ts'
import { ANSWER_TEXTS } from './answers.ts'
import {
  columnsUnread,
  contestantsOfColumns,
  DistinguishingColumn,
  findColumnDoubts,
  REPEAT,
} from './doubts.ts'
import { contestantOfName, SIDES_WITH_SCORES } from '../read-plan/presets.ts'
import type { OpenFile } from './open-file.ts'
import { mappedColumns, fileFormat, fileColumns, fileRows, headRows } from './rows.ts'
import { textId } from './text-id.ts'
import { isTestReport, NOT_RUN, parseTestReport } from './test-reports.ts'

/** One score of a contestant on a task. */
export interface Score {
  task: string
  contestant: string
  /** Of a rank, its negative; of a result, 1 or 0. */
  value: number
  /** What else the row says. Only scores that are equal in these are compared. */
  judge?: string | null
  judgeType?: string | null
  criterion?: string | null
  category?: string | null
  group?: string | null
}

/** The scores in a row, or the fault that makes it unreadable. */
export type ReadScoreRow = (fields: Fields) => Score[] | CodedMessage
/** A reader of rows, with the columns that it reads; at the end, what may not be meant. */
export type ReadScores = ReadScoreRow & { reads: readonly string[]; doubts?: () => CodedMessage[] }

/** More votes than this are not made of scores. */
const MAX_VOTES = 5_000_000

/** The columns that are read, which may be written in another case, with spaces or dashes. */
const COLUMNS = [
  ...TASK_COLUMNS,
  ...Object.values(SCORE_COLUMNS).flat(),
  ...'category group model judge criterion model_a model_b score_a score_b'.split(' '),
]

/**
 * The scores of files as one file of votes. Its notes say what is lost.
 * @param files  are read to their ends
 * @throws {FileError} if a file has no scores, if fewer than two contestants share a task, or if a value is none
 */
export async function votesOfScores(
  files: readonly OpenFile[],
  from: ScoreKind,
  { changes: edits, plan }: PlanEdits = NO_EDITS,
): Promise<OpenFile> {
  const name = files.map((file) => file.name).join(', ')
  // a plan may leave out what the next file lacks
  const changes = plan ? changesOfPlan(plan) : edits
  const required = plan ? changesOfPlan({ ...plan, ignore: [] }) : edits
  refuseUnknownChanges(required, [{ columns: files.flatMap(fileColumns), used: undefined }])
  const byFile: FileScores[] = []
  for (const file of files) byFile.push(await readScores(file, from, changes))
  const scores = namedByRun(byFile).flat()
  const unscored = byFile.reduce((sum, file) => sum + file.unscored, 0)
  const tasks = Map.groupBy(scores, ({ task, judge, criterion }) => JSON.stringify([task, judge, criterion]))
  const counts = countVotes(tasks)
  if (counts.votes === 0)
    throw new FileError(msg('scores_unpaired', { file: name, contestants: counts.contestants }))
  if (counts.votes > MAX_VOTES)
    throw new FileError(msg('scores_many', { file: name, votes: counts.votes, most: MAX_VOTES }))
  const head = Buffer.from('{"model_a":"","model_b":"","winner":"","question_id":""}\n')
  return {
    name,
    head,
    chunks: writeVotes(tasks),
    notes: [
      ...files.flatMap(({ notes = [] }) => notes),
      ...(from === 'scores'
        ? ranksAmong(
            name,
            tasks,
            files.flatMap((file) => fileColumns(file)),
          )
        : []),
      msg('scores_paired', { from, ...counts, scores: scores.length }),
      ...(counts.alone > 0 ? [msg('scores_alone', { count: counts.alone })] : []),
      ...(unscored > 0 ? [msg('scores_missing', { count: unscored })] : []),
      ...(from === 'results' ? [msg('results_passed', { shares: passRates(scores) })] : []),
    ],
  }
}

interface FileScores {
  file: OpenFile
  scores: Score[]
  /** The rows and tests without a score. */
  unscored: number
}

/** The scores of a file, which is read to its end. @throws {FileError} for its first row that cannot be read */
async function readScores(opened: OpenFile, from: ScoreKind, changes: ColumnChanges): Promise<FileScores> {
  if (isTestReport(opened)) return readTestScores(opened, from)
  const { file, read } = await chooseScoreReader(opened, changes, from)
  const scores: Score[] = []
  let unscored = 0
  for await (const rows of fileRows(file))
    for (const row of rows) {
      const found = 'wrong' in row ? row.wrong : read(row.fields)
      if ('code' in found)
        throw new FileError(msg('row_refused', { file: file.name, unit: 'line', at: row.line, wrong: found }))
      if (found.length === 0) unscored++
      scores.push(...found)
    }
  file.notes?.push(...(read.doubts?.() ?? []))
  return { file: opened, scores, unscored }
}

async function readTestScores(file: OpenFile, from: ScoreKind): Promise<FileScores> {
  if (from !== 'results') throw new FileError(msg('file_is', { file: file.name, what: 'tests' }))
  const tests = await parseTestReport(file)
  const scores = tests.flatMap(({ task, isPassed }) =>
    isPassed === null
      ? []
      : [{ task: taskId(task), contestant: contestantOfFile(file), value: Number(isPassed) }],
  )
  return { file, scores, unscored: tests.length - scores.length }
}

/** The scores of each file. Where all are of one contestant, its runs are compared, each under the name of its file. */
function namedByRun(byFile: readonly FileScores[]): Score[][] {
  const contestants = byFile.map(({ scores }) => new Set(scores.map(({ contestant }) => contestant)))
  const areRuns =
    contestants.every(({ size }) => size === 1) && new Set(contestants.map(([name]) => name)).size === 1
  return byFile.map(({ file, scores }) =>
    areRuns ? scores.map((score) => ({ ...score, contestant: contestantOfFile(file) })) : scores,
  )
}

/** The contestant of a file that names none. */
const contestantOfFile = (file: OpenFile): string => contestantOfName(file) ?? file.name

type Tasks = ReadonlyMap<string, readonly Score[]>

/** A column that holds the scores of all contestants has to be called otherwise to hold ranks. */
const isScoreColumn = (column: string): boolean =>
  SCORE_COLUMNS.scores.includes(normalisedColumn(column)) &&
  !SCORE_COLUMNS.ranks.includes(normalisedColumn(column))

/** So many tasks, each with the numbers from 1 on once, and so many numbers, are no chance. */
const MIN_RANKED = 3

/** That scores seem to be ranks, of which the smallest is the best. */
function ranksAmong(file: string, tasks: Tasks, columns: readonly string[]): CodedMessage[] {
  const all = [...tasks.values()]
  const isRanked = (scores: readonly Score[]) => {
    const values = new Set(scores.map(({ value }) => value))
    return values.size === scores.length && scores.every((_, i) => values.has(i + 1))
  }
  const most = Math.max(...all.map(({ length }) => length))
  return all.length >= MIN_RANKED && most >= MIN_RANKED && all.every(isRanked)
    ? [msg('scores_are_ranks', { file, most, column: columns.find(isScoreColumn) ?? null })]
    : []
}

/** Counts without making any: a task may have very many scores. */
function countVotes(tasks: Tasks) {
  let [votes, ties, paired] = [0, 0, 0]
  for (const scores of tasks.values()) {
    const pairs = countPairs(scores)
    votes += pairs
    if (pairs > 0) paired++
    for (const equal of Map.groupBy(scores, ({ value }) => value).values()) ties += countPairs(equal)
  }
  const contestants = new Set(
    [...tasks.values()].flatMap((scores) => scores.map(({ contestant }) => contestant)),
  )
  return { votes, ties, tasks: paired, alone: tasks.size - paired, contestants: contestants.size }
}

/** How many pairs of scores are by different contestants. */
function countPairs(scores: readonly Score[]): number {
  const byContestant = [...Map.groupBy(scores, ({ contestant }) => contestant).values()]
  return (scores.length ** 2 - byContestant.reduce((sum, { length }) => sum + length ** 2, 0)) / 2
}

/** The share that each contestant passed, as the mean over its tasks. */
function passRates(scores: readonly Score[]): CodedMessage[] {
  const byName = [...Map.groupBy(scores, ({ contestant }) => contestant)].sort(([a], [b]) => (a < b ? -1 : 1))
  return byName.map(([name, scored]) => {
    const tasks = [...Map.groupBy(scored, ({ task }) => task).values()]
    const shares = tasks.map(
      (taskScores) => taskScores.reduce((sum, { value }) => sum + value, 0) / taskScores.length,
    )
    const percent = (100 * shares.reduce((sum, share) => sum + share, 0)) / tasks.length
    return msg('passed_share', { name, percent: percent.toFixed(1), tasks: tasks.length })
  })
}

const PORTION = 1024 * 1024

/** A vote for each two scores of a task by different contestants. The left side is drawn by a hash: no score has a side. */
async function* writeVotes(tasks: Tasks): AsyncGenerator<Buffer> {
  let lines = ''
  for (const scores of tasks.values()) {
    const all = [...Map.groupBy(scores, ({ contestant }) => contestant).values()]
    const groups = all.sort(([a], [b]) => (a.contestant < b.contestant ? -1 : 1))
    for (const [i, group] of groups.entries())
      for (const rivals of groups.slice(i + 1))
        for (const [sample, score] of group.entries())
          for (const [rivalSample, rival] of rivals.entries()) {
            lines += `${JSON.stringify(voteRow([score, sample + 1], [rival, rivalSample + 1]))}\n`
            if (lines.length < PORTION) continue
            yield Buffer.from(lines)
            lines = ''
          }
  }
  yield Buffer.from(lines)
}

type Sampled = readonly [score: Score, sample: number]

/** A row of a votes file. */
function voteRow(first: Sampled, second: Sampled): Fields {
  const { task, judge, judgeType, criterion, category, group } = first[0]
  const identity = [task, judge, criterion, first[0].contestant, second[0].contestant, first[1], second[1]]
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest()
  const [[left, leftSample], [right, rightSample]] = hash[0] < 128 ? [first, second] : [second, first]
  return {
    id: hash.toString('base64url').slice(0, 22),
    model_a: left.contestant,
    model_b: right.contestant,
    winner: left.value === right.value ? 'tie' : left.value > right.value ? 'model_a' : 'model_b',
    question_id: task,
    judge,
    // who gave a score has voted
    judge_type: judgeType ?? (judge ? 'human' : 'result'),
    criterion,
    category,
    group,
    sample_a: leftSample,
    sample_b: rightSample,
  }
}

/** Columns of a row that are no task and no score. */
const ASIDE = new Set(['judge', 'criterion', 'category', 'group', 'reference', 'context', 'judge_type'])
/** What stands beside the value of a file of one contestant. */
const ANSWER = new Set([...ANSWER_TEXTS, 'text', 'turns', 'transcript', 'messages'])

/** A file under the names by which it is read, and the reader of its rows: that of a tool which knows scores, or of a table. */
export async function chooseScoreReader(
  opened: OpenFile,
  asked: ColumnChanges,
  from: ScoreKind,
): Promise<{ file: OpenFile; read: ReadScores }> {
  const { recogniseScores } = await import('./tools/index.ts')
  const named = (names: readonly string[]): OpenFile => {
    const changes = resolveChanges(fileColumns(opened), asked, names)
    return changes ? { ...opened, changes } : opened
  }
  const asWritten = named([])
  const ofTool = recogniseScores(asWritten, from)
  if (ofTool) return { file: asWritten, read: ofTool }
  const file = named(COLUMNS)
  return { file, read: tableReader(file, from) }
}

/**
 * Tables of scores: a column for each contestant, two sides with a score each, a row for each contestant, or one contestant.
 * @throws {FileError} if no column says what was scored, or not exactly one holds the values of rows
 */
function tableReader(file: OpenFile, from: ScoreKind): ReadScores {
  const columns = mappedColumns(file).filter((column) => column !== '' && !REPEAT.test(column))
  const kept = unchangedColumns(file.changes)
  const near = findScoreAliases(columns, from).filter(({ column }) => !kept.has(column))
  const refuse = (wanted: 'task' | 'value' | 'values', found: readonly string[] = columns) =>
    new FileError(
      msg('scores_unread', {
        file: file.name,
        from,
        wanted,
        columns: found.slice(0, MAX_COLUMNS),
      }),
    )
  const task = TASK_COLUMNS.find((column) => columns.includes(column))
  const others = columns.filter((column) => column !== task && !ASIDE.has(column))
  const isOfSides = SIDES_WITH_SCORES.every((column) => others.includes(column))
  const values = others.filter((column) => SCORE_COLUMNS[from].includes(column))
  const isOfMany = others.includes('model')
  // a file of one contestant is named as it, and has its score beside the answer
  const isLong =
    isOfMany || (values.length > 0 && others.every((name) => values.includes(name) || ANSWER.has(name)))
  const isWide = !isOfSides && !isLong
  // a column with the name of another is no contestant
  if (isWide && near.length > 0) throw refuse(task === undefined ? 'task' : 'value')
  if (task === undefined && !isOfSides) throw refuse('task')
  if (isLong && !isOfSides && values.length !== 1)
    throw values.length === 0 ? refuse('value') : refuse('values', columnsNamed(file, values))
  if (isWide && others.length < 2) throw refuse('value')
  const scored = isOfSides ? SIDES_WITH_SCORES : isLong ? ['model', ...values] : others
  const notRead = others.filter((column) => !scored.includes(column))
  file.notes?.push(
    ...findColumnDoubts({
      file: file.name,
      columns: columns.filter((column) => ASIDE.has(column) || (isOfSides && notRead.includes(column))),
      rows: headRows(file),
    }),
    ...columnsUnread(file.name, columns, (column) => !notRead.includes(column)),
    ...(isOfSides || isLong ? [] : contestantsOfColumns(file.name, others, kept)),
  )
  const written = { from, isWithCommas: hasCommas(file) }
  let row = 0
  const apart = new DistinguishingColumn(notRead)
  const read = (fields: Fields) => {
    const cellText = (column: string) => textField(fields[column])
    const about = {
      task: task === undefined ? `row ${++row}` : cellText(task),
      judge: cellText('judge'),
      judgeType: cellText('judge_type'),
      criterion: cellText('criterion'),
      category: cellText('category'),
      group: cellText('group'),
    }
    const cells = isOfSides
      ? ['a', 'b'].map((side) => [cellText(`model_${side}`), `score_${side}`] as const)
      : isLong
        ? [[isOfMany ? cellText('model') : contestantOfFile(file), values[0]] as const]
        : others.map((column) => [column, column] as const)
    if (!isWide) apart.see(JSON.stringify([about, cells.map(([contestant]) => contestant)]), fields)
    return firstFaultOrAll(
      cells.map(([contestant, column]) => scoreIn({ ...about, contestant }, fields[column], written, column)),
    )
  }
  const reads = columns.filter((column) => !notRead.includes(column))
  return Object.assign(read, { reads, doubts: () => apart.doubts(file.name, 'scores') })
}
const MAX_COLUMNS = 12

/** The columns that are read under these names, under their names in the file. */
const columnsNamed = (file: OpenFile, names: readonly string[]): string[] =>
  fileColumns(file).filter((column) => names.includes(file.changes?.get(column) ?? column))

/** How values are written. */
type Written = { from: ScoreKind; isWithCommas: boolean }
type About = Omit<Score, 'value' | 'task' | 'contestant'> & Record<'task' | 'contestant', string | null>

/** The score in a cell; none if it is empty, a fault if it holds something else. @param column its name in messages */
function scoreIn(about: About, cell: unknown, written: Written, column: string): Score[] | CodedMessage {
  const { from } = written
  const text = textField(cell)
  if (text === null || standsForEmpty(text) || (from === 'results' && NOT_RUN.test(text))) return []
  const { task, contestant } = about
  if (task === null) return msg('field_missing', { field: 'prompt' })
  if (contestant === null) return msg('field_missing', { field: 'model' })
  if (about.judgeType && !JudgeType.safeParse(about.judgeType).success) return msg('other_judge_type')
  const value = cellValue(text, written)
  if (value === null) return msg('no_score_in', { field: column, value: text.slice(0, 40), from })
  return [
    {
      ...about,
      task: taskId(task),
      contestant: normalisedForm(contestant.trim()),
      value,
    },
  ]
}

/** All of these; the first fault if there is one. */
export const firstFaultOrAll = (found: readonly (Score[] | CodedMessage)[]): Score[] | CodedMessage =>
  found.find((scores) => 'code' in scores) ?? (found as Score[][]).flat()

/** The scores of one answer, each with its name; several names are criteria. */
export const namedScores = (
  subject: Record<'task' | 'contestant', string | null>,
  cells: readonly (readonly [name: string, value: unknown])[],
  from: ScoreKind,
): Score[] | CodedMessage =>
  firstFaultOrAll(
    cells.map(([name, cell]) =>
      scoreIn(
        { ...subject, criterion: cells.length > 1 ? name : null },
        cell,
        { from, isWithCommas: false },
        name,
      ),
    ),
  )

/** The id of a task: its text, or a hash of a long one. */
const taskId = (task: string): string => (task.length <= LONGEST_NAME && isName(task) ? task : textId(task))

/** A number, a share such as 8/10, or a percentage. */
const NUMBER =
  /^(?<number>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)(?:\s*\/\s*(?<of>[1-9]\d*)|\s*(?<percent>%))?$/i

/** A number with thousands, where a comma is the decimal point. */
const WITH_THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+$/

/** A comma is the decimal point where semicolons are between cells. */
const hasCommas = (file: OpenFile): boolean => {
  const format = fileFormat(file)
  return format.kind === 'csv' && format.separator === ';'
}

/** What a cell is worth; null: it holds something else. */
function cellValue(text: string, { from, isWithCommas }: Written): number | null {
  if (from === 'results') {
    const passed = testPassed(text)
    return passed === null ? null : Number(passed)
  }
  if (isWithCommas && WITH_THOUSANDS.test(text)) return null
  const { number, of, percent } = NUMBER.exec(isWithCommas ? text.replace(',', '.') : text)?.groups ?? {}
  if (number === undefined) return null
  const value = Number(number) / (of ? Number(of) : percent ? 100 : 1)
  return from === 'ranks' ? -value : value
}
