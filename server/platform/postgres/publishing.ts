/**
 * What is public. It follows the order in which transactions ended in the database, never the time of a vote: a clock that
 * jumps may delay a publication, but hides no vote that was public.
 */
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Config } from '../config/config.ts'
import { isPublic, type Reach } from '../http/client-address.ts'
import type { Db, Trx } from '../schema.ts'
import { queryRows, requireRow } from './query.ts'

/**
 * What is public, as two snapshots of the database: one for votes and judgements, a later one for retractions, quarantines
 * and releases. It is the text of the SQL type `publication`, and `counted_votes_in` takes it.
 */
export type Publication = `("${string}","${string}")`

/**
 * What is public now. Null: everything. A reader that keeps an old one shows an older publication. The database alone says
 * it: the interval that a process knows may be older than that of the servers.
 */
export async function currentPublication({ db }: Pick<Deps, 'db'>): Promise<Publication | null> {
  const rows = await queryRows<{ current: Publication | null }>(db)`
    select format('("%s","%s")', (current).votes, (current).changes) as current from publishing
    where (current).votes is not null`
  return rows[0]?.current ?? null
}

/** The transactions that a snapshot has: those before `end`, except the open ones, which are all after `begin`. */
interface Snapshot {
  begin: number
  end: number
  open: ReadonlySet<number>
}

export interface Snapshots {
  votes: Snapshot
  changes: Snapshot
}

/** The snapshots of a publication; null: everything is public. */
export function parsePublication(publication: Publication | null): Snapshots {
  if (publication === null) return { votes: EVERYTHING, changes: EVERYTHING }
  const [votes, changes] = [...publication.matchAll(/"(\d+):(\d+):([\d,]*)"/g)].map(
    ([, begin, end, open]): Snapshot => ({
      begin: Number(begin),
      end: Number(end),
      open: new Set(open === '' ? [] : open!.split(',').map(Number)),
    }),
  )
  return { votes: votes!, changes: changes! }
}

const EVERYTHING: Snapshot = { begin: Infinity, end: Infinity, open: new Set() }

/** Whether a snapshot has what a transaction wrote. The SQL function `is_in` says the same. */
export const isVisibleIn = (txid: number, { end, open }: Snapshot): boolean => txid < end && !open.has(txid)

/** Whether a publication of the same database was before another one, and lacks something that this one has. */
export const isOlderPublication = (snapshots: Snapshots, reference: Snapshots): boolean =>
  isOlder(snapshots.votes, reference.votes) || isOlder(snapshots.changes, reference.changes)

// snapshots of one database only ever grow
const isOlder = (snapshot: Snapshot, reference: Snapshot): boolean =>
  snapshot.end < reference.end || (snapshot.end === reference.end && snapshot.open.size > reference.open.size)

// Makes votes public: at once, or at fixed intervals. What is public is stored, the same for all processes of a database.

/** Seconds between publications on a server that strangers can reach. */
export const PUBLIC_INTERVAL = 60

/** Where publishing stands. */
interface Stand {
  /** Whether everything is public. */
  isAll: boolean
  /** When something was published last, by the clock of the process that did. */
  publishedAt: Date | null
  /** Seconds between publications, as the last server that started has it; null: none has started yet. */
  everySeconds: number | null
}

/**
 * Publishes if a period has begun since the last publication. Any number of processes may call this at any time. A clock that
 * jumped is no obstacle: in whatever direction it went, another period has begun.
 * @param everySeconds seconds between publications until a server has stored its own: a worker may have started before it
 * @param onPublished runs in the transaction that makes something public
 * @returns where publishing stood before
 */
export async function advancePublication(
  db: Db,
  now: Date,
  everySeconds: number,
  onPublished: (trx: Trx) => Promise<void> = async () => {},
): Promise<Stand> {
  const before = await stand(db)
  if (!isDue(before, now, everySeconds)) return before
  // whatever the role's default is: a statement after the lock sees at least what those saw that held it before
  const transaction = db.transaction().setIsolationLevel('read committed')
  await transaction.execute(async (trx) => {
    if (!isDue(await stand(trx, true), now, everySeconds)) return
    await sql`
      update publishing set current = row(pg_current_snapshot(), pg_current_snapshot()), published_at = ${now}`.execute(
      trx,
    )
    await onPublished(trx)
  })
  return before
}

