/** Whether verdicts weighed by log-probabilities agree with people more often than plain ones do. */
import { mostSay, peopleOnPairs } from './tallies.ts'
import { sql } from 'kysely'
import { msg } from '../../shared/messages/index.ts'
import { versionSha256, type NewJudge, mergeOrders } from '../judging/index.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { sequentialSignTest } from '../../shared/stats/numbers/distributions.ts'
import type { Verdicts, Weighing, Verdict } from '../../shared/contracts/index.ts'
import type { Publication } from '../platform/postgres/publishing.ts'

/**
 * Votes may be weighed by log-probabilities only after people's votes in this arena have shown that the same judge then
 * agrees with people more often.
 * @throws {ProblemError} for the first judge without such a measurement; it says how to get one
 */
export async function requireMeasuredWeights(
  trx: Trx,
  arenaId: number,
  judges: readonly NewJudge[],
): Promise<void> {
  const weighing = judges.filter(({ logprobs }) => logprobs === 'weigh')
  if (weighing.length === 0) return
  const judgements = await selectWeighed(trx, arenaId, null)
  for (const judge of weighing) {
    const hashes = (['measure', 'weigh'] as const).map((logprobs) => versionSha256({ ...judge, logprobs }))
    const versions = await selectVersionIds(trx, arenaId, judge.name, hashes)
    const own = judgements.filter((one) => versions.includes(one.version))
    const { pairs, plainAgreed, weighedAgreed, isBetter, p } = weighingOf(
      { verdicts: own.length, withProbabilities: own.length },
      own,
    )
    if (isBetter) continue
    throw new ProblemError(
      'invalid_request',
      pairs === 0
        ? msg('logprobs_unmeasured', { judge: judge.name })
        : msg('logprobs_not_better', {
            judge: judge.name,
            pairs,
            weighed: weighedAgreed,
            plain: plainAgreed,
            p,
          }),
    )
  }
}

