/** What a comparison can be asked for in an address; what is empty counts as not said. */
import { z } from 'zod'
import { GatePreset } from './comparison.ts'
import { REFUSALS } from './refusals.ts'
import { sourcePattern } from './source.ts'

/** A number as it stands in an address. */
const figure = (must: string, holds: (value: number) => boolean) =>
  z
    .string()
    .refine((text) => text === '' || (text.trim() !== '' && holds(Number(text))), must)
    .optional()

const share = (value: number) => value >= 0 && value <= 1
const positive = (value: number) => value > 0 && Number.isFinite(value)
const name = (missing: string) => z.string(missing).min(1, missing).max(200, REFUSALS.name_long)

export const ComparisonQuery = z.object({
  a: name(REFUSALS.name_challenger),
  b: name(REFUSALS.name_incumbent),
  source: z
    .string()
    .regex(sourcePattern('humans', 'judges', 'all', 'simulated'), REFUSALS.other_source)
    .optional(),
  /** May be repeated; all under which the two share votes unless said. */
  criterion: z.union([z.string().max(200), z.array(z.string().max(200)).max(100)]).optional(),
  preset: z.enum([...GatePreset.options, ''], REFUSALS.other_preset).optional(),
  minWinRate: figure(REFUSALS.share_asked, share),
  minVotes: figure(REFUSALS.count_asked, (value) => Number.isSafeInteger(value) && value >= 1),
  alpha: figure(REFUSALS.alpha_asked, (value) => value > 0 && value < 1),
  sequential: z.enum(['true', 'false', ''], REFUSALS.not_true_or_false).optional(),
  maxCostRatio: figure(REFUSALS.ratio_asked, positive),
  maxLatencyRatio: figure(REFUSALS.ratio_asked, positive),
})
export type ComparisonQuery = z.infer<typeof ComparisonQuery>

export const ExampleKind = z.enum(['losses', 'wins', 'ties'], REFUSALS.other_kind)
export type ExampleKind = z.infer<typeof ExampleKind>

export const ExamplesQuery = ComparisonQuery.extend({
  show: ExampleKind.default('losses'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(50).default(10),
})
export type ExamplesQuery = z.infer<typeof ExamplesQuery>
