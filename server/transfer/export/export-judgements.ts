/** Judgements as rows of an exported file: both verdicts of a judge on the same answers, one row for each criterion. */
import { judgeOfSource, parseSource, type Verdict } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { currentPublication, type Publication } from '../../platform/postgres/publishing.ts'
import { textsArePublic } from '../../prompts/index.ts'
import type { ArenaView } from '../../ratings/index.ts'
import { portions } from './export-votes.ts'
import type { FileRecord } from './write-records.ts'
import { msg } from '../../../shared/messages/index.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/schema.ts'
import { queryRows } from '../../platform/postgres/query.ts'

export const JUDGEMENT_COLUMNS =
  'id question_id category criterion judge model served_model params rubric_sha256 form repeat status cause contestants injected first second first_reason second_reason first_reply second_reply input_tokens output_tokens cost_usd latency_ms tstamp samples'.split(
    ' ',
  )

/** The source whose judgements are those of live battles, which no other source has. */
const LIVE = 'live'
const PORTION = 200
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Finished judgements and those that failed for good, in portions. Reasons and lengths are included for operators and
 * if the prompt's texts are public; full replies only for operators.
 * @param view null for all of them but those of live battles, which have the source `live`
 * @throws {ProblemError} invalid_request if the source has no judgements
 */
export function exportJudgements(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  view: ArenaView | null,
  isOperator: boolean,
): AsyncGenerator<FileRecord[]> {
  if (view && view.source !== LIVE && !parseSource(view.source)!.kinds.includes('judge'))
    throw new ProblemError('invalid_request', msg('source_without_judgements', { source: view.source }))
  return readJudgements(deps, arena, view, isOperator)
}

async function* readJudgements(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  view: ArenaView | null,
  isOperator: boolean,
): AsyncGenerator<FileRecord[]> {
  const now = clock()
  const publication = await currentPublication({ db })
  const select = (after: string) => selectJudgementsAfter(db, arena.id, { view, publication, after })
  for await (const judgements of portions(BEFORE_ALL, select))
    yield judgements.map(({ retired_at, retired_by, ...one }) => {
      const mayRead = isOperator || textsArePublic({ retired_at, retired_by }, now)
      const { first, second } = one
      return {
        ...one,
        cause: mayRead ? one.cause : (one.cause?.split(':')[0] ?? null),
        first: verdictText(first),
        second: verdictText(second),
        first_reason: mayRead ? (first?.reason ?? null) : null,
        second_reason: mayRead ? (second?.reason ?? null) : null,
        ...(!isOperator && { first_reply: null, second_reply: null }),
        ...(!mayRead && UNTOLD),
      }
    })
}

/** From lengths a voter can tell whose answer is whose, and cost and time depend on them. */
const UNTOLD = { injected: null, input_tokens: null, output_tokens: null, cost_usd: null, latency_ms: null }

/** The verdict as a word (`first` is the answer shown first), or the groups of a ranking by place. */
const verdictText = (verdict: Verdict | null) =>
  verdict && ('order' in verdict ? verdict.order : verdict.verdict)

/** The columns of the file as they are stored, of which not everybody may read all. */
type StoredJudgement = FileRecord & {
  id: string
  cause: string | null
  first: Verdict | null
  second: Verdict | null
  retired_at: Date | null
  retired_by: 'file' | 'admin' | 'live' | null
}

/**
 * The next ended judgements, one row for each criterion, in order of id and criterion.
 * @param publication what is public; later ones are not published yet
 */
async function selectJudgementsAfter(
  db: Db,
  arenaId: number,
  { view, publication, after }: { view: ArenaView | null; publication: Publication | null; after: string },
): Promise<StoredJudgement[]> {
  const { source, criterion = null, category = null, since = null, before = null } = view ?? {}
  const judge = judgeOfSource(source)
  return queryRows<StoredJudgement>(db)`
    with next as (
      select j.*, v.judge, v.model, v.params, v.rubric_sha256, p.key, p.category, p.retired_at, p.retired_by
      from judgements j
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      join prompts p on p.arena_id = j.arena_id and p.id = j.prompt_id
      where j.arena_id = ${arenaId} and j.id > ${after}::uuid and j.status <> 'planned' and j.live = ${source === LIVE}
        and (${judge}::text is null or v.judge = ${judge})
        and (${category}::text is null or p.category = ${category})
        and (${criterion}::text is null or ${criterion} = any (j.criteria))
        and (${since}::timestamptz is null or j.finished_at >= ${since})
        and (${before}::timestamptz is null or j.finished_at < ${before})
        and is_in(j.txid, (${publication}::publication).votes)
      order by j.id limit ${PORTION})
    select n.id, n.key as question_id, n.category, criterion, n.judge, n.model, n.served_model, n.params, n.rubric_sha256,
      n.form, n.repeat, n.status, n.cause,
      array(select c.name from unnest(n.answer_ids) with ordinality as a (id, place)
        join answers x on x.arena_id = ${arenaId} and x.id = a.id
        join contestants c on c.arena_id = ${arenaId} and c.id = x.contestant_id order by a.place) as contestants,
      array(select c.name from unnest(n.answer_ids) with ordinality as a (id, place)
        join answers x on x.arena_id = ${arenaId} and x.id = a.id and x.injection is not null
        join contestants c on c.arena_id = ${arenaId} and c.id = x.contestant_id order by a.place) as injected,
      f.verdicts->criterion as first, s.verdicts->criterion as second, null as first_reason, null as second_reason,
      f.reply as first_reply, s.reply as second_reply, k.input::int as input_tokens, k.output::int as output_tokens,
      k.cost as cost_usd, k.latency as latency_ms, extract(epoch from date_trunc('milliseconds', n.finished_at))::float8 as tstamp,
      array(select x.sample from unnest(n.answer_ids) with ordinality as a (id, place)
        join answers x on x.arena_id = ${arenaId} and x.id = a.id order by a.place) as samples, n.retired_at, n.retired_by
    from next n
    cross join unnest(n.criteria) as criterion
    left join lateral ${readable('first')} f on true
    left join lateral ${readable('second')} s on true
    left join lateral (select sum(c.input_tokens) as input, sum(c.output_tokens) as output, sum(c.cost_usd) as cost,
        sum(c.latency_ms) as latency from calls c where c.arena_id = ${arenaId} and c.judgement_id = n.id) k on true
    where ${criterion}::text is null or criterion = ${criterion}
    order by n.id, criterion`
}

/** The last reply to one order that could be read. */
const readable = (shown: 'first' | 'second') => sql`(
  select c.verdicts, c.reply from calls c
  where c.arena_id = n.arena_id and c.judgement_id = n.id and c.shown = ${shown} and c.status = 'ok' and c.verdicts is not null
  order by c.id desc limit 1)`
