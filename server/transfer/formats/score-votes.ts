/**
 * Scores, ranks and results of tests as votes, where the user asks for it: within a prompt, every score of one contestant
 * meets every score of another. What only scores say is lost, and a note says what.
 */
import { createHash } from 'node:crypto'
import type { Scored } from '../../../shared/contracts/votes.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import {
  changesFor,
  columnChanges,
  keptColumns,
  refuseUnknownColumns,
  type ColumnOptions,
} from './column-changes.ts'
import { FileError, formOf, isName, LONGEST_NAME, standsForEmpty, textField, type Fields } from './fields.ts'
import { columnsUnread, contestantsOfColumns, REPEAT, ToldApart } from './doubts.ts'
import type { OpenFile } from './open-file.ts'
import { wholeOf } from './lines.ts'
import { columnsOf, formatIn, ownColumnsOf, rowsOf } from './rows.ts'

/** One score of a contestant on a task. */
export interface Score {
  task: string
  contestant: string
  /** Of a rank, its negative; of a result, 1 or 0. */
  value: number
  /** Whether it is the result of a test that ended in an error. */
  isError?: true
  /** What else the row says. Scores meet within the same. */
  judge?: string | null
  criterion?: string | null
  category?: string | null
  group?: string | null
}

/** The scores in a row; a fault if there is one and nothing else. At the end, what may not be meant. */
export type ReadScores = ((fields: Fields) => Score[] | CodedMessage) & { doubts?: () => CodedMessage[] }

/** More votes than this are not made of scores. */
const MOST_VOTES = 5_000_000

/** Columns beside scores. */
const BESIDE_SCORES = 'prompt id question_id category group model judge criterion'.split(' ')

/**
 * The scores of files as one file of votes. Its notes say what is lost.
 * @param files  are read to their ends
 * @throws {FileError} if a file has no scores, if fewer than two contestants share a task, or if a value is none
 */
export async function votesOfScores(
  files: readonly OpenFile[],
  from: Scored,
  how: ColumnOptions = {},
): Promise<OpenFile> {
  const name = files.map((file) => file.name).join(', ')
  const scores: Score[] = []
  const unscored = { count: 0 }
  const asked = columnChanges(how)
  if (asked) refuseUnknownColumns(asked, files.flatMap(ownColumnsOf))
  const contestants: Set<string>[] = []
  const ends: number[] = []
  for (const opened of files) {
    const first = scores.length
    const changes = changesFor(ownColumnsOf(opened), how, BESIDE_SCORES)
    const file = changes ? { ...opened, changes } : opened
    if (isTestReport(file)) await addTestResults(scores, file, from, unscored)
    else {
      const read = await readerFor(file, from)
      for await (const rows of rowsOf(file))
        for (const row of rows) {
          const found = 'wrong' in row ? row.wrong : read(row.fields)
          if ('code' in found)
            throw new FileError(msg('row_of_file_refused', { file: file.name, line: row.line, wrong: found }))
          if (found.length === 0) unscored.count++
          scores.push(...found)
        }
      file.notes?.push(...(read.doubts?.() ?? []))
    }
    contestants.push(new Set(scores.slice(first).map(({ contestant }) => contestant)))
    ends.push(scores.length)
  }
  // one model in several runs: the runs are compared
  const areRuns =
    contestants.every(({ size }) => size === 1) && new Set(contestants.map(([name]) => name)).size === 1
  if (areRuns)
    scores.forEach((score, i) => (score.contestant = titleOf(files[ends.findIndex((end) => i < end)])))
  const tasks = Map.groupBy(scores, ({ task, judge, criterion }) => JSON.stringify([task, judge, criterion]))
  const made = countsOf(tasks)
  if (made.votes === 0)
    throw new FileError(msg('scores_unpaired', { file: name, contestants: made.contestants }))
  if (made.votes > MOST_VOTES)
    throw new FileError(msg('scores_many', { file: name, votes: made.votes, most: MOST_VOTES }))
  const errors = scores.filter(({ isError }) => isError).length
  const head = Buffer.from('{"model_a":"","model_b":"","winner":"","question_id":""}\n')
  return {
    name,
    head,
    chunks: linesOf(tasks),
    notes: [
      ...files.flatMap(({ notes = [] }) => notes),
      msg('scores_paired', { from, ...made, scores: scores.length }),
      ...(made.alone > 0 ? [msg('scores_alone', { count: made.alone })] : []),
      ...(unscored.count > 0 ? [msg('scores_missing', { count: unscored.count })] : []),
      ...(errors > 0 ? [msg('results_errors', { file: name, count: errors })] : []),
      ...(from === 'results' ? [msg('results_passed', { shares: passedIn(scores) })] : []),
    ],
  }
}

