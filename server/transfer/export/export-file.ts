import { TIE_POINTS } from '../../../shared/stats/fit/votes.ts'
import { normalQuantile } from '../../../shared/stats/numbers/distributions.ts'
import { parseList } from '../formats/fields.ts'
import { createHash } from 'node:crypto'
import type { Arena } from '../../arenas/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { RATING_COLUMNS, ratingRecords } from '../../leaderboard/index.ts'
import { currentSnapshot, resolveView, type ArenaView, type ViewRequest } from '../../ratings/index.ts'
import { exportJudgements, JUDGEMENT_COLUMNS } from './export-judgements.ts'
import {
  BATTLE_COLUMNS,
  exportBattles,
  exportVotes,
  PREFERENCE_COLUMNS,
  preferenceRecord,
  VOTE_COLUMNS,
  type RunIds,
} from './export-votes.ts'
import {
  FILES,
  JSON_TYPE,
  OTHER_FORMATS,
  TABLE_FORMATS,
  writeRecords,
  type FileRecord,
  type Format,
} from './write-records.ts'
import { requireValue } from '../../platform/postgres/query.ts'
import type { Db } from '../../platform/schema.ts'

export const EXPORTS = ['votes', 'ratings', 'battles', 'judgements', 'preferences'] as const
export type ExportKind = (typeof EXPORTS)[number]

const COLUMNS: Record<ExportKind, readonly string[]> = {
  votes: VOTE_COLUMNS,
  ratings: RATING_COLUMNS,
  battles: BATTLE_COLUMNS,
  judgements: JUDGEMENT_COLUMNS,
  preferences: PREFERENCE_COLUMNS,
}

/** The forms of other tools, as records of a file of JSON. */
const FORMS: Partial<
  Record<Format, (records: AsyncIterable<FileRecord[]>, arena: string) => AsyncIterable<FileRecord[]>>
> = {
  dpo: (records) => each(records, dpoRecord),
  conversational: (records) => each(records, conversationalRecord),
  langsmith: (records, arena) => each(records, feedbackRecords(arena, 'langsmith')),
  langfuse: (records, arena) => each(records, feedbackRecords(arena, 'langfuse')),
  phoenix: (records, arena) => each(records, feedbackRecords(arena, 'phoenix')),
  promptfoo: promptfooTests,
}

/**
 * The text of an exported file, in portions. Without filters it has everything; with filters, the votes that the board
 * of this view counts.
 * @param isOperator whether the caller may read texts that are not public
 * @throws {ProblemError} invalid_request for a view that the arena or this kind of export does not have
 */
export async function exportFile(
  deps: Deps,
  arena: Arena,
  kind: ExportKind,
  format: Format,
  request: ViewRequest,
  isOperator: boolean,
): Promise<AsyncGenerator<string | Uint8Array>> {
  const table = findTableFormat(kind, format)
  const { looks: _, ...selection } = request
  const isNarrowed = Object.values(selection).some(Boolean)
  const source = kind === 'judgements' ? request.source || 'judges' : request.source
  const view =
    kind === 'ratings' || isNarrowed ? await resolveView(deps, arena, { ...request, source }) : null
  if (format === 'lmarena') return portion(renderLmarena(await currentBoard(deps, arena, view!)))
  if (Object.hasOwn(RUNS_OF, format) && !(isOperator && (await hasRuns(deps.db, arena.id, format))))
    throw new ProblemError('invalid_request', msg('runs_unknown', { arena: arena.slug }))
  const form = FORMS[format]
  // a cell of a CSV file cannot hold a picture, and other tools take none
  const drawn = kind === 'battles' && !form && format !== 'csv'
  const records =
    kind === 'ratings'
      ? portion(ratingRecords(await currentBoard(deps, arena, view!)))
      : kind === 'votes'
        ? exportVotes(deps, arena, view)
        : kind === 'judgements'
          ? exportJudgements(deps, arena, view, isOperator)
          : exportBattles(deps, arena, view, isOperator, drawn)
  const rows = kind === 'preferences' ? each(records, preferenceRecord) : records
  if (form) return writeRecords(form(rows, arena.slug), [], FILES[format][1] === JSON_TYPE ? 'json' : 'jsonl')
  const columns = COLUMNS[kind].filter((column) => drawn || !column.startsWith('drawn'))
  return writeRecords(rows, columns, table)
}

