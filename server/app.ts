/** The server as one function of what it needs: every route of the API, then the page. */
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { visibleArenaDetail, arenaRoutes, withNearArenas } from './arenas/index.ts'
import { battleRoutes, firstPair } from './battles/index.ts'
import { compareRoutes } from './comparisons/index.ts'
import { contestantRoutes } from './contestants/index.ts'
import {
  ARENA_FILES,
  arenaFileRoutes,
  exchangeRoutes,
  importRoutes,
  isImport,
  contentRoutes,
  isContent,
} from './transfer/index.ts'
import { healthRoutes, metricsRoutes } from './monitoring.ts'
import { erasureRoutes, integrityRoutes, leakRoutes, removalRoutes } from './integrity/index.ts'
import { FEATURES, type FeatureRoutes } from './mounted.ts'
import { judgingRoutes } from './judging/index.ts'
import { judgeEvaluationRoutes } from './judge-evaluation/index.ts'
import {
  embedRoutes,
  leaderboardRoutes,
  listingRoutes,
  listWithFindings,
  plateRoutes,
  requireNamed,
  recordRoutes,
} from './leaderboard/index.ts'
import { openApiDocument, openApiRoutes } from './openapi/document.ts'
import { boundedBody } from './platform/http/body.ts'
import type { Deps } from './platform/deps.ts'
import { accessLog, answerProblem, respondNearRoute, type Env } from './platform/http/http.ts'
import { countRequests, openMetrics } from './platform/http/metrics.ts'
import { onlyKnownParameters } from './platform/http/parameters.ts'
import { packed } from './platform/http/respond.ts'
import { storeReads } from './platform/http/reads.ts'
import { checkHostAndOrigin, knowsPublicAddress } from './platform/http/host-check.ts'
import { respondNotFound, pageRoutes } from './platform/pages/page.ts'
import { pictureRoutes } from './pictures/index.ts'
import { adminOnly, isAdmin, namedTokens } from './platform/http/admin.ts'
import { operatorRoutes } from './platform/http/operator-tokens.ts'
import { modelRoutes } from './models/index.ts'
import { promptRoutes } from './prompts/index.ts'
import { runRoutes, type RunDeps } from './runs/index.ts'
import { inRequestScope } from './platform/log.ts'
import { voteRoutes } from './votes/index.ts'
import { voterRoutes } from './voters/index.ts'
import { msg } from '../shared/messages/index.ts'
import { secureHeaders } from 'hono/secure-headers'

const LARGEST_BODY = 64 * 1024

export function createApp(deps: RunDeps) {
  const root = new Hono<Env>()
  const api = root
    .onError(async (error, c) =>
      answerProblem(await withNearArenas(error, deps, () => isAdmin(c, deps)), c, deps.services.log),
    )
    .notFound((c) => respondNearRoute(c, root.router) ?? respondNotFound(c, deps.services.log))
    .use(
      requestId(),
      inRequestScope,
      accessLog(deps.services.log),
      countRequests(deps.services.metrics),
      securityHeaders(deps),
    )
    .use(checkHostAndOrigin(deps), knowsPublicAddress(deps), storeReads(deps.services))
    .use(noticeProxy(deps))
    .use(namedTokens(deps))
    .route('/', healthRoutes(deps))
    .use(packed)
    .use('/api/*', (c, next) =>
      c.req.path === ARENA_FILES || isImport(c.req.path) || isContent(c.req.path)
        ? next()
        : smallBody(c, next),
    )
    .use('/api/admin/*', adminOnly(deps))
    .use(onlyKnownParameters)
    .route('/', arenaRoutes(deps))
    .route('/', contestantRoutes(deps))
    .route('/', promptRoutes(deps))
    .route('/', voterRoutes(deps))
    .route('/', pictureRoutes(deps))
    .route('/', battleRoutes(deps))
    .route('/', voteRoutes(deps))
    .route('/', runRoutes(deps))
    .route('/', judgingRoutes(deps))
    .route('/', judgeEvaluationRoutes(deps))
    .route('/', listingRoutes(deps))
    .route('/', leaderboardRoutes(deps))
    .route('/', plateRoutes(deps))
    .route('/', embedRoutes(deps))
    .route('/', recordRoutes(deps))
    .route('/', compareRoutes(deps))
    .route('/', exchangeRoutes(deps))
    .route('/', arenaFileRoutes(deps))
    .route('/', importRoutes(deps))
    .route('/', contentRoutes(deps))
    .route('/', integrityRoutes(deps))
    .route('/', leakRoutes(deps))
    .route('/', erasureRoutes(deps))
    .route('/', removalRoutes(deps))
    .route('/', metricsRoutes(deps))
    .route('/', operatorRoutes(deps))
    .route('/', modelRoutes(deps))
  for (const { routes } of FEATURES) if (routes) api.route('/', routes(deps))
  return api.route('/', openApiRoutes(api.routes)).route(
    '/',
    pageRoutes(deps.services, {
      listArenas: (request) => listWithFindings(deps, request),
      arenaFor: (c, slug) => visibleArenaDetail(deps, c, slug),
      requireNamed: (c) => requireNamed(c, deps),
      firstPair: (c) => firstPair(c, deps),
    }),
  )
}