/** The contestant of a file that names none. */
const titleOf = ({ name }: OpenFile): string => name.replace(/(?:\.gz)?$/i, '').replace(/\.[^./\\]+$/, '')

type Tasks = ReadonlyMap<string, readonly Score[]>

/** Counts without making any: a task may have very many scores. */
function countsOf(tasks: Tasks) {
  let [votes, ties, paired] = [0, 0, 0]
  for (const scores of tasks.values()) {
    const here = pairsIn(scores)
    votes += here
    if (here > 0) paired++
    for (const equal of Map.groupBy(scores, ({ value }) => value).values()) ties += pairsIn(equal)
  }
  const contestants = new Set(
    [...tasks.values()].flatMap((scores) => scores.map(({ contestant }) => contestant)),
  )
  return { votes, ties, tasks: paired, alone: tasks.size - paired, contestants: contestants.size }
}

/** How many pairs of scores are by different contestants. */
function pairsIn(scores: readonly Score[]): number {
  const byContestant = [...Map.groupBy(scores, ({ contestant }) => contestant).values()]
  return (scores.length ** 2 - byContestant.reduce((sum, { length }) => sum + length ** 2, 0)) / 2
}

/** The share that each contestant passed, as the mean over its tasks. */
function passedIn(scores: readonly Score[]): CodedMessage[] {
  return [...Map.groupBy(scores, ({ contestant }) => contestant)].sort().map(([name, scored]) => {
    const tasks = [...Map.groupBy(scored, ({ task }) => task).values()]
    const shares = tasks.map((of) => of.reduce((sum, { value }) => sum + value, 0) / of.length)
    const percent = (100 * shares.reduce((sum, share) => sum + share, 0)) / tasks.length
    return msg('passed_share', { name, percent: percent.toFixed(1), tasks: tasks.length })
  })
}

const PORTION = 1024 * 1024

/** A vote for each two scores of a task by different contestants. The left side is drawn by a hash: no score has a side. */
async function* linesOf(tasks: Tasks): AsyncGenerator<Buffer> {
  let lines = ''
  for (const scores of tasks.values()) {
    const all = [...Map.groupBy(scores, ({ contestant }) => contestant).values()]
    const groups = all.sort(([a], [b]) => (a.contestant < b.contestant ? -1 : 1))
    for (const [i, group] of groups.entries())
      for (const rivals of groups.slice(i + 1))
        for (const [sample, score] of group.entries())
          for (const [rivalSample, rival] of rivals.entries()) {
            lines += `${JSON.stringify(voteOf([score, sample + 1], [rival, rivalSample + 1]))}\n`
            if (lines.length < PORTION) continue
            yield Buffer.from(lines)
            lines = ''
          }
  }
  yield Buffer.from(lines)
}

type Sampled = readonly [score: Score, sample: number]

/** A row of a votes file. */
function voteOf(first: Sampled, second: Sampled): Fields {
  const { task, judge, criterion, category, group } = first[0]
  const of = [task, judge, criterion, first[0].contestant, second[0].contestant, first[1], second[1]]
  const hash = createHash('sha256').update(JSON.stringify(of)).digest()
  const [[left, leftSample], [right, rightSample]] = hash[0] < 128 ? [first, second] : [second, first]
  return {
    id: hash.toString('base64url').slice(0, 22),
    model_a: left.contestant,
    model_b: right.contestant,
    winner: left.value === right.value ? 'tie' : left.value > right.value ? 'model_a' : 'model_b',
    question_id: task,
    judge,
    judge_type: 'result',
    criterion,
    category,
    group,
    sample_a: leftSample,
    sample_b: rightSample,
  }
}

const NAME = /^(?:model|variant|system|contestant|agent|name|item)s?$/i
const TASKS =
  'question_id prompt_id task_id instance_id example_id sample_id problem_id test_id case_id prompt task question problem input instance test_case test_name test case testcase scenario task_name check item id'.split(
    ' ',
  )
