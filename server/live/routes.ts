import { Hono, type Context } from 'hono'
import { KEEP_ALIVE_COMMENT, streamEvents } from '../platform/http/respond.ts'
import {
  IssuedBattle,
  LiveBattle,
  LiveReport,
  LiveRequest,
  LiveTerms,
  LiveTurnRequest,
  ReopenRequest,
  liveLimits,
  type ProblemCode,
} from '../../shared/contracts/index.ts'
import { loadArena, type Arena } from '../arenas/index.ts'
import { contestantsClosedToLive, selectLedger, reopenContestant } from '../ledger/index.ts'
import { englishText, msg } from '../../shared/messages/index.ts'
import { recordAct } from '../platform/audit.ts'
import { ProblemError } from '../platform/problem.ts'
import { withPrivateArena } from '../battles/index.ts'
import { arenaForVoterOrOperator, voterInArena } from '../voters/index.ts'
import { clientNetwork } from '../platform/http/client-address.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody, textBody } from '../platform/http/route-description.ts'
import { runningTurn } from './answer-turn.ts'
import {
  addTurn,
  requireConversation,
  liveBattle,
  retryTurn,
  startConversation,
  stopTurn,
  visitorTerms,
  requireLive,
  maxAnswerCosts,
  type Visitor,
} from './converse.ts'
import { issueLiveBattle } from './issue-live-battle.ts'
import { sql } from 'kysely'
import { queryRows } from '../platform/postgres/query.ts'

const OF_ARENA = ['token_invalid', 'arena_unknown', 'link_invalid', 'not_found', 'too_many_requests'] as const
const OF_ONE = [...OF_ARENA, 'live_unknown'] as const
const BEGINNING = [
  'invalid_request',
  'voting_closed',
  'arena_not_ready',
  'live_budget_reached',
  'live_refused',
  'live_unchecked',
  'too_large',
] as const

