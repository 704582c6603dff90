/**
 * Runs and challenges as earlier versions stored them: rows in every state, with the JSON of their plans written out
 * here. They are read, resumed and finished.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Arena } from '../../../server/arenas/index.ts'
import { requeueChallenges } from '../../../server/challenges/index.ts'
import { AS_ADMIN } from '../../support/app.ts'
import { setUpClimb } from '../challenges/climbing.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'

const rig = withModels()
const ASKED = '2024-05-01T12:00:00Z'

interface StoredRun {
  kind?: 'run' | 'judge' | 'challenge'
  status: string
  plan: unknown
  budget?: number | null
  cause?: string | null
}

/** A row of table `runs` and, for a run that runs, its job. @returns its id */
async function storeRun(
  { id: arenaId }: Arena,
  { kind = 'judge', status, plan, budget = null, cause = null }: StoredRun,
): Promise<number> {
  const { db } = rig.app.deps
  const isEnded = status !== 'running' && status !== 'paused'
  const { rows } = await sql<{ id: number }>`
    insert into runs (arena_id, kind, status, plan, budget_usd, started_at, ended_at, cause)
    values (${arenaId}, ${kind}, ${status}, ${JSON.stringify(plan)}::jsonb, ${budget}, ${ASKED}::timestamptz,
      case when ${isEnded}::boolean then ${ASKED}::timestamptz end, ${cause})
    returning id`.execute(db)
  const run = rows[0].id
  if (status === 'running')
    await sql`
      select graphile_worker.add_job('advance-run', ${JSON.stringify({ arenaId, runId: run })}::json,
        queue_name => ${`judging-${arenaId}`}, job_key => ${`advance-run ${arenaId} ${run}`})`.execute(db)
  return run
}

const judging = ({ slug }: Arena, verb = '', json?: unknown): Promise<Response> =>
  rig.app.request(`/api/admin/arenas/${slug}/judging${verb}`, {
    method: verb === '' ? 'GET' : 'POST',
    headers: AS_ADMIN,
    ...(json !== undefined && { json }),
  })

const WHOLE = { plan: {}, seed: 1, expected: { calls: 24, costUsd: null } }
const EVERYTHING = { plan: { everything: true }, seed: 1, judges: ['judge 1'], repeats: 1, sample: 2 }

const answered = (slug: string) => rig.setUpJudged({ slug, answered: true })

test.each([
  ['run', 'whole', WHOLE],
  ['judge', 'everything', EVERYTHING],
] as const)('a running %s of %s is driven to its end', async (kind, what, plan) => {
  const arena = await answered(`stored-${what}`)
  const run = await storeRun(arena, { kind, status: 'running', plan })
  expect(await rig.progressWhen(arena)).toMatchObject({
    run,
    status: 'done',
    judgements: { done: 12, failed: 0 },
  })
  expect((await rig.votesOf(arena)).length).toBeGreaterThan(0)
})

test('a run of a part judges only that part', async () => {
  const arena = await answered('stored-part')
  const rows = await rig.app.sql<{ contestants: [number, number]; prompts: number[] }>`
    select (select array_agg(id order by id) from contestants where arena_id = ${arena.id} and name <> 'cedar') as contestants,
      (select array_agg(id order by id) from prompts where arena_id = ${arena.id} and key in ('p1', 'p2')) as prompts`
  const only = { ...rows[0], criteria: ['overall'] }
  await storeRun(arena, {
    status: 'running',
    plan: { plan: {}, seed: 1, judges: ['judge 1'], only, expected: { calls: 4, costUsd: null } },
  })
  expect(await rig.progressWhen(arena)).toMatchObject({ status: 'done', judgements: { done: 2 } })
})

test.each([
  ['a plan that is none', { votesPerPair: 3 }, /^unreadable_spec: plan: /],
  [
    'a part that is misspelt',
    { plan: {}, seed: 1, onyl: { contestants: [1, 2] } },
    /^unreadable_spec: .*onyl/,
  ],
  ['a challenge without prompts', { challenge: { key: 'k' } }, /^unreadable_spec: challenge\./],
])('of %s no call is made, and the run records why it ended', async (_what, plan, cause) => {
  const arena = await answered(`unreadable-${cause.source.length}`)
  const kind = 'challenge' in plan ? 'challenge' : 'judge'
  await storeRun(arena, { kind, status: 'running', plan })
  const { status, cause: stored, finding, calls } = await rig.progressWhen(arena)
  expect({ status, done: calls.done }).toEqual({ status: 'cancelled', done: 0 })
  expect(stored).toMatch(cause)
  expect(finding).toMatchObject({ code: 'at_place' })
  expect(rig.models.calls).toEqual([])
})

