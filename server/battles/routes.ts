import { Hono, type Context } from 'hono'
import { requireValue } from '../platform/postgres/query.ts'
import { BattleRequest, IssuedBattle, RESULT_VOTES } from '../../shared/contracts/index.ts'
import { clientNetwork } from '../platform/http/client-address.ts'
import type { Deps } from '../platform/deps.ts'
import { outlasting } from '../platform/postgres/outages.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { issueBattle } from './issue-battle.ts'
import { requireOpen, type Arena } from '../arenas/index.ts'
import { voterInArena, votersFromCookies, type ArenaVoter } from '../voters/index.ts'
import { countPairs } from '../sampling/index.ts'

export const battleRoutes = (deps: Deps) =>
  new Hono<Env>().post(
    '/api/arenas/:arena/battles',
    describeRoute({
      summary:
        'Creates a blind battle: two answers to one prompt, and the ticket to vote on it. Sets the voter cookie.',
      responses: {
        201: jsonBody(
          'The battle, open for 30 minutes. In an arena with `proofOfWork: on` it has a puzzle, whose solution the vote has to bring.',
          IssuedBattle,
        ),
      },
      problems: [
        'token_invalid',
        'arena_unknown',
        'link_invalid',
        'voting_closed',
        'nothing_left_to_vote_on',
        'arena_not_ready',
        'too_large',
        'too_many_requests',
      ],
    }),
    validateRequest('json', BattleRequest),
    async (c) => {
      const { criterion } = c.req.valid('json')
      const issued = await nextPair(c, deps, criterion)
      c.header('cache-control', 'no-store')
      return c.json(issued, 201)
    },
  )

/** Draws the next pair for the voter of this request, who is given a cookie if new. */
async function nextPair(c: Context<Env>, deps: Deps, criterion: string | undefined): Promise<IssuedBattle> {
  const voting = { ...deps, db: deps.postgres.voting }
  // a battle that nobody saw does no harm, so a draw may be repeated
  return outlasting(deps, async () => {
    const voter = await voterInArena(c, voting, c.req.param('arena')!)
    await requireOpen(voting.db, voter.arena, deps.clock())
    await deps.access.limits.require('drawsOfNetwork', clientNetwork(c, deps.access.trustProxy))
    for (const { beforeDraw } of deps.services.hooks) await beforeDraw?.(voting, voter.arena.id, voter.voter)
    const issued = {
      ...withPrivateArena(await issueBattle(voting, voter, criterion), voter.arena),
      ...(voter.arena.visibility !== 'private' && { progress: await voterProgress(voting, voter) }),
    }
    return voter.isInvited ? { ...issued, invited: true } : issued
  })
}

/** The votes of a voter in the arena, and after how many there is a result: all pairs, where these are fewer than usual. */
async function voterProgress(
  deps: Pick<Deps, 'db'>,
  { arena, voter }: ArenaVoter,
): Promise<NonNullable<IssuedBattle['progress']>> {
  const cast = await requireValue<number>(deps.db)`
    select count(*)::int from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.arena_id = ${arena.id} and v.voter = ${voter} and v.source = 'human' and b.origin = 'page'
      and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)`
  return { cast, goal: await countPairs(deps, arena, RESULT_VOTES) }
}

/**
 * The pair that the page to vote on shows a new visitor. Null where a request could waste a pair, or begin a voter whom
 * nobody is: a visitor who is known may have one open in the tab, and previews, prefetches and scripts vote on none. The
 * browser then asks for a pair, and for the reason if there is none.
 */
export async function firstPair(c: Context<Env>, deps: Deps): Promise<IssuedBattle | null> {
  const header = (name: string) => c.req.header(name) ?? ''
  const isVisit = c.req.method === 'GET' && header('sec-fetch-dest') === 'document'
  const isAhead = /prefetch|prerender|preview/i.test(
    `${header('sec-purpose')} ${header('purpose')} ${header('x-moz')}`,
  )
  const { calibrate, invited, criterion } = c.req.query()
  const isOther = calibrate !== undefined || invited !== undefined || votersFromCookies(c, deps).length > 0
  if (!isVisit || isAhead || isOther) return null
  return nextPair(c, deps, criterion).catch((error: unknown) => {
    if (error instanceof ProblemError) return null
    throw error
  })
}

/** The battle, and in a private arena what it asks: its voters cannot read that elsewhere. */
export function withPrivateArena(
  issued: IssuedBattle,
  { visibility, title, description, criteria }: Arena,
): IssuedBattle {
  return visibility === 'private' ? { ...issued, arena: { title, description, criteria } } : issued
}
