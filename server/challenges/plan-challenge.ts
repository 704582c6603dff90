/** Plans a challenge from the current state of the arena. */
import type { Kysely } from 'kysely'
import type { ClimbGate } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ChallengeTrial } from './tables.ts'
import type { Database } from '../platform/schema.ts'
import type { Named } from '../comparisons/index.ts'
import { selectNames } from '../comparisons/index.ts'
import { incumbentsAfter } from './incumbents.ts'
import { measureOf } from './measure.ts'
import type { ClimbMeasure, MeasureRequest } from './measure.ts'
import { selectLatestEpoch, selectSteps } from './queries.ts'
import type { Step } from './queries.ts'
import { rejectChallenge } from './reject-challenge.ts'
import { sharedPrompts, plannedAttemptOf } from './planned-attempt.ts'
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
