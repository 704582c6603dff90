import type {
  Climb,
  ClimbAttempt,
  ClimbGate,
  ClimbResult,
  ClimbWarning,
} from '../../../shared/contracts/index.ts'
import { answerMakers } from '../../answers/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { alone, keepVersion, requireKnownTo } from '../../judging/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Named } from '../contestant-named.ts'
import { selectNames } from '../queries.ts'
import { attempt, sharedPrompts } from './attempt.ts'
import type { Epoch } from './attempt.ts'
import { climbOf } from './climb-of.ts'
import type { Work } from './examine.ts'
import { incumbentsAfter } from './incumbents.ts'
import { measureOf } from './measure.ts'
import type { Measure, MeasureRequest } from './measure.ts'
import { insertEpoch, selectLatestEpoch, selectSteps } from './queries.ts'
import type { EpochRow, Step } from './queries.ts'

export interface ChallengeRequest extends MeasureRequest {
  /** Undefined: the climb's own. */
  incumbent?: Named | undefined
  challenger: Named
  gate: ClimbGate
}

export interface Challenged extends ClimbAttempt {
  arena: string
  /** It stood in the log already: nothing was judged. */
  stood: boolean
  overfit: Climb['overfit']
  warnings: ClimbWarning[]
  results: ClimbResult[]
}

/**
 * Holds a challenger against the incumbent of an arena's climb: a judge is shown the reference and both answers, blind
 * and in both orders, and says which is closer. Where judge, rubric, references or hold-out differ from before, a new
 * epoch begins, and the incumbent is first judged again against its predecessor. The attempt is entered in the log
 * once, whatever happens meanwhile. Nothing of it is a vote.
 * @throws {ProblemError} invalid_request for anything that cannot be tried
 * @throws {ChallengeStopped} when judging stops before its end
 */
export async function challenge(
  deps: Deps,
  arena: Arena,
  request: ChallengeRequest,
  work: Work,
): Promise<Challenged> {
  return alone(deps.db, arena.id, work.onWait, async () => {
    const { db } = deps
    const [steps, before, names] = await Promise.all([
      selectSteps(db, arena.id),
      selectLatestEpoch(db, arena.id),
      selectNames(db, arena.id),
    ])
    const named = (id: number | null) => names.find((one) => one.id === id)
    const standing = incumbentsAfter(steps)
    const incumbent = incumbentFor(arena, request, named(standing.incumbentId))
    const { challenger, gate } = request
    const measure = await measureOf(db, arena, request, before)
    requireHoldOut(gate, measure)
    await requireShared(deps, arena, measure, [incumbent, challenger])
    await requireModels(deps, arena, measure, [incumbent.id, challenger.id])

    const epoch = await epochFor(deps, arena, measure, before)
    const predecessor = named(
      incumbent.id === standing.incumbentId ? standing.predecessorId : standing.incumbentId,
    )
    if (predecessor && (await isFresh(deps, arena, measure, epoch.number, steps, [predecessor, incumbent])))
      await attempt(
        deps,
        arena,
        measure,
        { kind: 'again', epoch, incumbent: predecessor, challenger: incumbent, gate },
        work,
      )
    const trial = { kind: 'challenge', epoch, incumbent, challenger, gate } as const
    const { number, stood } = await attempt(deps, arena, measure, trial, work)
    const climb = await climbOf(deps, arena, {
      attempt: number,
      withTexts: true,
      withHeldOut: false,
    })
    const entered = climb.attempts.find((one) => one.attempt === number)!
    const warnings = [...renamed(standing.incumbentId, incumbent, named), ...climb.warnings]
    const { overfit, results = [] } = climb
    return { ...entered, arena: arena.slug, stood, overfit, warnings, results }
  })
}

function incumbentFor(
  { slug }: Arena,
  { incumbent: wanted, challenger }: ChallengeRequest,
  standing: Named | undefined,
): Named {
  const incumbent = wanted ?? standing
  if (!incumbent)
    refuse(`The climb of arena "${slug}" has no incumbent yet. Name the one to be beaten: --incumbent NAME.`)
  if (incumbent.id === challenger.id)
    refuse(
      `${challenger.name} is ${wanted ? 'named as challenger and as incumbent' : `the incumbent of arena "${slug}" itself`}. Name another challenger.`,
    )
  return incumbent
}

function requireHoldOut(gate: ClimbGate, { holdOut }: Measure): void {
  if (gate.holdOut && holdOut === null)
    refuse('--require-hold-out: no prompt is held out. Hold some out: --hold-out 0.25.')
}

async function requireShared(
  deps: Deps,
  arena: Arena,
  measure: Measure,
  [incumbent, challenger]: readonly [Named, Named],
): Promise<void> {
  const shared = new Set(await sharedPrompts(deps, arena, measure, [incumbent.id, challenger.id]))
  if (measure.references.some(({ id, heldOut }) => !heldOut && shared.has(id))) return
  refuse(
    `${incumbent.name} and ${challenger.name} share no answer to any of the ${measure.references.length} prompts with a reference in arena "${arena.slug}". Import answers of both, or give both a provider in arena.yaml.`,
  )
}

/** Asks providers, at no cost, for the models that will be called. */
async function requireModels(
  deps: Deps,
  { id }: Arena,
  { judge }: Measure,
  contestants: readonly number[],
): Promise<void> {
  const makers = [...(await answerMakers(deps.db, id)).values()]
  await requireKnownTo(deps, id, [judge, ...makers.filter((maker) => contestants.includes(maker.id))])
}

/** The epoch that measures by this: the latest, or a new one. */
async function epochFor(
  { db, clock }: Deps,
  arena: Arena,
  measure: Measure,
  before: EpochRow | undefined,
): Promise<Epoch> {
  if (before?.sha256 === measure.sha256) return { number: before.number, versionId: before.judgeVersionId }
  const number = (before?.number ?? 0) + 1
  const { judge, ...rest } = measure
  return db.transaction().execute(async (trx) => {
    const versionId = await keepVersion(trx, arena.id, judge, clock())
    await insertEpoch(trx, arena.id, { ...rest, number, judgeVersionId: versionId }, clock())
    return { number, versionId }
  })
}

/** Whether an epoch after the first has no attempt yet, and the two can be judged in it. */
async function isFresh(
  deps: Deps,
  arena: Arena,
  measure: Measure,
  epoch: number,
  steps: readonly Step[],
  [one, other]: readonly [Named, Named],
): Promise<boolean> {
  if (epoch === 1 || steps.some((step) => step.epoch === epoch)) return false
  const shared = new Set(await sharedPrompts(deps, arena, measure, [one.id, other.id]))
  return measure.references.some(({ id, heldOut }) => !heldOut && shared.has(id))
}

function renamed(
  standing: number | null,
  incumbent: Named,
  named: (id: number) => Named | undefined,
): ClimbWarning[] {
  if (standing === null || standing === incumbent.id) return []
  const message = `The incumbent was ${named(standing)!.name}; it is ${incumbent.name} from this attempt on, because you named it.`
  return [{ code: 'incumbent_named', message }]
}

function refuse(detail: string): never {
  throw new ProblemError('invalid_request', detail)
}
