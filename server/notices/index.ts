/**
 * Notices: what operators want to hear of without looking, sent to one address.
 * Always holds: a notice is queued in the transaction of its event, so it exists exactly if the event does, and its id is
 * the same in every attempt. No notice has a secret, and no log or error has anything of the address.
 */
import { createHmac } from 'node:crypto'
import { englishText } from '../../shared/messages/index.ts'
import type { SentNotice } from '../../shared/contracts/index.ts'
import { VERSION } from '../platform/config/installation.ts'
import type { NoticeAddress } from '../platform/config/config.ts'
import type { Deps, NoticedEvent } from '../platform/deps.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import type { Trx } from '../platform/schema.ts'

const NOTICE_TASK = 'send-notice'

interface NoticeJob extends Omit<SentNotice, 'board'> {
  /** The arena's number, by which the jobs of a removed arena are found. */
  arenaId: number
}

/** Queues the notice of an event, if this process knows where notices go. */
async function notify(
  { chance, settings }: Pick<Deps, 'chance' | 'settings'>,
  trx: Trx,
  { event, arena: { id: arenaId, slug, title }, at, text }: NoticedEvent,
): Promise<void> {
  if (settings.notices === null) return
  const id = chance.newId()
  const job: NoticeJob = {
    arenaId,
    id,
    event,
    arena: slug,
    title,
    at: at.toISOString(),
    text: englishText(text),
  }
  await addJob(trx, { task: NOTICE_TASK, payload: { ...job }, key: `${NOTICE_TASK} ${id}` })
}

/**
 * The job. If it fails, the job library runs it again after 3 s, 7 s, 20 s and so on, up to 6 hours, for four days.
 * @throws {Error} if the receiver does not take the notice
 */
async function sendNotice(
  { access, clock, settings }: Pick<Deps, 'access' | 'clock' | 'settings'>,
  { id, event, arena, title, at, text }: NoticeJob,
): Promise<void> {
  // only a process with an address knows this job
  const address = settings.notices!
  const [origin] = access.origins
  const board = origin === undefined ? null : `${origin}/a/${arena}`
  const notice: SentNotice = { id, event, arena, title, at, text, board }
  const failure = await post(address, id, noticeBody(notice, address), clock())
  if (failure !== null) throw new Error(failure)
}

/** All of the notice as JSON that is signed; without a key `{ text }`, as chats read it. */
const noticeBody = (notice: SentNotice, { key }: NoticeAddress): string =>
  key === null
    ? JSON.stringify({ text: escapedForSlack([notice.text, notice.board].filter(Boolean).join('\n')) })
    : JSON.stringify(notice)

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
  { url, key }: NoticeAddress,
  id: string,
  body: string,
  now: Date,
): Promise<string | null> {
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
      ? `the receiver answered ${status} and named another address; set that address instead`
      : `the receiver answered ${status}`
  } catch (error) {
    const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException }
    // the text of the error may contain the address
    return name === 'TimeoutError'
      ? `the receiver gave no answer within ${PATIENCE_SECONDS} seconds`
      : `the receiver cannot be reached (${cause?.code ?? name})`
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

export const notices = {
  tasks: { [NOTICE_TASK]: sendNotice },
  /** The jobs wait for a process that knows where notices go. */
  works: ({ settings }: Pick<Deps, 'settings'>) => settings.notices !== null,
  notify,
}
