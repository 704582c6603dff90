/** Why a call or a judgement failed, under the word with which the server's cause begins. */
export const en: Record<string, string> = {
  rate_limited: 'asked too often',
  overloaded: 'provider overloaded',
  server_error: 'fault at the provider',
  timeout: 'no reply in time',
  unreachable: 'provider not reached',
  cut: 'line broke',
  empty: 'empty reply',
  unauthorised: 'key refused',
  out_of_quota: 'account spent',
  model_unknown: 'model unknown there',
  bad_request: 'request refused',
  refusal: 'model refused',
  cut_off: 'reply too long',
  unreadable: 'reply not readable',
  unfit: 'does not fit the rubric',
  abandoned: 'given up',
}
