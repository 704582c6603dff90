/** What entries of each kind do. */
import {
  type ScheduleEntry,
  type RotationResult,
  type RecheckResult,
  GateVerdict,
  type ScheduledComparison,
} from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import {
  type JudgingRequestSpec,
  arenaPlanSpec,
  SEED,
  chooseJudges,
  currentJudges,
  runsOnPair,
} from '../judging/index.ts'
import type { RunDeps } from '../runs/index.ts'
import type { Occurrence } from './schedule-entries.ts'
import { z } from 'zod'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { agreementOnPrompts, refreshEvaluation } from '../judge-evaluation/index.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'
import { msg } from '../../shared/messages/index.ts'
import {
  contestantNamed,
  lookAtPair,
  nextBatch,
  sequentialGate,
  type ComparisonRequest,
} from '../comparisons/index.ts'
import { ProblemError } from '../platform/problem.ts'

export interface NextRun {
  request: Pick<JudgingRequestSpec, 'spec' | 'budgetUsd'>
  /** What the occurrence works on, with the new run. */
  work?: Record<string, unknown>
}

/** What an entry of one kind does. */
interface EntryKind<Entry extends ScheduleEntry = ScheduleEntry> {
  /**
   * The next run of the occurrence; null if nothing is left to judge.
   * @throws {ProblemError} if it cannot work
   */
  nextRun(deps: RunDeps, arena: Arena, entry: Entry, occurrence: Occurrence): Promise<NextRun | null>
  /** What is stored of it when its last run has ended. */
  result?(
    deps: RunDeps,
    arena: Arena,
    entry: Entry,
    occurrence: Occurrence,
  ): Promise<Record<string, unknown> | null>
}

type EntryOf<Does extends ScheduleEntry['does']> = Extract<ScheduleEntry, { does: Does }>

/** Judges what the plan asks for, in one run. */
const judge: EntryKind<EntryOf<'judge'>> = {
  async nextRun(_deps, { settings }, { judges, votesPerPair, budgetUsd }, { run_ids: runs }) {
    if (runs.length > 0) return null
    const spec = arenaPlanSpec(settings.plan ?? {}, { judges, votesPerPair })
    return { request: { spec, budgetUsd: budgetUsd ?? settings.budgetUsd ?? null } }
  },
}

/** Whose turn it is, and its prompts by id; `overlap`: those that the judge before it had. */
const Turn = z.object({
  judge: z.string(),
  before: z.string().nullable(),
  prompts: z.array(z.number()),
  overlap: z.array(z.number()),
})

/**
 * Lets the next judge of the list judge all pairs of contestants on its prompts: a random part of those that the judge
 * before it had, so that the two can be compared, and prompts that fewest judges of the rotation have judged.
 */
const rotate: EntryKind<EntryOf<'rotate'>> = {
  async nextRun({ db }, { id, settings }, entry, occurrence) {
    if (occurrence.run_ids.length > 0) return null
    const { judges, prompts: size, overlap: share } = entry
    const last = Turn.nullable().parse((await selectBefore(db, occurrence))?.work ?? null)
    const judge = judges[last ? (judges.indexOf(last.judge) + 1) % judges.length : 0]
    const judgedBy = await selectPromptsJudgedBy(db, id, judges)
    const own = new Set(judgedBy.get(judge))
    const times = (prompt: number) => [...judgedBy.values()].filter((all) => all.includes(prompt)).length
    const free = (await selectPromptsToJudge(db, id)).filter((prompt) => !own.has(prompt))
    const shared = drawn(
      free.filter((prompt) => last?.prompts.includes(prompt)),
      occurrence.id,
    )
    const overlap = shared.slice(0, Math.ceil(size * share))
    const fresh = drawn(
      free.filter((prompt) => !overlap.includes(prompt)),
      SEED,
    )
    const rest = fresh.sort((a, b) => times(a) - times(b)).slice(0, size - overlap.length)
    const prompts = [...overlap, ...rest]
    if (prompts.length === 0) return null
    const { votesPerPair: _, ...plan } = settings.plan ?? {}
    // refuses a judge that the arena no longer has
    const spec = { ...arenaPlanSpec(plan, { judges: [judge] }), only: { prompts } }
    return {
      request: { spec, budgetUsd: entry.budgetUsd ?? settings.budgetUsd ?? null },
      work: { judge, before: last?.judge ?? null, prompts, overlap },
    }
  },

  async result({ db }, { id }, _entry, { work }) {
    if (work === null) return null
    const { judge, before, prompts, overlap } = Turn.parse(work)
    return {
      judge,
      before,
      prompts: prompts.length,
      overlap: overlap.length,
      agreement:
        before === null || before === judge || overlap.length === 0
          ? []
          : await agreementOnPrompts(db, id, { judges: [before, judge], prompts: overlap }),
    } satisfies RotationResult
  },
}