export const liveRoutes = (deps: Deps) => {
  const readVisitor = async (c: Context<Env>): Promise<Visitor> => ({
    ...(await voterInArena(c, deps, c.req.param('arena')!)),
    network: clientNetwork(c, deps.access.trustProxy),
  })
  /** The same, counted as somebody who draws a pair. */
  const limited = async (c: Context<Env>): Promise<Visitor> => {
    const visitor = await readVisitor(c)
    await deps.access.limits.require('drawsOfNetwork', visitor.network)
    return visitor
  }
  const id = (c: Context<Env>) => c.req.param('id')!
  const described = (summary: string, problems: readonly ProblemCode[]) =>
    describeRoute({ summary, responses: { 200: jsonBody('The conversation.', LiveBattle) }, problems })
  return new Hono<Env>()
    .get(
      '/api/admin/arenas/:arena/live',
      describeRoute({
        summary: 'What live battles cost so far and today, and the prompts that were refused.',
        responses: { 200: jsonBody('The report.', LiveReport) },
        problems: ['not_found'],
      }),
      loadArena(deps),
      async (c) => c.json(await liveReport(deps, c.var.arena)),
    )
    .post(
      '/api/admin/arenas/:arena/live/reopen',
      describeRoute({
        summary:
          'Lets visitors be answered again by a contestant that was closed because it charged more than was reserved.',
        responses: { 200: jsonBody('The report.', LiveReport) },
        problems: ['not_found', 'contestant_unknown'],
      }),
      validateRequest('json', ReopenRequest),
      loadArena(deps),
      async (c) => {
        await reopen(deps, c.var.arena, c.req.valid('json').contestant)
        return c.json(await liveReport(deps, c.var.arena))
      },
    )
    .get(
      '/api/arenas/:arena/live',
      describeRoute({
        summary: 'What a visitor is told before writing a prompt of their own.',
        responses: { 200: jsonBody('The terms.', LiveTerms) },
        problems: OF_ARENA,
      }),
      async (c) => {
        c.header('cache-control', 'no-store')
        return c.json(await visitorTerms(deps, await arenaForVoterOrOperator(c, deps, c.req.param('arena'))))
      },
    )
    .post(
      '/api/arenas/:arena/live',
      describeRoute({
        summary: 'Sends a prompt of the visitor to two contestants, blind. Sets the voter cookie.',
        responses: { 201: jsonBody('The conversation, whose stream has the answers.', LiveBattle) },
        problems: [...OF_ARENA, ...BEGINNING],
      }),
      validateRequest('json', LiveRequest),
      async (c) => c.json(await startConversation(deps, await limited(c), c.req.valid('json')), 201),
    )
    .get(
      '/api/arenas/:arena/live/:id',
      described('A conversation of this visitor as it is now.', OF_ONE),
      async (c) => {
        c.header('cache-control', 'no-store')
        const visitor = await readVisitor(c)
        return c.json(await liveBattle(deps, visitor.arena, await requireConversation(deps, visitor, id(c))))
      },
    )
    .post(
      '/api/arenas/:arena/live/:id/turns',
      describeRoute({
        summary: 'Goes on with a conversation.',
        responses: { 201: jsonBody('The conversation.', LiveBattle) },
        problems: [...OF_ONE, 'live_not_now', ...BEGINNING],
      }),
      validateRequest('json', LiveTurnRequest),
      async (c) => c.json(await addTurn(deps, await limited(c), id(c), c.req.valid('json').text), 201),
    )
    .post(
      '/api/arenas/:arena/live/:id/retry',
      described('Makes the answers of the last turn again, after they failed or were stopped.', [
        ...OF_ONE,
        'live_not_now',
        'voting_closed',
        'arena_not_ready',
        'live_budget_reached',
        'live_refused',
        'live_unchecked',
        'too_many_requests',
      ]),
      async (c) => c.json(await retryTurn(deps, await limited(c), id(c))),
    )
    .post(
      '/api/arenas/:arena/live/:id/stop',
      described('Ends the answers that are being made.', OF_ONE),
      async (c) => c.json(await stopTurn(deps, await readVisitor(c), id(c))),
    )
    .post(
      '/api/arenas/:arena/live/:id/battle',
      describeRoute({
        summary: 'The battle of the last turn, with the ticket to vote on it.',
        responses: { 201: jsonBody('The battle.', IssuedBattle) },
        problems: [...OF_ONE, 'live_not_now', 'battle_expired'],
      }),
      async (c) => {
        c.header('cache-control', 'no-store')
        const visitor = await readVisitor(c)
        return c.json(withPrivateArena(await issueLiveBattle(deps, visitor, id(c)), visitor.arena), 201)
      },
    )
    .get(
      '/api/arenas/:arena/live/:id/stream',
      describeRoute({
        summary:
          'The answers of the last turn as Server-Sent Events: `text` with the next characters of both, at last `end` with the conversation. It goes on after Last-Event-ID.',
        responses: { 200: textBody('The stream.', 'text/event-stream') },
        problems: OF_ONE,
      }),
      async (c) => streamTurn(c, deps, await readVisitor(c), id(c)),
    )
}

const HEARTBEAT_MS = 15_000
/** How often another process is asked whether it has finished. */
const LOOK_AGAIN_MS = 500

/** Sends what is shown of both answers beyond what the browser has, until the turn has ended. */
async function streamTurn(c: Context<Env>, deps: Deps, visitor: Visitor, id: string): Promise<Response> {
  const conversation = await requireConversation(deps, visitor, id)
  const [turn, ...sent] = (/^(\d+):(\d+):(\d+)$/.exec(c.req.header('last-event-id') ?? '') ?? [])
    .slice(1)
    .map(Number)
  return streamEvents(c, deps.services, 'live', async (stream, gone) => {
    const first = await liveBattle(deps, visitor.arena, conversation)
    const number = first.turns.length
    let [left, right] = turn === number ? sent : [0, 0]
    const send = async (texts: { left: string; right: string }) => {
      const data = { left: texts.left.slice(left), right: texts.right.slice(right) }
      if (data.left === '' && data.right === '') return false
      left = Math.max(left, texts.left.length)
      right = Math.max(right, texts.right.length)
      await stream.writeSSE({ event: 'text', id: `${number}:${left}:${right}`, data: JSON.stringify(data) })
      return true
    }
    let lastAt = Date.now()
    while (!gone.aborted) {
      const answering = runningTurn(deps, { arenaId: conversation.arena_id, conversation: id, number })
      const nextChange = answering?.nextChange
      const battle = answering ? null : await liveBattle(deps, visitor.arena, conversation)
      if (await send(answering?.visibleTexts ?? battle!.turns[number - 1])) lastAt = Date.now()
      if (battle && battle.status !== 'answering') {
        await stream.writeSSE({ event: 'end', data: JSON.stringify(battle) })
        return
      }
      if (Date.now() - lastAt > HEARTBEAT_MS) {
        await stream.write(KEEP_ALIVE_COMMENT)
        lastAt = Date.now()
      }
      const again = later(LOOK_AGAIN_MS)
      await Promise.race([nextChange ?? again.promise, again.promise])
      again.clear()
    }
  })
}

