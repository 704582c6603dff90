/**
 * Scores, ranks and results of tests as votes, where the user asks for it: within a prompt, every score of one contestant
 * meets every score of another. What only scores say is lost, and a note says what.
 */
import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import type { Scored } from '../../../shared/contracts/votes.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { columnChanges, refuseUnknownColumns, type ColumnOptions } from './column-changes.ts'
import { FileError, formOf, isName, LONGEST_NAME, standsForEmpty, textField, type Fields } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { columnsOf, ownColumnsOf, rowsOf } from './rows.ts'

/** One score of a contestant on a task. */
export interface Score {
  task: string
  contestant: string
  /** Of a rank, its negative; of a result, 1 or 0. */
  value: number
  /** What else the row says. Scores meet within the same. */
  judge?: string | null
  criterion?: string | null
  category?: string | null
  group?: string | null
}

/** The scores in a row; a fault if there is one and nothing else. */
export type ReadScores = (fields: Fields) => Score[] | CodedMessage

/** More votes than this are not made of scores. */
const MOST_VOTES = 5_000_000

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
  const changes = columnChanges(how)
  if (changes) refuseUnknownColumns(changes, files.flatMap(ownColumnsOf))
  for (const opened of files) {
    const file = changes ? { ...opened, changes } : opened
    if (isTestReport(file)) scores.push(...(await testResults(file, from, unscored)))
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
    }
  }
  const tasks = Map.groupBy(scores, ({ task, judge, criterion }) => JSON.stringify([task, judge, criterion]))
  const made = countsOf(tasks)
  if (made.votes === 0)
    throw new FileError(msg('scores_unpaired', { file: name, contestants: made.contestants }))
  if (made.votes > MOST_VOTES)
    throw new FileError(msg('scores_many', { file: name, votes: made.votes, most: MOST_VOTES }))
  const head = Buffer.from('{"model_a":"","model_b":"","winner":"","question_id":""}\n')
  return {
    name,
    head,
    chunks: linesOf(tasks),
    notes: [
      msg('scores_paired', { from, ...made, scores: scores.length }),
      ...(made.alone > 0 ? [msg('scores_alone', { count: made.alone })] : []),
      ...(unscored.count > 0 ? [msg('scores_missing', { count: unscored.count })] : []),
      ...(from === 'results' ? [msg('results_passed', { shares: passedIn(scores) })] : []),
    ],
  }
}

type Tasks = ReadonlyMap<string, readonly Score[]>

function countsOf(tasks: Tasks) {
  const contestants = new Set<string>()
  let [votes, ties, paired, alone] = [0, 0, 0, 0]
  for (const scores of tasks.values()) {
    let here = 0
    for (const [i, one] of scores.entries()) {
      contestants.add(one.contestant)
      for (let j = i + 1; j < scores.length; j++) {
        if (scores[j].contestant === one.contestant) continue
        here++
        if (scores[j].value === one.value) ties++
      }
    }
    votes += here
    if (here > 0) paired++
    else alone++
  }
  return { votes, ties, tasks: paired, alone, contestants: contestants.size }
}

/** The share that each contestant passed, as the mean over its tasks. */
function passedIn(scores: readonly Score[]): CodedMessage[] {
  return [...Map.groupBy(scores, ({ contestant }) => contestant)].sort().map(([name, own]) => {
    const tasks = [...Map.groupBy(own, ({ task }) => task).values()]
    const shares = tasks.map((of) => of.reduce((sum, { value }) => sum + value, 0) / of.length)
    const percent = (100 * shares.reduce((sum, share) => sum + share, 0)) / tasks.length
    return msg('passed_share', { name, percent: percent.toFixed(1), tasks: tasks.length })
  })
}

/** A vote for each two scores of a task by different contestants. The left side is drawn by a hash: no score has a side. */
async function* linesOf(tasks: Tasks): AsyncGenerator<Buffer> {
  for (const scores of tasks.values()) {
    const seen = new Map<string, number>()
    const numbered = scores.map((score) => {
      const sample = (seen.get(score.contestant) ?? 0) + 1
      seen.set(score.contestant, sample)
      return { ...score, sample }
    })
    let lines = ''
    for (const [i, one] of numbered.entries())
      for (const other of numbered.slice(i + 1)) {
        if (other.contestant === one.contestant) continue
        const [first, second] = one.contestant < other.contestant ? [one, other] : [other, one]
        const { task, judge, criterion, category, group } = one
        const of = [task, judge, criterion, first.contestant, second.contestant, first.sample, second.sample]
        const hash = createHash('sha256').update(JSON.stringify(of)).digest()
        const [left, right] = hash[0] < 128 ? [first, second] : [second, first]
        lines += `${JSON.stringify({
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
          sample_a: left.sample,
          sample_b: right.sample,
        })}\n`
      }
    if (lines !== '') yield Buffer.from(lines)
  }
}

