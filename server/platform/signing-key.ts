/** Keys of Standard Webhooks (https://www.standardwebhooks.com): base64 of at least 24 bytes, with or without `whsec_`. */
const PREFIX = 'whsec_'
const LEAST_BYTES = 24

export const signingKey = (text: string): Buffer => Buffer.from(text.replace(PREFIX, ''), 'base64')

export const isSigningKey = (text: string): boolean =>
  /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(text) && signingKey(text).length >= LEAST_BYTES
