import type { CodedMessage } from '../../shared/messages/index.ts'
import { de } from '../../shared/messages/de/index.ts'
import { en } from '../../shared/messages/en/index.ts'
import { render } from '../../shared/messages/render.ts'
import type { SentNotice } from '../../shared/contracts/index.ts'
import type { NoticeAddress } from '../platform/notice-address.ts'
import type { StoredNotice } from './queries.ts'

/**
 * What is sent: all of the notice as JSON, or `{ text }` for Slack, with the address of the board below the sentence.
 * @param origins the addresses of this server in browsers; the first one is used
 */
export function bodyOf(
  { id, kind, slug, title, happened_at: happenedAt, finding }: StoredNotice,
  { format, language }: Pick<NoticeAddress, 'format' | 'language'>,
  origins: readonly string[],
): string {
  const text = render(finding as CodedMessage, { en, de }[language])
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