/** The prompts in an order drawn from the seed. */
const drawn = (prompts: readonly number[], seed: number): number[] => {
  const rank = new Map(prompts.map((id) => [id, new RandomStream(seed, id).uniform()]))
  return prompts.toSorted((a, b) => rank.get(a)! - rank.get(b)! || a - b)
}

/** The last occurrence of the same entry before this one that worked on something. */
const selectBefore = (
  db: Db,
  { arena_id, entry, does, due_at }: Occurrence,
): Promise<Occurrence | undefined> =>
  db
    .selectFrom('schedule_occurrences')
    .selectAll()
    .where('arena_id', '=', arena_id)
    .where('entry', '=', entry)
    .where('does', '=', does)
    .where('due_at', '<', due_at)
    .where('work', 'is not', null)
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The ids of the prompts that each of these judges has judged, with its active version. */
async function selectPromptsJudgedBy(
  db: Db,
  arenaId: number,
  judges: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ judge: string; prompts: number[] }>`
    select g.name as judge, array_agg(distinct j.prompt_id) as prompts
    from judges g
    join judge_versions v on v.arena_id = g.arena_id and v.judge = g.name and v.sha256 = g.version_sha256
    join judgements j on j.arena_id = v.arena_id and j.judge_version_id = v.id
    where g.arena_id = ${arenaId} and g.name = any (${judges}::text[]) and j.climb_epoch is null and not j.live
      and j.status = 'done'
    group by g.name`.execute(db)
  return new Map(rows.map(({ judge, prompts }) => [judge, prompts]))
}

