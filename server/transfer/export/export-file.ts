import type { Arena } from '../../arenas/index.ts'
import { FACT_COLUMNS, listFacts } from '../../chain/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { RATING_COLUMNS, ratingRecords, renderLatex } from '../../leaderboard/index.ts'
import { finishedSnapshot, hasFocusedDraws, resolveView } from '../../ratings/index.ts'
import type { ViewRequest } from '../../ratings/index.ts'
import { hasSeveralSamples, hasTranscripts } from '../queries.ts'
import { exportJudgements, JUDGEMENT_COLUMNS } from './export-judgements.ts'
import {
  BATTLE_COLUMNS,
  exportBattles,
  exportPreferences,
  PREFERENCE_COLUMNS,
  TRANSCRIPT_COLUMNS,
} from './export-texts.ts'
import { exportVotes } from './export-votes.ts'
import { VOTE_COLUMNS, withMore } from './vote-columns.ts'
import { langsmithFeedback, promptfooTests } from './for-tools.ts'
import { renderLmarena } from './lmarena.ts'
import { conversationalRecord, dpoRecord } from './training.ts'
import { OTHER_FORMATS, TABLE_FORMATS, writeRecords } from './write-records.ts'
import type { FileRecord, Format } from './write-records.ts'

export const EXPORTS = ['votes', 'ratings', 'battles', 'judgements', 'preferences', 'facts'] as const
export type ExportKind = (typeof EXPORTS)[number]

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
  const table = tableFormatOf(kind, format)
  const { looks: _, together: __, ...selection } = request
  const isNarrowed = Object.values(selection).some(Boolean)
  if (kind === 'facts') {
    if (isNarrowed) throw new ProblemError('invalid_request', msg('facts_have_no_view'))
    return writeRecords(listFacts(deps, arena.id), FACT_COLUMNS, table)
  }
  const source = kind === 'judgements' ? request.source || 'judges' : request.source
  const view =
    kind === 'ratings' || isNarrowed ? await resolveView(deps, arena, { ...request, source }) : null
  if (kind === 'ratings') {
    const { board: text } = await finishedSnapshot(deps, arena, view!)
    const board = JSON.parse(text) as Board
    if (format === 'latex') return portion(renderLatex(board))
    if (format === 'lmarena') return portion(renderLmarena(board))
    return writeRecords(portion(ratingRecords(board)), RATING_COLUMNS, table)
  }
  if (kind === 'votes' || kind === 'battles') {
    const more = {
      samples: await hasSeveralSamples(deps.db, arena.id),
      pairs: await hasFocusedDraws(deps.db, arena.id),
    }
    if (kind === 'votes')
      return writeRecords(exportVotes(deps, arena, view, more), withMore(VOTE_COLUMNS, more), table)
    const transcripts = await hasTranscripts(deps.db, arena.id)
    const battles = exportBattles(deps, arena, view, isOperator, { ...more, transcripts })
    if (format === 'langsmith') return writeRecords(each(battles, langsmithFeedback), [], 'jsonl')
    if (format === 'promptfoo') return writeRecords(promptfooTests(battles), [], 'json')
    return writeRecords(
      battles,
      withMore(transcripts ? [...BATTLE_COLUMNS, ...TRANSCRIPT_COLUMNS] : BATTLE_COLUMNS, more),
      table,
    )
  }
  if (kind === 'preferences') {
    const preferences = exportPreferences(deps, arena, view, isOperator)
    if (format === 'dpo') return writeRecords(each(preferences, dpoRecord), [], 'jsonl')
    if (format === 'conversational') return writeRecords(each(preferences, conversationalRecord), [], 'jsonl')
    return writeRecords(preferences, PREFERENCE_COLUMNS, table)
  }
  const several = await hasSeveralSamples(deps.db, arena.id)
  return writeRecords(
    exportJudgements(deps, arena, view, isOperator, several),
    several ? [...JUDGEMENT_COLUMNS, 'samples'] : JUDGEMENT_COLUMNS,
    table,
  )
}

/**
 * The format of a table; `json` for a format that is none.
 * @throws {ProblemError} invalid_request if this kind of export does not have the format
 */
function tableFormatOf(kind: ExportKind, format: Format): (typeof TABLE_FORMATS)[number] {
  const table = TABLE_FORMATS.find((one) => one === format)
  const others: readonly Format[] =
    kind in OTHER_FORMATS ? OTHER_FORMATS[kind as keyof typeof OTHER_FORMATS] : []
  if (table === undefined && !others.includes(format))
    throw new ProblemError(
      'invalid_request',
      msg('format_of_another', { kind, format, formats: [...TABLE_FORMATS, ...others] }),
    )
  return table ?? 'json'
}

async function* portion<T>(whole: T): AsyncGenerator<T> {
  yield whole
}

async function* each(
  portions: AsyncIterable<FileRecord[]>,
  recordsOf: (record: FileRecord) => FileRecord[],
): AsyncGenerator<FileRecord[]> {
  for await (const records of portions) yield records.flatMap(recordsOf)
}
