import { Hono } from 'hono'
import { loadArena, type Arena } from '../arenas/index.ts'
import {
  AdminVoters,
  AdminVotes,
  AuditLog,
  AuditRequest,
  QuarantineReceipt,
  QuarantineRequest,
  SuspicionReceipt,
  SuspicionRequest,
  VotesRequest,
  type AdminVoter,
} from '../../shared/contracts/index.ts'
import { countWithNoun } from '../../shared/finish/lines.ts'
import { withCommas } from '../../shared/sentence/index.ts'
import type { Deps } from '../platform/deps.ts'
import { respondByAccept } from '../platform/http/answer.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { answerBody, describeRoute, jsonBody } from '../platform/http/route-description.ts'
import { auditText } from './audit-text.ts'
import { readVotes, readAudit } from './read-votes.ts'
import { quarantineVoter, setQuarantine } from './quarantine.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'

/** At most so many voters are listed. */
const MAX_VOTERS = 500

/** Who voted on the page of an arena, with their agreement with the others. Those who voted last come first. */
async function listVoters({ db }: Pick<Deps, 'db'>, { id }: Pick<Arena, 'id'>): Promise<AdminVoters> {
  const rows = await selectVoters(db, id, MAX_VOTERS + 1)
  const voters = rows
    .slice(0, MAX_VOTERS)
    .map(({ lastVoteAt, ...row }) => ({ ...row, lastVoteAt: lastVoteAt.toISOString() }))
  return { voters, more: rows.length > MAX_VOTERS }
}

/** The newest votes of an arena that are read. */
const MAX_VOTES = 200_000

type VoterRow = Omit<AdminVoter, 'lastVoteAt'> & { lastVoteAt: Date }

/**
 * Who voted on the page, the last first, with how often others said the same on the same pair of answers. A pair is
 * decided once by each voter, so the others on a pair are all but one of its votes.
 */
const selectVoters = (db: Db, arenaId: number, most: number): Promise<VoterRow[]> =>
  queryRows<VoterRow>(db)`
    with said as (
      select v.voter, v.cast_at, is_quarantined(v.arena_id, v.id, null) as held, b.criterion,
        least(b.left_answer_id, b.right_answer_id) || ' ' || greatest(b.left_answer_id, b.right_answer_id) as pair,
        case when v.outcome in ('tie', 'both_bad') then 'tie'
          when (v.outcome = 'left') = (b.left_answer_id < b.right_answer_id) then 'one' else 'other' end as choice
      from (select * from votes where arena_id = ${arenaId} and source in ('human', 'live') and import_key is null
        order by id desc limit ${MAX_VOTES}) v
      join battles b on b.arena_id = v.arena_id and b.id = v.battle_id and b.origin in ('page', 'live')
      where not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)),
    choices as (select criterion, pair, choice, count(*) as votes from said where not held group by 1, 2, 3),
    pairs as (select criterion, pair, sum(votes) as votes from choices group by 1, 2),
    each as (
      select s.voter, count(*)::int as votes, (count(*) filter (where s.held))::int as quarantined,
        max(s.cast_at) as "lastVoteAt", coalesce(sum(p.votes - 1) filter (where not s.held), 0)::int as shared,
        coalesce(sum(c.votes - 1) filter (where not s.held), 0)::int as same
      from said s
      left join pairs p on p.criterion = s.criterion and p.pair = s.pair
      left join choices c on c.criterion = s.criterion and c.pair = s.pair and c.choice = s.choice
      group by s.voter)
    select e.*, w.group_name as "group",
      nullif(i.name, '') || case when i.seats is null then '' else ' ' ||
        (select count(*) from invited_voters o where o.arena_id = w.arena_id and o.invitation_id = w.invitation_id
          and (o.opened_at, o.voter) <= (w.opened_at, w.voter)) end as name
    from each e
    left join invited_voters w on w.arena_id = ${arenaId} and w.voter = e.voter
    left join invitations i on i.arena_id = w.arena_id and i.id = w.invitation_id
    order by e."lastVoteAt" desc, e.voter limit ${most}`

/** @param namedVotes  how many votes were named */
function quarantineText({ arena, quarantined, votes }: QuarantineReceipt, namedVotes: number): string {
  const alreadyQuarantined = namedVotes - votes.length
  const before =
    alreadyQuarantined > 0
      ? ` ${withCommas(alreadyQuarantined)} ${alreadyQuarantined === 1 ? 'was' : 'were'} before.`
      : ''
  const now = quarantined ? 'put into quarantine' : 'released from quarantine'
  return `${countWithNoun(votes.length, 'vote')} of ${arena} ${now}.${before}`
}

export const integrityRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/admin/arenas/:arena/votes',
      describeRoute({
        summary: 'Recorded votes, newest first, with contestant names and the reason of a quarantine.',
        responses: { 200: jsonBody('A page of votes, and where the next page begins.', AdminVotes) },
      }),
      validateRequest('query', VotesRequest),
      loadArena(deps),
      async (c) => c.json(await readVotes(deps.db, c.var.arena, c.req.valid('query'))),
    )
    .get(
      '/api/admin/arenas/:arena/voters',
      describeRoute({
        summary:
          'Who voted on the page, the last first: votes, agreement with the others on the same pairs, quarantine, and the names of invited people. 500 at most, from the newest 200,000 votes.',
        responses: { 200: jsonBody('The list.', AdminVoters) },
      }),
      loadArena(deps),
      async (c) => c.json(await listVoters(deps, c.var.arena)),
    )
    .get(
      '/api/admin/arenas/:arena/audit',
      describeRoute({
        summary:
          'The audit log of the arena: who did what and when, newest first, or the entries that match.',
        responses: { 200: answerBody('A page of entries, and where the next page begins.', AuditLog) },
      }),
      validateRequest('query', AuditRequest),
      loadArena(deps),
      async (c) => {
        const log = await readAudit(deps.db, c.var.arena, c.req.valid('query'))
        return respondByAccept(c, log, { 'text/plain': auditText })
      },
    )
    .post(
      '/api/admin/arenas/:arena/votes/:change{(?:quarantine|release)}',
      describeRoute({
        summary:
          'Puts votes in quarantine, or releases them, and records the reason. No board counts votes in quarantine, and each board says how many it leaves out.',
        responses: { 200: answerBody('The votes that changed.', QuarantineReceipt) },
        problems: ['vote_unknown', 'too_large'],
      }),
      validateRequest('json', QuarantineRequest),
      loadArena(deps),
      async (c) => {
        const { arena } = c.var
        const { votes, reason } = c.req.valid('json')
        const quarantined = c.req.param('change') === 'quarantine'
        const changed = await setQuarantine(deps, arena, votes, { released: !quarantined, reason })
        const receipt: QuarantineReceipt = { arena: arena.slug, quarantined, votes: changed }
        return respondByAccept(c, receipt, {
          'text/plain': () => quarantineText(receipt, new Set(votes).size),
        })
      },
    )
    .post(
      '/api/admin/arenas/:arena/suspicions/:change{(?:quarantine|release)}',
      describeRoute({
        summary:
          'Puts all votes of a voter on the page into quarantine, or releases them. Without a reason, the finding is the reason. After a release, the search for attacks no longer reports the voter.',
        responses: { 200: jsonBody('How many votes changed.', SuspicionReceipt) },
        problems: ['vote_unknown'],
      }),
      validateRequest('json', SuspicionRequest),
      loadArena(deps),
      async (c) => {
        const isReleased = c.req.param('change') === 'release'
        return c.json(await quarantineVoter(deps, c.var.arena, c.req.valid('json'), isReleased))
      },
    )
