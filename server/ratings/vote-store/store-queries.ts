/** Reads the votes of one arena and their changes, and the names of contestants and prompts, for the vote store. */
import type { Client } from 'pg'
import { copyRows } from '../../platform/copy-rows.ts'
import type { BinaryRow } from '../../platform/copy-rows.ts'
import type { KnownContestant } from '../boards/board-rows.ts'

/** The kinds of rows that `readEntries` reads. */
export const [VOTE, RETRACTION, QUARANTINE, RELEASE, LEAK, OVER_CAP] = [0, 1, 2, 3, 4, 5]

/** The fields of a row: those of a vote, or of a change of the vote `id`. */
export const FIELD = {
  kind: 0,
  id: 1,
  /** The number of the transaction that recorded it. */
  txid: 2,
  castAt: 3,
  outcome: 4,
  left: 5,
  right: 6,
  prompt: 7,
  source: 8,
  judge: 9,
  criterion: 10,
  voter: 11,
  /** The id of a quarantine or release. The highest id is the last one. */
  changeId: 12,
  /** The group that the voter was invited to. */
  invitedTo: 13,
} as const

/** The time limit of a read in ms. Reading ten million votes takes about a minute. */
export const LONGEST_READ_MS = 300_000

/**
 * Begins reading. All reads until `endReading` see the same moment. Postgres stops every read after `limitMs`, with
 * the code of `QUERY_CANCELED`.
 * @returns the arena's revision, how many of its voters were erased, and the oldest transaction that is still open. All earlier ones have ended, so the
 *   next reading starts at this one
 */
export async function beginReading(
  client: Client,
  arenaId: number,
  isFirst: boolean,
  limitMs = LONGEST_READ_MS,
): Promise<{ revision: number; erasedVoters: number; xmin: string }> {
  // just after an import, Postgres expects a single row of an arena, so its statistics must not choose the plan: the
  // first reading scans and joins whole tables, later ones find a few new rows by index
  const plan = isFirst ? ['nestloop'] : ['hashjoin', 'mergejoin', 'seqscan']
  await client.query(
    `begin isolation level repeatable read read only; set local max_parallel_workers_per_gather = 0;
    set local statement_timeout = ${Number(limitMs)};
    ${plan.map((method) => `set local enable_${method} = off`).join(';')}`,
  )
  const { rows } = await client.query(
    `select (select revision from arenas where id = $1) as revision,
      (select erased_voters from arenas where id = $1) as "erasedVoters", pg_snapshot_xmin(pg_current_snapshot())::text as xmin`,
    [arenaId],
  )
  return rows[0]
}

export const endReading = (client: Client): Promise<unknown> => client.query('commit')

/**
 * Reads the votes and changes of the arena that transactions from `since` on have written, votes first. Null: reads
 * all.
 */
export const readEntries = (
  client: Client,
  arenaId: number,
  since: string | null,
  onRow: (row: BinaryRow) => void,
): Promise<void> => copyRows(client, entriesQuery(arenaId, since), onRow)

/** The query behind `readEntries`, without parameters. */
export function entriesQuery(arenaId: number, since: string | null): string {
  const isNew = (table: string) =>
    `${table}.arena_id = ${Number(arenaId)}${since === null ? '' : ` and ${table}.txid >= '${BigInt(since)}'::xid8`}`
  const none =
    'null::timestamptz, null::int, null::int, null::int, null::int, null::int, null::text, null::text, null::text'
  // the offset stops Postgres from searching all battles of the arena for the battle of each vote
  const battles =
    since === null
      ? 'join battles b on b.arena_id = v.arena_id and b.id = v.battle_id'
      : `cross join lateral (
          select * from battles where arena_id = v.arena_id and id = v.battle_id offset 0) b`
  return `select ${VOTE}, v.id, v.txid, v.cast_at,
        case v.outcome when 'left' then 0 when 'right' then 1 when 'tie' then 2 else 3 end,
        b.left_contestant_id, b.right_contestant_id, b.prompt_id,
        case v.source when 'human' then 0 when 'judge' then 1 when 'result' then 2 else 3 end,
        case when v.source = 'judge' then v.voter end, b.criterion,
        nullif(v.voter, v.import_key), null::bigint, w.group_name
      from votes v ${battles}
      left join invited_voters w on w.arena_id = v.arena_id and w.voter = v.voter where ${isNew('v')}
    union all
    select ${RETRACTION}, t.vote_id, t.txid, ${none}, null::bigint, null::text from retractions t where ${isNew('t')}
    union all
    select case when q.released then ${RELEASE} when q.leak_id is not null then ${LEAK}
        when q.finding ->> 'code' = 'over_voter_cap' then ${OVER_CAP} else ${QUARANTINE} end, q.vote_id, q.txid, ${none}, q.id, null::text
      from quarantines q where ${isNew('q')}`
}

export interface NamedContestant extends KnownContestant {
  id: number
}

/** Every contestant, with the average length, cost and latency of its answers. */
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
