import {
  judgeOfSource,
  type Board,
  type Comparison,
  type PairDecision,
  type GuardRail,
  type CategoryRail,
  type CheckRail,
  type Warning,
  type CriterionFinding,
  type Looks,
} from '../../shared/contracts/index.ts'
import { headToHead, higherSide, type HeadToHead } from '../../shared/stats/compare/head-to-head.ts'
import { TIE_POINTS } from '../../shared/stats/fit/votes.ts'
import { holm } from '../../shared/stats/numbers/distributions.ts'
import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import {
  asksMeasured,
  resolveBounds,
  type NamedGate,
  spendingGuardrails,
  type SpendingBounds,
} from './gate.ts'
import { latestDecision, type Decided } from './decisions.ts'
import { sharedVotes, type VotesRequest, type Pair, type SharedVote } from './shared-votes.ts'
import { comparisonReach, assessCriteria, clusterVotes, challengerScore } from './assess-criteria.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import { drawnRank } from '../judging/index.ts'
import { msg, warning } from '../../shared/messages/index.ts'
import { countsJudge } from '../../shared/votes/judges-counted.ts'
import { FEW_PEOPLE } from '../../shared/stats/board/units.ts'
import {
  BOOTSTRAP,
  resolveView,
  selectBoard,
  selectNewest,
  sourceWarnings,
  type ArenaView,
} from '../ratings/index.ts'
import { queryRows, requireRow } from '../platform/postgres/query.ts'

export interface ComparisonRequest extends VotesRequest {
  gate: NamedGate
  /** A null bound means the one of the arena's gate. */
  bounds: SpendingBounds
  /** Whether intervals and significance hold at any number of looks. Left out: as it was decided, else as on the board. */
  sequential?: boolean | undefined
  /** How judging drew the prompts, if it goes on. */
  drawing?: Drawing | undefined
}

/** The error level of intervals if the gate requires no significance. */
export const USUAL_ALPHA = 0.05

/**
 * Compares two contestants on the counted votes that they share, one criterion at a time, and applies the gate.
 * both_bad and inconsistent votes are ties; failed judgements are no votes. If an answer failed a gating check, it
 * lost to one that passed.
 * @throws {ProblemError} invalid_request for a contestant compared with itself, or an unknown criterion or judge;
 *   also without shared votes, or for a bound on an unknown cost or latency
 */
export async function compareContestants(
  deps: Pick<Deps, 'db' | 'clock'>,
  arena: Arena,
  request: ComparisonRequest,
): Promise<Comparison> {
  const { challenger, incumbent, gate, drawing } = request
  const { names, pair, view, criteria, votes: stored } = await sharedVotes(deps, arena, request)
  const { source, judges } = view
  // as on a board of people and judges together, units are prompts alone
  const all = source === 'all' ? stored.map((vote) => ({ ...vote, voter: null })) : stored
  const decided =
    drawing || request.sequential !== undefined
      ? null
      : await latestDecision(deps.db, arena, { request, source, criteria }, stored)
  const decision = decided && describeDecision(decided)
  if (decision?.isCurrent) return { ...decided!.comparison, decision }
  const votes = drawing ? votesBeforeOpenPrompt(all, drawing) : all
  const { sequential = view.looks === 'any' } = request
  const looks: Looks = sequential ? 'any' : 'one'
  const alpha = gate.alpha ?? USUAL_ALPHA
  const failed = await failedByCriterion(deps, arena, pair, source)
  const isOver = drawing?.open.length === 0
  const reachUnder = await comparisonReach(deps.db, arena, pair, view)
  const terms = { names, gate, alpha, failed, looks, isOver, reachUnder }
  const criteriaResults = assessCriteria(votes, criteria, terms)
  const guardRails = [
    ...categoryGuardrails(votes, alpha, looks),
    ...(await checkGuardrails(deps.db, arena, pair)),
    ...(await spendingGuardrails(deps.db, arena, pair, resolveBounds(request.bounds, arena.settings.gate))),
  ]
  const overall = overallAnswer(criteriaResults, guardRails)
  const withoutJudges = (remainingVotes: readonly SharedVote[]) =>
    criteria.every((name) => remainingVotes.some(({ criterion }) => criterion === name))
      ? overallAnswer(
          assessCriteria(remainingVotes, criteria, {
            ...terms,
            gate: { ...gate, minVotes: 1, hasPresetVotes: false },
          }),
          guardRails,
        )
      : null
  const heldBack = withheldWarning(arena, view, votes, { names, ...overall }, withoutJudges)
  return {
    arena: arena.slug,
    contestants: names,
    slugs: [challenger.slug, incumbent.slug],
    source,
    ...(judges && { judges }),
    level: 1 - alpha,
    gate: {
      preset: gate.preset,
      setBy: gate.setBy,
      minWinRate: gate.minWinRate,
      minVotes: Math.max(...criteriaResults.map(({ minVotes }) => minVotes)),
      alpha: gate.alpha,
    },
    sequential,
    ...(heldBack ? { ...HELD_BACK, heldBack } : overall),
    ...(decision && { decision }),
    criteria: criteriaResults,
    guardRails,
    warnings: [
      ...judgeWarnings(view, votes),
      ...(await skippedPairWarnings(deps.db, arena, pair, names, votes)),
      ...warningsAbout(criteriaResults, votes, gate, arena.criteria),
    ],
  }
}