async function currentBoard(deps: Deps, arena: Arena, view: ArenaView): Promise<Board> {
  const { board } = await currentSnapshot(deps, arena, view)
  return JSON.parse(board) as Board
}

/**
 * The format of a table; `json` for a format that is none.
 * @throws {ProblemError} invalid_request if this kind of export does not have the format
 */
function findTableFormat(kind: ExportKind, format: Format): (typeof TABLE_FORMATS)[number] {
  const table = TABLE_FORMATS.find((candidate) => candidate === format)
  const others: readonly Format[] =
    kind in OTHER_FORMATS ? OTHER_FORMATS[kind as keyof typeof OTHER_FORMATS] : []
  if (table === undefined && !others.includes(format))
    throw new ProblemError(
      'invalid_request',
      `There are no ${kind} as ${format}. Their formats are ${[...TABLE_FORMATS, ...others].join(', ')}.`,
    )
  return table ?? 'json'
}

async function* portion<T>(whole: T): AsyncGenerator<T> {
  yield whole
}

async function* each(
  portions: AsyncIterable<FileRecord[]>,
  toRecords: (record: FileRecord) => FileRecord[],
): AsyncGenerator<FileRecord[]> {
  for await (const records of portions) yield records.flatMap(toRecords)
}

/** Whether some answer names its run in another tool by one of these ids. */
const hasRuns = (db: Db, arenaId: number, format: Format): Promise<boolean> =>
  requireValue<boolean>(db)`
    select exists (select from answers where arena_id = ${arenaId}
      and run ?| ${RUNS_OF[format as keyof typeof RUNS_OF]}::text[]) as has`

// Battles in the forms that evaluation tools read.

/** The share of a vote that the left and the right side get. */
const SHARES: Record<string, [left: number, right: number]> = {
  model_a: [1, 0],
  model_b: [0, 1],
  tie: [TIE_POINTS, TIE_POINTS],
  'tie (bothbad)': [0, 0],
  'tie (inconsistent)': [TIE_POINTS, TIE_POINTS],
}

/** The id by which each tool knows what a verdict is about; of several, the first that an answer has. */
const RUNS_OF = { langsmith: ['run_id'], langfuse: ['trace_id'], phoenix: ['span_id', 'trace_id'] }

/**
 * A vote as bodies of requests, one for the run of each answer that has an id: `POST /api/v1/feedback` of LangSmith,
 * `POST /api/public/scores` of Langfuse, `POST /v1/span_annotations` or `/v1/trace_annotations` of Phoenix. The id of
 * a body is the same in every export.
 */
const feedbackRecords = (arena: string, format: keyof typeof RUNS_OF) => (record: FileRecord) => {
  const { criterion, reason: comment, judge, judge_type, vote, question_id, tstamp } = record
  const shares = SHARES[String(record['winner'])]
  return (['a', 'b'] as const).flatMap((side, i) => {
    const run = (record[`run_${side}`] ?? {}) as Partial<RunIds>
    const { run_id, session_id, trace_id, observation_id, span_id } = run
    if (!shares || RUNS_OF[format].every((name) => run[name] === undefined)) return []
    const hash = createHash('sha256')
      .update(JSON.stringify([arena, vote, side]))
      .digest('hex')
    const id = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5')
    const about = {
      judge,
      judge_type,
      vote,
      question_id,
      against: record[side === 'a' ? 'model_b' : 'model_a'],
    }
    if (format === 'langfuse') {
      const subject = { traceId: trace_id, observationId: observation_id, name: criterion }
      return { id, ...subject, value: shares[i], dataType: 'NUMERIC', comment, metadata: about }
    }
    if (format === 'phoenix') {
      const subject = span_id === undefined ? { trace_id } : { span_id }
      const kind = judge_type === 'llm' ? 'LLM' : 'HUMAN'
      const result = { score: shares[i], ...(comment !== null && { explanation: comment }) }
      const annotation = {
        ...subject,
        name: criterion,
        annotator_kind: kind,
        result,
        metadata: about,
        identifier: id,
      }
      return { data: [annotation] }
    }
    const from = { type: judge_type === 'llm' ? 'model' : 'api', metadata: about }
    const at = new Date(Number(tstamp) * 1000).toISOString()
    const subject = { run_id, session_id, trace_id, key: criterion }
    return { id, ...subject, score: shares[i], comment, feedback_source: from, created_at: at }
  })
}