function isDue({ isAll, publishedAt, everySeconds: stored }: Stand, now: Date, byDefault: number): boolean {
  if (isAll) return false
  const everySeconds = stored ?? byDefault
  const period = (time: Date) => Math.floor(time.getTime() / (everySeconds * 1000))
  return publishedAt === null || period(publishedAt) !== period(now)
}

const stand = (db: Db, isLocked = false): Promise<Stand> =>
  requireRow<Stand>(db)`
    select (current).votes is null as "isAll", published_at as "publishedAt",
      (select value::float8 from settings where name = 'publish_every') as "everySeconds"
    from publishing ${isLocked ? sql`for update` : sql``}`

/**
 * Seconds between publications, the same for all processes of a database. A server without the setting publishes at once
 * if only its own machine can reach it, else every minute, and stores that. Workers and commands read what is stored.
 */
export async function openPublication(
  db: Db,
  { publishEvery, ...reach }: Pick<Config, 'publishEvery'> & Reach,
  serves: boolean,
): Promise<number> {
  const seconds = serves
    ? (publishEvery ?? (isPublic(reach) ? PUBLIC_INTERVAL : 0))
    : (publishEvery ?? (await storedInterval(db)) ?? 0)
  if (serves)
    await db
      .insertInto('settings')
      .values({ name: 'publish_every', value: String(seconds) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(seconds) }))
      .execute()
  await beginPublishing(db, serves ? seconds : null)
  return seconds
}

/**
 * Makes what is stored fit the interval. What was public stays so. Of a database that was restored on another server, whose
 * transactions have other numbers, everything becomes public. Its votes count as the oldest then, whatever the interval:
 * with numbers of transactions still to come, each look for new votes would read all of them again.
 * @param everySeconds null: the interval stays as it is
 */
export async function beginPublishing(db: Db, everySeconds: number | null): Promise<void> {
  if ((await beginning(db, everySeconds)) === null && !(await isRestored(db))) return
  await db.transaction().execute(async (trx) => {
    await stand(trx, true)
    if (await isRestored(trx)) await adoptRestored(trx)
    const start = await beginning(trx, everySeconds)
    if (start === 'everything') await sql`update publishing set current = null`.execute(trx)
    if (start !== 'everything so far') return
    await sql`update publishing set current = row(pg_current_snapshot(), pg_current_snapshot())`.execute(trx)
  })
}

async function beginning(
  db: Db,
  everySeconds: number | null,
): Promise<'everything' | 'everything so far' | null> {
  const { isAll } = await stand(db)
  if (everySeconds === 0) return isAll ? null : 'everything'
  if (isAll) return everySeconds === null ? null : 'everything so far'
  const { rows } = await sql`
    select from publishing
    where pg_snapshot_xmax((current).changes) > pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
  return rows.length > 0 ? 'everything so far' : null
}

/** Whether something has the number of a transaction that is still to come. It was restored from another server then. */
async function isRestored(db: Db): Promise<boolean> {
  // the newest of each arena by index
  const newest = (table: string) => sql`
    select n.txid from arenas a cross join lateral (
      select t.txid from ${sql.table(table)} t where t.arena_id = a.id order by t.txid desc limit 1) n`
  const { rows } = await sql`
    select from (${newest('votes')} union all ${newest('retractions')} union all ${newest('quarantines')}) n
    where n.txid >= pg_snapshot_xmax(pg_current_snapshot())
    union all
    select from publishing
    where pg_snapshot_xmax((current).changes) > pg_snapshot_xmax(pg_current_snapshot())
    limit 1`.execute(db)
  return rows.length > 0
}

/** What is restored counts as the oldest. */
async function adoptRestored(trx: Trx): Promise<void> {
  // of millions of votes it takes longer than other statements
  await sql`set local statement_timeout = 0`.execute(trx)
  for (const name of [
    'votes',
    'retractions',
    'quarantines',
    'judgements',
    'skipped_pairs',
    'second_looks',
    'decisions',
  ]) {
    const table = sql.table(name)
    const isRestored = sql`txid >= pg_snapshot_xmax(pg_current_snapshot())`
    const { rows } = await sql`select from ${table} where ${isRestored} limit 1`.execute(trx)
    if (rows.length === 0) continue
    await sql`alter table ${table} disable trigger user`.execute(trx)
    await sql`update ${table} set txid = '3' where ${isRestored}`.execute(trx)
    await sql`alter table ${table} enable trigger user`.execute(trx)
  }
}

async function storedInterval(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'publish_every')
    .executeTakeFirst()
  return row && Number(row.value)
}
