import type { Arena } from '../../arenas/index.ts'
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
} from './export-votes.ts'
import { writeRecords, type FileRecord, type Format } from './write-records.ts'

export const EXPORTS = ['votes', 'ratings', 'battles', 'judgements', 'preferences'] as const
export type ExportKind = (typeof EXPORTS)[number]

const COLUMNS: Record<ExportKind, readonly string[]> = {
  votes: VOTE_COLUMNS,
  ratings: RATING_COLUMNS,
  battles: BATTLE_COLUMNS,
  judgements: JUDGEMENT_COLUMNS,
  preferences: PREFERENCE_COLUMNS,
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
  const { looks: _, ...selection } = request
  const isNarrowed = Object.values(selection).some(Boolean)
  const source = kind === 'judgements' ? request.source || 'judges' : request.source
  const view =
    kind === 'ratings' || isNarrowed ? await resolveView(deps, arena, { ...request, source }) : null
  // a cell of a CSV file cannot hold a picture
  const drawn = kind === 'battles' && format !== 'csv'
  const records =
    kind === 'ratings'
      ? portion(ratingRecords(await currentBoard(deps, arena, view!)))
      : kind === 'votes'
        ? exportVotes(deps, arena, view)
        : kind === 'judgements'
          ? exportJudgements(deps, arena, view, isOperator)
          : exportBattles(deps, arena, view, isOperator, drawn)
  const rows = kind === 'preferences' ? each(records, preferenceRecord) : records
  const columns = COLUMNS[kind].filter((column) => drawn || !column.startsWith('drawn'))
  return writeRecords(rows, columns, format)
}

async function currentBoard(deps: Deps, arena: Arena, view: ArenaView): Promise<Board> {
  const { board } = await currentSnapshot(deps, arena, view)
  return JSON.parse(board) as Board
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