/**
 * A test of promptfoo for each prompt with a winner: the prompt, and the assertion that an answer is at least as good
 * as the one that won most of its votes. Only single questions.
 */
async function* promptfooTests(battles: AsyncIterable<FileRecord[]>): AsyncGenerator<FileRecord[]> {
  const prompts = new Map<string, { text: string; wins: Map<string, number>; answers: Map<string, string> }>()
  for await (const records of battles)
    for (const record of records) {
      const { prompt, question_id: id, winner } = record
      const side = winner === 'model_a' ? 'a' : winner === 'model_b' ? 'b' : null
      const answer = side && record[`answer_${side}`]
      if (typeof prompt !== 'string' || typeof id !== 'string' || typeof answer !== 'string') continue
      const known = prompts.get(id) ?? { text: prompt, wins: new Map(), answers: new Map() }
      const model = String(record[`model_${side}`])
      known.wins.set(model, (known.wins.get(model) ?? 0) + 1)
      known.answers.set(model, answer)
      prompts.set(id, known)
    }
  yield [...prompts].map(([id, { text, wins, answers }]) => {
    const [best, count] = [...wins].reduce((most, tally) => (tally[1] > most[1] ? tally : most))
    return {
      description: id,
      vars: { prompt: text },
      assert: [
        {
          type: 'llm-rubric',
          value: `The answer is at least as good as this one, which voters preferred:\n\n${answers.get(best)!}`,
        },
      ],
      metadata: { question_id: id, preferred: best, wins: count },
    }
  })
}

/**
 * A board's rated contestants as LMArena publishes its leaderboards (`leaderboard_table_df` of `elo_results`): an
 * object by model. `rating_q975` and `rating_q025` are the ends of the interval, `variance` is that of a
 * normal rating with this interval, in points, and `final_ranking` counts the contestants that are certainly above.
 */
function renderLmarena({ contestants, level }: Board): string {
  const quantile = normalQuantile((1 - level) / 2)
  const rows = contestants.flatMap((row) => {
    if (row.rating === null) return []
    const entry = {
      rating: row.rating,
      variance: row.interval && ((row.interval[1] - row.interval[0]) / (2 * quantile)) ** 2,
      rating_q975: row.interval?.[1] ?? null,
      rating_q025: row.interval?.[0] ?? null,
      num_battles: row.votes,
      final_ranking: row.place?.[0] ?? null,
    }
    return [[row.name, entry] as const]
  })
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`
}

// Preferences in the forms that trainers read.

interface Turn {
  role: string
  content: string
}

/** A text as one turn of this role, messages as they are. */
const parseTurns = (value: unknown, role: string): Turn[] =>
  typeof value === 'string'
    ? [{ role, content: value }]
    : parseList(value).map((part) => (typeof part === 'string' ? { role, content: part } : (part as Turn)))

const isText = ({ prompt, chosen, rejected }: FileRecord) =>
  [prompt, chosen, rejected].every((text) => typeof text === 'string')

/** `prompt`, `chosen` and `rejected` as texts. Conversations of several turns have no such form and are left out. */
const dpoRecord = (record: FileRecord): FileRecord[] => (isText(record) ? [record] : [])

/** `prompt`, `chosen` and `rejected` as messages. Answers to several questions follow all of them. */
const conversationalRecord = (record: FileRecord): FileRecord[] => [
  {
    ...record,
    prompt: parseTurns(record['prompt'], 'user'),
    chosen: parseTurns(record['chosen'], 'assistant'),
    rejected: parseTurns(record['rejected'], 'assistant'),
  },
]
