import type {
  Climb,
  ClimbAttempt,
  ClimbCounts,
  ClimbEpoch,
  ClimbGate,
  ClimbResult,
  ClimbOverfit,
  ClimbWarning,
} from '../../shared/contracts/index.ts'
import {
  passChallenge,
  type ChallengeGate,
  chanceOfAny,
  chanceOfPassing,
  levelSpent,
} from '../../shared/stats/compare/gates.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import { selectContestants } from '../contestants/index.ts'
import { incumbentsAfter, selectSteps } from './climb-log.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import { queryColumn, queryRows } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'
import type { WithDates } from '../platform/column-types.ts'
import { criterionQuestion } from '../rubrics/index.ts'
import { MAX_MISSING } from './challenge-results.ts'

/** Counts of results, on the prompts of the gate or on the held-out ones. */
type ResultCounts = Omit<ClimbCounts, 'total' | 'missing' | 'winRate' | 'interval' | 'pValue'>

type AttemptRow = WithDates<
  Omit<ClimbAttempt, keyof ClimbCounts | 'level' | 'holdOut'>,
  'startedAt' | 'endedAt'
> & { counts: ResultCounts | null; heldOut: ResultCounts | null }

interface ClimbView {
  /** The attempt whose results are listed by prompt. */
  attempt?: number | undefined
  /** Whether to include questions and judges' reasons. */
  withTexts: boolean
  /** Whether to list results on held-out prompts. Nobody who proposes challengers may see them. */
  withHeldOut: boolean
}

/**
 * The climb of an arena, from its log: epochs, attempts, the incumbent, and how likely it is that chance explains
 * it.
 * @throws {ProblemError} invalid_request for an attempt that does not exist
 */
export async function describeClimb({ db }: Pick<Deps, 'db'>, arena: Arena, view: ClimbView): Promise<Climb> {
  const [steps, names, epochs, rows, like, similarHeldOut] = await Promise.all([
    selectSteps(db, arena.id),
    selectContestants(db, arena.id),
    selectEpochs(db, arena.id),
    selectAttempts(db, arena.id),
    selectLikeLatest(db, arena.id, false),
    selectLikeLatest(db, arena.id, true),
  ])
  const { incumbentId } = incumbentsAfter(steps)
  const contestantName = (id: number | null) => names.find((name) => name.id === id)?.name ?? null
  const attempts = rows.map((row) => {
    const epoch = epochs[row.epoch - 1]
    return describeAttempt(row, epoch.references, epoch.heldOut)
  })
  const among = (epochs: readonly number[]) => attempts.filter(({ epoch }) => epochs.includes(epoch))
  const overfit = estimateOverfit(among(like), among(similarHeldOut))
  const { attempt, withTexts, withHeldOut } = view
  if (attempt !== undefined && attempt > rows.length)
    throw new ProblemError('invalid_request', msg('attempts_are', { arena: arena.slug, count: rows.length }))
  const results = attempt === undefined ? undefined : await selectResults(db, arena.id, attempt, withHeldOut)
  return {
    arena: arena.slug,
    incumbent: contestantName(incumbentId),
    epochs: epochs.map(({ instructions, criteria, ...epoch }) => ({
      ...epoch,
      question: withTexts ? criterionQuestion(instructions, criteria, epoch.criterion) : null,
      startedAt: epoch.startedAt.toISOString(),
    })),
    attempts,
    overfit,
    warnings: climbWarnings(attempts, attempts[(attempt ?? attempts.length) - 1], overfit),
    ...(results && {
      results: withTexts ? results : results.map((result) => ({ ...result, reason: null, question: null })),
    }),
  }
}

function describeAttempt(row: AttemptRow, references: number, heldOut: number): ClimbAttempt {
  const { counts, heldOut: heldOutCounts, startedAt, endedAt, gate, ...rest } = row
  return {
    ...rest,
    gate,
    level: levelIn(gate),
    ...countsWith(counts ?? NONE, gate, references),
    answer: passChallenge(counts ?? NONE, gate).answer,
    holdOut: heldOutCounts && countsWith(heldOutCounts, gate, heldOut),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
  }
}

/** The level of an attempt, and what it promises. */
function levelIn({ place, alpha, epochAlpha }: ClimbGate): ClimbWarning | null {
  if (place === undefined) return null
  return warning(
    epochAlpha === undefined
      ? msg('level_requested', { place, alpha })
      : msg('level_of_attempt', { place, alpha, epochAlpha, spent: levelSpent(place) }),
  )
}

const NONE: ResultCounts = {
  wins: 0,
  losses: 0,
  ties: 0,
  inconsistent: 0,
  identical: 0,
  unanswered: 0,
  failed: 0,
}

function countsWith(counts: ResultCounts, gate: ChallengeGate, references: number): ClimbCounts {
  // jsonb returns keys in another order
  const { wins, losses, ties, inconsistent, identical, unanswered, failed } = counts
  const total = wins + losses + ties
  const { winRate, interval, pValue } = passChallenge(counts, gate)
  const missing = references - total - failed
  const aside = { inconsistent, identical, unanswered, failed, missing }
  return { winRate, interval, pValue, wins, losses, ties, total, ...aside }
}

// Reasons to be careful with a climb: how likely chance explains it, and what is missing.

/** Above this chance, a climb of equal contestants would more likely than not have promoted one. */
const LIKELY = 0.5

/**
 * The chance that any attempt passed although all contestants are equal. Each attempt counts with the exact size of
 * its gate. Attempts on the same references count as independent, which is an upper bound if they are positively
 * dependent. For the hold-out, only looks that decided something count.
 * @param attempts on references like the current ones
 * @param heldOutAttempts the looks at held-out references like the current ones
 */
