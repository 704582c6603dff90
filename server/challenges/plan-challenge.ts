/** Plans a challenge from the current state of the arena. */
import { type Kysely, sql } from 'kysely'
import type { ClimbGate } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ChallengeTrial, TrialSide } from './tables.ts'
import type { Database } from '../platform/schema.ts'
import { type Named, selectNames } from '../comparisons/index.ts'
import { incumbentsAfter } from './incumbents.ts'
import { measureOf, type ClimbMeasure, type MeasureRequest, sha256 } from './measure.ts'
import { selectSteps, type Step, type EpochRow } from './queries.ts'
import { rejectChallenge } from './reject-challenge.ts'
import { requireAnswersAsked } from './missing-results-cause.ts'

export interface ChallengeRequest extends MeasureRequest {
  /** Undefined for the climb's incumbent. */
  incumbent?: Named | undefined
  challenger: Named
  gate: ClimbGate
  /** The budget of each attempt in US dollars, earlier costs included; null for no limit. */
  budgetUsd: number | null
}

export interface PlannedChallenge {
  incumbent: Named
  challenger: Named
  /** The climb's incumbent before this challenge; null if there is none. */
  standingId: number | null
  measure: ClimbMeasure
  /** The latest epoch if judge, rubric, references and hold-out are the same, else a new one. */
  epoch: { number: number; isNew: boolean }
  /** In order; the last one is the challenger's. */
  trials: ChallengeTrial[]
}

/**
 * Plans a challenge: its attempts, and what they are measured with. If judge, rubric, references or hold-out have
 * changed, a new epoch begins, in which the incumbent is first judged again against its predecessor.
 * @throws {ProblemError} invalid_request if the challenge is not possible
 */
export async function planChallenge(
  db: Kysely<Database>,
  arena: Arena,
  request: ChallengeRequest,
): Promise<PlannedChallenge> {
  // one after another, because a transaction has one connection
  const steps = await selectSteps(db, arena.id)
  const before = await selectLatestEpoch(db, arena.id)
  const names = await selectNames(db, arena.id)
  const contestantById = (id: number | null) => names.find((one) => one.id === id)
  const current = incumbentsAfter(steps)
  const incumbent = incumbentFor(arena, request, contestantById(current.incumbentId))
  const { challenger, gate } = request
  const measure = await measureOf(db, arena, request, before)
  requireHoldOut(gate, measure)
  if (!(await canMeet(db, arena, measure, [incumbent, challenger])))
    rejectChallenge(
      msg('nothing_shared', {
        incumbent: incumbent.name,
        challenger: challenger.name,
        references: measure.references.length,
        arena: arena.slug,
      }),
    )

  const isNew = before?.sha256 !== measure.sha256
  const epoch = { number: (before?.number ?? 0) + (isNew ? 1 : 0), isNew }
  const predecessor = contestantById(
    incumbent.id === current.incumbentId ? current.predecessorId : current.incumbentId,
  )
  const again =
    predecessor &&
    isFresh(epoch.number, steps) &&
    (await canMeet(db, arena, measure, [predecessor, incumbent]))
      ? [{ kind: 'again' as const, incumbentId: predecessor.id, challengerId: incumbent.id }]
      : []
  const attempt = { kind: 'challenge' as const, incumbentId: incumbent.id, challengerId: challenger.id }
  const trials = []
  for (const one of [...again, attempt]) {
    const references = measure.references.map(({ id }) => id)
    await requireAnswersAsked(db, arena, one.challengerId, references)
    trials.push(await plannedAttemptOf(db, arena, measure, { ...one, gate, epoch: epoch.number }))
  }
  return { incumbent, challenger, standingId: current.incumbentId, measure, epoch, trials }
}

function incumbentFor(
  { slug }: Arena,
  { incumbent: requestedIncumbent, challenger }: ChallengeRequest,
  standing: Named | undefined,
): Named {
  const incumbent = requestedIncumbent ?? standing
  if (!incumbent) rejectChallenge(msg('no_incumbent', { arena: slug }))
  if (incumbent.id === challenger.id)
    rejectChallenge(
      msg('challenges_itself', {
        name: challenger.name,
        arena: slug,
        isNamed: requestedIncumbent !== undefined,
      }),
    )
  return incumbent
}

