import type {
  Disagreement,
  Disagreements,
  DisagreementsRequest,
  Message,
  Outcome,
} from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { published, type Publication } from '../platform/postgres/publishing.ts'
import { textsWithheld } from '../prompts/index.ts'
import { judgedLive } from './live-agreement.ts'
import { readConsistently } from './tallies.ts'
import { few, msg } from '../../shared/messages/index.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'

interface DisputedRow {
  total: number
  battle: string
  retired_at: Date | null
  retired_by: 'file' | 'admin' | 'live' | null
  criterion: string
  opposite: boolean
  outcome: Outcome
  inconsistent: boolean
  reason: string | null
  version: number | null
  castAt: Date
  prompt: { id: string; category: string | null; messages: Message[] | null; reference: string | null }
  left: Disagreement['left']
  right: Disagreement['right']
  humans: Disagreement['humans']
  /** The verdict of each request, with the answer shown first. The verdict of a ranking names no side. */
  requests: { shownFirst: 'left' | 'right'; verdict: string | null; reason: string | null }[]
}

/** The most visitors that this query serves at the same time: it scans all votes of an arena. */
const MOST_AT_ONCE = 4

let visitors = 0

/**
 * The pairs on which a judge and most humans disagree most. They show how to improve a rubric. Visitors see only
 * published votes and no reasons of people. They see texts and judges' reasons only for prompts whose texts are
 * public.
 * @throws {ProblemError} judge_unknown; too_many_requests if too many visitors ask at the same time
 */
export async function disagreementsWith(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  judge: string,
  request: DisagreementsRequest,
  isAdmin: boolean,
): Promise<Disagreements> {
  if (!(await isKnownJudge(deps.db, arena.id, judge))) {
    const known = await deps.db.selectFrom('judges').select('name').where('arena_id', '=', arena.id).execute()
    const there = few(
      known.map(({ name }) => name),
      judge,
    )
    throw new ProblemError('judge_unknown', msg('no_such_judge', { judge, arena: arena.slug, there }))
  }
  const now = deps.clock()
  const rows = await (isAdmin ? disputed(null) : asVisitor(async () => disputed(await published(deps))))
  return {
    arena: arena.slug,
    judge,
    total: rows[0]?.total ?? 0,
    disagreements: rows.map((row) => {
      const visible = isAdmin ? disagreementOf(row) : withoutVoterReasons(disagreementOf(row))
      const withheld = textsWithheld({ ...row, isKnown: isKnown(row) }, now, isAdmin)
      return withheld === null ? visible : { ...withoutTexts(visible), withheld }
    }),
  }

  function disputed(publication: Publication | null): Promise<DisputedRow[]> {
    return readConsistently(deps.db, (trx) => selectDisputed(trx, arena.id, judge, request, publication))
  }
}

async function asVisitor<T>(read: () => Promise<T>): Promise<T> {
  if (visitors >= MOST_AT_ONCE) throw new ProblemError('too_many_requests', msg('many_visitors'))
  visitors++
  try {
    return await read()
  } finally {
    visitors--
  }
}

function disagreementOf({ total: _, retired_at: _at, retired_by: _by, ...row }: DisputedRow): Disagreement {
  const { outcome, inconsistent, reason, version, castAt, requests, ...pair } = row
  const said = requests.map(({ verdict, ...request }) => ({
    ...request,
    said: sideOf(verdict, request.shownFirst),
  }))
  return {
    ...pair,
    withheld: null,
    judge: { outcome, inconsistent, reason, version, castAt: castAt.toISOString(), requests: said },
  }
}

function sideOf(
  verdict: DisputedRow['requests'][number]['verdict'],
  shownFirst: 'left' | 'right',
): Outcome | null {
  if (verdict === 'tie' || verdict === 'both_bad') return verdict
  if (verdict !== 'first' && verdict !== 'second') return null
  return (verdict === 'first') === (shownFirst === 'left') ? 'left' : 'right'
}

/** Whether any text of the pair is known. */
const isKnown = ({ prompt, left }: DisputedRow): boolean =>
  prompt.messages !== null || left.text !== null || left.turns !== null

/** Only operators see people's reasons. */
const withoutVoterReasons = ({ humans, ...disagreement }: Disagreement): Disagreement => ({
  ...disagreement,
  humans: { ...humans, reasons: [] },
})

/** The disagreement without texts, for prompts whose texts may not be shown beside names. Reasons quote texts, so they go too. */
function withoutTexts({ prompt, left, right, judge, humans, ...rest }: Disagreement): Disagreement {
  const nothing = { text: null, turns: null, context: null, transcript: null }
  return {
    ...rest,
    prompt: { ...prompt, messages: null, reference: null },
    left: { ...left, ...nothing },
    right: { ...right, ...nothing },
    judge: {
      ...judge,
      reason: null,
      requests: judge.requests.map((request) => ({ ...request, reason: null })),
    },
    humans: { ...humans, reasons: [] },
  }
}

