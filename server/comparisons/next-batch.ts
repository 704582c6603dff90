import { judgeOfSource, type BatchLook, type Comparison, type Looks } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { countsJudge, judgesCounted } from '../../shared/votes/judges-counted.ts'
import type { Arena } from '../arenas/index.ts'
import {
  chooseJudges,
  criteriaPerCall,
  usableJudges,
  remainingForPair,
  requireKnownModels,
  runsOnPair,
  SEED,
  startRun,
  type CurrentJudge,
  type JudgingRequestSpec,
} from '../judging/index.ts'
import { trustedJudges } from '../judge-evaluation/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { RunDeps } from '../runs/index.ts'
import { ProblemError } from '../platform/problem.ts'
import {
  compareContestants,
  votesBeforeOpenPrompt,
  USUAL_ALPHA,
  type ComparisonRequest,
} from './compare-contestants.ts'
import { latestDecision, storeDecision } from './decisions.ts'
import { selectVotesOnPair, sharedVotes } from './shared-votes.ts'
import { predictivePower, minimumWins } from '../../shared/stats/compare/power.ts'
import { comparisonReach } from './assess-criteria.ts'

interface BatchRequest extends ComparisonRequest {
  /** How many prompts are judged between two looks. */
  batch: number
  /** The budget of judging this pair alone in US dollars, earlier costs included; null for no limit. */
  budgetUsd: number | null
  /** Whether the arena's budget is raised where it leaves less. Only for operators who may. */
  raisesArena?: boolean
  /** Prompts that an earlier batch could not complete. They are not tried again. */
  tried: ReadonlySet<number>
  /** Undefined: `plannedLooks`. */
  looks?: Looks | undefined
}

interface BatchStep extends Pick<BatchLook, 'comparison' | 'calls' | 'looks' | 'leastWins' | 'stopped'> {
  /** The next run and its prompts; null if judging has stopped. */
  next: { run: JudgingRequestSpec; prompts: number[] } | null
}

/** What to look at: two contestants, without the prompts that a batch could not complete. */
type LookRequest = Pick<BatchRequest, 'tried' | 'looks'> & ComparisonRequest

interface PairLook extends Pick<BatchStep, 'comparison' | 'calls' | 'looks' | 'leastWins'> {
  /** Prompts with work left, in drawn order. */
  remaining: number[]
  judges: string[]
  criteria: string[]
}

/**
 * Compares two contestants on what is judged, and says what is left to judge.
 * @throws {ProblemError} invalid_request if the arena has no judge for the request, or a contestant is compared with
 *   itself
 */
export async function assessPair(deps: Deps, arena: Arena, request: LookRequest): Promise<PairLook> {
  const { challenger, incumbent, tried } = request
  const pair = { challenger: challenger.id, incumbent: incumbent.id }
  const source = request.source ?? 'judges'
  const judges = await judgesAsked(deps, arena, source)
  const criteria = judgedCriteria(arena, judges, request.criteria)
  const { prompts: all, callsMade } = await remainingForPair(deps.db, arena, {
    contestants: inOrder(request),
    judges,
    criteria,
    votesPerPair: arena.settings.plan?.votesPerPair ?? null,
    seed: SEED,
  })
  const remaining = all.filter(({ id }) => !tried.has(id))
  const callsSaved = remaining.reduce((sum, { calls }) => sum + calls, 0)
  const counted = judgesCounted(source, await trustedJudges(deps.db, arena.id)) ?? undefined
  const votes = await selectVotesOnPair(deps.db, arena.id, pair, {
    source,
    judges: counted,
    publication: null,
  })
  const reachUnder = await comparisonReach(deps.db, arena, pair, { source, judges: counted })
  const ofCriterion = (name: string) => votes.filter(({ criterion }) => criterion === name)
  const tasks = Math.max(0, ...criteria.map((name) => reachUnder(name, ofCriterion(name), 0)?.prompts ?? 0))
  const question = { request, source, criteria }
  const judged = votes.filter(({ criterion }) => criteria.includes(criterion))
  const decided = await latestDecision(deps.db, arena, question, judged)
  // who judges on after a decision has seen results
  const looks = request.looks ?? (decided && !decided.isCurrent ? 'any' : plannedLooks(tasks))
  const alpha = (request.gate.alpha ?? USUAL_ALPHA) / criteria.length
  const drawing = { seed: SEED, open: remaining.map(({ id }) => id) }
  const drawn = new Set(votesBeforeOpenPrompt(votes, drawing).map(({ criterion }) => criterion))
  const isVoted = criteria.every((name) => drawn.has(name))
  // the one planned look comes when all is judged: what is read before it must hold at any look
  const sequential = looks === 'any' || remaining.length > 0
  return {
    comparison:
      isVoted || challenger.id === incumbent.id
        ? await compareContestants(deps, arena, { ...request, source, criteria, sequential, drawing })
        : null,
    calls: { made: callsMade, planned: callsMade + callsSaved, saved: callsSaved },
    looks,
    leastWins: tasks === 0 ? null : minimumWins(tasks, { alpha, looks }),
    remaining: drawing.open,
    judges: judges.map(({ name }) => name),
    criteria,
  }
}