function requireHoldOut(gate: ClimbGate, { holdOut }: ClimbMeasure): void {
  if (gate.holdOut && holdOut === null) rejectChallenge(msg('nothing_held_out'))
}

/** Whether there is a prompt, not held out, that both contestants have answered or can be asked to answer. */
async function canMeet(
  db: Kysely<Database>,
  arena: Arena,
  measure: ClimbMeasure,
  [one, other]: readonly [Named, Named],
): Promise<boolean> {
  const shared = new Set(await sharedPrompts(db, arena, measure, [one.id, other.id]))
  return measure.references.some(({ id, heldOut }) => !heldOut && shared.has(id))
}

/** Whether the epoch is not the first and has no attempt yet. */
const isFresh = (epoch: number, steps: readonly Step[]): boolean =>
  epoch > 1 && !steps.some((step) => step.epoch === epoch)

const selectLatestEpoch = (db: Kysely<Database>, arenaId: number): Promise<EpochRow | undefined> =>
  db
    .selectFrom('climb_epochs as e')
    .innerJoin('judge_versions as v', (join) =>
      join.onRef('v.arena_id', '=', 'e.arena_id').onRef('v.id', '=', 'e.judge_version_id'),
    )
    .select(['e.number', 'e.judge_version_id as judgeVersionId', 'e.sha256', 'v.judge', 'e.criterion'])
    .select('e.hold_out as holdOut')
    .where('e.arena_id', '=', arenaId)
    .orderBy('e.number', 'desc')
    .limit(1)
    .executeTakeFirst()

// An attempt as planned: two contestants, a gate, and the prompts on both sides of the hold-out.

/** The prompts that both contestants have answered or can be asked to answer. */
async function selectShared(
  db: Kysely<Database>,
  arenaId: number,
  contestants: readonly [number, number],
  promptIds: readonly number[],
): Promise<number[]> {
  const answers = (id: number) => sql`(
    exists (select from contestants c
      where c.arena_id = ${arenaId} and c.id = ${id} and c.provider is not null and c.retired_at is null)
    or exists (select from answers a
      where a.arena_id = ${arenaId} and a.contestant_id = ${id} and a.prompt_id = given.id and a.sample = 1))`
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${promptIds}::integer[]) as given (id)
    where ${answers(contestants[0])} and ${answers(contestants[1])} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Plans one attempt. Its key is the same for the same contestants, gate and prompts in an epoch, so it can be
 * entered only once.
 * @param epoch  its number
 */
async function plannedAttemptOf(
  db: Kysely<Database>,
  arena: Pick<Arena, 'id'>,
  measure: ClimbMeasure,
  {
    epoch,
    ...trial
  }: {
    kind: ChallengeTrial['kind']
    incumbentId: number
    challengerId: number
    gate: ClimbGate
    epoch: number
  },
): Promise<ChallengeTrial> {
  const { kind, incumbentId, challengerId, gate } = trial
  const contestants: [number, number] = [incumbentId, challengerId]
  const shared = new Set(await sharedPrompts(db, arena, measure, contestants))
  const side = (heldOut: boolean): TrialSide => {
    const references = measure.references.flatMap((one) => (one.heldOut === heldOut ? [one.id] : []))
    return { references, promptIds: references.filter((id) => shared.has(id)) }
  }
  const [open, heldOut] = [side(false), side(true)]
  const key = sha256({ kind, epoch, contestants, gate, open: open.promptIds, heldOut: heldOut.promptIds })
  return { ...trial, key, open, heldOut }
}

/** The prompts of a measure that both contestants have answered or can be asked to answer. */
const sharedPrompts = (
  db: Kysely<Database>,
  { id }: Pick<Arena, 'id'>,
  { references }: ClimbMeasure,
  contestants: readonly [number, number],
): Promise<number[]> =>
  selectShared(
    db,
    id,
    contestants,
    references.map((reference) => reference.id),
  )
