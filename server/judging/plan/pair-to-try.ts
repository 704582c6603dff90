import { queryRows } from '../../platform/postgres/query.ts'
import type { Arena } from '../../arenas/index.ts'
import type { RunEstimate } from '../../../shared/contracts/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Db } from '../../platform/schema.ts'
import { usableJudges } from '../judges.ts'
import { estimateArena, type Estimating } from './estimate-arena.ts'
import { chooseJudges, type PlanPart, type PlanSpec } from './plan-judgements.ts'

/** Pairs that are looked at. What keeps one from being judged, such as a check or equal texts, rarely keeps so many. */
const MAX_LOOKED_AT = 12
/** Contestants that are looked at: those that were judged least, each with those that have most answers. */
const [MAX_TRIED, MAX_BESIDE] = [4, 6]

/**
 * One prompt and two contestants to try judges on, before a run over all: the contestant that they judged least, the newest of
 * several, beside one that has most answers, on the first prompt on which not all of them have judged the two.
 * @param spec  of the run, which judges every pair
 * @returns the pair, and what a run over it would do and cost
 * @throws {ProblemError} invalid_request if no such pair is found, or the arena lacks a judge that is named
 */
export async function pairToTry(
  db: Db,
  arena: Pick<Arena, 'id' | 'slug'>,
  spec: PlanSpec,
  settings: Estimating,
): Promise<{ part: PlanPart; estimate: RunEstimate }> {
  const judges = chooseJudges(await usableJudges(db, arena.id), spec.judges)
  const versions = judges.map(({ versionId }) => versionId)
  for (const part of await selectCandidates(db, arena.id, versions)) {
    const estimate = await estimateArena(db, arena, { ...spec, only: part }, settings)
    if (estimate.judgements > 0) return { part, estimate }
  }
  throw new ProblemError(
    'invalid_request',
    `Arena "${arena.slug}" has no pair to try: those that were looked at are judged, or cannot be, as with equal answers or a failed check. Add a contestant or a prompt, or start judging.`,
  )
}

/** Pairs on prompts that not all of these versions have judged, in the order in which they are tried. */
async function selectCandidates(db: Db, arenaId: number, versions: readonly number[]): Promise<PlanPart[]> {
  const rows = await queryRows<{ tried: number; beside: number; prompt: number }>(db)`
    with judged as materialized (
      select a.contestant_id as id, count(*) as judgements from judgements j
      join answers a on a.arena_id = j.arena_id and a.id = any (j.answer_ids)
      where j.arena_id = ${arenaId} and j.status <> 'planned' and j.judge_version_id = any (${versions}::integer[])
      group by 1),
    usable as materialized (
      select c.id, c.provider, coalesce(j.judgements, 0) as judgements,
        (select count(*) from answers a where a.arena_id = c.arena_id and a.contestant_id = c.id) as answers
      from contestants c left join judged j on j.id = c.id
      where c.arena_id = ${arenaId} and c.retired_at is null),
    tried as (select *, row_number() over (order by judgements, id desc) as place from usable
      where answers > 0 or provider is not null order by place limit ${MAX_TRIED}),
    beside as (select *, row_number() over (order by answers desc, judgements desc, id) as place from usable
      where answers > 0 or provider is not null order by place limit ${MAX_BESIDE})
    select t.id as tried, b.id as beside, p.id as prompt
    from tried t join beside b on b.id <> t.id
    cross join lateral (
      select p.id from prompts p
      where p.arena_id = ${arenaId} and p.messages is not null and p.retired_at is null
        and not exists (select from unnest(array[t.id, b.id], array[t.provider, b.provider]) as c (id, provider)
          where c.provider is null and not exists (select from answers a
            where a.arena_id = ${arenaId} and a.contestant_id = c.id and a.prompt_id = p.id))
        and exists (select from unnest(${versions}::integer[]) as v (id) where not exists (select from judgements j
          join answers x on x.arena_id = j.arena_id and x.id = any (j.answer_ids) and x.contestant_id = t.id
          join answers y on y.arena_id = j.arena_id and y.id = any (j.answer_ids) and y.contestant_id = b.id
          where j.arena_id = ${arenaId} and j.prompt_id = p.id and j.status <> 'planned'
            and j.judge_version_id = v.id))
      order by p.id limit 2) p
    order by t.place, b.place, p.id limit ${MAX_LOOKED_AT}`
  return rows.map(({ tried, beside, prompt }) => ({
    contestants: tried < beside ? [tried, beside] : [beside, tried],
    prompts: [prompt],
  }))
}