function describeDecision({ comparison, decidedAt, isCurrent }: Decided): PairDecision {
  const { answer, ship, sequential, criteria } = comparison
  const votes = criteria.reduce((sum, finding) => sum + finding.votes, 0)
  return { at: decidedAt.toISOString(), votes, answer, ship, sequential, isCurrent }
}

/** What the votes say. */
type Conclusion = Pick<Comparison, 'answer' | 'because' | 'ship' | 'moreVotes'>

const HELD_BACK: Conclusion = { answer: 'not_shown', because: 'held_back', ship: false, moreVotes: null }

/**
 * Why what votes say does not count: people and judges stand together, the gate asks for measured judges and one is not calibrated, or
 * without the judges of the winner's own model family the votes would not say so.
 * @param without  what the votes say of which some are left out, without a least number; null if too few are left
 */
function withheldWarning(
  { slug: arena, settings }: Arena,
  { source, trust }: ArenaView,
  votes: readonly SharedVote[],
  { answer, ship, names: [challenger, incumbent] }: Conclusion & { names: readonly [string, string] },
  without: (remainingVotes: readonly SharedVote[]) => Conclusion | null,
): Warning | null {
  if (answer === 'not_shown' && !ship) return null
  if (source === 'all') return warning(msg('held_together'), { kind: 'held_back' })
  const voted = new Set(votes.flatMap(({ judge }) => judge ?? []))
  const known = new Map(trust.map((judgeTrust) => [judgeTrust.judge, judgeTrust]))
  const unmeasured = [...voted].filter((judge) => known.get(judge)?.state !== 'calibrated')
  if (ship && asksMeasured(settings.gate) && unmeasured.length > 0)
    return warning(msg('held_unmeasured', { judges: unmeasured.sort(), arena }), { kind: 'held_back' })
  const [winner, loser] = answer === 'worse' ? [incumbent, challenger] : [challenger, incumbent]
  const kin = [...voted].filter((judge) => {
    const family = known.get(judge)?.sameFamily ?? []
    return family.includes(winner) && !family.includes(loser)
  })
  if (kin.length === 0) return null
  const remainingVotes = votes.filter(({ judge }) => judge === null || !kin.includes(judge))
  const remaining = without(remainingVotes)
  if (remaining?.answer === answer && remaining.ship === ship) return null
  const code = remainingVotes.length === 0 ? 'held_by_family_alone' : 'held_by_family'
  return warning(msg(code, { judges: kin.sort(), winner }), { kind: 'held_back' })
}

/** Failed judgements by criterion, if the source includes judges. */
async function failedByCriterion({ db }: Pick<Deps, 'db'>, arena: Arena, pair: Pair, source: string) {
  const judge = judgeOfSource(source)
  const hasJudges = judge !== null || source === 'judges' || source === 'all'
  return hasJudges ? selectFailed(db, arena.id, pair, judge) : new Map<string, number>()
}

/** Why an answer is open, gravest first. */
const OPEN = ['could_not_show', 'practically_equal', 'more_votes', 'too_few_votes'] as const

/**
 * The answer under all criteria together. Who is worse under one is worse; who is better under all is better. Several criteria
 * are corrected together, so equals are called worse in 5 of 100 cases at most.
 */
