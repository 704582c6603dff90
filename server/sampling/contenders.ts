import { type Kysely, sql } from 'kysely'
import { viewKey } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'

interface Known {
  basis: string
  contenders: Promise<ReadonlySet<number>>
}

const knownByDatabase = new WeakMap<object, Map<string, Known>>()

/**
 * Ids of the contestants that may still be first on the newest stored board of a source and criterion. Empty if there is
 * no board yet or it names a winner. Each board is read once.
 */
export async function contendersOf(
  db: Kysely<Database>,
  arena: Arena,
  source: string,
  criterion: string,
): Promise<ReadonlySet<number>> {
  const view = viewKey({
    source,
    criterion: arena.criteria.length > 1 ? criterion : null,
    category: null,
    from: null,
    to: null,
    looks: 'any',
    together: null,
  })
  const board = await selectNewestBoardId(db, arena.id, view)
  if (!board) return new Set()
  const cached = knownByDatabase.get(db) ?? new Map<string, Known>()
  knownByDatabase.set(db, cached)
  const key = `${arena.id} ${view}`
  const basis = `${board.id} ${arena.revision}`
  const last = cached.get(key)
  if (last?.basis === basis) return last.contenders
  const contenders = selectContenders(db, arena.id, board.id).then((ids) => new Set(ids))
  cached.set(key, { basis, contenders })
  contenders.catch(() => cached.delete(key))
  return contenders
}

/** The newest board of a view; undefined if there is none yet. */
const selectNewestBoardId = (
  db: Kysely<Database>,
  arenaId: number,
  view: string,
): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('snapshots')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('view_key', '=', view)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The active contestants that may still be first by a board: the dead heat for first, and contestants without an
 * upper end of their rating. These are not rated or not on the board. Empty if the board names a winner.
 */
async function selectContenders(db: Kysely<Database>, arenaId: number, boardId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with board as materialized (
      select board::jsonb as b from snapshots where arena_id = ${arenaId} and id = ${boardId}),
    listed as (
      select r->>'name' as name, r->>'status' = 'rated' as rated, r->>'reason' as reason
      from board, jsonb_array_elements(b->'contestants') r)
    select c.id from board join contestants c on c.arena_id = ${arenaId} and c.retired_at is null
      left join listed l on l.name = c.name
    where b->>'winner' is null and (b->'deadHeatForFirst' ? c.name or l.name is null
      or not l.rated and l.reason is distinct from 'winless')
    order by c.id`.execute(db)
  return rows.map(({ id }) => id)
}
