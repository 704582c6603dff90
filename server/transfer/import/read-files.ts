/** Reads each kind of file in portions, as part of an import. */
import type { Warning } from '../../../shared/contracts/index.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import type { VoteRow } from '../../../shared/contracts/votes.ts'
import { planOfNamesInFile, strengthLost } from '../read-plan/names-in-file.ts'
import { columnsRead, isOfNoTool, OF_TABLE } from '../read-plan/presets.ts'
import { planAsColumnChanges, planOfColumns } from '../read-plan/deadheat-columns.ts'
import type { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { chunks } from '../../platform/postgres/rows.ts'
import { readAnswers, type AnswerRow } from '../formats/answers.ts'
import { mappedColumns, fileColumns, refuseSecondHeader } from '../formats/rows.ts'
import {
  resolveChanges,
  changesOfPlan,
  requestedScoreKind,
  leavesReasoningOut,
  refuseUnknownOptions,
  type NamesInFile,
  type PlanEdits,
} from '../formats/column-changes.ts'
import type { RowProblems } from '../formats/complaints.ts'
import {
  detectKind,
  isPlainVotesFile,
  deadheatColumns,
  READ_OF,
  type FileKind,
} from '../formats/detect-kind.ts'
import { columnsUnread, DistinguishingColumn, findIdUse, votesWatch, type IdUse } from '../formats/doubts.ts'
import { FileError, type Fields } from '../formats/fields.ts'
import { outcomeMeanings } from '../formats/outcome-meanings.ts'
import { isOrdered } from '../formats/file-votes.ts'
import { mergeCalls } from '../formats/merge-calls.ts'
import { RepeatCounts } from '../formats/repeated-votes.ts'
import { fileHash, type OpenFile } from '../formats/open-file.ts'
import { readPrompts, type PromptRow } from '../formats/prompts.ts'
import { withoutReasoning } from '../formats/names.ts'
import { recogniseByPlan, columnsOfTool, recogniseTool, type Recognised } from '../formats/tools/index.ts'
import { readToolFile } from '../formats/tools/read-tool-file.ts'
import { votesOfScores } from '../formats/score-votes.ts'
import { readVotes } from '../formats/votes.ts'
import {
  importedVote,
  type ReadFileSummary,
  type ImportedAnswer,
  type ImportFile,
  type ImportPortion,
} from './arena-import.ts'

export interface Reading {
  complaints: RowProblems
  /** Whether the two orders of a judgement are one vote or two. */
  orders: 'merge' | 'separate'
  warn: (warning: Warning) => void
}

/** What a table of answers may have of a vote, beside its contestants. */
const OF_VOTES_BESIDE = ['winner', 'judge', 'judge_type', 'criterion', 'tstamp']

/** A file and how it is read. */
export interface PlannedFile extends NamesInFile {
  file: OpenFile
  /** Of a file in Deadheat's own columns. Null: a tool wrote it, and what its rows hold is known when all are read. */
  content: FileKind | null
  tool: Recognised | null
  /** Read by it again, the file has the same rows. Null: an arena.yaml. */
  plan: ReadPlan | null
  /** Whether a user gave the plan, so that its columns are what they seem to be. */
  isGiven: boolean
}

/**
 * Says how a file is read, or files whose scores are read together: by the plan that is given, else by the one that the exact names
 * of their columns suggest. `import`, over HTTP too, `look` and `rate` read it the same way.
 * @throws {FileError} if it cannot be used as a whole, or an option is misspelt
 */
export async function planFile(given: readonly OpenFile[], how: PlanEdits): Promise<PlannedFile> {
  const from = requestedScoreKind(how)
  if (!from) return how.plan ? readerOfPlan(given[0], how.plan) : suggestPlan(given[0], how)
  const { votes: file, plan } = await votesOfScores(given, from, how)
  return {
    file,
    content: 'votes',
    tool: null,
    columns: fileColumns(file),
    used: undefined,
    plan,
    isGiven: how.plan !== undefined,
  }
}

/** A file that is read by its exact names, and by what is said of them. */
function suggestPlan(opened: OpenFile, how: PlanEdits): PlannedFile {
  const columns = fileColumns(opened)
  refuseSecondHeader(opened, false)
  const outcomes = outcomeMeanings(how.outcomes)
  const named = (names: Iterable<string>): OpenFile => {
    const changes = resolveChanges(columns, how.changes, names)
    return { ...opened, ...(changes && { changes }), ...(outcomes && { outcomes }) }
  }
  let file = named(deadheatColumns())
  let tool = isPlainVotesFile(file) ? null : recogniseTool(file)
  if (tool?.format.plan?.kind === 'table') {
    // every other column names a contestant, as it is spelled
    file = named([...OF_TABLE, ...OF_VOTES_BESIDE])
    tool = recogniseTool(file)
    refuseSecondHeader(file, true)
  }
  const planned = { file, tool, columns, used: tool?.head.renames.used, isGiven: false }
  if (tool) {
    const { plan, name } = tool.format
    const found = plan ? planInFile(plan, file, how) : { ...planOfEdits(how, 'votes'), preset: name }
    return { ...planned, content: null, plan: found }
  }
  try {
    const content = detectKind(file)
    const plan =
      content === 'arena' ? null : planInFile(planOfColumns(content, mappedColumns(file)), file, how)
    return { ...planned, content, plan }
  } catch (error) {
    // a slip in an option is the likelier reason
    refuseUnknownOptions(how, [planned])
    throw error
  }
}

/** A plan that was found among columns under other names, as one that says the same when it is given. */
export function planInFile(found: ReadPlan, file: OpenFile, { outcomes }: PlanEdits): ReadPlan {
  const columns = fileColumns(file)
  const plan = planOfNamesInFile(found, columns, file.changes)
  // the next file is asked about what this one has not
  const unreadColumns = isOfNoTool(plan) ? columnsBesidePlan(plan, columns) : []
  return { ...plan, ignore: [...plan.ignore, ...unreadColumns], outcomes: { ...plan.outcomes, ...outcomes } }
}

/** What is said of columns, as the columns of a plan. */
function planOfEdits({ changes, outcomes }: PlanEdits, kind: ReadPlan['kind']): ReadPlan {
  const columns: ReadPlan['columns'] = {}
  const ignore: string[] = []
  for (const [source, target] of changes)
    if (target === null) ignore.push(source)
    else columns[target] = source
  return { kind, columns, ignore, outcomes }
}

/** A file that is read as a plan says. */
function readerOfPlan(opened: OpenFile, plan: ReadPlan): PlannedFile {
  const outcomes = outcomeMeanings(plan.outcomes)
  const columns = fileColumns(opened)
  const columnPlan = planAsColumnChanges(plan, columns)
  // pandas leaves the corner of a table of counts empty
  const corner = plan.kind === 'counts' && columns.indexOf('') === 0 && columns.lastIndexOf('') === 0
  const changes =
    columnPlan?.changes ??
    (columnsOfTool(plan)
      ? resolveChanges(columns, changesOfPlan(plan), [])
      : corner
        ? new Map([['', 'model']])
        : null)
  const file = { ...opened, ...(changes && { changes }), ...(outcomes && { outcomes }) }
  const unread = columnsBesidePlan(plan, columns)
  if (columnPlan)
    opened.notes?.push(...columnsUnread(opened.name, columns, (column) => !unread.includes(column)))
  const tool = columnPlan ? null : recogniseByPlan(file, plan)
  return {
    file,
    content: columnPlan?.content ?? null,
    tool,
    columns,
    used: tool?.head.renames.used,
    // who says that a file holds counts names no columns
    plan: Object.keys(plan.columns).length > 0 ? plan : (tool?.format.plan ?? plan),
    isGiven: true,
  }
}

/** The columns that a plan neither reads nor leaves out. */
function columnsBesidePlan(plan: ReadPlan, columns: readonly string[]): string[] {
  const known = new Set(columnsRead(plan, new Set(columns)))
  return columns.filter((column) => column !== '' && !known.has(column))
}

type Portions = AsyncGenerator<ImportPortion>
type DeadheatKind = Exclude<FileKind, 'arena'>

/** How many of each kind a file had. */
type ReadCounts = { votes: number; answers: number; prompts: number }

/** What a file is in the end: that of a tool is known by what it had. */
export const kindRead = ({ content }: PlannedFile, { votes, answers }: ReadCounts): DeadheatKind =>
  content === null || content === 'arena'
    ? votes > 0
      ? 'votes'
      : answers > 0
        ? 'answers'
        : 'prompts'
    : content

const importedPrompt = ({ line: _line, unread: _unread, ...prompt }: PromptRow) => prompt
const importedAnswer = ({ line: _line, ...answer }: AnswerRow): ImportedAnswer => answer

/** @param read called when the import reads the file; it may open it only then */
export function createImportFile(
  read: (hashed: (file: OpenFile) => OpenFile, note: (read: ReadFileSummary) => void) => Portions,
): ImportFile {
  const { through, id } = fileHash()
  let noted: ReadFileSummary | null = null
  return { read: () => read(through, (how) => void (noted = how)), id, asRead: () => noted }
}

/** A kind of file: what its rows become, and what is doubtful about it once all is read. */
interface Kind {
  read(file: OpenFile, complaints: RowProblems, votes: VotesOfFile): Portions
  /** `row` sees each row before it is understood. */
  watch(
    file: OpenFile,
    votes: VotesOfFile,
  ): { row?: (fields: Fields) => void; doubts: () => (CodedMessage | Warning)[] }
}

/**
 * Reads a file in portions.
 * @returns how many of each kind it had
 * @throws {FileError} if it cannot be used, or if it has nothing but bad rows
 */
export async function* readPortions(
  { file, content, tool, isGiven }: PlannedFile,
  { complaints, orders, warn }: Reading,
): AsyncGenerator<ImportPortion, ReadCounts> {
  if (content === 'arena') throw new FileError(msg('arena_among', { file: file.name }))
  const read = { votes: 0, answers: 0, prompts: 0 }
  const kind = tool ? kindOfTool(tool) : KINDS[content!]
  const cutsReasoning = leavesReasoningOut(file.changes)
  const idUse = isGiven ? null : findIdUse(file, tool)
  const votes = new VotesOfFile(file.name, orders, idUse)
  const { row, doubts } = kind.watch(file, votes)
  for await (const written of kind.read(row ? { ...file, watch: row } : file, complaints, votes)) {
    const { answers } = written
    const all = cutsReasoning && answers ? { ...written, answers: answers.map(withoutReasoning) } : written
    for (const what of ['votes', 'answers', 'prompts'] as const) read[what] += all[what]?.length ?? 0
    yield { ...all, pictures: file.pictures?.taken() ?? [] }
  }
  const found = [...doubts(), ...(file.notes ?? []), ...picturesMissing(file), ...strengthLost(file)]
  for (const doubt of found) warn('message' in doubt ? doubt : warning(doubt))
  const good = Math.max(read.votes, read.answers, read.prompts)
  complaints.refuseIfBad(file, good, true)
  for (const doubt of complaints.doubts(file.name, good)) warn(warning(doubt))
  return read
}

/** That texts of a file name pictures that are not beside it. */
function picturesMissing({ name, pictures }: OpenFile): CodedMessage[] {
  const [first, ...more] = pictures?.missing ?? []
  return first === undefined ? [] : [msg('pictures_missing', { file: name, count: 1 + more.length, first })]
}

const KINDS: Record<DeadheatKind, Kind> = {
  votes: {
    async *read(file, complaints, votes) {
      for await (const rows of readVotes(file, complaints)) yield { votes: votes.of(rows) }
      yield* votes.merged()
    },
    watch(file, votes) {
      const { row, doubts } = votesWatch(file)
      return { row, doubts: () => withoutEqualRows([...doubts(), ...votes.doubts()]) }
    },
  },
  prompts: {
    async *read(file, complaints) {
      for await (const rows of readPrompts(file, complaints)) yield { prompts: rows.map(importedPrompt) }
    },
    watch: (file) => ({ doubts: () => unread(file, READ_OF.prompts) }),
  },
  answers: {
    async *read(file, complaints) {
      for await (const rows of readAnswers(file, complaints, null))
        yield { answers: rows.map(importedAnswer) }
    },
    watch(file) {
      const apart = new DistinguishingColumn(
        mappedColumns(file).filter((column) => column !== '' && !READ_OF.answers.has(column)),
      )
      return {
        row(fields) {
          const { prompt, question_id, model, sample, text, turns } = fields
          if (!apart.isFull)
            apart.see(JSON.stringify([prompt, question_id, model, sample]), fields, text ?? turns, true)
        },
        doubts: () => [...apart.doubts(file.name, 'answers'), ...unread(file, READ_OF.answers)],
      }
    },
  },
}

/** Rows that a column tells apart are not equal. */
const withoutEqualRows = (doubts: (CodedMessage | Warning)[]): (CodedMessage | Warning)[] =>
  doubts.some(({ code }) => code === 'rows_told_apart')
    ? doubts.filter(({ code }) => code !== 'rows_copied' && code !== 'rows_equal')
    : doubts

/** Asks about the columns that a kind does not read. */
const unread = (file: OpenFile, read: ReadonlySet<string>): CodedMessage[] =>
  columnsUnread(file.name, mappedColumns(file), (column) => read.has(column))

/** A file of another tool: prompts, answers and votes. */
const kindOfTool = (tool: Recognised): Kind => ({
  async *read(file, complaints, votes) {
    for await (const rows of readToolFile(file, tool, complaints))
      yield {
        prompts: rows.prompts.map(importedPrompt),
        answers: rows.answers.map(importedAnswer),
        votes: votes.of(rows.votes),
      }
    yield* votes.merged()
  },
  watch: ({ name }, votes) => ({
    doubts: () => withoutEqualRows([...tool.head.notes.doubts(name, tool.head.renames), ...votes.doubts()]),
  }),
})

/** The rows of a portion. */
const MERGED_AT_ONCE = 10_000

/** The votes of one file. Rows that may be one half of a judgement wait until all rows are read. */
class VotesOfFile {
  readonly #name: string
  readonly #orders: Reading['orders']
  readonly #idUse: IdUse | null
  #place = 0
  readonly #repeats = new RepeatCounts()
  #waiting: (VoteRow & { place: number })[] = []
  #incomplete: VoteRow[] = []

  constructor(name: string, orders: Reading['orders'], idUse: IdUse | null) {
    this.#name = name
    this.#idUse = idUse
    this.#orders = orders
  }

  of(rows: readonly VoteRow[]) {
    return rows.flatMap((row) => {
      const place = ++this.#place
      if (this.#orders === 'separate' || !isOrdered(row)) return this.#vote(row, place)
      this.#waiting.push({ ...row, place })
      return []
    })
  }

  #vote(row: VoteRow, place: number) {
    this.#repeats.add(row)
    return importedVote(row, place)
  }

  *merged(): Generator<ImportPortion> {
    const { votes, incomplete } = mergeCalls(this.#waiting)
    this.#incomplete = incomplete
    for (const portion of chunks(votes, MERGED_AT_ONCE))
      yield { votes: portion.map((row) => this.#vote(row, row.place)) }
  }

  doubts(): (CodedMessage | Warning)[] {
    const file = this.#name
    const lines = this.#incomplete.map(({ line }) => line)
    const message = msg('incomplete_judgement_in', { file })
    const more = { kind: 'incomplete_judgement' as const, count: lines.length, lines: lines.slice(0, 100) }
    return [
      ...this.#repeats.warnings(file, this.#idUse),
      ...(lines.length > 0 ? [warning(message, more)] : []),
    ]
  }
}