export function overallAnswer(
  findings: readonly CriterionFinding[],
  guardRails: readonly GuardRail[],
): Conclusion {
  const isBroken = guardRails.some(({ holds }) => !holds)
  const answers = new Set(findings.map(({ answer }) => answer))
  const answer = answers.has('worse') ? 'worse' : answers.has('not_shown') ? 'not_shown' : 'better'
  const failing = findings.filter(({ passes }) => !passes)
  const ship = failing.length === 0 && !isBroken
  const conclusion = (because: Conclusion['because'], moreVotes: number | null = null): Conclusion => ({
    answer,
    because,
    ship,
    moreVotes,
  })
  if (answer === 'worse') return conclusion('worse')
  if (isBroken) return conclusion('guardrail')
  if (ship) return conclusion('passed')
  const open = failing.filter((finding) => finding.answer === answer)
  const because =
    OPEN.find((reason) => open.some((finding) => finding.because === reason)) ?? 'win_rate_too_low'
  const missing = open.map(({ moreVotes }) => moreVotes)
  return conclusion(because, missing.every((votes) => votes !== null) ? Math.max(...missing) : null)
}

/**
 * Failed judgements of the two contestants by the current versions of judges, by criterion.
 * @param judge  null for all judges
 */
async function selectFailed(
  db: Db,
  arenaId: number,
  { challenger, incumbent }: Pair,
  judge: string | null,
): Promise<Map<string, number>> {
  const judges = (contestant: number) => sql`exists (select from answers a
    where a.arena_id = j.arena_id and a.id = any (j.answer_ids) and a.contestant_id = ${contestant})`
  const rows = await queryRows<{ criterion: string; failed: number }>(db)`
    select criterion, count(*)::int as failed
    from judgements j
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    join judges g on g.arena_id = v.arena_id and g.name = v.judge and g.version_sha256 = v.sha256
    cross join unnest(j.criteria) as criterion
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.repeat = 0 and j.climb_epoch is null and not j.live
      and ${judges(challenger)} and ${judges(incumbent)}
      and (${judge}::text is null or g.name = ${judge})
    group by criterion`
  return new Map(rows.map(({ criterion, failed }) => [criterion, failed]))
}

/**
 * p of a category. Bars say little where one side never won; of votes on as many prompts the exact sign test says all there is,
 * at one look.
 */
const chanceOfLoss = ({ p, signTest, wins, units, votes }: HeadToHead, looks: Looks): number =>
  looks === 'one' && wins === 0 && units === votes ? Math.min(p, signTest) : p

/**
 * The smallest p that a loss of so many votes on these units could have: of all of them, or of all but one. With several votes
 * on a prompt the second is sometimes smaller, because a side that never won has wider bars.
 * @param unit  the unit of each vote, below 0: not named; shape (votes,)
 */
function leastChanceOfLoss(
  unit: ArrayLike<number>,
  { looks, ...terms }: { looks: Looks; alpha: number; crossed: ArrayLike<number> | null },
): number {
  const chances = [0, 1].map((won) => {
    const score = Float64Array.from(unit, (_, vote) => (vote < won ? 1 : 0))
    return chanceOfLoss(headToHead(score, unit, { ...terms, looks })!, looks)
  })
  return Math.min(...chances)
}

/** Guardrails for categories; none with fewer than two categories, because one category is the whole comparison. */
function categoryGuardrails(votes: readonly SharedVote[], alpha: number, looks: Looks): CategoryRail[] {
  const known = votes.filter(({ category }) => category !== null)
  if (new Set(known.map(({ category }) => category)).size < 2) return []
  const groups = [...Map.groupBy(known, ({ criterion, category }) => JSON.stringify([criterion, category]))]
  const results = groups.map(([key, group]) => {
    const [criterion, category] = JSON.parse(key) as [string, string]
    const { unit, crossed } = clusterVotes(group)
    const terms = { alpha, crossed, looks }
    const result = headToHead(group.map(challengerScore), unit, { ...terms, ...BOOTSTRAP })!
    const least = leastChanceOfLoss(unit, terms)
    return { criterion, category, least, ...result, p: chanceOfLoss(result, looks) }
  })
  const chances = results.map(({ p }) => p)
  const adjusted = holm(chances)
  return results
    .map(({ criterion, category, votes, winRate, interval, p, least }, i): CategoryRail => {
      const pHolm = adjusted[i]
      // the results of the other categories are as they are
      const tooFew = holm(chances.with(i, least))[i] > alpha
      const holds = pHolm > alpha || higherSide({ interval }) === 'own'
      return { rail: 'category', criterion, category, votes, winRate, interval, p, pHolm, tooFew, holds }
    })
    .sort((a, b) => a.winRate - b.winRate || b.votes - a.votes)
}

