import { Hono } from 'hono'
import {
  SuspicionReceipt,
  SuspicionRequest,
  Suspicions,
  type Suspicion,
  MOST_SUSPICIONS,
  type WireMessage,
} from '../../../shared/contracts/index.ts'
import { inEnglish, type CodedMessage, msg } from '../../../shared/messages/index.ts'
import { arenaNamed, type Arena } from '../../arenas/index.ts'
import { adminOnly } from '../../platform/http/admin.ts'
import type { Deps } from '../../platform/deps.ts'
import { checked, type Env, ProblemError } from '../../platform/http/http.ts'
import { describeRoute, jsonBody } from '../../platform/http/route-description.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { setQuarantine } from '../set-quarantine.ts'

/**
 * Puts all votes of a voter on the page into quarantine, or releases them. After a release the search for attacks leaves
 * the voter alone. Without a reason, a quarantine states what was found, and a release that an operator found no attack.
 * @throws {ProblemError} vote_unknown if the voter has no votes on the page
 */
async function judgeSuspect(
  deps: Deps,
  arena: Arena,
  { voter, reason }: SuspicionRequest,
  released: boolean,
): Promise<SuspicionReceipt> {
  const { votes, finding } = await selectVotesOfVoter(deps.db, arena.id, voter)
  if (votes.length === 0)
    throw new ProblemError('vote_unknown', msg('no_page_votes', { arena: arena.slug, voter }))
  const cause = finding && !released ? (finding as CodedMessage) : msg('suspicion_dismissed')
  if (!released && !finding && reason === undefined)
    throw new ProblemError('invalid_request', msg('quarantine_needs_reason'))
  const change =
    reason === undefined ? { released, reason: inEnglish(cause), finding: cause } : { released, reason }
  const changed = await setQuarantine(deps, arena, votes, change)
  return { arena: arena.slug, voter, quarantined: !released, votes: changed.length }
}

/** All votes of a voter on the page that were not taken back, and what was found about the voter. */
async function selectVotesOfVoter(
  db: Kysely<Database>,
  arenaId: number,
  voter: string,
): Promise<{ votes: number[]; finding: WireMessage | null }> {
  const { rows } = await sql<{ votes: number[]; finding: WireMessage | null }>`
    select coalesce(array_agg(v.id order by v.id), '{}') as votes,
      (select finding from suspicions where arena_id = ${arenaId} and subject = ${voter}) as finding
    from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
    where v.arena_id = ${arenaId} and v.voter = ${voter} and v.source = 'human' and b.origin = 'page'
      and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)`.execute(
    db,
  )
  return { votes: rows[0].votes.map(Number), finding: rows[0].finding }
}

interface SuspicionRow {
  subject: string
  finding: WireMessage
  log_e: number | null
  found_at: Date
  votes: number
  quarantined: number
  released: boolean
}

/** The suspicions of an arena, the newest first, with the votes of each voter on the page. */
async function selectSuspicions(db: Kysely<Database>, arenaId: number): Promise<SuspicionRow[]> {
  const { rows } = await sql<SuspicionRow>`
    select s.subject, s.finding, s.log_e, s.found_at, coalesce(v.votes, 0)::int as votes,
      coalesce(v.quarantined, 0)::int as quarantined, coalesce(v.released, false) as released
    from (
      select * from suspicions where arena_id = ${arenaId} order by found_at desc, subject limit ${MOST_SUSPICIONS}) s
    left join lateral (
      select count(*) as votes, count(*) filter (where is_quarantined(v.arena_id, v.id, null)) as quarantined,
        bool_or(exists (select from quarantines q where q.arena_id = v.arena_id and q.vote_id = v.id and q.released
          and q.leak_id is null)) as released
      from votes v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.arena_id = s.arena_id and v.voter = s.subject and v.source = 'human' and b.origin = 'page'
        and not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)) v on true
    order by s.found_at desc, s.subject`.execute(db)
  return rows
}

export const suspicionRoutes = (deps: Deps) => {
  const judge = async (slug: string, request: SuspicionRequest, released: boolean) =>
    judgeSuspect(deps, await arenaNamed(deps.db, slug), request, released)

  return new Hono<Env>()
    .get(
      '/api/admin/arenas/:arena/suspicions',
      describeRoute({
        summary:
          'Voters and groups whose votes look like an attack, newest first, with the reason, the evidence and what became of their votes.',
        responses: { 200: jsonBody('The newest suspicions.', Suspicions) },
        problems: ['arena_unknown'],
      }),
      adminOnly(deps),
      async (c) => {
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        const suspicions = (await selectSuspicions(deps.db, arena.id)).map(inJson)
        c.header('cache-control', 'no-store')
        return c.json({ suspicions } satisfies Suspicions)
      },
    )
    .post(
      '/api/admin/arenas/:arena/suspicions/quarantine',
      describeRoute({
        summary:
          'Puts all votes of a voter on the page into quarantine. Without a reason, the finding is the reason.',
        responses: { 200: jsonBody('How many votes changed.', SuspicionReceipt) },
        problems: ['arena_unknown', 'vote_unknown'],
      }),
      adminOnly(deps),
      checked('json', SuspicionRequest),
      async (c) => c.json(await judge(c.req.param('arena'), c.req.valid('json'), false)),
    )
    .post(
      '/api/admin/arenas/:arena/suspicions/release',
      describeRoute({
        summary:
          'Releases all votes of a voter on the page. They count again, and the search for attacks no longer reports the voter.',
        responses: { 200: jsonBody('How many votes changed.', SuspicionReceipt) },
        problems: ['arena_unknown', 'vote_unknown'],
      }),
      adminOnly(deps),
      checked('json', SuspicionRequest),
      async (c) => c.json(await judge(c.req.param('arena'), c.req.valid('json'), true)),
    )
}

function inJson({
  subject,
  finding,
  log_e,
  found_at,
  votes,
  quarantined,
  released,
}: SuspicionRow): Suspicion {
  const isHeld = votes > 0 && quarantined === votes
  return {
    subject,
    voter: finding.code.startsWith('group_') ? null : subject,
    reason: inEnglish(finding as CodedMessage),
    finding,
    log10E: log_e === null ? null : log_e / Math.LN10,
    at: found_at.toISOString(),
    votes,
    quarantined,
    state: isHeld ? 'quarantined' : released ? 'released' : 'open',
  }
}