function estimateOverfit(
  attempts: readonly ClimbAttempt[],
  heldOutAttempts: readonly ClimbAttempt[],
): ClimbOverfit | null {
  const challenges = attempts.filter(({ kind }) => kind === 'challenge')
  if (challenges.length === 0) return null
  const chance = chanceOfAny(challenges.map((challenge) => chanceOfPassing(challenge, challenge.gate)))
  const looked = heldOutAttempts.filter(({ kind, holdOut }) => kind === 'challenge' && holdOut !== null)
  const gated = looked.filter(({ gate }) => gate.holdOut)
  const passing = chanceOfAny(
    gated.map((attempt) => chanceOfPassing(attempt.holdOut!, { ...attempt.gate, alpha: 1 })),
  )
  return {
    attempts: challenges.length,
    chance,
    likely: chance > LIKELY,
    holdOut:
      looked.length === 0
        ? null
        : {
            looks: looked.length,
            gating: gated.length,
            chance: passing,
            // the first look is what the prompts were held out for
            likely: gated.length > 1 && passing > LIKELY,
          },
  }
}

/** @param about  the attempt to describe */
function climbWarnings(
  attempts: readonly ClimbAttempt[],
  about: ClimbAttempt | undefined,
  overfit: ClimbOverfit | null,
): ClimbWarning[] {
  const warnings: ClimbWarning[] = []
  const warn = (...[finding, what]: Parameters<typeof warning>) => warnings.push(warning(finding, what))
  if (overfit?.likely)
    warn(msg('climb_overfit', { attempts: overfit.attempts, chance: overfit.chance }), { kind: 'overfit' })
  if (overfit?.holdOut?.likely) {
    const { gating, chance } = overfit.holdOut
    warn(msg('hold_out_overfit', { times: gating, chance }))
  }
  if (!about) return warnings
  const again = attempts.find(({ kind, epoch }) => kind === 'again' && epoch === about.epoch)
  if (again?.verdict === 'do_not_promote') {
    const { epoch, challenger, incumbent, winRate } = again
    warn(msg('promotion_not_confirmed', { epoch, challenger, incumbent, winRate }))
  }
  const { challenger, total, unanswered, failed, missing, gate } = about
  const references = total + failed + missing
  if (unanswered > 0)
    warn(msg('references_unanswered', { challenger, unanswered, references }), { kind: 'unanswered' })
  if (failed + missing > 0)
    warn(msg('references_without_result', { failed, missing, references, mostMissing: MAX_MISSING }), {
      kind: 'results_missing',
    })
  if (chanceOfPassing({ wins: total, losses: 0, ties: 0 }, gate) === 0)
    warn(msg('alpha_out_of_reach', { results: total, alpha: gate.alpha }), { kind: 'out_of_reach' })
  return warnings
}

interface EpochDetails extends Omit<ClimbEpoch, 'startedAt' | 'question'> {
  startedAt: Date
  /** Of its rubric. */
  instructions: string
  criteria: string[]
}

const selectEpochs = (db: Db, arenaId: number): Promise<EpochDetails[]> =>
  queryRows<EpochDetails>(db)`
    select e.number as epoch, r.rubric->'instructions' as instructions, r.rubric->'criteria' as criteria, e.started_at as "startedAt", v.judge, v.model, e.criterion, r.name as rubric,
      v.sha256 as "judgeSha256", v.rubric_sha256 as "rubricSha256", e.references_sha256 as "referencesSha256",
      (select count(*)::int from climb_references f
        where f.arena_id = e.arena_id and f.epoch = e.number and not f.held_out) as "references",
      (select count(*)::int from climb_references f
        where f.arena_id = e.arena_id and f.epoch = e.number and f.held_out) as "heldOut",
      e.hold_out as "holdOut"
    from climb_epochs e
    join judge_versions v on v.arena_id = e.arena_id and v.id = e.judge_version_id
    join rubrics r on r.arena_id = v.arena_id and r.sha256 = v.rubric_sha256
    where e.arena_id = ${arenaId} order by e.number`

const selectAttempts = (db: Db, arenaId: number): Promise<AttemptRow[]> =>
  queryRows<AttemptRow>(db)`
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
    where a.arena_id = ${arenaId} order by a.number`

/**
 * The epochs that share at least half of the latest epoch's references; `heldOut` selects which references are
 * compared.
 */
const selectLikeLatest = (db: Db, arenaId: number, heldOut: boolean): Promise<number[]> =>
  queryColumn<number>(db)`
    with latest as (
      select prompt_id, reference from climb_references
      where arena_id = ${arenaId} and held_out = ${heldOut}
        and epoch = (select max(number) from climb_epochs where arena_id = ${arenaId}))
    select f.epoch from climb_references f join latest l on l.prompt_id = f.prompt_id and l.reference = f.reference
    where f.arena_id = ${arenaId} and f.held_out = ${heldOut}
    group by f.epoch having 2 * count(*) >= (select count(*) from latest) order by f.epoch`

/** The results of one attempt, ordered by prompt key; held-out prompts come last if they are included. */
const selectResults = (
  db: Db,
  arenaId: number,
  attempt: number,
  withHeldOut: boolean,
): Promise<ClimbResult[]> =>
  queryRows<ClimbResult>(db)`
    select p.key as prompt, r.held_out as "heldOut", r.winner, r.absent, r.inconsistent, r.identical,
      coalesce(r.reason, r.cause) as reason,
      (select m->>'content' from jsonb_array_elements(p.messages) with ordinality as t (m, place)
        where m->>'role' = 'user' order by place desc limit 1) as question
    from climb_results r join prompts p on p.arena_id = r.arena_id and p.id = r.prompt_id
    where r.arena_id = ${arenaId} and r.attempt = ${attempt}
      and (${withHeldOut} or not r.held_out) order by r.held_out, p.key`
