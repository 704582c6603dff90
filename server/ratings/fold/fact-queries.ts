/** What the fold reads: the facts of one arena that it does not have yet, and the names that they go by. */
import type { Client } from 'pg'
import { copyRows } from '../../platform/copy-rows.ts'
import type { BinaryRow } from '../../platform/copy-rows.ts'
import type { KnownContestant } from '../board/board-rows.ts'

/** Kinds of rows that `readFacts` tells. */
export const [VOTE, RETRACTION, QUARANTINE, RELEASE] = [0, 1, 2, 3]

/** The fields of a row: those of a vote, or of a further fact of the vote `id`. */
export const FIELD = {
  kind: 0,
  id: 1,
  /** When it was recorded. */
  at: 2,
  castAt: 3,
  outcome: 4,
  left: 5,
  right: 6,
  prompt: 7,
  source: 8,
  judge: 9,
  criterion: 10,
  voter: 11,
  /** Of a quarantine or release: which of several words was the last. */
  word: 12,
} as const

/**
 * Begins reading: everything until `endReading` is of one moment.
 * @returns the arena's revision, and from which transaction on facts may be missing in this moment: all earlier ones
 *   have ended, so that what they brought is visible, or will never be
 */
export async function beginReading(
  client: Client,
  arenaId: number,
  isFirst: boolean,
): Promise<{ revision: number; xmin: string }> {
  await client.query(
    // A few new facts are to be found by index, whatever the statistics say of a table that just grew.
    `begin isolation level repeatable read read only; set local max_parallel_workers_per_gather = 0;${
      isFirst
        ? ''
        : 'set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off'
    }`,
  )
  const { rows } = await client.query(
    `select (select revision from arenas where id = $1) as revision, pg_snapshot_xmin(pg_current_snapshot())::text as xmin`,
    [arenaId],
  )
  return rows[0]
}

export const endReading = (client: Client): Promise<unknown> => client.query('commit')

/** Tells every fact of the arena that transactions from `since` on brought (null: all), votes first. */
export function readFacts(
  client: Client,
  arenaId: number,
  since: string | null,
  hear: (row: BinaryRow) => void,
): Promise<void> {
  const isNew = (table: string) =>
    `${table}.arena_id = ${Number(arenaId)}${since === null ? '' : ` and ${table}.txid >= '${BigInt(since)}'::xid8`}`
  const none =
    'null::timestamptz, null::int, null::int, null::int, null::int, null::int, null::text, null::text, null::text'
  return copyRows(
    client,
    `select ${VOTE}, v.id, v.recorded_at, v.cast_at,
        case v.outcome when 'left' then 0 when 'right' then 1 when 'tie' then 2 else 3 end,
        b.left_contestant_id, b.right_contestant_id, b.prompt_id,
        case v.source when 'human' then 0 when 'judge' then 1 when 'result' then 2 else 3 end,
        case when v.source = 'judge' then v.voter end, b.criterion,
        nullif(v.voter, v.import_key), null::bigint
      from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id where ${isNew('v')}
    union all
    select ${RETRACTION}, t.vote_id, t.retracted_at, ${none}, null::bigint from retractions t where ${isNew('t')}
    union all
    select case when q.released then ${RELEASE} else ${QUARANTINE} end, q.vote_id, q.at, ${none}, q.id
      from quarantines q where ${isNew('q')}`,
    hear,
  )
}

export interface NamedContestant extends KnownContestant {
  id: number
}

/** Every contestant with what its answers weigh. */
export async function readContestants(client: Client, arenaId: number): Promise<NamedContestant[]> {
  const { rows } = await client.query(
    `select c.id, c.name, c.slug, c.retired_at is not null as retired, avg(a.characters)::float8 as "averageLength",
      avg(a.words)::float8 as "averageWords", avg(a.cost_usd)::float8 as "costUsd",
      percentile_cont(0.5) within group (order by a.latency_ms) as "latencyMs"
    from contestants c left join answers a on a.arena_id = c.arena_id and a.contestant_id = c.id
    where c.arena_id = $1 group by c.arena_id, c.id`,
    [arenaId],
  )
  return rows
}

export interface NamedPrompt {
  id: number
  key: string
  category: string | null
}

export async function readPrompts(client: Client, arenaId: number): Promise<NamedPrompt[]> {
  const { rows } = await client.query('select id, key, category from prompts where arena_id = $1', [arenaId])
  return rows
}
