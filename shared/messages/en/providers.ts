/** Calls of a model that brought no reply. */
export const providers = {
  provider_timeout: ({ provider, seconds }: { provider: string; seconds: number }) =>
    `${provider} did not answer within ${seconds} s`,
  provider_too_large: ({ provider, why }: { provider: string; why: string }) =>
    `${provider} was cut off: ${why}`,
  provider_cut: ({ provider }: { provider: string }) =>
    `${provider} closed the connection before its reply was complete`,
  provider_no_completion: ({ provider }: { provider: string }) =>
    `${provider} answered with something that is not a completion: check its base URL`,
  provider_without_end: ({ provider }: { provider: string }) => `${provider} sent a reply without an end`,
  provider_empty: ({ provider }: { provider: string }) => `${provider} sent an empty reply`,
  provider_tried_again: ({ why, pauses }: { why: string; pauses: number }) =>
    `${why}; tried again after ${pauses} pauses`,
  provider_ended: ({ provider, ended }: { provider: string; ended: string }) =>
    `${provider} ended its reply with "${ended}"`,
}
