/** When new votes become public: at once, or at fixed intervals. */
import type { Kysely } from 'kysely'
import { TAKE_BACK_SECONDS } from '../../shared/contracts/index.ts'
import type { Config } from './config.ts'
import { isPublic } from './client-address.ts'
import type { Reach } from './client-address.ts'
import type { Database } from './schema.ts'

/** Seconds between publications on a server that strangers can reach. */
const PUBLIC_INTERVAL = 60
const TAKE_BACK_MS = TAKE_BACK_SECONDS * 1000

/**
 * The time up to which votes are public; those cast after it are not yet. Null: all votes are public. It lags behind the
 * clock, so that a vote that may still be taken back is never public.
 */
export function publishedUntil(now: Date, everySeconds: number): Date | null {
  if (everySeconds === 0) return null
  return new Date(startOfPeriod(now.getTime() - TAKE_BACK_MS, everySeconds))
}

/** The earliest time at which a board may count a vote cast at `now`. */
export function nextPublication(now: Date, everySeconds: number): Date {
  if (everySeconds === 0) return now
  return new Date(startOfPeriod(now.getTime(), everySeconds) + everySeconds * 1000 + TAKE_BACK_MS)
}

function startOfPeriod(time: number, everySeconds: number): number {
  const period = everySeconds * 1000
  return Math.floor(time / period) * period
}

/**
 * Seconds between publications, the same for all processes of a database. A server without the setting publishes at once
 * if only its own machine can reach it, else every minute, and stores that. Workers and commands read what is stored.
 */
export async function publicationInterval(
  db: Kysely<Database>,
  { publishEvery, ...reach }: Pick<Config, 'publishEvery'> & Reach,
  serves: boolean,
): Promise<number> {
  if (!serves) return publishEvery ?? (await storedInterval(db)) ?? 0
  const seconds = publishEvery ?? (isPublic(reach) ? PUBLIC_INTERVAL : 0)
  await db
    .insertInto('settings')
    .values({ name: 'publish_every', value: String(seconds) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(seconds) }))
    .execute()
  return seconds
}

async function storedInterval(db: Kysely<Database>): Promise<number | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'publish_every')
    .executeTakeFirst()
  return row && Number(row.value)
}
