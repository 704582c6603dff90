import type { FailureCode } from '../../api/failure-code.ts'

/** What went wrong, by the code of the problem, where no message of the server says it in this language; null: English says it. */
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
