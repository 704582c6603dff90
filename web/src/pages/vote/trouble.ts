import type { Failure } from '../../api/failure.ts'

/** One line about a vote that was not sent or not taken back. */
export function troubleOf(failure: Failure): string {
  switch (failure.code) {
    case 'offline':
      return 'Not sent: you are offline.'
    case 'unreachable':
    case 'database_unreachable':
      return 'Not sent: the server does not answer.'
    case 'too_many_requests':
      return failure.retryAfter === null
        ? 'Not sent: that was very quick. Wait a moment.'
        : `Not sent: that was very quick. Wait ${failure.retryAfter} s.`
    case 'too_late_to_take_back':
      return 'Too late: the vote stands.'
    default:
      return failure.message
  }
}
