import { GateSettings } from '../../shared/contracts/index.ts'
import { GATE_PRESETS } from '../../shared/stats/internal.ts'
import type { Gate, GatePreset } from '../../shared/stats/internal.ts'
import { ProblemError } from '../platform/problem.ts'
import type { SpendingBounds } from './spending-guardrails.ts'
import { msg, messagesOfIssue } from '../../shared/messages/index.ts'

/** What may be asked of a gate; what is left out is the preset's. */
export type GateRequest = Pick<GateSettings, 'preset' | 'minWinRate' | 'minVotes' | 'alpha'>

export interface NamedGate extends Gate {
  preset: GatePreset
}

/**
 * The gate that is asked for; what the request leaves open is as the arena's own settings have it, and else the
 * preset's. A request that names a preset starts from that one alone.
 * @param settings  `gate` of the arena.yaml
 * @throws {ProblemError} invalid_request naming the setting, where it stands and what it may be
 */
export function gateOf(request: GateRequest, settings: object = {}): NamedGate {
  const asked = parsed(request, 'gate')
  const own = asked.preset === undefined ? parsed(settings, OF_THE_ARENA) : {}
  const preset = asked.preset ?? own.preset ?? 'default'
  return {
    preset,
    minWinRate: asked.minWinRate ?? own.minWinRate ?? GATE_PRESETS[preset].minWinRate,
    minVotes: asked.minVotes ?? own.minVotes ?? GATE_PRESETS[preset].minVotes,
    alpha: asked.alpha ?? own.alpha ?? GATE_PRESETS[preset].alpha,
  }
}

const OF_THE_ARENA = 'gate of the arena.yaml'

/** The bounds that are asked for, and else those of the arena's own gate, whatever its preset. */
export function boundsOf({ cost, latency }: SpendingBounds, settings: object = {}): SpendingBounds {
  const own = parsed(settings, OF_THE_ARENA)
  return { cost: cost ?? own.maxCostRatio ?? null, latency: latency ?? own.maxLatencyRatio ?? null }
}

/**
 * The gate for judging that goes on until a confidence sequence decides: how many votes that takes is known when it does,
 * so no preset's number is asked, only one that was given by hand or by the arena.
 * @throws {ProblemError} as gateOf, and invalid_request where no significance is asked: nothing would say when to stop
 */
export function sequentialGate(request: GateRequest, settings: object = {}): NamedGate {
  const own = request.preset === undefined ? parsed(settings, OF_THE_ARENA).minVotes : undefined
  const gate = gateOf({ ...request, minVotes: request.minVotes ?? own ?? 1 }, settings)
  if (gate.alpha !== null) return gate
  throw new ProblemError('invalid_request', msg('gate_without_significance', { preset: gate.preset }))
}

function parsed(settings: unknown, where: string): GateSettings {
  const read = GateSettings.safeParse(settings, { reportInput: true })
  if (read.success) return read.data
  const [{ path, message }] = messagesOfIssue(read.error.issues[0])
  const field = [where, ...path].join(', ')
  throw new ProblemError('invalid_request', msg('sentence_at', { field, wrong: message }))
}
