import { z } from 'zod'
import { GATE_PRESETS } from '../../shared/stats/index.ts'
import type { Gate, GatePreset } from '../../shared/stats/index.ts'
import { ProblemError } from '../platform/problem.ts'

const PRESETS = Object.keys(GATE_PRESETS) as [GatePreset, ...GatePreset[]]

/** What may be asked of a gate; what is left out is the preset's. */
const GateSettings = z.strictObject({
  preset: z.enum(PRESETS, `is ${PRESETS.join(', ')}`).optional(),
  minWinRate: z.number().min(0, 'is a share from 0 to 1').max(1, 'is a share from 0 to 1').optional(),
  minVotes: z.number().int('is a whole number').min(1, 'is 1 or more').optional(),
  alpha: z.number().gt(0, 'lies between 0 and 1').lt(1, 'lies between 0 and 1').optional(),
})
export type GateRequest = z.infer<typeof GateSettings>

export interface NamedGate extends Gate {
  preset: GatePreset
}

/**
 * The gate that is asked for; what the request leaves open is as the arena's own settings have it, and else the
 * preset's. A request that names a preset starts from that one alone.
 * @param settings  `gate` of the arena.yaml
 * @throws {ProblemError} invalid_request naming the setting, where it stands and what it may be
 */
export function gateOf(request: GateRequest, settings: Record<string, unknown> = {}): NamedGate {
  const asked = parsed(request, 'gate')
  const own = asked.preset === undefined ? parsed(settings, 'gate of the arena.yaml') : {}
  const preset = asked.preset ?? own.preset ?? 'default'
  return {
    preset,
    minWinRate: asked.minWinRate ?? own.minWinRate ?? GATE_PRESETS[preset].minWinRate,
    minVotes: asked.minVotes ?? own.minVotes ?? GATE_PRESETS[preset].minVotes,
    alpha: asked.alpha ?? own.alpha ?? GATE_PRESETS[preset].alpha,
  }
}

function parsed(settings: unknown, where: string): GateRequest {
  const found = GateSettings.safeParse(settings)
  if (found.success) return found.data
  const { path, message } = found.error.issues[0]!
  throw new ProblemError('invalid_request', `${[where, ...path].join(', ')}: ${message}.`)
}
