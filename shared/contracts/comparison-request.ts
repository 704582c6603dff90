/** The parameters of a comparison in an address. An empty value counts as absent. */
import { z } from 'zod'
import { GatePreset } from './comparison.ts'
import { SMALLEST_ALPHA } from './gate.ts'
import { refuse } from './refusals.ts'
import type { Refusal } from './refusals.ts'
import { sourcePattern } from './source.ts'

interface Range {
  type: 'number' | 'integer'
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

/** A number in an address, described with the range that is checked. */
const figure = (code: Refusal, range: Range) =>
  z
    .string()
    .refine((text) => text === '' || (text.trim() !== '' && isWithin(Number(text), range)), refuse(code))
    .optional()
    .meta({ ...range })

const isWithin = (
  value: number,
  { type, minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum }: Range,
) =>
  (type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
  value >= minimum &&
  value <= maximum &&
  value > (exclusiveMinimum ?? -Infinity) &&
  value < (exclusiveMaximum ?? Infinity)

const SHARE: Range = { type: 'number', minimum: 0, maximum: 1 }
const COUNT: Range = { type: 'integer', minimum: 1 }
const ALPHA: Range = { type: 'number', minimum: SMALLEST_ALPHA, exclusiveMaximum: 1 }
const RATIO: Range = { type: 'number', exclusiveMinimum: 0 }
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
  minWinRate: figure('share_asked', SHARE),
  minVotes: figure('count_asked', COUNT),
  alpha: figure('alpha_asked', ALPHA),
  sequential: z.enum(['true', 'false', ''], refuse('not_true_or_false')).optional(),
  maxCostRatio: figure('ratio_asked', RATIO),
  maxLatencyRatio: figure('ratio_asked', RATIO),
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
