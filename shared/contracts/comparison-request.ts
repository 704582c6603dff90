/** The parameters of a comparison in an address. An empty value counts as absent. */
import { z } from 'zod'
import { GatePreset } from './comparison.ts'
import { refuse } from './refusals.ts'
import type { Refusal } from './refusals.ts'
import { sourcePattern } from './source.ts'

/** A number in an address. */
const figure = (code: Refusal, holds: (value: number) => boolean) =>
  z
    .string()
    .refine((text) => text === '' || (text.trim() !== '' && holds(Number(text))), refuse(code))
    .optional()

const share = (value: number) => value >= 0 && value <= 1
const positive = (value: number) => value > 0 && Number.isFinite(value)
const name = (missing: Refusal) =>
  z.string(refuse(missing)).min(1, refuse(missing)).max(200, refuse('name_long'))

export const ComparisonQuery = z.object({
  a: name('name_challenger'),
  b: name('name_incumbent'),
  source: z
    .string()
    .regex(sourcePattern('humans', 'judges', 'all', 'simulated'), refuse('other_source'))
    .optional(),
  /** May be repeated. Default: all criteria under which the two share votes. */
  criterion: z.union([z.string().max(200), z.array(z.string().max(200)).max(100)]).optional(),
  preset: z.enum([...GatePreset.options, ''], refuse('other_preset')).optional(),
  minWinRate: figure('share_asked', share),
  minVotes: figure('count_asked', (value) => Number.isSafeInteger(value) && value >= 1),
  alpha: figure('alpha_asked', (value) => value > 0 && value < 1),
  sequential: z.enum(['true', 'false', ''], refuse('not_true_or_false')).optional(),
  maxCostRatio: figure('ratio_asked', positive),
  maxLatencyRatio: figure('ratio_asked', positive),
})
export type ComparisonQuery = z.infer<typeof ComparisonQuery>

export const ExampleKind = z.enum(['losses', 'wins', 'ties'], refuse('other_kind'))
export type ExampleKind = z.infer<typeof ExampleKind>

export const ExamplesQuery = ComparisonQuery.extend({
  show: ExampleKind.default('losses'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(50).default(10),
})
export type ExamplesQuery = z.infer<typeof ExamplesQuery>