const GATE = { minWinRate: 0.5, alpha: 0.05, holdOut: false }

/** An open challenge of birch against amber in epoch 1, as its rows were written. */
async function storeChallenge(slug: string) {
  const { db } = rig.app.deps
  const arena = await setUpClimb(rig.app.deps, { slug, baseUrl: rig.models.openAiUrl })
  const { rows } = await sql<{ incumbent: number; challenger: number; prompts: number[]; version: number }>`
    select (select id from contestants where arena_id = ${arena.id} and name = 'birch') as incumbent,
      (select id from contestants where arena_id = ${arena.id} and name = 'amber') as challenger,
      (select array_agg(id order by id) from prompts where arena_id = ${arena.id}) as prompts,
      (select id from judge_versions where arena_id = ${arena.id}) as version`.execute(db)
  const { incumbent, challenger, prompts, version } = rows[0]
  // an epoch and its references are one entry of the log
  await db.transaction().execute(async (trx) => {
    await sql`
    insert into climb_epochs (arena_id, number, judge_version_id, criterion, sha256, references_sha256, started_at)
    values (${arena.id}, 1, ${version}, 'closeness', 'epoch', 'references', ${ASKED}::timestamptz)`.execute(
      trx,
    )
    await sql`
    insert into climb_references (arena_id, epoch, prompt_id, reference, held_out)
    select arena_id, 1, id, reference, false from prompts where arena_id = ${arena.id}`.execute(trx)
  })
  const key = `key of ${slug}`
  const trial = {
    kind: 'challenge',
    incumbentId: incumbent,
    challengerId: challenger,
    gate: GATE,
    key,
    open: { references: prompts, promptIds: prompts },
    heldOut: { references: [], promptIds: [] },
  }
  const store = async (status: string, stopped: string | null, cause: unknown = null): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into challenges (arena_id, epoch, incumbent_id, challenger_id, trials, asked, status, stopped, cause,
        started_at, ended_at)
      values (${arena.id}, 1, ${incumbent}, ${challenger}, ${JSON.stringify([trial])}::jsonb, 2, ${status}, ${stopped},
        ${JSON.stringify(cause)}::jsonb, ${ASKED}::timestamptz,
        case when ${status} <> 'open' then ${ASKED}::timestamptz end) returning id`.execute(db)
    return rows[0].id
  }
  const planOf = (challenge: number) => ({
    challenge: {
      key,
      epoch: 1,
      versionId: version,
      criterion: 'closeness',
      contestants: [incumbent, challenger],
      promptIds: prompts,
    },
    by: { challenge, asked: 2 },
    expected: { calls: 2 * prompts.length, costUsd: null },
  })
  return { arena, store, planOf }
}

const challengeOf = async ({ slug }: Arena) => {
  const response = await rig.app.asAdmin(`/api/arenas/${slug}/challenges`)
  return ((await response.json()) as { challenge: { status: string; attempt: number | null } }).challenge
}

/** Looks until the arena's challenge has come to its end. */
async function ended(arena: Arena) {
  for (;;) {
    const challenge = await challengeOf(arena)
    if (challenge.status === 'entered' || challenge.status === 'stopped') return challenge
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('an open challenge is finished from a run in each status', async () => {
  for (const status of ['running', 'paused', 'budget_reached']) {
    const { arena, store, planOf } = await storeChallenge(`stored-challenge-${status.replace('_', '-')}`)
    const plan = planOf(await store('open', null))
    await storeRun(arena, {
      kind: 'challenge',
      status,
      plan,
      budget: status === 'budget_reached' ? 0.000001 : null,
    })
    if (status !== 'running') expect((await challengeOf(arena)).status).toBe(status)
    if (status === 'paused') await judging(arena, '/resume')
    if (status === 'budget_reached') await judging(arena, '/budget', { budgetUsd: null })
    expect(await ended(arena)).toMatchObject({ status: 'entered', attempt: 1, promoted: true })
  }
})

test('a challenge whose stored attempts cannot be read is refused with the reason', async () => {
  const { arena, store, planOf } = await storeChallenge('stored-unreadable')
  const id = await store('open', null)
  await storeRun(arena, { kind: 'challenge', status: 'done', plan: planOf(id) })
  await rig.app.sql`update challenges set trials = '[{"kind": "challenge", "gate": {}}]' where id = ${id}`
  await requeueChallenges(rig.app.deps)
  for (;;) {
    const rows = await rig.app.sql<{ stopped: string | null; cause: { code: string } | null }>`
      select stopped, cause from challenges where id = ${id}`
    if (rows[0].stopped === null) continue
    expect(rows[0]).toMatchObject({ stopped: 'refused', cause: { code: 'challenge_unreadable' } })
    return
  }
})
