import type { Arena } from '../../arenas/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { RATING_COLUMNS, ratingRecords } from '../../leaderboard/index.ts'
import { resolveView, settledSnapshot } from '../../ratings/index.ts'
import type { ViewRequest } from '../../ratings/index.ts'
import { exportVotes } from './export-votes.ts'
import { VOTE_COLUMNS } from './vote-columns.ts'
import { writeRecords } from './write-records.ts'
import type { Format } from './write-records.ts'

export const EXPORTS = ['votes', 'ratings'] as const
export type ExportKind = (typeof EXPORTS)[number]

/**
 * The text of an exported file, a portion at a time. Votes without any switch set are all of them; with switches,
 * those that the board counts.
 */
export async function exportFile(
  deps: Deps,
  arena: Arena,
  what: ExportKind,
  format: Format,
  request: ViewRequest,
): Promise<AsyncGenerator<string>> {
  const isNarrowed = Object.values(request).some(Boolean)
  const view = what === 'votes' && !isNarrowed ? null : await resolveView(deps, arena, request)
  if (what === 'votes') return writeRecords(exportVotes(deps, arena, view), VOTE_COLUMNS, format)
  const { board } = await settledSnapshot(deps, arena, view!)
  return writeRecords(portion(ratingRecords(JSON.parse(board) as Board)), RATING_COLUMNS, format)
}

async function* portion<T>(records: T[]): AsyncGenerator<T[]> {
  yield records
}
