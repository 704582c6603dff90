import type { Deps } from '../platform/deps.ts'
import { findNotices } from './find-notices.ts'
import { type CodedMessage, inEnglish, msg } from '../../shared/messages/index.ts'
import { en } from '../../shared/messages/en/index.ts'
import { render } from '../../shared/messages/render.ts'
import type { SentNotice } from '../../shared/contracts/index.ts'
import type { NoticeAddress } from '../platform/config/config.ts'
import { createHmac } from 'node:crypto'
import { VERSION } from '../platform/config/installation.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../platform/schema.ts'
import type { NoticeTable } from './tables.ts'

/** The job that finds events and delivers their notices. */
export const NOTICES_TASK = 'send-notices'

/** The job. It is safe to run twice. A process without an address leaves it to the others. */
export async function sendNotices(
  deps: Pick<Deps, 'db' | 'clock' | 'chance' | 'settings' | 'access' | 'services'>,
): Promise<void> {
  if (deps.settings.notices === null) return
  await findNotices(deps)
  await deliverNotices(deps, deps.settings.notices)
}

const MOST_AT_ONCE = 100
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 60 * 60_000
/** How long a notice is tried. */
const GIVEN_UP_MS = 3 * 24 * 60 * 60_000

/**
 * Sends the notices that are due. After a failed attempt the next one follows a minute later, then two, four and so on, up to
 * an hour, for three days. A receiver that cannot be reached is tried once in a call, not with every notice.
 */
async function deliverNotices(
  deps: Pick<Deps, 'db' | 'clock' | 'access' | 'services'>,
  address: NoticeAddress,
): Promise<void> {
  for (const notice of await selectDue(deps.db, deps.clock(), MOST_AT_ONCE)) {
    const now = deps.clock()
    const attempts = notice.attempts + 1
    const body = await bodyOf(notice, address, deps.access.origins)
    const failure = await post(address, notice.id, body, now)
    if (failure === null) {
      await updateNotice(deps.db, notice, {
        state: 'delivered',
        attempts,
        delivered_at: now,
        next_at: null,
        last_error: null,
      })
      continue
    }
    deps.services.log.warn(
      { notice: notice.id, kind: notice.kind },
      `a notice was not delivered: ${inEnglish(failure)}`,
    )
    const isGivenUp = now.getTime() - notice.found_at.getTime() >= GIVEN_UP_MS
    await updateNotice(deps.db, notice, {
      state: isGivenUp ? 'failed' : 'waiting',
      attempts,
      last_error: JSON.stringify(failure),
      next_at: isGivenUp ? null : new Date(now.getTime() + waitAfter(attempts)),
    })
    if (isUnreachable(failure)) break
  }
}

/** Milliseconds from a failed attempt to the next. */
const waitAfter = (attempts: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1))

const isUnreachable = ({ code }: CodedMessage): boolean =>
  code === 'notice_unreachable' || code === 'notice_timed_out'

/**
 * What is sent: all of the notice as JSON, or `{ text }` for Slack, with the address of the board below the sentence.
 * @param origins the addresses of this server in browsers; the first one is used
 */
async function bodyOf(
  { id, kind, slug, title, happened_at: happenedAt, finding }: StoredNotice,
  { format, language }: Pick<NoticeAddress, 'format' | 'language'>,
  origins: readonly string[],
): Promise<string> {
  const words = language === 'en' ? en : (await import('../../shared/messages/de/index.ts')).de
  const text = render(finding as CodedMessage, words)
  const board = origins.length > 0 ? `${origins[0]}/a/${slug}` : null
  if (format === 'slack')
    return JSON.stringify({ text: escapedForSlack(board === null ? text : `${text}\n${board}`) })
  const notice: SentNotice = {
    id,
    kind,
    arena: slug,
    title,
    at: happenedAt.toISOString(),
    text,
    finding,
    board,
  }
  return JSON.stringify(notice)
}

/** Slack reads these three as markup, such as a mention of everybody: docs.slack.dev, “Escaping text”. */
const escapedForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** How long a receiver has to answer. */
const PATIENCE_SECONDS = 10

/**
 * Sends one notice, signed as https://www.standardwebhooks.com says. Follows no redirect, because the signed body would
 * reach an address that nobody set.
 * @returns why it failed; null: the receiver took it (any status 2xx)
 */
async function post(
  { url, key }: Pick<NoticeAddress, 'url' | 'key'>,
  id: string,
  body: string,
  now: Date,
): Promise<CodedMessage | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `Deadheat/${VERSION}`,
        ...(key && signature(key, id, body, now)),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_SECONDS * 1000),
    })
    await response.body?.cancel()
    const { status, ok } = response
    if (ok) return null
    return status >= 300 && status < 400
      ? msg('notice_redirected', { status })
      : msg('notice_refused', { status })
  } catch (error) {
    const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    // the text of the error may contain the address
    return name === 'TimeoutError'
      ? msg('notice_timed_out', { seconds: PATIENCE_SECONDS })
      : msg('notice_unreachable', { why: cause?.code ?? name })
  }
}

/** HMAC-SHA-256 over id, time and body, with the headers that a receiver needs to check it. */
function signature(key: Buffer, id: string, body: string, now: Date): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${digest}`,
  }
}

export type StoredNotice = Selectable<NoticeTable> & { slug: string; title: string }

const withArena = (db: Db) =>
  db
    .selectFrom('notices')
    .innerJoin('arenas', 'arenas.id', 'notices.arena_id')
    .selectAll('notices')
    .select(['arenas.slug', 'arenas.title'])

/** The notices whose next attempt is due, the longest due first. */
const selectDue = (db: Db, now: Date, most: number): Promise<StoredNotice[]> =>
  withArena(db)
    .where('notices.state', '=', 'waiting')
    .where('notices.next_at', '<=', now)
    .orderBy('notices.next_at')
    .orderBy('notices.happened_at')
    .orderBy('notices.id')
    .limit(most)
    .execute()

/** The newest notices, newest first. */
export const selectNewest = (db: Db, most: number): Promise<StoredNotice[]> =>
  withArena(db)
    .orderBy('notices.found_at', 'desc')
    .orderBy('notices.happened_at', 'desc')
    .orderBy('notices.id')
    .limit(most)
    .execute()

async function updateNotice(
  db: Db,
  { arena_id, id }: Pick<StoredNotice, 'arena_id' | 'id'>,
  change: Updateable<NoticeTable>,
): Promise<void> {
  await db
    .updateTable('notices')
    .set(change)
    .where('arena_id', '=', arena_id)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}