const NAME = /^(?:model|variant|system|contestant|agent|name)s?$/i
const TASKS = [
  ...[
    'question_id',
    'prompt_id',
    'task_id',
    'instance_id',
    'example_id',
    'sample_id',
    'problem_id',
    'test_id',
  ],
  ...['prompt', 'task', 'question', 'problem', 'input', 'instance', 'test', 'case', 'testcase', 'item', 'id'],
]
/** Columns of a row that are no task and no score. */
const ASIDE = new Set(['judge', 'criterion', 'category', 'group', 'reference', 'context', 'judge_type'])
/** Columns that number repeats. Every repeat meets every other, so the number itself does not matter. */
const REPEAT = /^(?:sample|repeat|repetition|epoch|run|run_id|trial|attempt|seed|iteration)$/i
const VALUES: Record<Scored, RegExp> = {
  scores: /^(?:.*[\s_-])?(?:scores?|ratings?|grades?|points|accuracy|value|reward)(?:[\s_-].*)?$/i,
  ranks: /^(?:.*[\s_-])?(?:ranks?|rankings?|positions?|places?)$/i,
  results:
    /^(?:pass|passed|success|succeeded|result|status|outcome|correct|is_correct|resolved|solved|ok|score|value)$/i,
}

/** The reader of the rows of a table, or of a tool's file that knows scores. */
export async function readerFor(file: OpenFile, from: Scored): Promise<ReadScores> {
  const { recogniseScores } = await import('./tools/index.ts')
  return recogniseScores(file, from) ?? tableReader(file, from)
}

function tableReader(file: OpenFile, from: Scored): ReadScores {
  const columns = columnsOf(file).filter((column) => column !== '' && !REPEAT.test(column))
  const refuse = (wanted: 'task' | 'value' | 'values', found: readonly string[] = columns) =>
    new FileError(
      msg('scores_unread', { file: file.name, from, wanted, columns: found.slice(0, MOST_COLUMNS) }),
    )
  const task = TASKS.find((one) => columns.some((column) => column.toLowerCase() === one))
  const taskColumn = columns.find((column) => column.toLowerCase() === task)
  const has = (column: string) => columns.includes(column)
  const about = (fields: Fields, of: string) => ({
    task: of,
    judge: textField(fields['judge']),
    criterion: textField(fields['criterion']),
    category: textField(fields['category']),
    group: textField(fields['group']),
  })
  if (taskColumn === undefined && !(has('score_a') && has('score_b'))) throw refuse('task')
  let row = 0
  const taskOf = (fields: Fields) =>
    taskColumn === undefined ? `row ${++row}` : keyOf(textField(fields[taskColumn]) ?? '')
  if (has('model_a') && has('model_b') && has('score_a') && has('score_b'))
    return (fields) =>
      scoresOf(fields, about(fields, taskOf(fields)), from, [
        [textField(fields['model_a']), 'score_a'],
        [textField(fields['model_b']), 'score_b'],
      ])
  const name = columns.find((column) => NAME.test(column) && column !== taskColumn)
  if (name !== undefined) {
    const values = columns.filter(
      (column) => column !== name && column !== taskColumn && VALUES[from].test(column),
    )
    if (values.length !== 1)
      throw refuse(values.length === 0 ? 'value' : 'values', values.length > 1 ? values : columns)
    return (fields) =>
      scoresOf(fields, about(fields, taskOf(fields)), from, [[textField(fields[name]), values[0]]])
  }
  const contestants = columns.filter((column) => column !== taskColumn && !ASIDE.has(column))
  if (contestants.length < 2) throw refuse('value')
  return (fields) =>
    scoresOf(
      fields,
      about(fields, taskOf(fields)),
      from,
      contestants.map((column) => [column, column]),
    )
}

const MOST_COLUMNS = 12

