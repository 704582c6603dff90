import { Hono } from 'hono'
import { z } from 'zod'
import { votersOf } from '../voters/index.ts'
import {
  SimulatedRemoval,
  VoteReceipt,
  VoteRequest,
  TAKE_BACK_SECONDS,
} from '../../shared/contracts/index.ts'
import { clientNetwork } from '../platform/http/client-address.ts'
import type { Deps } from '../platform/deps.ts'
import { checked, type Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { outlasting } from '../platform/postgres/outages.ts'
import { ofArena, type Arena } from '../arenas/index.ts'
import { adminOnly } from '../platform/http/admin.ts'
import { castVote } from './cast-vote.ts'
import { msg } from '../../shared/messages/index.ts'
import { battleWithTicket } from '../battles/index.ts'
import { mayBeTakenBack, isVotePublic } from '../platform/postgres/publishing.ts'
import {
  insertRetraction,
  lockReveal,
  selectDecision,
  withdrawSecondLook,
  retractSimulated,
} from './vote-facts.ts'
import { requestRating } from './publish-votes.ts'
import { recordAct } from '../platform/audit.ts'

/**
 * Takes a vote back within ten seconds, unless its names were shown: adds a retraction and closes the battle for good. A second call changes nothing.
 * @throws {ProblemError} battle_unknown, ticket_invalid, vote_unknown, too_late_to_take_back
 */
async function retractVote(
  deps: Deps,
  battleId: string,
  ticket: string,
  voters: readonly string[],
): Promise<void> {
  const battle = await battleWithTicket(deps, battleId, ticket, voters)
  const isRepeat = battle.repeat_of !== null
  const decision = await selectDecision(deps.db, battle.arena_id, battle.id, isRepeat)
  if (!decision) throw new ProblemError('vote_unknown', msg('no_vote_to_take_back'))
  if (decision.retracted) return
  const now = deps.clock()
  const tooLate = () =>
    new ProblemError('too_late_to_take_back', msg('vote_stands', { seconds: TAKE_BACK_SECONDS }))
  if (!mayBeTakenBack(decision.castAt, now)) throw tooLate()
  const isNew = await deps.db.transaction().execute(async (trx) => {
    if (await lockReveal(trx, battle.arena_id, battle.id))
      throw new ProblemError('too_late_to_take_back', msg('names_were_shown'))
    // after a jump of the clock it may be public early
    if (!isRepeat && (await isVotePublic(trx, battle.arena_id, decision.id!))) throw tooLate()
    const withdrawn = isRepeat
      ? await withdrawSecondLook(trx, battle.arena_id, battle.id, now)
      : await insertRetraction(trx, battle.arena_id, decision.id!, now)
    if (withdrawn) await requestRating(trx, battle.arena_id, deps.settings.publishEvery)
    return withdrawn
  })
  if (isNew && !isRepeat) deps.services.metrics.votesTakenBack.add({})
}

export const voteRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post(
      '/api/battles/:id/vote',
      describeRoute({
        summary:
          'Decides a battle, once. Sending the same outcome again changes nothing, so a retry is safe.',
        responses: {
          201: jsonBody(
            'The vote is recorded. The response names the contestants if the vote is `final`.',
            VoteReceipt,
          ),
          200: jsonBody('The vote was recorded before, with this outcome.', VoteReceipt),
        },
        problems: [
          'ticket_invalid',
          'link_invalid',
          'voting_closed',
          'battle_unknown',
          'battle_already_decided',
          'battle_withdrawn',
          'battle_expired',
          'proof_missing',
          'proof_invalid',
          'too_large',
          'too_many_requests',
        ],
      }),
      checked('json', VoteRequest),
      async (c) => {
        const vote = {
          ...c.req.valid('json'),
          battle: c.req.param('id'),
          voters: votersOf(c, deps),
          network: clientNetwork(c, deps.access.trustProxy),
        }
        const { receipt, isNew } = await outlasting(deps.postgres.outages, () =>
          castVote(voting(deps), vote),
        ).catch(countRefusal(deps))
        c.header('cache-control', 'no-store')
        return c.json(receipt, isNew ? 201 : 200)
      },
    )
    .delete(
      '/api/battles/:id/vote',
      describeRoute({
        summary: 'Takes a vote back within 10 seconds, unless the names were shown. This closes the battle.',
        responses: {
          200: jsonBody(
            'The vote is taken back.',
            z.object({ battle: z.string(), withdrawn: z.literal(true) }),
          ),
        },
        problems: ['ticket_invalid', 'battle_unknown', 'vote_unknown', 'too_late_to_take_back'],
        authorization: 'ticket',
      }),
      async (c) => {
        const [scheme, ticket] = (c.req.header('authorization') ?? '').split(' ')
        if (scheme !== 'Ticket' || !ticket) throw new ProblemError('ticket_invalid', msg('ticket_needed'))
        await retractVote(voting(deps), c.req.param('id'), ticket, votersOf(c, deps))
        return c.json({ battle: c.req.param('id'), withdrawn: true as const })
      },
    )
    .delete(
      '/api/admin/arenas/:arena/votes',
      describeRoute({
        summary:
          'Removes all simulated votes permanently, with one retraction each. `source=simulated` is the only value.',
        responses: {
          200: jsonBody('The votes are removed. A second request removes none.', SimulatedRemoval),
        },
      }),
      adminOnly(deps),
      checked('query', z.strictObject({ source: z.literal('simulated') })),
      ofArena(deps),
      async (c) =>
        c.json({ arena: c.var.arena.slug, removed: await removeSimulatedVotes(deps, c.var.arena) }),
    )

/** Uses the connections that only battles and votes use. */
const voting = (deps: Deps): Deps => ({ ...deps, db: deps.postgres.voting })

const countRefusal =
  ({ services: { metrics } }: Deps) =>
  (error: unknown): never => {
    if (error instanceof ProblemError) metrics.votesRefused.add({ code: error.code })
    throw error
  }

/**
 * Retracts every simulated vote of an arena for good, so that no board, count or export has them. The votes stay in the
 * database, so the same simulation again adds nothing.
 * @returns how many
 */
export async function removeSimulatedVotes(deps: Deps, { id: arenaId }: Pick<Arena, 'id'>): Promise<number> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const removed = await retractSimulated(trx, arenaId, now)
    if (removed === 0) return 0
    await requestRating(trx, arenaId, deps.settings.publishEvery)
    await recordAct(trx, deps, arenaId, 'simulated_votes_removed', { votes: removed })
    return removed
  })
}
