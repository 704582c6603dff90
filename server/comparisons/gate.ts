import { GateSettings, type ComparedGate, type SpendingRail } from '../../shared/contracts/index.ts'
import { GATE_PRESETS, type Gate, type GatePreset } from '../../shared/stats/compare/gates.ts'
import { ProblemError } from '../platform/problem.ts'
import { msg, messagesOfIssue } from '../../shared/messages/index.ts'
import { sql } from 'kysely'
import { arenaForOperator, type Arena } from '../arenas/index.ts'
import { refreshEvaluation } from '../judge-evaluation/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Db } from '../platform/schema.ts'
import type { Pair } from './shared-votes.ts'
import { requireRow } from '../platform/postgres/query.ts'

/** The settings of a gate that a request may have. The preset provides the others. */
export type GateRequest = Pick<GateSettings, 'preset' | 'minWinRate' | 'minVotes' | 'alpha'>

export interface NamedGate extends Gate {
  preset: GatePreset
  setBy: ComparedGate['setBy']
  /** Whether the number of votes is the preset's, which a small set cannot reach. */
  hasPresetVotes: boolean
}

/**
 * The gate of a request. Missing settings come from the arena, then from the preset. A request that names a preset
 * ignores the arena's settings.
 * @param settings  `gate` of arena.yaml
 * @throws {ProblemError} invalid_request naming the setting, where it is, and its allowed values
 */
export function resolveGate(request: GateRequest, settings: object = {}): NamedGate {
  const requested = parsed(request, 'gate')
  const ofArena = requested.preset === undefined ? parsed(settings, OF_THE_ARENA) : {}
  const preset = requested.preset ?? ofArena.preset ?? 'default'
  const differs = (settings: GateRequest) =>
    THRESHOLDS.some((name) => settings[name] !== undefined && settings[name] !== GATE_PRESETS[preset][name])
  return {
    preset,
    setBy: differs(requested) ? 'request' : differs(ofArena) ? 'arena' : 'preset',
    minWinRate: requested.minWinRate ?? ofArena.minWinRate ?? GATE_PRESETS[preset].minWinRate,
    minVotes: requested.minVotes ?? ofArena.minVotes ?? GATE_PRESETS[preset].minVotes,
    alpha: requested.alpha ?? ofArena.alpha ?? GATE_PRESETS[preset].alpha,
    hasPresetVotes: (requested.minVotes ?? ofArena.minVotes) === undefined,
  }
}

const THRESHOLDS = ['minWinRate', 'minVotes', 'alpha'] as const

const OF_THE_ARENA = 'gate of the arena.yaml'

/** The bounds of the request, or else of the arena's gate, whatever its preset. */
export function resolveBounds({ cost, latency }: SpendingBounds, settings: object = {}): SpendingBounds {
  const ofArena = parsed(settings, OF_THE_ARENA)
  return { cost: cost ?? ofArena.maxCostRatio ?? null, latency: latency ?? ofArena.maxLatencyRatio ?? null }
}

/** Whether judges decide only if each of them is calibrated, whatever the preset of the request. */
export const asksMeasured = (settings: object = {}): boolean =>
  parsed(settings, OF_THE_ARENA).judge === 'measured'

/** Evaluates the judges of an arena whose gate asks for it, where no worker has: votes that just came may calibrate one. */
export async function measureJudges(deps: Deps, slug: string): Promise<void> {
  const arena = await arenaForOperator(deps.db, slug)
  if (asksMeasured(arena.settings.gate)) await refreshEvaluation(deps, arena)
}

/**
 * The gate for judging until it is decided. The number of votes is not known beforehand, so the
 * preset's minimum is ignored; a minimum from the request or the arena applies.
 * @throws {ProblemError} as resolveGate, and invalid_request if the gate requires no significance: judging could not know
 *   when to stop
 */
export function sequentialGate(request: GateRequest, settings: object = {}): NamedGate {
  const minVotes = request.preset === undefined ? parsed(settings, OF_THE_ARENA).minVotes : undefined
  const gate = resolveGate({ ...request, minVotes: request.minVotes ?? minVotes ?? 1 }, settings)
  if (gate.alpha !== null) return { ...gate, setBy: resolveGate(request, settings).setBy }
  throw new ProblemError('invalid_request', msg('gate_without_significance', { preset: gate.preset }))
}

function parsed(settings: unknown, place: string): GateSettings {
  const read = GateSettings.safeParse(settings, { reportInput: true })
  if (read.success) return read.data
  const [{ path, message }] = messagesOfIssue(read.error.issues[0])
  const field = [place, ...path].join(', ')
  throw new ProblemError('invalid_request', msg('sentence_at', { field, wrong: message }))
}

/** The highest allowed ratio of cost and of latency, challenger to incumbent; null for no bound. */
export interface SpendingBounds {
  cost: number | null
  latency: number | null
}

const COLUMNS = { cost: 'cost_usd', latency: 'latency_ms' } as const

/** @throws {ProblemError} invalid_request if a bound is set and the cost or latency is unknown */
export async function spendingGuardrails(
  db: Db,
  arena: Arena,
  pair: Pair,
  bounds: SpendingBounds,
): Promise<SpendingRail[]> {
  const rails: SpendingRail[] = []
  for (const rail of ['cost', 'latency'] as const) {
    const maxRatio = bounds[rail]
    if (maxRatio === null) continue
    const { prompts, challenger, incumbent } = await selectSpending(db, arena.id, pair, COLUMNS[rail])
    if (challenger === null || incumbent === null)
      throw new ProblemError('invalid_request', msg('nothing_known_of', { arena: arena.slug, of: rail }))
    const ratio = incumbent > 0 ? challenger / incumbent : challenger > 0 ? null : 1
    const holds = ratio !== null && ratio <= maxRatio
    rails.push({ rail, prompts, means: [challenger, incumbent], ratio, maxRatio, holds })
  }
  return rails
}

interface Spending {
  /** The number of prompts for which both values are known. */
  prompts: number
  challenger: number | null
  incumbent: number | null
}

/**
 * The mean cost or latency of each contestant, over the prompts for which both values are known. Several answers to a
 * prompt count with their mean. Visitors' prompts are left out: who is about to vote could tell the sides by them.
 */
async function selectSpending(
  db: Db,
  arenaId: number,
  { challenger, incumbent }: Pair,
  column: 'cost_usd' | 'latency_ms',
): Promise<Spending> {
  const means = (contestant: number) => sql`(
    select a.prompt_id, avg(${sql.ref(column)}) as mean
    from answers a join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    where a.arena_id = ${arenaId} and a.contestant_id = ${contestant} and ${sql.ref(column)} is not null
      and p.retired_by is distinct from 'live'
    group by a.prompt_id)`
  return requireRow<Spending>(db)`
    select count(*)::int as prompts, avg(a.mean)::float8 as challenger, avg(z.mean)::float8 as incumbent
    from ${means(challenger)} a join ${means(incumbent)} z using (prompt_id)`
}
