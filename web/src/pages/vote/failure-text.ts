import type { Failure } from '../../api/failure.ts'
import type { LocalText } from '../../words/messages/message-in.ts'
import { words } from '../../words/vote/index.ts'

/** One line about a vote that was not sent or not taken back. */
export function failureTextOf(failure: Failure): LocalText {
  const text = pageText(failure)
  return text === null ? failure.localText : { text, lang: undefined }
}

function pageText(failure: Failure): string | null {
  switch (failure.code) {
    case 'offline':
      return words.here.notSent.offline
    case 'unreachable':
    case 'database_unreachable':
      return words.here.notSent.unreachable
    case 'too_many_requests':
      return failure.retryAfter === null
        ? words.here.notSent.tooQuick
        : words.here.waitSeconds(failure.retryAfter)
    case 'too_late_to_take_back':
      return words.here.tooLate
    default:
      return null
  }
}
