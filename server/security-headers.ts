/** What a browser may do with a response: nothing of other sites runs in a page, and no other site frames it. */
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import type { Env } from './platform/http/http.ts'

const OF_ALL = {
  // a badge sets its own headers, so that other sites may embed it
  overwrite: false,
  referrerPolicy: 'same-origin',
  strictTransportSecurity: false,
} as const

const ofPages = secureHeaders({
  ...OF_ALL,
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    // A board is drawn without script: the server writes the places of its marks as style attributes, which no nonce
    // and no hash covers. The one style element of a board changes in the browser with its line. No text of a
    // stranger can bring a style: sanitise.ts removes style elements, and all styles but text-align.
    styleSrc: ["'self'", "'unsafe-inline'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
})

/** For the board in frames of other sites. It has no script and no form, so a frame around it can trick nobody. */
const ofEmbedded = secureHeaders({
  ...OF_ALL,
  xFrameOptions: false,
  crossOriginResourcePolicy: 'cross-origin',
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'unsafe-inline'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ['*'],
  },
})

const EMBEDDED = /^\/a\/[^/]+\/embed$/

export const securityHeaders = createMiddleware<Env>((c, next) =>
  EMBEDDED.test(c.req.path) ? ofEmbedded(c, next) : ofPages(c, next),
)
