/**
 * Why a model call or a judgement failed. Stored causes begin with these codes, followed by the provider's own
 * words.
 */
export const causes = {
  rate_limited: 'rate limit reached',
  overloaded: 'provider overloaded',
  server_error: 'error at the provider',
  timeout: 'no reply in time',
  unreachable: 'provider not reached',
  cut: 'connection lost',
  empty: 'empty reply',
  too_large: 'reply too large',
  command_failed: 'command failed',
  unauthorised: 'key refused',
  out_of_quota: 'quota used up',
  model_unknown: 'unknown model',
  bad_request: 'request refused',
  refusal: 'model refused',
  position: 'decides by position',
  cut_off: 'reply too long',
  unreadable: 'unreadable reply',
  unfit: 'does not fit the rubric',
  limit_ignored: 'token limit ignored',
  unreadable_spec: 'the spec of the run cannot be read',
  internal: 'error on this server',
  abandoned: 'given up',
}