/** The column that says what was scored. */
const taskIn = (columns: readonly string[]): string | undefined =>
  TASKS.map((name) => columns.find((column) => column.toLowerCase().replaceAll(/[\s-]/g, '_') === name)).find(
    Boolean,
  )

/** Columns of a row that are no task and no score. */
const ASIDE = new Set(['judge', 'criterion', 'category', 'group', 'reference', 'context', 'judge_type'])
/** What the column of values is called, where each row has one. */
const VALUES: Record<Scored, RegExp> = {
  scores: /^(?:score|rating|grade|points|value)$/i,
  ranks: /^(?:rank|position|place)$/i,
  results: /^(?:passed|pass|success|result|status|outcome|correct|is_correct|resolved|solved|ok)$/i,
}
/** What stands beside the value of a file of one contestant. */
const ANSWER = /^(?:text|turns|transcript|messages|response|output|answer|completion|solution)$/i

/** The reader of the rows of a table, or of a tool's file that knows scores. */
export async function readerFor(file: OpenFile, from: Scored): Promise<ReadScores> {
  const { recogniseScores } = await import('./tools/index.ts')
  return recogniseScores(file, from) ?? tableReader(file, from)
}

/**
 * Tables of scores: a column for each contestant, two sides with a score each, a row for each contestant, or one contestant.
 * @throws {FileError} if no column says what was scored, or not exactly one holds the values of rows
 */
function tableReader(file: OpenFile, from: Scored): ReadScores {
  const columns = columnsOf(file).filter((column) => column !== '' && !REPEAT.test(column))
  const refuse = (wanted: 'task' | 'value' | 'values', found: readonly string[] = columns) =>
    new FileError(msg('scores_unread', { file: file.name, from, wanted, columns: found.slice(0, 12) }))
  const task = taskIn(columns)
  const others = columns.filter((column) => column !== task && !ASIDE.has(column))
  const isOfSides = ['model_a', 'model_b', 'score_a', 'score_b'].every((column) => others.includes(column))
  if (task === undefined && !isOfSides) throw refuse('task')
  const name = others.find((column) => NAME.test(column))
  const values = others.filter((column) => VALUES[from].test(column))
  // a file of one contestant is named as it, and has its score beside the answer
  const isOfOne =
    name === undefined &&
    values.length > 0 &&
    others.every((column) => values.includes(column) || ANSWER.test(column))
  const isLong = name !== undefined || isOfOne
  if (isLong && !isOfSides && values.length !== 1)
    throw values.length === 0 ? refuse('value') : refuse('values', values)
  if (!isLong && others.length < 2) throw refuse('value')
  const how = { from, decimal: decimalOf(file) }
  const notRead = isLong ? others.filter((column) => column !== name && !values.includes(column)) : []
  if (!isOfSides)
    file.notes?.push(
      ...columnsUnread(file.name, columns, (column) => !notRead.includes(column)),
      ...(isLong ? [] : contestantsOfColumns(file.name, others, keptColumns(file.changes))),
    )
  let row = 0
  const apart = new ToldApart(notRead)
  const read = (fields: Fields) => {
    const of = (column: string) => textField(fields[column])
    const about = {
      task: task === undefined ? `row ${++row}` : of(task),
      judge: of('judge'),
      criterion: of('criterion'),
      category: of('category'),
      group: of('group'),
    }
    const cells = isOfSides
      ? ['a', 'b'].map((side) => [of(`model_${side}`), `score_${side}`] as const)
      : isLong
        ? [[name === undefined ? titleOf(file) : of(name), values[0]] as const]
        : others.map((column) => [column, column] as const)
    if (cells.length === 1) apart.see(JSON.stringify([about, cells[0]![0]]), fields)
    return together(
      cells.map(([contestant, column]) => scoreIn({ ...about, contestant }, fields[column], how, column)),
    )
  }
  return Object.assign(read, { doubts: () => apart.doubts(file.name, 'scores') })
}

const isUnscored = (text: string, { from }: Written): boolean =>
  standsForEmpty(text) || (from === 'results' && NOT_RUN.test(text))

type Written = { from: Scored; decimal: string }
type About = Omit<Score, 'value' | 'task' | 'contestant'> & Record<'task' | 'contestant', string | null>