/** A contestant with several answers to a prompt passes there by the share that passes. */
async function checkGuardrails(db: Db, arena: Arena, pair: Pair): Promise<CheckRail[]> {
  const byName = Map.groupBy(await selectChecked(db, arena.id, pair), ({ name }) => name)
  return [...byName].map(([check, prompts]) => {
    const challengerPassed = total(prompts.map(({ challenger }) => challenger))
    const incumbentPassed = total(prompts.map(({ incumbent }) => incumbent))
    return {
      rail: 'check',
      check,
      prompts: prompts.length,
      passed: [challengerPassed, incumbentPassed],
      holds: challengerPassed >= incumbentPassed,
    }
  })
}

/** To two digits: shares of a prompt may be thirds. */
const total = (shares: readonly number[]): number =>
  Math.round(100 * shares.reduce((sum, share) => sum + share, 0)) / 100

/** The share of each contestant's answers to a prompt that pass a check, from 0 to 1. */
interface CheckedPrompt {
  name: string
  challenger: number
  incumbent: number
}

/** The latest results of the active checks for both contestants, prompt by prompt, if both have one. */
const selectChecked = (db: Db, arenaId: number, { challenger, incumbent }: Pair): Promise<CheckedPrompt[]> =>
  queryRows<CheckedPrompt>(db)`
    with latest as (
      select distinct on (r.name, r.answer_id) r.name, a.prompt_id, a.contestant_id, r.passed
      from check_results r
      join checks c on c.arena_id = r.arena_id and c.name = r.name and c.sha256 = r.sha256 and c.active
      join answers a on a.arena_id = r.arena_id and a.id = r.answer_id
      where r.arena_id = ${arenaId} and a.contestant_id in (${challenger}, ${incumbent})
      order by r.name, r.answer_id, r.run_id desc),
    rates as (
      select name, prompt_id, contestant_id, avg(passed::int)::float8 as passed from latest
      where passed is not null group by name, prompt_id, contestant_id)
    select o.name, o.passed as challenger, t.passed as incumbent
    from rates o join rates t on t.name = o.name and t.prompt_id = o.prompt_id
    where o.contestant_id = ${challenger} and t.contestant_id = ${incumbent}
    order by o.name, o.prompt_id`

/** The order in which prompts were drawn for judging two contestants. */
interface Drawing {
  seed: number
  /** Prompts that are not fully judged. */
  open: readonly number[]
}

/**
 * The votes that count while judging goes on: those on prompts drawn before the first open one. Prompts that are answered
 * faster would otherwise come first, and skipped pairs before judged ones, and chance alone would favour one side.
 */
export function votesBeforeOpenPrompt<M extends Pick<SharedVote, 'promptId'>>(
  votes: readonly M[],
  { seed, open }: Drawing,
): M[] {
  const firstOpen = open.reduce((least, prompt) => Math.min(least, drawnRank(seed, prompt)), Infinity)
  return votes.filter(({ promptId }) => promptId === null || drawnRank(seed, promptId) < firstOpen)
}

/** Warnings about skipped pairs, and about prompts that only one contestant has answered. */
async function skippedPairWarnings(
  db: Db,
  arena: Arena,
  pair: Pair,
  names: readonly [string, string],
  votes: readonly SharedVote[],
): Promise<Warning[]> {
  const warnings: Warning[] = []
  const skippedPairs = votes.filter(({ failedChecks }) => failedChecks !== null)
  if (skippedPairs.length > 0) warnings.push(skippedBy(skippedPairs, names))
  if (!votes.some(({ source }) => source === 'judge')) return warnings
  return [...warnings, ...unansweredBy(await countUnanswered(db, arena.id, pair), names)]
}

/** Warns of prompts that only one contestant has answered. */
function unansweredBy(
  { challenger, incumbent }: { challenger: number; incumbent: number },
  names: readonly [string, string],
): Warning[] {
  if (challenger === 0 && incumbent === 0) return []
  const message =
    challenger > 0 && incumbent > 0
      ? msg('both_unanswered', {
          own: names[0],
          other: names[1],
          prompts: challenger,
          promptsOfOther: incumbent,
        })
      : challenger > 0
        ? msg('one_unanswered', { own: names[0], other: names[1], prompts: challenger })
        : msg('one_unanswered', { own: names[1], other: names[0], prompts: incumbent })
  return [warning(message, { kind: 'unanswered', count: challenger + incumbent })]
}