/** From so many prompts on, what holds at any look needs little more: 123 wins of 200 in place of 115. */
const PROMPTS_FOR_ANY_LOOK = 200

/** One look, when all is judged, shows more on few prompts. On many, judging may stop as soon as it is decided. */
const plannedLooks = (prompts: number): Looks => (prompts < PROMPTS_FOR_ANY_LOOK ? 'one' : 'any')

const inOrder = ({
  challenger,
  incumbent,
}: Pick<LookRequest, 'challenger' | 'incumbent'>): [number, number] => [
  Math.min(challenger.id, incumbent.id),
  Math.max(challenger.id, incumbent.id),
]

/**
 * Looks at two contestants, and starts judging the next batch if nothing is decided yet and it shall `start`. The caller
 * waits until its run has ended, and looks again.
 * @returns `prompts`: those of the next batch; null if judging has stopped
 * @throws {ProblemError} as nextBatch and startRun do
 */
export async function judgeBatch(deps: RunDeps, arena: Arena, request: BatchRequest, start: boolean) {
  const { next, ...step } = await nextBatch(deps, arena, request)
  if (next && start) {
    if (request.tried.size === 0) await requireKnownModels(deps, arena, next.run.spec)
    await startRun(deps, arena, next.run)
  }
  const { comparison, stopped } = step
  const isDecision = stopped === 'budget_reached' ? comparison?.answer !== 'not_shown' : stopped !== null
  if (comparison && start && isDecision) await storeLook(deps, arena, request, comparison)
  return { ...step, prompts: next?.prompts ?? null }
}

async function storeLook(
  deps: Deps,
  arena: Arena,
  request: BatchRequest,
  comparison: Comparison,
): Promise<void> {
  const { source } = comparison
  const criteria = comparison.criteria.map(({ criterion }) => criterion)
  const { votes } = await sharedVotes(deps, arena, { ...request, source, criteria })
  await storeDecision(deps, arena, { request, source, criteria }, votes, comparison)
}

/**
 * Looks at two contestants between two batches of judging: whether they are told apart, and if not, what to judge next. Criteria are fixed at the first look. All judges judge a prompt under all criteria within one
 * batch, so that it gets no votes after a look. Prompts are used in drawn order, up to the first open one. Otherwise
 * the faster contestant would decide which votes are seen first.
 * @throws {ProblemError} as assessPair does, and if other judging is open
 */
export async function nextBatch(deps: Deps, arena: Arena, request: BatchRequest): Promise<BatchStep> {
  const { batch, budgetUsd, raisesArena } = request
  const contestants = inOrder(request)
  const { spentUsd, spentByOpen } = await runsOnPair(deps.db, arena, contestants)
  const { comparison, calls, remaining, judges, criteria, ...planned } = await assessPair(
    deps,
    arena,
    request,
  )
  const step = { comparison, calls, ...planned }
  if (comparison && remaining.length > 0) {
    if (planned.looks === 'any' && isDecided(comparison)) return { ...step, next: null, stopped: 'decided' }
    if (isHopeless(comparison, calls, planned.looks))
      return { ...step, comparison: withoutChance(comparison), next: null, stopped: 'no_chance' }
  }
  if (remaining.length === 0) return { ...step, next: null, stopped: 'everything_judged' }
  if (budgetUsd !== null && budgetUsd <= spentUsd) return { ...step, next: null, stopped: 'budget_reached' }
  const prompts = remaining.slice(0, batch)
  const run: JudgingRequestSpec = {
    kind: 'judge',
    spec: { plan: {}, seed: SEED, judges, only: { contestants, prompts, criteria } },
    budgetUsd: budgetUsd === null ? null : budgetUsd - (spentUsd - spentByOpen),
    raisesArena,
  }
  return { ...step, next: { run, prompts }, stopped: null }
}