/** The ids of the prompts in use, which judges can be shown. */
async function selectPromptsToJudge(db: Db, arenaId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('messages', 'is not', null)
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Lets each judge judge some pairs once more than before, in a run of its own, and evaluates all judges. Repeats are no
 * votes; they show whether a judge still agrees with itself.
 */
const recheck: EntryKind<EntryOf<'recheck'>> = {
  async nextRun({ db }, { id, settings }, { judges: names, prompts, budgetUsd }, { run_ids: runs }) {
    const judges = chooseJudges(await currentJudges(db, id), names)
    const next = judges.at(runs.length)
    if (!next || runs.length >= judges.length) return null
    const { everything: _, ...plan } = settings.plan ?? {}
    const budget = budgetUsd ?? settings.budgetUsd ?? null
    const left = budget === null ? null : budget - (await sumSpentBy(db, id, runs))
    if (left !== null && left <= 0) return null
    return {
      request: {
        spec: {
          ...arenaPlanSpec({ ...plan, votesPerPair: prompts }, { judges: [next.name] }),
          repeats: 1 + (await countRepeats(db, id, next.versionId)) + 1,
          sample: prompts,
        },
        budgetUsd: left,
      },
    }
  },

  async result(deps, arena, { judges: names }) {
    const { judges } = await refreshEvaluation(deps, arena)
    return {
      judges: judges
        .filter(({ judge, active }) => (names ? names.includes(judge) : active))
        .map(({ judge, state, due, measuredAt, selfAgreement: { n, share } }) => ({
          judge,
          state,
          due,
          measuredAt,
          repeated: n,
          withItself: share,
        })),
    } satisfies RecheckResult
  },
}

/** How often a judge version was asked again about the same answers, at most. */
async function countRepeats(db: Db, arenaId: number, versionId: number): Promise<number> {
  const { rows } = await sql<{ repeats: number }>`
    select coalesce(max(repeat), 0)::int as repeats from judgements
    where arena_id = ${arenaId} and judge_version_id = ${versionId} and climb_epoch is null`.execute(db)
  return rows[0].repeats
}

/** The cost of these runs in US dollars. */
async function sumSpentBy(db: Db, arenaId: number, runs: readonly number[]): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(spent_usd), 0)::float8 as spent from runs
    where arena_id = ${arenaId} and id = any (${runs}::integer[])`.execute(db)
  return rows[0].spent
}

/** Prompts that are judged between two looks. */
const BATCH = 20

/** The two contestants, fixed when the occurrence starts, and the prompts that were tried. */
const Compared = z.object({
  current: z.string(),
  shipped: z.string(),
  spentBefore: z.number(),
  tried: z.array(z.number()),
})
type Compared = z.infer<typeof Compared>

/**
 * Judges the current build against the shipped one, batch by batch, until the arena's gate is decided, everything is
 * judged, or the budget is spent. What it decides holds at any number of looks and nights.
 */
const compare: EntryKind<EntryOf<'compare'>> = {
  async nextRun(deps, arena, entry, occurrence) {
    const work = await workOf(deps, arena, entry, occurrence)
    const budget = entry.budgetUsd ?? arena.settings.budgetUsd ?? null
    const { next } = await nextBatch(deps, arena, {
      ...(await requestOf(deps, arena, work)),
      batch: BATCH,
      budgetUsd: budget === null ? null : budget + work.spentBefore,
      tried: new Set(work.tried),
    })
    if (!next) return null
    return { request: next.run, work: { ...work, tried: [...work.tried, ...next.prompts] } }
  },

  async result(deps, arena, entry, occurrence) {
    const work = await workOf(deps, arena, entry, occurrence)
    const { comparison } = await lookAtPair(deps, arena, {
      ...(await requestOf(deps, arena, work)),
      tried: new Set(work.tried),
    })
    return {
      current: work.current,
      shipped: work.shipped,
      verdict: comparison ? GateVerdict.parse(comparison.verdict) : null,
      criteria: (comparison?.criteria ?? []).map(({ criterion, winRate, interval, votes, verdict }) => ({
        criterion,
        winRate,
        interval,
        votes,
        verdict,
      })),
    } satisfies ScheduledComparison
  },
}

async function workOf(
  deps: RunDeps,
  arena: Arena,
  entry: EntryOf<'compare'>,
  { work }: Occurrence,
): Promise<Compared> {
  if (work !== null) return Compared.parse(work)
  const current = entry.current ?? (await selectLastEntered(deps.db, arena.id, entry.shipped))
  if (current === undefined)
    throw new ProblemError('invalid_request', msg('schedule_nothing_to_compare', { shipped: entry.shipped }))
  const [one, other] = await Promise.all([
    contestantNamed(deps.db, arena, current),
    contestantNamed(deps.db, arena, entry.shipped),
  ])
  const ids = [one.id, other.id].sort((a, b) => a - b) as [number, number]
  const { spentUsd: spentBefore } = await runsOnPair(deps.db, arena, ids)
  return { current, shipped: entry.shipped, spentBefore, tried: [] }
}

async function requestOf(
  { db }: RunDeps,
  arena: Arena,
  { current, shipped }: Compared,
): Promise<ComparisonRequest> {
  return {
    challenger: await contestantNamed(db, arena, current),
    incumbent: await contestantNamed(db, arena, shipped),
    criteria: [],
    gate: sequentialGate({}, arena.settings.gate),
    bounds: { cost: null, latency: null },
  }
}

/** The contestant that was entered last, besides `other`; no A/A control and no retired one. */
async function selectLastEntered(db: Db, arenaId: number, other: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('contestants')
    .select('name')
    .where('arena_id', '=', arenaId)
    .where('name', '<>', other)
    .where('retired_at', 'is', null)
    .where('control_of', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

const KINDS = { judge, rotate, recheck, compare }

export const kindOf = ({ does }: ScheduleEntry): EntryKind => KINDS[does] as unknown as EntryKind
