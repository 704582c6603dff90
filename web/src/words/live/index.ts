import type { Failure } from '../../api/failure.ts'
import type { LocalText } from '../messages/index.ts'
import type { WireMessage } from '../../../../shared/contracts/problem.ts'
import { live as german } from '../../../../shared/messages/de/votes.ts'
import { live as english } from '../../../../shared/messages/en/votes.ts'
import { isKnown, render } from '../../../../shared/messages/render.ts'
import { inLanguages, withTerms } from '../in-languages.ts'
import * as de from './de.ts'
import * as en from './en.ts'

export const live = withTerms({ en: en.live, de: de.live })
export const report = inLanguages({ en: en.report, de: de.report })
const messages = inLanguages<typeof english>({ en: english, de: german })

/** What the server says of live battles, in the language of the page. Null: this page does not know the message. */
export const liveMessage = (message: WireMessage | null): string | null =>
  message && isKnown(message, messages.here) ? render(message, messages.here) : null

/** Why a question was not sent, or answers were not stopped or made again. */
export function whyNot({ code, retryAfter, finding, localText }: Failure): LocalText {
  const texts: Partial<Record<Failure['code'], string>> = {
    live_refused: live.here.refused,
    live_unchecked: live.here.unchecked,
    voting_closed: live.here.closed.voting,
    too_many_requests: retryAfter === null ? live.here.tooMany : live.here.tooManyWait(retryAfter),
    offline: live.here.notSent,
    unreachable: live.here.notSent,
    database_unreachable: live.here.notSent,
  }
  const text = texts[code] ?? liveMessage(finding)
  return text === null ? localText : { text, lang: undefined }
}