function later(ms: number): { promise: Promise<void>; clear: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return { promise, clear: () => clearTimeout(timer) }
}

// What an operator sees of live battles: what they cost, and what was refused.

const MAX_REFUSALS = 20

/**
 * Costs in US dollars, this day's (UTC) too, and the last refused prompts.
 * @throws {ProblemError} not_found in an arena without live battles
 */
async function liveReport(deps: Deps, arena: Arena): Promise<LiveReport> {
  const { budgetUsd, dailyUsd } = liveLimits(requireLive(arena))
  const today = `day ${deps.clock().toISOString().slice(0, 10)}`
  const rows = await queryRows<
    Omit<LiveReport, 'budgetUsd' | 'dailyUsd' | 'ledger' | 'closed' | 'turnUsd' | 'refusals'>
  >(deps.db)`
    select coalesce(sum(s.spent_usd) filter (where s.scope = 'all'), 0)::float8 as "spentUsd",
      coalesce(sum(s.reserved_usd) filter (where s.scope = 'all'), 0)::float8 as "reservedUsd",
      coalesce(sum(s.spent_usd + s.reserved_usd) filter (where s.scope = ${today}), 0)::float8 as "todayUsd",
      (select count(*)::int from live_conversations where arena_id = ${arena.id}) as conversations,
      (select count(*)::int from live_refusals where arena_id = ${arena.id}) as refused
    from live_spending s where s.arena_id = ${arena.id} and s.scope in ('all', ${today})`
  const refusals = await sql<{ at: Date; text: string | null }>`
    select refused_at as at, text from live_refusals where arena_id = ${arena.id}
    order by id desc limit ${MAX_REFUSALS}`.execute(deps.db)
  const costs = await maxAnswerCosts(deps, arena)
  return {
    ...rows[0],
    ledger: await selectLedger(deps.db, arena.id, deps.clock()),
    closed: await closedIn(deps, arena),
    budgetUsd,
    dailyUsd,
    turnUsd: costs.length < 2 ? null : { least: costs[0] + costs[1], most: costs.at(-1)! + costs.at(-2)! },
    refusals: refusals.rows.map(({ at, text }) => ({ at: at.toISOString(), text })),
  }
}

async function closedIn({ db }: Deps, arena: Arena): Promise<LiveReport['closed']> {
  const closed = await contestantsClosedToLive(db, arena.id)
  const rows = await queryRows<{ id: number; name: string }>(db)`
    select id, name from contestants
    where arena_id = ${arena.id} and id = any (${Object.keys(closed).map(Number)}::integer[])
    order by name`
  return rows.map(({ id, name }) => {
    const { at, finding } = closed[id]
    return { contestant: name, at, message: englishText(finding), finding }
  })
}

/** @throws {ProblemError} contestant_unknown if no closed contestant has the name */
async function reopen(deps: Deps, arena: Arena, name: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const contestant = await trx
      .selectFrom('contestants')
      .select('id')
      .where('arena_id', '=', arena.id)
      .where('name', '=', name)
      .executeTakeFirst()
    if (!contestant || !(await reopenContestant(trx, arena.id, contestant.id)))
      throw new ProblemError('contestant_unknown', msg('live_not_closed', { arena: arena.slug, name }))
    await recordAct(trx, deps, arena.id, 'live_reopened', { contestant: name })
  })
}