/** The ids of the versions of a judge with these hashes. */
async function selectVersionIds(
  db: Db,
  arenaId: number,
  judge: string,
  hashes: readonly string[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('judge_versions')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('judge', '=', judge)
    .where('sha256', 'in', hashes)
    .execute()
  return rows.map(({ id }) => id)
}

/** Weighed verdicts must agree more often at this level before votes may be weighed. */
const WEIGHING_ALPHA = 0.05

/**
 * Compares both readings of the same replies with what people say of the same two answers: left, right or tie. Pairs on
 * one prompt are no independent evidence, so each prompt is one sign: better, worse or neither. The p-value
 * of the sign test holds at any number of looks, since operators add labels and look again.
 * @param judgements of one version of a judge
 */
export function weighingOf(
  { verdicts, withProbabilities }: Pick<LogprobCount, 'verdicts' | 'withProbabilities'>,
  judgements: readonly Omit<WeighedJudgement, 'judge' | 'version'>[],
): Weighing {
  const gains = new Map<number, number>()
  let plainAgreed = 0
  let weighedAgreed = 0
  for (const { promptId, first, second, people } of judgements) {
    const orders: [Verdicts, Verdicts] = [{ one: first }, { one: second }]
    const [plain] = mergeOrders(...orders, 'pairwise', 2).one
    const [weighed] = mergeOrders(...orders, 'pairwise', 2, true).one
    const [byPlain, byWeighed] = [plain, weighed].map(({ outcome }) => Number(asSaid(outcome) === people))
    plainAgreed += byPlain
    weighedAgreed += byWeighed
    gains.set(promptId, (gains.get(promptId) ?? 0) + byWeighed - byPlain)
  }
  const better = [...gains.values()].filter((gain) => gain > 0).length
  const worse = [...gains.values()].filter((gain) => gain < 0).length
  const p = sequentialSignTest(better, worse)
  return {
    verdicts,
    withProbabilities,
    pairs: judgements.length,
    plainAgreed,
    weighedAgreed,
    betterPrompts: better,
    worsePrompts: worse,
    p,
    isBetter: better > worse && p <= WEIGHING_ALPHA,
  }
}

const asSaid = (outcome: string) => (outcome === 'both_bad' ? 'tie' : outcome)

/** A judgement of two answers under one criterion that both orders gave with probabilities, and what people say. */
export interface WeighedJudgement {
  judge: string
  version: number
  promptId: number
  first: Verdict
  /** With the answers swapped. */
  second: Verdict
  /** What most people say: left is the answer shown first in the first order. */
  people: 'left' | 'right' | 'tie'
}

/** How many verdicts a version gave in both orders, and how many of them with probabilities. */
export interface LogprobCount {
  judge: string
  version: number
  verdicts: number
  withProbabilities: number
}

/** The verdicts of both orders of each finished judgement of two answers, without repeats and judgements of climbs. */
const bothOrders = (arenaId: number, publication: Publication | null) => sql`
  shown as (
    select distinct on (c.judgement_id, c.shown) c.judgement_id, c.shown, c.verdicts
    from judgements j
    join calls c on c.arena_id = j.arena_id and c.judgement_id = j.id and c.status = 'ok' and c.verdicts is not null
    where j.arena_id = ${arenaId} and j.status = 'done' and j.form = 'pairwise' and j.repeat = 0 and j.climb_epoch is null and not j.live
      and is_in(j.txid, (${publication}::publication).votes)
    order by c.judgement_id, c.shown, c.id desc),
  verdicts as (
    select v.judge, j.judge_version_id as version, j.prompt_id, j.answer_ids, k.key as criterion, k.value as first,
      s.verdicts->k.key as second, k.value ? 'probabilities' and s.verdicts->k.key ? 'probabilities' as weighed
    from shown f
    join shown s on s.judgement_id = f.judgement_id and s.shown = 'second'
    join judgements j on j.arena_id = ${arenaId} and j.id = f.judgement_id
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    cross join lateral jsonb_each(f.verdicts) k
    where f.shown = 'first')`

/** Counts the verdicts with and without probabilities, for versions that have any. */
export async function countLogprobs(
  db: Db,
  arenaId: number,
  publication: Publication | null,
): Promise<LogprobCount[]> {
  const { rows } = await sql<LogprobCount>`
    with ${bothOrders(arenaId, publication)}
    select judge, version, count(*)::int as verdicts, count(*) filter (where weighed)::int as "withProbabilities"
    from verdicts where version in (select v.id from judge_versions v join judges g on g.arena_id = v.arena_id
      and g.name = v.judge and g.version_sha256 = v.sha256 and g.logprobs <> 'off' where v.arena_id = ${arenaId})
      or version in (select version from verdicts where weighed)
    group by judge, version order by judge, version`.execute(db)
  return rows
}

/** The weighed verdicts on answers that people compared too, under the same criterion. */
export async function selectWeighed(
  db: Db,
  arenaId: number,
  publication: Publication | null,
): Promise<WeighedJudgement[]> {
  const { rows } = await sql<WeighedJudgement>`
    with ${bothOrders(arenaId, publication)},
    people as (${peopleOnPairs(arenaId, publication, 'human')})
    select w.judge, w.version, w.prompt_id as "promptId", w.first, w.second,
      ${mostSay(sql`x.contestant_id`)} as people
    from verdicts w
    join answers x on x.arena_id = ${arenaId} and x.id = w.answer_ids[1]
    join answers y on y.arena_id = ${arenaId} and y.id = w.answer_ids[2]
    join people m on m.criterion = w.criterion and m.prompt_id = w.prompt_id
      and m.low = least(x.contestant_id, y.contestant_id) and m.high = greatest(x.contestant_id, y.contestant_id)
    where w.weighed
    order by w.judge, w.version, w.prompt_id`.execute(db)
  return rows
}
