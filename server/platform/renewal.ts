import type { Context } from 'hono'

/** The environment of a request that the server sends to itself, to renew a response in memory. */
export const RENEWAL = { isRenewal: true }

/** Whether no client sent this request. It is neither counted nor logged. */
export const isRenewal = (c: Context): boolean =>
  (c.env as Partial<typeof RENEWAL> | undefined)?.isRenewal === true
