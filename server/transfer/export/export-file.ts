import type { Arena } from '../../arenas/index.ts'
import { FACT_COLUMNS, listFacts } from '../../chain/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { RATING_COLUMNS, ratingRecords } from '../../leaderboard/index.ts'
import { finishedSnapshot, hasFocusedDraws, resolveView } from '../../ratings/index.ts'
import type { ViewRequest } from '../../ratings/index.ts'
import { hasSeveralSamples } from '../queries.ts'
import { exportJudgements, JUDGEMENT_COLUMNS } from './export-judgements.ts'
import { BATTLE_COLUMNS, exportBattles, exportPreferences, PREFERENCE_COLUMNS } from './export-texts.ts'
import { exportVotes } from './export-votes.ts'
import { VOTE_COLUMNS, withMore } from './vote-columns.ts'
import { writeRecords } from './write-records.ts'
import type { Format } from './write-records.ts'

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
): Promise<AsyncGenerator<string>> {
  const { looks: _, together: __, ...selection } = request
  const isNarrowed = Object.values(selection).some(Boolean)
  if (kind === 'facts') {
    if (isNarrowed) throw new ProblemError('invalid_request', msg('facts_have_no_view'))
    return writeRecords(listFacts(deps.db, arena.id), FACT_COLUMNS, format)
  }
  const source = kind === 'judgements' ? request.source || 'judges' : request.source
  const view =
    kind === 'ratings' || isNarrowed ? await resolveView(deps, arena, { ...request, source }) : null
  if (kind === 'ratings') {
    const { board } = await finishedSnapshot(deps, arena, view!)
    return writeRecords(portion(ratingRecords(JSON.parse(board) as Board)), RATING_COLUMNS, format)
  }
  if (kind === 'votes' || kind === 'battles') {
    const more = {
      samples: await hasSeveralSamples(deps.db, arena.id),
      pairs: await hasFocusedDraws(deps.db, arena.id),
    }
    return kind === 'votes'
      ? writeRecords(exportVotes(deps, arena, view, more), withMore(VOTE_COLUMNS, more), format)
      : writeRecords(
          exportBattles(deps, arena, view, isOperator, more),
          withMore(BATTLE_COLUMNS, more),
          format,
        )
  }
  if (kind === 'preferences')
    return writeRecords(exportPreferences(deps, arena, view, isOperator), PREFERENCE_COLUMNS, format)
  const several = await hasSeveralSamples(deps.db, arena.id)
  return writeRecords(
    exportJudgements(deps, arena, view, isOperator, several),
    several ? [...JUDGEMENT_COLUMNS, 'samples'] : JUDGEMENT_COLUMNS,
    format,
  )
}

async function* portion<T>(records: T[]): AsyncGenerator<T[]> {
  yield records
}
