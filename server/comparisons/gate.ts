import { GateSettings } from '../../shared/contracts/index.ts'
import { GATE_PRESETS, type Gate, type GatePreset } from '../../shared/stats/compare/gates.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { SpendingBounds } from './spending-guardrails.ts'
import { msg, messagesOfIssue } from '../../shared/messages/index.ts'

/** The settings of a gate that a request may have. The preset provides the others. */
export type GateRequest = Pick<GateSettings, 'preset' | 'minWinRate' | 'minVotes' | 'alpha'>

export interface NamedGate extends Gate {
  preset: GatePreset
  /** Whether the number of votes is the preset's, which a small set cannot reach. */
  hasPresetVotes: boolean
}

/**
 * The gate of a request. Missing settings come from the arena, then from the preset. A request that names a preset
 * ignores the arena's settings.
 * @param settings  `gate` of arena.yaml
 * @throws {ProblemError} invalid_request naming the setting, where it is, and its allowed values
 */
export function gateOf(request: GateRequest, settings: object = {}): NamedGate {
  const requested = parsed(request, 'gate')
  const ofArena = requested.preset === undefined ? parsed(settings, OF_THE_ARENA) : {}
  const preset = requested.preset ?? ofArena.preset ?? 'default'
  return {
    preset,
    minWinRate: requested.minWinRate ?? ofArena.minWinRate ?? GATE_PRESETS[preset].minWinRate,
    minVotes: requested.minVotes ?? ofArena.minVotes ?? GATE_PRESETS[preset].minVotes,
    alpha: requested.alpha ?? ofArena.alpha ?? GATE_PRESETS[preset].alpha,
    hasPresetVotes: (requested.minVotes ?? ofArena.minVotes) === undefined,
  }
}

const OF_THE_ARENA = 'gate of the arena.yaml'

/** The bounds of the request, or else of the arena's gate, whatever its preset. */
export function boundsOf({ cost, latency }: SpendingBounds, settings: object = {}): SpendingBounds {
  const ofArena = parsed(settings, OF_THE_ARENA)
  return { cost: cost ?? ofArena.maxCostRatio ?? null, latency: latency ?? ofArena.maxLatencyRatio ?? null }
}

/**
 * The gate for judging until a confidence sequence decides. The number of votes is not known beforehand, so the
 * preset's minimum is ignored; a minimum from the request or the arena applies.
 * @throws {ProblemError} as gateOf, and invalid_request if the gate requires no significance: judging could not know
 *   when to stop
 */
export function sequentialGate(request: GateRequest, settings: object = {}): NamedGate {
  const minVotes = request.preset === undefined ? parsed(settings, OF_THE_ARENA).minVotes : undefined
  const gate = gateOf({ ...request, minVotes: request.minVotes ?? minVotes ?? 1 }, settings)
  if (gate.alpha !== null) return gate
  throw new ProblemError('invalid_request', msg('gate_without_significance', { preset: gate.preset }))
}

function parsed(settings: unknown, place: string): GateSettings {
  const read = GateSettings.safeParse(settings, { reportInput: true })
  if (read.success) return read.data
  const [{ path, message }] = messagesOfIssue(read.error.issues[0])
  const field = [place, ...path].join(', ')
  throw new ProblemError('invalid_request', msg('sentence_at', { field, wrong: message }))
}
