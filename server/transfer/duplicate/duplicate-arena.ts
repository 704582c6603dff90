import type { DuplicatedArena, DuplicateRequest } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { createArena, findArena } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import { ProblemError } from '../../platform/problem.ts'
import { pauseAll } from '../../schedule/index.ts'
import { requestRating, updateStatistics } from '../../votes/index.ts'
import type { ImportDeps } from '../import/import-into.ts'
import { lockImport } from '../queries.ts'
import { copyRows } from './queries.ts'

/** From this many answers on, the planner's statistics are updated at once. */
const MANY_ROWS = 10_000

/**
 * Makes a new arena with the prompts, contestants, answers, judges, checks, providers, leaks and settings of another, in
 * one transaction. Votes, runs, invitations and the end of voting stay behind, and the entries of its schedule are paused.
 * @throws {ProblemError} invalid_request if there is an arena of the new name
 */
export async function duplicateArena(
  deps: ImportDeps,
  source: Arena,
  { as: slug, title }: DuplicateRequest,
): Promise<DuplicatedArena> {
  const result = await deps.db.transaction().execute(async (trx) => {
    // in one order, so that two duplications never wait for each other
    for (const name of [source.slug, slug].toSorted()) await lockImport(trx, name)
    if (await findArena(trx, slug))
      throw new ProblemError('invalid_request', msg('arena_exists', { arena: slug }))
    const { closes: _, ...settings } = source.settings
    const { description, visibility, criteria } = source
    const words = { slug, title: title ?? source.title, description, visibility }
    const arena = await createArena(trx, { ...words, criteria, settings })
    const { contestants, prompts, answers } = await copyRows(trx, { from: source.id, to: arena.id })
    await pauseAll(trx, arena, deps.clock())
    await requestRating(trx, arena.id, deps.publishEvery)
    const counts = { contestantsAdded: contestants, promptsAdded: prompts, answersAdded: answers }
    await putOnRecord(trx, deps, arena.id, 'arena_created', { copyOf: source.slug, ...counts })
    return { arena: slug, copyOf: source.slug, contestants, prompts, answers }
  })
  if (result.answers >= MANY_ROWS) await updateStatistics(deps.db)
  return result
}