/** The score in a cell; none if it is empty, a fault if it holds something else. @param column its name in messages */
function scoreIn(about: About, cell: unknown, how: Written, column: string): Score[] | CodedMessage {
  const text = textField(cell)
  if (text === null || isUnscored(text, how)) return []
  const { task, contestant } = about
  if (task === null) return msg('field_missing', { field: 'prompt' })
  if (contestant === null) return msg('field_missing', { field: 'model' })
  const value = valueOf(text, how)
  if (value === null) return msg('no_score_in', { field: column, value: text.slice(0, 40), from: how.from })
  if (Number.isNaN(value)) return msg('score_unclear', { field: column, value: text })
  const isError = how.from === 'results' && ERROR.test(text)
  return [
    {
      ...about,
      task: keyOf(task),
      contestant: formOf(contestant.trim()),
      value,
      ...(isError && { isError }),
    },
  ]
}

/** All of these; the first fault if there is one. */
export const together = (found: readonly (Score[] | CodedMessage)[]): Score[] | CodedMessage =>
  found.find((scores) => 'code' in scores) ?? (found as Score[][]).flat()

/** The scores of one answer, each with its name; several names are criteria. */
export const namedScores = (
  of: Record<'task' | 'contestant', string | null>,
  cells: readonly (readonly [name: string, value: unknown])[],
  from: Scored,
): Score[] | CodedMessage =>
  together(
    cells.map(([name, cell]) =>
      scoreIn({ ...of, criterion: cells.length > 1 ? name : null }, cell, { from, decimal: '.' }, name),
    ),
  )

/** The id of a task: its text, or a hash of a long one. */
const keyOf = (task: string): string =>
  task.length <= LONGEST_NAME && isName(task)
    ? task
    : createHash('sha256').update(task).digest('hex').slice(0, 12)

const PASSED =
  /^(?:pass(?:ed)?|true|wahr|vrai|verdadero|verdadeiro|vero|yes|y|success(?:ful)?|succeeded|ok|c|correct|resolved|solved|1|1\.0+|[✓✔✅☑👍])$/iu
const FAILED =
  /^(?:fail(?:ed|ure)?|false|falsch|faux|falso|no|n|error(?:ed)?|i|incorrect|wrong|unresolved|unsolved|0|0\.0+|[✗✘❌☐👎])$/iu
const ERROR = /^error(?:ed)?$/i
const NUMBER = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?$/i
const WITH_THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?)$/

/** The number in a cell, as a share if it is `8/10`; null if it is none, NaN if its commas or points seem to be between thousands. */
function numberIn(cell: string, decimal: string): number | null {
  const text = cell.replace(/^[$€£]\s*|\s*(?:%|±.*|\([\d.,± ]+\)|points?|pts?|Punkte?)$/gi, '')
  if (/^[★⭐]+☆*$|^☆+$/u.test(text)) return text.match(/[★⭐]/gu)?.length ?? 0
  const share = /^(\d+(?:[.,]\d+)?)\s*(?:\/|(?:out )?of|von)\s*(\d+)$/i.exec(text)
  if (share) return parseFloat(share[1].replace(',', '.')) / Number(share[2])
  if (WITH_THOUSANDS.test(text) && !(NUMBER.test(text) && text.includes(decimal))) return NaN
  return NUMBER.test(text) ? parseFloat(text.replace(',', '.')) / (cell.endsWith('%') ? 100 : 1) : null
}

/** A comma where semicolons are between cells. */
function decimalOf(file: OpenFile): string {
  const format = formatIn(file)
  return format.kind === 'csv' && format.separator === ';' ? ',' : '.'
}

