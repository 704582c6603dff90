/** Reads a climb with all its attempts. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ClimbEpoch, ClimbGate, ClimbResult } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

export async function selectEpochs(
  db: Kysely<Database>,
  arenaId: number,
): Promise<(Omit<ClimbEpoch, 'startedAt'> & { startedAt: Date })[]> {
  const { rows } = await sql<Omit<ClimbEpoch, 'startedAt'> & { startedAt: Date }>`
    select e.number as epoch, e.started_at as "startedAt", v.judge, v.model, e.criterion, r.name as rubric,
      v.sha256 as "judgeSha256", v.rubric_sha256 as "rubricSha256", e.references_sha256 as "referencesSha256",
      (select count(*)::int from climb_references f
        where f.arena_id = e.arena_id and f.epoch = e.number and not f.held_out) as "references",
      (select count(*)::int from climb_references f
        where f.arena_id = e.arena_id and f.epoch = e.number and f.held_out) as "heldOut",
      e.hold_out as "holdOut"
    from climb_epochs e
    join judge_versions v on v.arena_id = e.arena_id and v.id = e.judge_version_id
    join rubrics r on r.arena_id = v.arena_id and r.sha256 = v.rubric_sha256
    where e.arena_id = ${arenaId} order by e.number`.execute(db)
  return rows
}

/** Counts of results, on the prompts of the gate or on the held-out ones. */
export interface ResultCounts {
  wins: number
  losses: number
  ties: number
  inconsistent: number
  identical: number
  unanswered: number
  failed: number
}

export interface AttemptRow {
  attempt: number
  epoch: number
  kind: 'challenge' | 'again'
  incumbent: string
  challenger: string
  gate: ClimbGate
  verdict: 'promote' | 'do_not_promote'
  promoted: boolean
  costUsd: number | null
  startedAt: Date
  endedAt: Date
  counts: ResultCounts | null
  heldOut: ResultCounts | null
}

export async function selectAttempts(db: Kysely<Database>, arenaId: number): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    with counted as (
      select r.attempt, r.held_out, jsonb_build_object(
        'wins', count(*) filter (where winner = 'challenger'), 'losses', count(*) filter (where winner = 'incumbent'),
        'ties', count(*) filter (where winner = 'tie'), 'inconsistent', count(*) filter (where inconsistent),
        'identical', count(*) filter (where identical), 'unanswered', count(*) filter (where absent = 'challenger'),
        'failed', count(*) filter (where winner is null and absent is null)) as counts
      from climb_results r where r.arena_id = ${arenaId} group by 1, 2)
    select a.number as attempt, a.epoch, a.kind, i.name as incumbent, c.name as challenger, a.gate, a.verdict, a.promoted,
      a.cost_usd as "costUsd", a.started_at as "startedAt", a.ended_at as "endedAt", t.counts, h.counts as "heldOut"
    from climb_attempts a
    join contestants i on i.arena_id = a.arena_id and i.id = a.incumbent_id
    join contestants c on c.arena_id = a.arena_id and c.id = a.challenger_id
    left join counted t on t.attempt = a.number and not t.held_out
    left join counted h on h.attempt = a.number and h.held_out
    where a.arena_id = ${arenaId} order by a.number`.execute(db)
  return rows
}

/**
 * The epochs that share at least half of the latest epoch's references; `heldOut` selects which references are
 * compared.
 */
export async function selectLikeLatest(
  db: Kysely<Database>,
  arenaId: number,
  heldOut: boolean,
): Promise<number[]> {
  const { rows } = await sql<{ epoch: number }>`
    with latest as (
      select prompt_id, reference from climb_references
      where arena_id = ${arenaId} and held_out = ${heldOut}
        and epoch = (select max(number) from climb_epochs where arena_id = ${arenaId}))
    select f.epoch from climb_references f join latest l on l.prompt_id = f.prompt_id and l.reference = f.reference
    where f.arena_id = ${arenaId} and f.held_out = ${heldOut}
    group by f.epoch having 2 * count(*) >= (select count(*) from latest) order by f.epoch`.execute(db)
  return rows.map(({ epoch }) => epoch)
}

/** The results of one attempt, ordered by prompt key; held-out prompts come last if they are included. */
export async function selectResults(
  db: Kysely<Database>,
  arenaId: number,
  attempt: number,
  withHeldOut: boolean,
): Promise<ClimbResult[]> {
  const { rows } = await sql<ClimbResult>`
    select p.key as prompt, r.held_out as "heldOut", r.winner, r.absent, r.inconsistent, r.identical,
      coalesce(r.reason, r.cause) as reason,
      (select m->>'content' from jsonb_array_elements(p.messages) with ordinality as t (m, place)
        where m->>'role' = 'user' order by place desc limit 1) as question
    from climb_results r join prompts p on p.arena_id = r.arena_id and p.id = r.prompt_id
    where r.arena_id = ${arenaId} and r.attempt = ${attempt}
      and (${withHeldOut} or not r.held_out) order by r.held_out, p.key`.execute(db)
  return rows
}
