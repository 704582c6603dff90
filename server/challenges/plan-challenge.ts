/** Plans a challenge from the current state of the arena. */
import { sql } from 'kysely'
import type {
  ChallengeBody,
  ClimbGate,
  HoldOut,
  Message,
  PlannedAttempt,
} from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { CHALLENGE_GATE, EPOCH_ALPHA, levelOfAttempt } from '../../shared/stats/compare/gates.ts'
import type { Arena } from '../arenas/index.ts'
import type { Db } from '../platform/schema.ts'
import { contestantNamed, type Named } from '../comparisons/index.ts'
import { selectContestants } from '../contestants/index.ts'
import type { Deps } from '../platform/deps.ts'
import { incumbentsAfter, selectSteps, type Step, type EpochRow } from './climb-log.ts'
import { rejectChallenge, requireAnswersRequested } from './challenge-results.ts'
import { createHash } from 'node:crypto'
import {
  chooseJudges,
  criteriaPerCall,
  usableJudges,
  versionSha256,
  type NewJudge,
} from '../judging/index.ts'
import { readRubric, SHIPPED_RUBRICS } from '../rubrics/index.ts'
import { canonicalJson } from '../platform/json.ts'
import { matchesCategories } from '../prompts/index.ts'
import { queryColumn, queryRow, queryRows, requireValue } from '../platform/postgres/query.ts'

export interface ChallengeRequest extends MeasureRequest {
  /** Undefined for the climb's incumbent. */
  incumbent?: Named | undefined
  challenger: Named
  gate: RequestedGate
  /** The budget of each attempt in US dollars, earlier costs included; null for no limit. */
  budgetUsd: number | null
  /** Whether the arena's budget is raised where it leaves less. Only for operators who may. */
  raisesArena?: boolean | undefined
}

/** The gate as requested. Alpha null: the share of the 5 % of the epoch that its place gives it. */
type RequestedGate = Pick<ClimbGate, 'minWinRate' | 'holdOut'> & { alpha: number | null }

/**
 * A challenge as it is asked for over HTTP or in the terminal.
 * @throws {ProblemError} contestant_unknown
 */
export async function challengeRequest(
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  body: ChallengeBody,
): Promise<ChallengeRequest> {
  const { incumbent, challenger, judge, criterion, holdOut, requireHoldOut = false } = body
  const { minWinRate = CHALLENGE_GATE.minWinRate, alpha = null, budgetUsd } = body
  return {
    incumbent: incumbent === undefined ? undefined : await contestantNamed(db, arena, incumbent),
    challenger: await contestantNamed(db, arena, challenger),
    judge,
    criterion,
    holdOut,
    gate: { minWinRate, alpha, holdOut: requireHoldOut },
    budgetUsd: budgetUsd === undefined ? (arena.settings.budgetUsd ?? null) : budgetUsd,
  }
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
  attempts: PlannedAttempt[]
}

/**
 * Plans a challenge: its attempts, and what they are measured with. If judge, rubric, references or hold-out have
 * changed, a new epoch begins, in which the incumbent is first judged again against its predecessor.
 * @throws {ProblemError} invalid_request if the challenge is not possible
 */
