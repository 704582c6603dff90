import { createHash } from 'node:crypto'
import { arenaById } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import { VERSION } from '../platform/version.ts'
import type { Deps } from '../platform/deps.ts'
import { notifyBoard } from '../platform/notifications.ts'
import { publishedUntil } from '../platform/publication.ts'
import { selectContestantsWithAnswers, selectVotedSources, selectVotes } from './queries.ts'
import { basisOf, isOlder } from './basis.ts'
import { judgingWarnings, sourceWarnings } from './source-warnings.ts'
import { insertSnapshot, lockView, selectSnapshot } from './snapshot-queries.ts'
import type { Snapshot } from './snapshot-queries.ts'
import { computeBoardInThread } from './rating-threads.ts'
import { takeTurn } from './turns.ts'
import type { Why } from './turns.ts'
import type { ArenaView } from './view.ts'

export const ROUNDS = 1000
export const SEED = 1

const running = new WeakMap<object, Map<string, Promise<Snapshot>>>()

/**
 * Computes the view's board from the published votes, keeps it, and tells whoever watches the arena. Visitors and
 * jobs that want the same board of the same facts wait for one computation.
 * @param basis the state of the facts when it was asked for
 * @param why `kept`: a job keeps the view current, and it goes first; `asked for`: a visitor wants it now
 * @throws {ProblemError} too_many_requests when too many boards that were asked for are waiting
 */
export function takeSnapshot(
  deps: Deps,
  arena: Arena,
  view: ArenaView,
  basis: string,
  why: Why,
): Promise<Snapshot> {
  const ours = running.get(deps.db) ?? new Map<string, Promise<Snapshot>>()
  running.set(deps.db, ours)
  const key = `${arena.id} ${basis} ${view.key}`
  const promise = ours.get(key) ?? computeSnapshot(deps, arena, view, why).finally(() => ours.delete(key))
  ours.set(key, promise)
  return promise
}

async function computeSnapshot(deps: Deps, arena: Arena, view: ArenaView, why: Why): Promise<Snapshot> {
  using _turn = await takeTurn(why)
  const computedAt = deps.clock()
  const until = publishedUntil(computedAt, deps.publishEvery)
  const { basis, votes, contestants, warnings } = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({
      basis: await basisOf(trx, (await arenaById(trx, arena.id))!, view.source, until),
      votes: await selectVotes(trx, arena.id, { ...view, until }),
      contestants: await selectContestantsWithAnswers(trx, arena.id),
      warnings: [
        ...sourceWarnings(view, await selectVotedSources(trx, arena.id)),
        ...(await judgingWarnings(trx, arena.id, { ...view, until })),
      ],
    }))
  const { since: _since, before: _before, trust: _trust, key, ...shown } = view
  const board = await computeBoardInThread(votes, {
    arena: arena.slug,
    view: shown,
    contestants,
    rounds: ROUNDS,
    seed: SEED,
    warnings,
    computedAt: computedAt.toISOString(),
    version: VERSION,
  })
  const text = JSON.stringify(board)
  return deps.db.transaction().execute(async (trx) => {
    await lockView(trx, arena.id, key)
    const latest = await selectSnapshot(trx, arena.id, key)
    if (latest && isOlder(basis, latest.basis)) return latest
    const snapshot = await insertSnapshot(trx, {
      arena_id: arena.id,
      view_key: key,
      kept: why === 'kept',
      basis,
      board: text,
      etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
      computed_at: computedAt,
    })
    await notifyBoard(trx, arena.id)
    return snapshot
  })
}
