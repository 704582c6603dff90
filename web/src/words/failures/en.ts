import type { FailureCode } from '../../api/failure-code.ts'

/** What went wrong, by the problem's code, if the server's message has no text in this language. Null: the server's English is used. */
export type FailureText = string | null | ((detail: string) => string)

export const en: Partial<Record<FailureCode, FailureText>> = {
  offline: 'You are offline.',
  unreachable: 'The server cannot be reached.',
  unexpected: (status) => `The server answered ${status}.`,
  not_found: null,
  run_unknown: null,
  challenge_under_way: null,
  too_many_requests: null,
  internal: null,
  database_unreachable: null,
}