/** The OpenAPI description of the API, without a server: a route uses `deps` only when a request comes. */
export const describeApi = () =>
  openApiDocument(
    createApp({ access: {}, settings: {}, postgres: {}, services: { metrics: openMetrics() } } as RunDeps)
      .routes,
  )

/** Behind a proxy that is not trusted, all voters share its address, so limits are too strict or do not hold. */
function noticeProxy({ services: { log }, access: { trustProxy } }: Deps) {
  let isSaid = trustProxy > 0
  return createMiddleware<Env>(async (c, next) => {
    if (!isSaid && c.req.header('x-forwarded-for') !== undefined) {
      isSaid = true
      log.warn(
        'a request came through a proxy: set DEADHEAT_TRUST_PROXY, so that limits go by the addresses of voters',
      )
    }
    await next()
  })
}

/** The typed surface of the API, for the page's RPC client. */
export type Api = ReturnType<typeof createApp> | Hono<Env, FeatureRoutes>

const smallBody = boundedBody(LARGEST_BODY, msg('request_large', { kilobytes: LARGEST_BODY / 1024 }))

// What a browser may do with a response: nothing of other sites runs in a page, and no other site frames it, unless it is the
// one that `framedBy` names.

const OF_ALL = {
  // a badge sets its own headers, so that other sites may embed it
  overwrite: false,
  referrerPolicy: 'same-origin',
  strictTransportSecurity: false,
} as const

const ofPages = (framedBy: string | null = null) =>
  secureHeaders({
    ...OF_ALL,
    // it can name no site
    ...(framedBy !== null && { xFrameOptions: false }),
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
      frameAncestors: [framedBy ?? "'none'"],
    },
  })

/** For the board in frames of other sites. It has no script and no form, so a frame around it can trick nobody. */
const ofEmbedded = secureHeaders({
  ...OF_ALL,
  xFrameOptions: false,
  crossOriginResourcePolicy: 'cross-origin',
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    fontSrc: ["'self'"],
    styleSrc: ["'unsafe-inline'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ['*'],
  },
})

const EMBEDDED = /^\/a\/[^/]+\/embed$/

/** Nobody frames what an operator sees: a click there may cost money or votes. */
const OF_OPERATORS = /^\/(?:api\/)?admin(?:\/|$)/

function securityHeaders({ access: { framedBy } }: Deps) {
  const [ofPublic, ofOthers] = [ofPages(framedBy), ofPages()]
  return createMiddleware<Env>((c, next) => {
    if (EMBEDDED.test(c.req.path)) return ofEmbedded(c, next)
    return OF_OPERATORS.test(c.req.path) ? ofOthers(c, next) : ofPublic(c, next)
  })
}
