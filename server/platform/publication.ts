/**
 * What is public. It follows the order in which transactions ended in the database, never the time of a vote: a clock that
 * jumps may delay a publication, but hides no vote that was public.
 */
import { sql } from 'kysely'
import { TAKE_BACK_SECONDS } from '../../shared/contracts/index.ts'
import type { Deps } from './deps.ts'

/**
 * What is public, as two snapshots of the database: one for votes and judgements, a later one for retractions, quarantines
 * and releases. It is the text of the SQL type `publication`, and `counted_votes_in` takes it.
 */
export type Publication = `("${string}","${string}")`

/** Whether a vote may still be taken back. Once the clock has jumped, in whatever direction, it may not. */
export const mayBeTakenBack = (castAt: Date, now: Date): boolean =>
  Math.abs(now.getTime() - castAt.getTime()) <= TAKE_BACK_SECONDS * 1000

/**
 * What is public now. Null: everything. A reader that keeps an old one shows an older publication. The database alone says
 * it: the interval that a process knows may be older than that of the servers.
 */
export async function published({ db }: Pick<Deps, 'db'>): Promise<Publication | null> {
  const { rows } = await sql<{ current: Publication | null }>`
    select format('("%s","%s")', (current).votes, (current).changes) as current from publishing
    where (current).votes is not null`.execute(db)
  return rows[0]?.current ?? null
}

/** The transactions that a snapshot has: those before `end`, except the open ones, which are all after `begin`. */
export interface Snapshot {
  begin: number
  end: number
  open: ReadonlySet<number>
}

export interface Snapshots {
  votes: Snapshot
  changes: Snapshot
}

/** The snapshots of a publication; null: everything is public. */
export function snapshotsOf(publication: Publication | null): Snapshots {
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
export const isIn = (txid: number, { end, open }: Snapshot): boolean => txid < end && !open.has(txid)

/** Whether a publication of the same database was before another one, and lacks something that this one has. */
export const isBefore = (one: Snapshots, other: Snapshots): boolean =>
  isOlder(one.votes, other.votes) || isOlder(one.changes, other.changes)

// snapshots of one database only ever grow
const isOlder = (one: Snapshot, other: Snapshot): boolean =>
  one.end < other.end || (one.end === other.end && one.open.size > other.open.size)
