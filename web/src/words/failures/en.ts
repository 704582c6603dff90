import type { FailureCode } from '../../api/failure-code.ts'

/** What went wrong, by the code of the problem; null where the server's own words say more, which may be English only. */
export type FailureText = string | null | ((detail: string) => string)

export const en: Partial<Record<FailureCode, FailureText>> = {
  offline: 'You are offline.',
  unreachable: 'The server cannot be reached.',
  unexpected: (status) => `The server answered ${status}.`,
  invalid_request: null,
  ticket_invalid: null,
  token_invalid: null,
  link_invalid: null,
  not_found: null,
  arena_unknown: null,
  battle_unknown: null,
  contestant_unknown: null,
  prompt_unknown: null,
  judge_unknown: null,
  vote_unknown: null,
  run_unknown: null,
  battle_already_decided: null,
  battle_withdrawn: null,
  too_late_to_take_back: null,
  nothing_left_to_vote_on: null,
  challenge_under_way: null,
  arena_not_ready: null,
  battle_expired: null,
  too_large: null,
  too_many_requests: null,
  internal: null,
  database_unreachable: null,
}
