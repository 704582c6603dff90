import { Hono } from 'hono'
import { ChallengeWanted, ClimbRequest } from '../../shared/contracts/index.ts'
import { CHALLENGE_GATE } from '../../shared/stats/internal.ts'
import { arenaBySlug, arenaNamed } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import { adminOnly, isAdmin } from '../platform/admin.ts'
import { checked } from '../platform/http.ts'
import type { Env } from '../platform/http.ts'
import type { RunDeps } from '../runs/index.ts'
import { contestantNamed } from '../comparisons/index.ts'
import { challengeState } from './challenge-state.ts'
import { climbOf } from './climb-of.ts'
import type { ChallengeRequest } from './plan-challenge.ts'
import { startChallenge } from './start-challenge.ts'

const CHALLENGES = '/api/arenas/:arena/challenges'

export const climbRoutes = (deps: RunDeps) => {
  const requestFor = async (arena: Arena, wanted: ChallengeWanted): Promise<ChallengeRequest> => {
    const { incumbent, challenger, judge, criterion, holdOut, requireHoldOut = false } = wanted
    const { minWinRate = CHALLENGE_GATE.minWinRate, alpha = CHALLENGE_GATE.alpha, budgetUsd } = wanted
    return {
      incumbent: incumbent === undefined ? undefined : await contestantNamed(deps.db, arena, incumbent),
      challenger: await contestantNamed(deps.db, arena, challenger),
      judge,
      criterion,
      holdOut,
      gate: { minWinRate, alpha, holdOut: requireHoldOut },
      budgetUsd: budgetUsd === undefined ? (arena.settings.budgetUsd ?? null) : budgetUsd,
    }
  }

  return new Hono<Env>()
    .get('/api/arenas/:arena/climb', checked('query', ClimbRequest), async (c) => {
      const withTexts = isAdmin(c, deps)
      const arena = await arenaBySlug(deps.db, c.req.param('arena'), withTexts)
      c.header('cache-control', 'no-cache')
      return c.json(
        await climbOf(deps, arena, { ...c.req.valid('query'), withTexts, withHeldOut: withTexts }),
      )
    })
    .get(CHALLENGES, adminOnly(deps), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      c.header('cache-control', 'no-store')
      return c.json(await challengeState(deps, arena))
    })
    .post(CHALLENGES, adminOnly(deps), checked('json', ChallengeWanted), async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      const id = await startChallenge(deps, arena, await requestFor(arena, c.req.valid('json')))
      return c.json(await challengeState(deps, arena, id))
    })
}
