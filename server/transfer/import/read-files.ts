/** Reads each kind of file in portions, as part of an import. */
import type { Warning } from '../../../shared/contracts/index.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import type { VoteRow } from '../../../shared/contracts/votes.ts'
import { planOfNamesInFile, strengthLost } from '../read-plan/plan-options.ts'
import { columnsRead, isOfNoTool, OF_TABLE } from '../read-plan/presets.ts'
import { planAsColumnChanges, planFromColumns } from '../read-plan/deadheat-columns.ts'
import type { ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { chunks } from '../../platform/postgres/rows.ts'
import { readAnswers, type AnswerRow } from '../formats/answers.ts'
import { mappedColumns, fileColumns, refuseSecondHeader } from '../formats/rows.ts'
import {
  resolveChanges,
  changesOfPlan,
  scoresRead,
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
import type { Fields } from '../formats/fields.ts'
import { outcomeMeanings } from '../formats/outcome-meanings.ts'
import { ExchangedSides, isOrdered } from '../formats/file-votes.ts'
import { mergeCalls } from '../formats/merge-calls.ts'
import { RepeatCounts } from '../formats/repeated-votes.ts'
import { fileHash, type OpenFile } from '../formats/open-file.ts'
import { readPrompts, type PromptRow } from '../formats/prompts.ts'
import { withoutReasoning } from '../formats/names.ts'
import { recogniseByPlan, isOfTool, recogniseTool, type Recognised } from '../formats/tools/index.ts'
import { readToolFile } from '../formats/tools/read-tool-file.ts'
import { votesOfScores } from '../formats/score-votes.ts'
import { readVotes } from '../formats/votes.ts'
import {
  importedVote,
  type FileRead,
  type ImportedAnswer,
  type ImportFile,
  type ImportPortion,
} from './arena-import.ts'

export interface Reading {
  complaints: RowProblems
  /** Whether the two orders of a judgement are one vote or two. */
  orders: 'merge' | 'separate'
  warn: (warning: Warning) => void
  /** Whether a plan says how the file is read, so that no option can. */
  isPlanned?: boolean
}

/** What a table of answers may have of a vote, beside its contestants. */
const OF_VOTES_BESIDE = ['winner', 'judge', 'judge_type', 'criterion', 'tstamp']

/** What reads a file: the readers of Deadheat's own columns, or one that translates rows of a tool. */
interface FileReader extends NamesInFile {
  file: OpenFile
  content: FileContent | 'arena'
  tool: Recognised | null
}

/** A file and how it is read. */
export interface PlannedFile extends FileReader {
  /** Read by it again, the file has the same rows. Null: an arena.yaml. */
  plan: ReadPlan | null
}

/**
 * Says how a file is read, or files whose scores are read together: by the plan that is given, else by the exact names of their
 * columns. `import`, over HTTP too, `look` and `rate` read it the same way.
 * @throws {FileError} if it cannot be used as a whole, or an option is misspelt
 */
export async function planFile(given: readonly OpenFile[], how: PlanEdits): Promise<PlannedFile> {
  const reader = await findReader(given, how)
  return { ...reader, plan: planOfReader(reader, how) }
}

async function findReader(given: readonly OpenFile[], how: PlanEdits): Promise<FileReader> {
  const from = scoresRead(how)
  if (how.plan && !from) return readerOfPlan(given[0], how.plan)
  const opened = from ? await votesOfScores(given, from, how) : given[0]
  const columns = fileColumns(opened)
  if (!from) refuseSecondHeader(opened, false)
  const outcomes = outcomeMeanings(how.outcomes)
  const named = (names: Iterable<string>): OpenFile => {
    const changes = from ? null : resolveChanges(columns, how.changes, names)
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
  try {
    const content = tool ?? detectKind(file)
    return { file, content, tool, columns, used: tool?.head.renames.used }
  } catch (error) {
    // a slip in an option is the likelier reason
    refuseUnknownOptions(how, [{ columns, used: undefined }])
    throw error
  }
}

/** A file that is read as a plan says. */
function readerOfPlan(opened: OpenFile, plan: ReadPlan): FileReader {
  const outcomes = outcomeMeanings(plan.outcomes)
  const columns = fileColumns(opened)
  const own = planAsColumnChanges(plan, columns)
  // pandas leaves the corner of a table of counts empty
  const corner = plan.kind === 'counts' && columns.indexOf('') === 0 && columns.lastIndexOf('') === 0
  const changes =
    own?.changes ??
    (isOfTool(plan)
      ? resolveChanges(columns, changesOfPlan(plan), [])
      : corner
        ? new Map([['', 'model']])
        : null)
  const file = { ...opened, ...(changes && { changes }), ...(outcomes && { outcomes }) }
  const unread = columnsBesidePlan(plan, columns)
  if (own) opened.notes?.push(...columnsUnread(opened.name, columns, (column) => !unread.includes(column)))
  if (own) return { file, content: own.content, tool: null, columns, used: undefined }
  const tool = recogniseByPlan(file, plan)
  return { file, content: tool, tool, columns, used: tool.head.renames.used }
}

/** The columns that a plan neither reads nor leaves out. */
function columnsBesidePlan(plan: ReadPlan, columns: readonly string[]): string[] {
  const known = new Set(columnsRead(plan, new Set(columns)))
  return columns.filter((column) => column !== '' && !known.has(column))
}

/** How a reader reads, as a plan that says the same when it is given. Null: an arena.yaml. */
function planOfReader({ file, content, tool, columns }: FileReader, how: PlanEdits): ReadPlan | null {
  if (how.plan) return how.plan
  if (content === 'arena') return null
  const { outcomes } = how
  if (how.from) return { ...givenPlan(how), kind: 'scores', scored: how.from, outcomes }
  if (tool?.format.plan) {
    const plan = planOfNamesInFile(tool.format.plan, columns, file.changes)
    // the next file is asked about what this one has not
    const beside = isOfNoTool(plan) ? columnsBesidePlan(plan, columns) : []
    return {
      ...plan,
      ignore: [...plan.ignore, ...beside],
      outcomes: { ...plan.outcomes, ...outcomes },
    }
  }
  if (tool) return { ...givenPlan(how), kind: 'votes', preset: tool.format.name, outcomes }
  return planFromColumns(content as Exclude<FileKind, 'arena'>, columns, file.changes, outcomes)
}

/** What the options say of columns, as the columns of a plan. */
function givenPlan(how: PlanEdits): ReadPlan {
  const changes = [...how.changes]
  return {
    kind: 'votes',
    columns: Object.fromEntries(
      changes.flatMap(([source, target]) => (target === null ? [] : [[target, source]])),
    ),
    ignore: changes.flatMap(([source, target]) => (target === null ? [source] : [])),
    outcomes: {},
  }
}

/** What a file holds: rows of one kind, or what another tool wrote. */
export type FileContent = Exclude<FileKind, 'arena'> | Recognised

type Portions = AsyncGenerator<ImportPortion>

/** How many of each kind a file had. */
type ReadCounts = { votes: number; answers: number; prompts: number }

/** What a file is in the end: that of a tool is known by what it had. */
export const kindRead = (content: FileContent, { votes, answers }: ReadCounts): Exclude<FileKind, 'arena'> =>
  typeof content === 'string' ? content : votes > 0 ? 'votes' : answers > 0 ? 'answers' : 'prompts'

const promptOf = ({ line: _line, unread: _unread, ...prompt }: PromptRow) => prompt
const answerOf = ({ line: _line, ...answer }: AnswerRow): ImportedAnswer => answer

/** @param read called when the import reads the file; it may open it only then */
export function createImportFile(
  read: (hashed: (file: OpenFile) => OpenFile, note: (read: FileRead) => void) => Portions,
): ImportFile {
  const { through, id } = fileHash()
  let noted: FileRead | null = null
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
  file: OpenFile,
  content: FileContent,
  { complaints, orders, warn, isPlanned = false }: Reading,
): AsyncGenerator<ImportPortion, ReadCounts> {
  const read = { votes: 0, answers: 0, prompts: 0 }
  const kind = typeof content === 'string' ? KINDS[content] : kindOfTool(content)
  const cutsReasoning = leavesReasoningOut(file.changes)
  const idUse = isPlanned ? null : findIdUse(file, typeof content === 'string' ? null : content)
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

const KINDS: Record<Exclude<FileKind, 'arena'>, Kind> = {
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
      for await (const rows of readPrompts(file, complaints)) yield { prompts: rows.map(promptOf) }
    },
    watch: (file) => ({ doubts: () => unread(file, READ_OF.prompts) }),
  },
  answers: {
    async *read(file, complaints) {
      for await (const rows of readAnswers(file, complaints, null)) yield { answers: rows.map(answerOf) }
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
        prompts: rows.prompts.map(promptOf),
        answers: rows.answers.map(answerOf),
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
  readonly #exchanged = new ExchangedSides()
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
    this.#exchanged.add(row)
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
      ...(this.#orders === 'merge' ? this.#exchanged.warnings(file) : []),
      ...(lines.length > 0 ? [warning(message, more)] : []),
    ]
  }
}