/** What stands beside the number of a rank: `1st`, `2=`, `T2`, `#1`. */
const OF_RANK = /^(?:#|T-?|=)(?=\d)|(?<=\d)(?:st|nd|rd|th|º|[=.T])$/gi
/** What changes the colour of a picture. */
const VARIANT = /\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu

/** What a cell is worth; null and NaN as in `numberIn`. */
function valueOf(cell: string, { from, decimal }: Written): number | null {
  const text = cell.replaceAll(VARIANT, '')
  if (from === 'results') return PASSED.test(text) ? 1 : FAILED.test(text) ? 0 : null
  const number = numberIn(from === 'ranks' ? text.replaceAll(OF_RANK, '') : text, decimal)
  return from === 'ranks' && number !== null ? -number : number
}

// Reports of tests (JUnit XML): the contestant is the file.

const REPORT = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<testsuites?[\s>]/

export const isTestReport = ({ head }: OpenFile): boolean => REPORT.test(head.toString('utf8'))

/** The largest report, in MiB. */
const LARGEST_REPORT = 64
/** What XML is made of: comments, sections and instructions, which hold no tag; tags; a `<` that is none of these. */
const MARKUP =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(?<end>\/?)(?<name>[^\s<>/="'!?]+)(?<attributes>(?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|</g
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** States of tests that did not run, as GoogleTest and others write them beside the name. */
const NOT_RUN = /^(?:not ?run|skip(?:ped)?|disabled|ignored|suppressed)$/i

/** The number of a repeat and of all, as pytest-repeat writes them behind the name and the parameters of a test. */
const REPEATED = /\[(?:(.*)-)?([1-9]\d*)-([1-9]\d*)\]$/s

/** The tasks of tests that are 1 to n of n repeats. If one is missing, the numbers are parameters. */
function tasksOfRepeats(names: ReadonlySet<string>): Map<string, string> {
  const tasks = new Map<string, string>()
  const taskOf = (name: string) => name.replace(REPEATED, (_, of?: string) => (of ? `[${of}]` : ''))
  for (const [task, all] of Map.groupBy(names, taskOf)) {
    const numbers = new Set(all.map((name) => REPEATED.exec(name)?.slice(2).join()))
    const areRepeats = all.length > 1 && all.every((_, i) => numbers.has(`${i + 1},${all.length}`))
    if (areRepeats) for (const name of all) tasks.set(name, task)
  }
  return tasks
}

/**
 * @param unscored  counts skipped tests
 * @throws {FileError} if it is no well-formed XML, such as half a file, or defines entities
 */
async function addTestResults(
  scores: Score[],
  file: OpenFile,
  from: Scored,
  unscored: { count: number },
): Promise<void> {
  if (from !== 'results') throw new FileError(msg('file_is', { file: file.name, what: 'tests' }))
  const xml = (await wholeOf(file.chunks, LARGEST_REPORT, file.name)).toString('utf8')
  const broken = (at: number) =>
    new FileError(msg('xml_broken', { file: file.name, line: xml.slice(0, at).split('\n').length }))
  const contestant = titleOf(file)
  const open: string[] = []
  let test = { task: '', value: 1, isSkipped: false }
  const names = new Set<string>()
  const first = scores.length
  for (const { 0: markup, groups = {}, index } of xml.matchAll(MARKUP)) {
    if (markup === '<') throw broken(index)
    if (groups['name'] === undefined) continue
    const name = groups['name'].replace(/^.*:/, '')
    const isEnd = groups['end'] !== ''
    if (isEnd && open.pop() !== name) throw broken(index)
    if (!isEnd && open.at(-1) === 'testcase') {
      if (name === 'failure' || name === 'error') test.value = 0
      if (name === 'skipped') test.isSkipped = true
    } else if (!isEnd && name === 'testcase') {
      const all = [...groups['attributes'].matchAll(ATTRIBUTE)]
      const of = new Map(all.map(([, key, double, single]) => [key, plain(double ?? single)]))
      const called = ['classname', 'name'].map((key) => of.get(key) ?? '')
      const isSkipped = [of.get('status'), of.get('result')].some((state) => NOT_RUN.test(state ?? ''))
      test = { task: called.filter(Boolean).join(' '), value: 1, isSkipped }
      names.add(test.task)
    }
    if (!isEnd && groups['empty'] === '') open.push(name)
    else if (name !== 'testcase') continue
    else if (test.isSkipped) unscored.count++
    else scores.push({ task: test.task, contestant, value: test.value })
  }
  if (open.length > 0) throw broken(xml.length)
  const tasks = tasksOfRepeats(names)
  for (const score of scores.slice(first)) score.task = keyOf(tasks.get(score.task) ?? score.task)
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(lt|gt|amp|quot|apos));/gi, (_, decimal, hex, entity) =>
    entity ? ENTITIES[String(entity).toLowerCase()] : String.fromCodePoint(Number(decimal ?? `0x${hex}`)),
  )
