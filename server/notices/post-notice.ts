import { createHmac } from 'node:crypto'
import { msg } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { NoticeAddress } from '../platform/notice-address.ts'
import { VERSION } from '../platform/version.ts'

/** How long a receiver has to answer. */
const PATIENCE_SECONDS = 10

/**
 * Sends one notice, signed as https://www.standardwebhooks.com says. Follows no redirect, because the signed body would
 * reach an address that nobody set.
 * @returns why it failed; null: the receiver took it (any status 2xx)
 */
export async function post(
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
export function signature(key: Buffer, id: string, body: string, now: Date): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${digest}`,
  }
}
