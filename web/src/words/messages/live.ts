import type { Language } from '../../../../shared/contracts/language.ts'
import type { WireMessage } from '../../../../shared/contracts/problem.ts'
import { live as german } from '../../../../shared/messages/de/votes.ts'
import { live as english } from '../../../../shared/messages/en/votes.ts'
import { isKnown, render, type Catalogue } from '../../../../shared/messages/render.ts'
import type { Failure } from '../../api/failure.ts'
import { language } from '../language.svelte.ts'
import { words } from '../words.ts'
import type { LocalText } from './index.ts'

/** What the server says of live battles, in the language of the page. Null: this page does not know the message. */
export function liveMessage(message: WireMessage | null): string | null {
  const catalogues: Partial<Record<Language, Partial<Catalogue>>> = { en: english, de: german }
  const catalogue = catalogues[language.code] ?? english
  return message && isKnown(message, catalogue) ? render(message, catalogue) : null
}

/** Why a question was not sent, or answers were not stopped or made again. */
export function whyNot({ code, retryAfter, finding, localText }: Failure): LocalText {
  const texts: Partial<Record<Failure['code'], string>> = {
    live_refused: words.live.refused,
    live_unchecked: words.live.unchecked,
    voting_closed: words.invited.closed,
    too_many_requests:
      retryAfter === null ? words.live.tooMany : words.live.tooManyWait({ seconds: retryAfter }),
    offline: words.live.notSent,
    unreachable: words.live.notSent,
    database_unreachable: words.live.notSent,
  }
  const text = texts[code] ?? liveMessage(finding)
  return text === null ? localText : { text, lang: undefined }
}