async function isKnownJudge(db: Db, arenaId: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from judges where arena_id = ${arenaId} and name = ${name}
    union all select from votes where arena_id = ${arenaId} and source = 'judge' and voter = ${name} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * The pairs on which a judge and most humans differ. Pairs that both decided come first, ordered by how many more
 * humans voted against the judge's choice than for it.
 * @param publication ignores what was recorded later, which is not published yet; null for everything
 */
async function selectDisputed(
  db: Db,
  arenaId: number,
  judge: string,
  { source, criterion: asked, limit, offset }: DisagreementsRequest,
  publication: Publication | null,
): Promise<DisputedRow[]> {
  const criterion = asked || null
  const people = source === 'live' ? 'live' : 'human'
  const told =
    source === 'live'
      ? sql`
      select row_number() over (order by place, criterion) as id, n.*, (select b.id from battles b where b.arena_id = ${arenaId}
        and b.prompt_id = n.prompt_id and b.criterion = n.criterion limit 1) as battle_id
      from (${judgedLive(arenaId, publication)}) n where judge = ${judge}`
      : sql`
      select v.id, v.battle_id, b.criterion, b.prompt_id, b.left_contestant_id as l, b.right_contestant_id as r, v.outcome,
        v.inconsistent, v.reason, v.cast_at, b.left_answer_id, b.right_answer_id, b.judgement_id
      from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
      where v.source = 'judge' and v.voter = ${judge} and b.prompt_id is not null`
  const { rows } = await sql<DisputedRow>`
    with told as (select * from (${told}) t where ${criterion}::text is null or criterion = ${criterion}),
    people as (
      select t.id, count(*) filter (where said.outcome = 'left')::int as left,
        count(*) filter (where said.outcome = 'right')::int as right, count(*) filter (where said.outcome = 'tie')::int as tie,
        count(*) filter (where said.outcome = 'both_bad')::int as bad,
        coalesce(jsonb_agg(said.reason) filter (where said.reason is not null), '[]') as reasons
      from told t join (
        select b.criterion, b.prompt_id, b.left_contestant_id as l, b.right_contestant_id as r, v.outcome, v.reason
        from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
        where v.source = ${people} and b.prompt_id is not null
        union all
        select b.criterion, b.prompt_id, b.right_contestant_id, b.left_contestant_id,
          case v.outcome when 'left' then 'right' when 'right' then 'left' else v.outcome end, v.reason
        from counted_votes_in(${arenaId}, ${publication}) v join battles b on b.arena_id = v.arena_id and b.id = v.battle_id
        where v.source = ${people} and b.prompt_id is not null
      ) said on said.criterion = t.criterion and said.prompt_id = t.prompt_id and said.l = t.l and said.r = t.r
      group by t.id),
    judged as (
      select t.*, p.left, p.right, p.tie, p.bad, p.reasons,
        case when p.left > p.right and p.left > p.tie + p.bad then 'left'
          when p.right > p.left and p.right > p.tie + p.bad then 'right' else 'tie' end as most,
        case t.outcome when 'both_bad' then 'tie' else t.outcome end as said
      from told t join people p on p.id = t.id),
    chosen as (
      select *, most <> 'tie' and said <> 'tie' as opposite, count(*) over ()::int as total,
        ${votesFor(sql`most`)} - ${votesFor(sql`said`)} as margin
      from judged where most <> said
      order by opposite desc, margin desc, id limit ${limit} offset ${offset})
    select c.total, c.battle_id as battle, p.retired_at, p.retired_by, c.criterion, c.opposite, c.outcome, c.inconsistent, c.reason, c.cast_at as "castAt",
      j.judge_version_id as version,
      jsonb_build_object('id', p.key, 'category', p.category, 'messages', p.messages, 'reference', p.reference) as prompt,
      ${answerOf('l')} as left, ${answerOf('r')} as right,
      jsonb_build_object('left', c.left, 'right', c.right, 'tie', c.tie, 'bothBad', c.bad, 'reasons', c.reasons) as humans,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'shownFirst', case when (array_position(j.answer_ids, c.left_answer_id) < array_position(j.answer_ids, c.right_answer_id))
            = (k.shown = 'first') then 'left' else 'right' end,
          'verdict', k.verdicts->c.criterion->>'verdict', 'reason', k.verdicts->c.criterion->>'reason') order by k.shown)
        from (select distinct on (k.shown) k.shown, k.verdicts from calls k
          where k.arena_id = ${arenaId} and k.judgement_id = j.id and k.status = 'ok' and k.verdicts is not null
          order by k.shown, k.id desc) k), '[]') as requests
    from chosen c
    join prompts p on p.arena_id = ${arenaId} and p.id = c.prompt_id
    join contestants l on l.arena_id = ${arenaId} and l.id = c.l
    join contestants r on r.arena_id = ${arenaId} and r.id = c.r
    left join answers la on la.arena_id = ${arenaId} and la.id = c.left_answer_id
    left join answers ra on ra.arena_id = ${arenaId} and ra.id = c.right_answer_id
    left join judgements j on j.arena_id = ${arenaId} and j.id = c.judgement_id
    order by c.opposite desc, c.margin desc, c.id`.execute(db)
  return rows
}

const votesFor = (outcome: ReturnType<typeof sql>) =>
  sql`(case ${outcome} when 'left' then "left" when 'right' then "right" else tie + bad end)`

const answerOf = (side: 'l' | 'r') => sql`jsonb_build_object('contestant', ${sql.ref(`${side}.name`)},
  'slug', ${sql.ref(`${side}.slug`)}, 'text', ${sql.ref(`${side}a.text`)}, 'turns', ${sql.ref(`${side}a.turns`)}, 'context', ${sql.ref(`${side}a.context`)},
  'transcript', ${sql.ref(`${side}a.transcript`)})`