/** The active judges whose votes the source counts. */
async function judgesAsked({ db }: Deps, { id, slug }: Arena, source: string): Promise<CurrentJudge[]> {
  const current = await usableJudges(db, id)
  const judge = judgeOfSource(source)
  if (judge !== null) return chooseJudges(current, [judge])
  if (source !== 'judges')
    throw new ProblemError(
      'invalid_request',
      `source: judges cannot give votes of ${source}; use judges or judge:NAME.`,
    )
  const trust = await trustedJudges(db, id)
  const choice = judgesCounted(source, trust)
  const countingJudges = current.filter(({ name }) => countsJudge(choice, name))
  if (countingJudges.length > 0) return countingJudges
  throw new ProblemError(
    'invalid_request',
    current.length === 0
      ? msg('arena_without_judge', { arena: slug })
      : msg('every_judge_failed', {
          arena: slug,
          stopped: trust.flatMap(({ judge, stopped }) =>
            stopped ? [msg('judge_not_shown', { judge, what: stopped.code })] : [],
          ),
        }),
  )
}

/** @throws {ProblemError} invalid_request if no judge is asked about a requested criterion */
function judgedCriteria(
  arena: Arena,
  judges: readonly CurrentJudge[],
  requestedCriteria: readonly string[],
): string[] {
  const judged = new Set(judges.flatMap((judge) => criteriaPerCall(judge).flat()))
  const missing = requestedCriteria.filter((criterion) => !judged.has(criterion))
  if (missing.length > 0)
    throw new ProblemError(
      'invalid_request',
      `No judge that counts in arena "${arena.slug}" judges ${missing.join(', ')}; they judge ${[...judged].join(', ')}.`,
    )
  return arena.criteria.filter((name) =>
    requestedCriteria.length > 0 ? requestedCriteria.includes(name) : judged.has(name),
  )
}

/**
 * Whether more votes cannot change what the gate says: worse under one criterion, or better under all, and not by the judges of
 * the winner's family alone if others may still say the same.
 */
function isDecided({ criteria, gate, heldBack }: Comparison): boolean {
  if (heldBack?.finding?.code === 'held_by_family') return false
  const enough = criteria.filter(({ votes }) => votes >= gate.minVotes)
  return (
    enough.some(({ answer }) => answer === 'worse') ||
    (enough.length === criteria.length && enough.every(({ answer }) => answer === 'better'))
  )
}

/** Below this chance to pass the gate, judging stops. */
const MIN_CHANCE = 0.05

/** Whether the gate will hardly be passed under some criterion, even if all that is planned is judged. */
function isHopeless(
  { criteria, gate }: Comparison,
  { made, planned }: BatchLook['calls'],
  looks: Looks,
): boolean {
  const alpha = (gate.alpha ?? USUAL_ALPHA) / criteria.length
  return (
    made > 0 &&
    criteria.some(({ votes, leastWins: least, ...finding }) => {
      // too few prompts to show anything are few calls, and their counts are worth them
      if (least?.wins === null) return false
      const all = (votes * planned) / made
      return (
        predictivePower(finding, { votes, planned: all, minWinRate: gate.minWinRate, alpha, looks }) <
        MIN_CHANCE
      )
    })
  )
}

/** The comparison at a stop for want of chances. What is shown at any look stays shown. */
const withoutChance = (comparison: Comparison): Comparison =>
  comparison.answer === 'not_shown' && comparison.because === 'more_votes'
    ? { ...comparison, because: 'no_chance', moreVotes: null }
    : comparison