export async function planChallenge(
  db: Db,
  arena: Arena,
  request: ChallengeRequest,
): Promise<PlannedChallenge> {
  // one after another, because a transaction has one connection
  const steps = await selectSteps(db, arena.id)
  const before = await selectLatestEpoch(db, arena.id)
  const names = await selectContestants(db, arena.id)
  const contestantById = (id: number | null) => names.find((name) => name.id === id)
  const current = incumbentsAfter(steps)
  const incumbent = incumbentFor(arena, request, contestantById(current.incumbentId))
  const { challenger, gate } = request
  const measure = await climbMeasure(db, arena, request, before)
  if (gate.holdOut && measure.holdOut === null)
    rejectChallenge(
      'A win on the hold-out is required, but no prompt is held out. Hold some out (--hold-out 0.25), or drop the requirement.',
    )
  if (!(await canMeet(db, arena, measure, [incumbent, challenger])))
    rejectChallenge(
      `Arena "${arena.slug}" has ${measure.references.length} prompts with a reference, but none with answers of both ${incumbent.name} and ${challenger.name}. Import answers of both, or give both a provider in arena.yaml.`,
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
  const attempts = []
  for (const pairing of [...again, attempt]) {
    const references = measure.references.map(({ id }) => id)
    await requireAnswersRequested(db, arena, pairing.challengerId, references)
    attempts.push(await planAttempt(db, arena, measure, { ...pairing, gate, epoch: epoch.number }))
  }
  return { incumbent, challenger, standingId: current.incumbentId, measure, epoch, attempts }
}

function incumbentFor(
  { slug }: Arena,
  { incumbent: requestedIncumbent, challenger }: ChallengeRequest,
  standing: Named | undefined,
): Named {
  const incumbent = requestedIncumbent ?? standing
  if (!incumbent)
    rejectChallenge(
      `The climb of arena "${slug}" has no incumbent yet. Name the incumbent as well (--incumbent NAME).`,
    )
  if (incumbent.id === challenger.id)
    rejectChallenge(
      `${challenger.name} is ${requestedIncumbent === undefined ? `already the incumbent of arena "${slug}"` : 'named as challenger and as incumbent'}. Name another challenger.`,
    )
  return incumbent
}

/** Whether there is a prompt, not held out, that both contestants have answered or can be asked to answer. */
async function canMeet(
  db: Db,
  arena: Arena,
  measure: ClimbMeasure,
  [first, second]: readonly [Named, Named],
): Promise<boolean> {
  const shared = new Set(await sharedPrompts(db, arena, measure, [first.id, second.id]))
  return measure.references.some(({ id, heldOut }) => !heldOut && shared.has(id))
}

/** Whether the epoch is not the first and has no attempt yet. */
const isFresh = (epoch: number, steps: readonly Step[]): boolean =>
  epoch > 1 && !steps.some((step) => step.epoch === epoch)

const selectLatestEpoch = (db: Db, arenaId: number): Promise<EpochRow | undefined> =>
  queryRow<EpochRow>(db)`
    select e.number, e.judge_version_id as "judgeVersionId", e.sha256, v.judge, e.criterion, e.hold_out as "holdOut"
    from climb_epochs e join judge_versions v on v.arena_id = e.arena_id and v.id = e.judge_version_id
    where e.arena_id = ${arenaId} order by e.number desc limit 1`

// An attempt as planned: two contestants, a gate, and the prompts on both sides of the hold-out.

/**
 * Plans one attempt. Its key is the same for the same contestants, gate and prompts in an epoch, so it can be
 * entered only once.
 * @param epoch  its number
 */
async function planAttempt(
  db: Db,
  arena: Pick<Arena, 'id'>,
  measure: ClimbMeasure,
  {
    epoch,
    gate,
    ...pairing
  }: {
    kind: PlannedAttempt['kind']
    incumbentId: number
    challengerId: number
    gate: RequestedGate
    epoch: number
  },
): Promise<PlannedAttempt> {
  const { kind, incumbentId, challengerId } = pairing
  const contestants: [number, number] = [incumbentId, challengerId]
  const shared = new Set(await sharedPrompts(db, arena, measure, contestants))
  const side = (heldOut: boolean): PlannedAttempt['open'] => {
    const references = measure.references.flatMap((reference) =>
      reference.heldOut === heldOut ? [reference.id] : [],
    )
    return { references, promptIds: references.filter((id) => shared.has(id)) }
  }
  const [open, heldOut] = [side(false), side(true)]
  const key = sha256({ kind, epoch, contestants, gate, open: open.promptIds, heldOut: heldOut.promptIds })
  const isAgain = kind === 'again'
  const terms = isAgain
    ? { ...gate, alpha: gate.alpha ?? CHALLENGE_GATE.alpha }
    : gateAt(gate, await selectPlace(db, arena.id, epoch, key))
  return { ...pairing, gate: terms, key, open, heldOut }
}

const gateAt = ({ alpha, ...gate }: RequestedGate, place: number): ClimbGate =>
  alpha === null
    ? { ...gate, alpha: levelOfAttempt(place), place, epochAlpha: EPOCH_ALPHA }
    : { ...gate, alpha, place }

/**
 * The place of an attempt in its epoch: after every other attempt whose results may have been seen. These are the
 * attempts in the log and the challenges that stopped after a verdict. So no two attempts decide at the same place.
 * An attempt in the log keeps its place.
 */
const selectPlace = (db: Db, arenaId: number, epoch: number, key: string): Promise<number> =>
  requireValue<number>(db)`
    with seen as (
      select sha256 as key, coalesce((gate->>'place')::int, row_number() over (order by number)) as place
      from climb_attempts where arena_id = ${arenaId} and epoch = ${epoch} and kind = 'challenge'
      union all
      select c.trials->-1->>'key', (c.trials->-1->'gate'->>'place')::int from challenges c
      where c.arena_id = ${arenaId} and c.epoch = ${epoch} and c.status <> 'entered' and exists (
        select from runs r join calls k on k.arena_id = r.arena_id and k.run_id = r.id
        where r.arena_id = c.arena_id and r.kind = 'challenge' and k.verdicts is not null
          and r.plan->'challenge'->>'key' = c.trials->-1->>'key'))
    select coalesce(
      (select (gate->>'place')::int from climb_attempts where arena_id = ${arenaId} and sha256 = ${key}),
      (select coalesce(max(place), 0) + 1 from seen where key <> ${key})) as place`

/** The prompts of a measure that both contestants have answered or can be asked to answer. */
async function sharedPrompts(
  db: Db,
  { id: arenaId }: Pick<Arena, 'id'>,
  { references }: ClimbMeasure,
  contestants: readonly [number, number],
): Promise<number[]> {
  const answers = (id: number) => sql`(
    exists (select from contestants c
      where c.arena_id = ${arenaId} and c.id = ${id} and c.provider is not null and c.retired_at is null)
    or exists (select from answers a
      where a.arena_id = ${arenaId} and a.contestant_id = ${id} and a.prompt_id = given.id and a.sample = 1))`
  return queryColumn<number>(db)`
    select id from unnest(${references.map(({ id }) => id)}::integer[]) as given (id)
    where ${answers(contestants[0])} and ${answers(contestants[1])} order by id`
}

// How a climb measures: one judge, one criterion, the references, and which of them are held out.

interface MeasureRequest {
  /** Undefined for the previous epoch's judge, the only one whose rubric shows references, or the only one. */
  judge?: string | undefined
  criterion?: string | undefined
  /** Null to hold nothing out; undefined for the previous epoch's hold-out. */
  holdOut?: HoldOut | null | undefined
}

interface ClimbMeasure {
  /** Has a rubric that shows references. */
  judge: NewJudge
  criterion: string
  holdOut: HoldOut | null
  references: { id: number; key: string; reference: string; heldOut: boolean }[]
  referencesSha256: string
  /** Hash of everything here. If it changes, a new epoch begins. */
  sha256: string
}

/**
 * Determines what a challenge measures with: judge, criterion, references and hold-out. A setting that the request
 * omits is taken from the previous epoch.
 * @throws {ProblemError} invalid_request if there is no judge or no reference, or if the choice of judge is ambiguous
 */
async function climbMeasure(
  db: Db,
  arena: Arena,
  request: MeasureRequest,
  before: EpochRow | undefined,
): Promise<ClimbMeasure> {
  const judgeOfArena = judgeFor(arena, await usableJudges(db, arena.id), request.judge, before?.judge)
  const rows = (await selectReferences(db, arena.id)).filter(({ category }) =>
    matchesCategories(category, judgeOfArena.categories),
  )
  const judge = await withReferences(judgeOfArena)
  const criterion = criterionFor(judge, request.criterion, before?.criterion)
  const holdOut = request.holdOut === undefined ? (before?.holdOut ?? null) : request.holdOut
  if (rows.length === 0)
    rejectChallenge(
      msg('no_references', { arena: arena.slug, judge: judge.name, categories: judge.categories ?? null }),
    )
  const references = rows.map((row) => ({ ...row, heldOut: isHeldOut(holdOut, row) }))
  requireSplit(holdOut, references)
  const content = references.map(({ key, messages, reference, context, heldOut }) => [
    key,
    messages,
    reference,
    context,
    heldOut,
  ])
  const frozen = { judge: judge.name, version: versionSha256(judge), criterion, references: content }
  return {
    judge,
    criterion,
    holdOut,
    references,
    referencesSha256: sha256(references.map(({ key, reference }) => [key, reference])),
    sha256: sha256({ ...frozen, holdOut }),
  }
}

/** SHA-256 of a value, in hex. */
const sha256 = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

const showsReferences = ({ rubric }: NewJudge): boolean =>
  rubric.shows.includes('reference') && rubric.judgePrompts.pairwise !== undefined

function judgeFor(
  { slug }: Arena,
  all: readonly NewJudge[],
  requestedName: string | undefined,
  previousName: string | undefined,
): NewJudge {
  if (requestedName !== undefined) return chooseJudges(all, [requestedName])[0]
  const able = all.filter(showsReferences)
  const likely = able.length > 0 ? able : all
  const judge = all.find(({ name }) => name === previousName) ?? (likely.length === 1 ? likely[0] : undefined)
  if (judge) return judge
  return all.length === 0
    ? rejectChallenge(
        `Arena "${slug}" has no judge. Add one with "rubric: reference" to its arena.yaml and import it again.`,
      )
    : rejectChallenge(
        msg('several_fit', {
          what: 'judges',
          of: `arena "${slug}"`,
          names: likely.map(({ name }) => name),
          option: '--judges',
        }),
      )
}

/**
 * The judge with its own rubric if that shows references, else with the one for style, tone and content; that one also
 * where the judge asks its question under another criterion.
 */
async function withReferences(judge: NewJudge): Promise<NewJudge> {
  const { rubric, sha256: rubricSha256 } = await readRubric(SHIPPED_RUBRICS.voice)
  if (showsReferences(judge) && judge.rubric.instructions !== rubric.instructions) return judge
  return { ...judge, rubric, rubricSha256, criteria: null }
}

function criterionFor(
  judge: NewJudge,
  requestedCriterion: string | undefined,
  previousCriterion: string | undefined,
): string {
  const judgedCriteria = criteriaPerCall(judge).flat()
  if (requestedCriterion !== undefined)
    return judgedCriteria.includes(requestedCriterion)
      ? requestedCriterion
      : rejectChallenge(
          msg('not_judged_by', { judge: judge.name, asked: judgedCriteria, wanted: requestedCriterion }),
        )
  if (previousCriterion !== undefined && judgedCriteria.includes(previousCriterion)) return previousCriterion
  return judgedCriteria.length === 1
    ? judgedCriteria[0]
    : rejectChallenge(
        msg('several_fit', {
          what: 'criteria',
          of: `judge "${judge.name}"`,
          names: judgedCriteria,
          option: '--criterion',
        }),
      )
}

function requireSplit(
  holdOut: HoldOut | null,
  references: readonly { key: string; heldOut: boolean }[],
): void {
  if (holdOut === null) return
  if ('prompts' in holdOut) {
    const unknown = holdOut.prompts.find((key) => !references.some((reference) => reference.key === key))
    if (unknown !== undefined)
      rejectChallenge(
        `Hold-out: there is no prompt "${unknown}" with a reference. Name prompts by their ids.`,
      )
  }
  const heldOutCount = references.filter(({ heldOut }) => heldOut).length
  if (heldOutCount === references.length || heldOutCount === 0)
    rejectChallenge(
      heldOutCount === 0
        ? `The hold-out contains none of the ${references.length} prompts with a reference. Hold out more, use another seed, or remove the hold-out.`
        : `The hold-out contains all ${references.length} prompts with a reference, so none is left for judging. Hold out fewer.`,
    )
}

/**
 * Whether a prompt is held out. A share is drawn by a hash of seed and key. So adding or removing prompts does not
 * change the draw of the others.
 */
function isHeldOut(
  holdOut: HoldOut | null,
  { key, category }: { key: string; category: string | null },
): boolean {
  if (holdOut === null) return false
  if ('prompts' in holdOut) return holdOut.prompts.includes(key)
  if ('categories' in holdOut) return category !== null && holdOut.categories.includes(category)
  const digest = createHash('sha256').update(`${holdOut.seed}\n${key}`).digest()
  return digest.readUIntBE(0, 6) / 2 ** 48 < holdOut.share
}

interface ReferencePrompt {
  id: number
  key: string
  category: string | null
  messages: Message[]
  reference: string
  context: string[] | null
}

/** Prompts in use with a reference, by key. */
const selectReferences = (db: Db, arenaId: number): Promise<ReferencePrompt[]> =>
  queryRows<ReferencePrompt>(db)`
    select id, key, category, messages, reference, context from prompts
    where arena_id = ${arenaId} and messages is not null and retired_at is null and btrim(reference) <> ''
    order by key`