/** The scores in these columns of a row. An empty cell is none. */
function scoresOf(
  fields: Fields,
  about: Omit<Score, 'contestant' | 'value'>,
  from: Scored,
  cells: readonly (readonly [contestant: string | null, column: string])[],
): Score[] | CodedMessage {
  if (about.task === '') return msg('field_missing', { field: 'prompt' })
  const scores: Score[] = []
  for (const [contestant, column] of cells) {
    const text = textField(fields[column])
    if (text === null || standsForEmpty(text)) continue
    if (contestant === null) return msg('field_missing', { field: 'model' })
    const value = valueOf(text, from)
    if (value === null) return msg('no_score_in', { field: column, value: text.slice(0, 40), from })
    scores.push({ ...about, contestant: nameOf(contestant), value })
  }
  return scores
}

const nameOf = (name: string): string => formOf(name.trim())

/** The id of a task: its text, or a hash of a long one. */
export const keyOf = (task: string): string =>
  task.length <= LONGEST_NAME && isName(task)
    ? task
    : createHash('sha256').update(task).digest('hex').slice(0, 12)

const PASSED =
  /^(?:pass(?:ed)?|true|yes|y|success(?:ful)?|succeeded|ok|c|correct|resolved|solved|1|1\.0+|✓|✅)$/i
const FAILED =
  /^(?:fail(?:ed|ure)?|false|no|n|error(?:ed)?|i|incorrect|wrong|unresolved|unsolved|0|0\.0+|✗|❌)$/i
const NUMBER = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?\s*%?$/i

/** What a cell is worth; null if it is no value of this kind. */
export function valueOf(cell: string, from: Scored): number | null {
  const text = cell.trim()
  if (from === 'results') return PASSED.test(text) ? 1 : FAILED.test(text) ? 0 : null
  if (!NUMBER.test(text)) return null
  const number = parseFloat(text.replace(',', '.'))
  return from === 'ranks' ? -number : number
}

/**
 * The scores of one answer, each with its name; several names are criteria.
 * @returns none for a value that is missing; a fault for one that is no value of this kind
 */
export function namedScores(
  of: Pick<Score, 'task' | 'contestant'>,
  cells: readonly (readonly [name: string, value: unknown])[],
  from: Scored,
): Score[] | CodedMessage {
  const scores: Score[] = []
  for (const [name, cell] of cells) {
    const text = textField(cell)
    if (text === null) continue
    const value = valueOf(text, from)
    if (value === null) return msg('no_score_in', { field: name, value: text.slice(0, 40), from })
    scores.push({ ...of, task: keyOf(of.task), criterion: cells.length > 1 ? name : null, value })
  }
  return scores
}

// Reports of tests (JUnit XML): the contestant is the file.

const REPORT = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<testsuites?[\s>]/

const isTestReport = ({ head }: OpenFile): boolean => REPORT.test(head.toString('utf8'))

/** The largest report, in bytes. */
const LARGEST_REPORT = 64 * 1024 * 1024
const CASE = /<testcase\b((?:[^>"']|"[^"]*"|'[^']*')*?)(\/>|>)/g

/** @param unscored  counts skipped tests */
async function testResults(file: OpenFile, from: Scored, unscored: { count: number }): Promise<Score[]> {
  if (from !== 'results') throw new FileError(msg('file_is', { file: file.name, what: 'tests' }))
  const parts: Buffer[] = []
  let size = 0
  for await (const part of file.chunks) {
    parts.push(part)
    if ((size += part.length) > LARGEST_REPORT)
      throw new FileError(msg('packed_large', { file: file.name, megabytes: LARGEST_REPORT / 1024 / 1024 }))
  }
  // what a test printed may look like another
  const xml = Buffer.concat(parts)
    .toString('utf8')
    .replaceAll(/<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->/g, '')
  const contestant = basename(file.name, extname(file.name))
  const scores: Score[] = []
  for (const found of xml.matchAll(CASE)) {
    const start = found.index + found[0].length
    const end = found[2] === '/>' ? start : xml.indexOf('</testcase>', start)
    const inside = end < 0 ? '' : xml.slice(start, end)
    if (/<skipped\b/.test(inside)) {
      unscored.count++
      continue
    }
    const of = (name: string) => attribute(found[1], name)
    const task = keyOf([of('classname'), of('name')].filter((part) => part !== '').join(' '))
    scores.push({ task, contestant, value: /<(?:failure|error)\b/.test(inside) ? 0 : 1 })
  }
  return scores
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function attribute(text: string, name: string): string {
  const [, , value = ''] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(` ${text}`) ?? []
  return value.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, entity: string) => ENTITIES[entity])
}