/** Warns of skipped pairs and says how they count. */
function skippedBy(skippedPairs: readonly SharedVote[], names: readonly [string, string]): Warning {
  const prompts = [...new Map(skippedPairs.map((vote) => [vote.promptId, vote])).values()]
  const checks = Map.groupBy(
    prompts.flatMap(({ failedChecks }) => failedChecks ?? []),
    (check) => check,
  )
  const failuresByCheck = [...checks].map(([check, failed]) => `${check} ${failed.length}`).sort()
  const scored = (score: number) => prompts.filter((prompt) => challengerScore(prompt) === score).length
  const message = msg('prompts_left_out_by_checks', {
    own: names[0],
    other: names[1],
    prompts: prompts.length,
    checks: failuresByCheck,
    lost: scored(0),
    won: scored(1),
    tied: scored(TIE_POINTS),
  })
  return warning(message, { kind: 'left_out_by_checks', count: prompts.length })
}

/** On how many prompts each contestant has no answer while the other has one. */
async function countUnanswered(
  db: Db,
  arenaId: number,
  { challenger, incumbent }: Pair,
): Promise<{ challenger: number; incumbent: number }> {
  const lacking = (lacks: number, has: number) => sql<number>`(
    select count(distinct a.prompt_id)::int from answers a join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    where a.arena_id = ${arenaId} and a.contestant_id = ${has} and p.messages is not null and p.retired_at is null
      and not exists (select from answers z where z.arena_id = a.arena_id and z.prompt_id = a.prompt_id
        and z.contestant_id = ${lacks}))`
  return requireRow<{ challenger: number; incumbent: number }>(db)`
    select ${lacking(challenger, incumbent)} as challenger, ${lacking(incumbent, challenger)} as incumbent`
}

/** With fewer clusters, the normal approximation is rough, even with its correction for few clusters. */
const FEW_UNITS = 10

/**
 * The warnings that a board of the same votes would give about its sources: which judges are calibrated, and which
 * are not counted.
 */
function judgeWarnings(view: ArenaView, votes: readonly SharedVote[]): Warning[] {
  const notCounted = view.trust.filter(({ judge }) => !countsJudge(view.judges, judge))
  return sourceWarnings(view, [...votes, ...notCounted.map(({ judge }) => ({ source: 'judge', judge }))])
}

/** Warnings about a comparison that its figures do not show. */
function warningsAbout(
  results: readonly CriterionFinding[],
  votes: readonly SharedVote[],
  { alpha }: NamedGate,
  criteria: readonly string[],
): Warning[] {
  const warnings: Warning[] = []
  if (alpha === null) warnings.push(warning(msg('no_significance_asked')))
  const kinds = new Set(votes.map(({ source }) => source))
  if (kinds.has('simulated')) warnings.push(warning(msg('simulated')))
  const withFewUnits = results.filter(({ effectiveUnits }) => effectiveUnits < FEW_UNITS)
  if (withFewUnits.length > 0) {
    const criteria = withFewUnits.map(({ criterion }) => criterion)
    const isGrouped = withFewUnits.some(({ isGrouped }) => isGrouped)
    const few = msg('few_units_under', { criteria, fewest: FEW_UNITS, isGrouped })
    warnings.push(warning(few, { kind: 'few_units' }))
  }
  const voters = Math.min(...results.flatMap((result) => result.voters ?? []))
  if (voters < FEW_PEOPLE) warnings.push(warning(msg('speaks_for_few', { voters: Math.round(voters) })))
  const criteriaWithoutVotes = criteria.filter((name) => results.every(({ criterion }) => criterion !== name))
  if (criteriaWithoutVotes.length > 0)
    warnings.push(warning(msg('criteria_left_out', { criteria: criteriaWithoutVotes })))
  return warnings
}

/**
 * The comparison, with what the last board of its votes says of the two. A board compares everybody at once, so its bars may overlap
 * where the two alone are told apart.
 */
export async function withBoard(deps: Deps, arena: Arena, comparison: Comparison): Promise<Comparison> {
  const { answer, source, contestants, criteria } = comparison
  if (answer === 'not_shown') return comparison
  const { key } = await resolveView(deps, arena, { source, criterion: criteria[0].criterion })
  const [newest] = await selectNewest(deps.db, [{ arenaId: arena.id, viewKey: key }])
  const stored = newest && (await selectBoard(deps.db, arena.id, newest.id))
  if (!stored) return comparison
  const board = JSON.parse(stored) as Board
  const [first, second] = contestants.map(
    (name) => board.contestants.find((row) => row.name === name)?.interval,
  )
  if (!first || !second || first[0] > second[1] || second[0] > first[1]) return comparison
  return { ...comparison, barsOverlap: true }
}
