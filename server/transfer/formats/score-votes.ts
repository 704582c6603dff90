/**
 * Scores, ranks and results of tests as votes, where the user asks for it: within a prompt, every score of one contestant
 * meets every score of another. What only scores say is lost, and a note says what.
 */
import { createHash } from 'node:crypto'
import type { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import type { ScoreKind } from '../../../shared/contracts/votes.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { contestantOfFile, isWholePlan, planScores } from '../read-plan/score-plan.ts'
import {
  refuseUnknownChanges,
  changesOfPlan,
  NO_EDITS,
  type ColumnChanges,
  type PlanEdits,
} from './column-changes.ts'
import { FileError, type Fields } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { fileColumns, fileRows } from './rows.ts'
import { taskId, type Score } from './scores.ts'
import { isTestReport, parseTestReport } from './test-reports.ts'

/** More votes than this are not made of scores. */
const MAX_VOTES = 5_000_000

/** The votes that scores make, as a file, and how the first file of scores was read. */
interface VotesOfScores {
  votes: OpenFile
  plan: ReadPlan
}

/**
 * The scores of files as one file of votes. Its notes say what is lost.
 * @param files  are read to their ends
 * @throws {FileError} if a file has no scores, if fewer than two contestants share a task, or if a value is none
 */
export async function votesOfScores(
  files: readonly OpenFile[],
  from: ScoreKind,
  how: PlanEdits = NO_EDITS,
): Promise<VotesOfScores> {
  const name = files.map((file) => file.name).join(', ')
  refuseUnknownChanges(namedColumns(how), [{ columns: files.flatMap(fileColumns), used: undefined }])
  const byFile: FileScores[] = []
  for (const file of files) byFile.push(await readScores(file, from, how))
  const scores = namedByRun(byFile).flat()
  const unscored = byFile.reduce((sum, file) => sum + file.unscored, 0)
  const tasks = Map.groupBy(scores, ({ task, judge, criterion }) => JSON.stringify([task, judge, criterion]))
  const counts = countVotes(tasks)
  if (counts.votes === 0)
    throw new FileError(msg('scores_unpaired', { file: name, contestants: counts.contestants }))
  if (counts.votes > MAX_VOTES)
    throw new FileError(msg('scores_many', { file: name, votes: counts.votes, most: MAX_VOTES }))
  const votes: OpenFile = {
    name,
    head: Buffer.from('{"model_a":"","model_b":"","winner":"","question_id":""}\n'),
    chunks: writeVotes(tasks),
    notes: [
      ...files.flatMap(({ notes = [] }) => notes),
      ...byFile.flatMap(({ doubts }) => doubts),
      msg('scores_paired', { from, ...counts, scores: scores.length, ...extremes(scores) }),
      ...withoutVote(counts.alone, 'task', 'with one contestant only'),
      ...withoutVote(unscored, 'row', 'without a value'),
      ...(from === 'results' ? [msg('results_passed', { shares: passRates(scores) })] : []),
    ],
  }
  return { votes, plan: byFile[0]!.plan }
}

function extremes(scores: readonly Score[]): { least: number; most: number } {
  let [least, most] = [Infinity, -Infinity]
  for (const { value } of scores) [least, most] = [Math.min(least, value), Math.max(most, value)]
  return { least, most }
}

const withoutVote = (count: number, what: 'task' | 'row', why: string): CodedMessage[] =>
  count > 0 ? [msg('scores_without_vote', { count, what, why })] : []

/** The columns that some file must have. What a whole plan names, each file must have, and its reader looks. */
function namedColumns({ plan, changes }: PlanEdits): ColumnChanges {
  if (!plan) return changes
  // a plan may leave out what the next file lacks
  return isWholePlan(plan) ? new Map() : changesOfPlan({ ...plan, ignore: [] })
}

interface FileScores {
  file: OpenFile
  plan: ReadPlan
  scores: Score[]
  /** The rows and tests without a score. */
  unscored: number
  /** What may not be meant. */
  doubts: CodedMessage[]
}

/** The scores of a file, which is read to its end. @throws {FileError} for its first row that cannot be read */
async function readScores(opened: OpenFile, from: ScoreKind, how: PlanEdits): Promise<FileScores> {
  if (isTestReport(opened)) return readTestScores(opened, from)
  const { file, plan, read, doubts } = planScores(opened, from, how)
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
  return { file: opened, plan, scores, unscored, doubts: doubts() }
}

async function readTestScores(file: OpenFile, from: ScoreKind): Promise<FileScores> {
  if (from !== 'results') throw new FileError(msg('file_is', { file: file.name, what: 'tests' }))
  const tests = await parseTestReport(file)
  const scores = tests.flatMap(({ task, isPassed }) =>
    isPassed === null
      ? []
      : [{ task: taskId(task), contestant: contestantOfFile(file), value: Number(isPassed) }],
  )
  const plan: ReadPlan = { kind: 'scores', scored: from, columns: {}, ignore: [], outcomes: {} }
  return { file, plan, scores, unscored: tests.length - scores.length, doubts: [] }
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

type Tasks = ReadonlyMap<string, readonly Score[]>

/** Counts without making any: a task may have very many scores. */
function countVotes(tasks: Tasks) {
  let [votes, ties, alone] = [0, 0, 0]
  const paired = new Set<string>()
  for (const scores of tasks.values()) {
    const pairs = countPairs(scores)
    votes += pairs
    if (pairs > 0) paired.add(scores[0]!.task)
    else alone++
    for (const equal of Map.groupBy(scores, ({ value }) => value).values()) ties += countPairs(equal)
  }
  const contestants = new Set(
    [...tasks.values()].flatMap((scores) => scores.map(({ contestant }) => contestant)),
  )
  return { votes, ties, tasks: paired.size, alone, contestants: contestants.size }
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
