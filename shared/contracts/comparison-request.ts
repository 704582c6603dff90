/** What a comparison can be asked for in an address; what is empty counts as not said. */
import { z } from 'zod'
import { GatePreset } from './comparison.ts'

/** A number as it stands in an address. */
const figure = (must: string, holds: (value: number) => boolean) =>
  z
    .string()
    .refine((text) => text === '' || (text.trim() !== '' && holds(Number(text))), must)
    .optional()

const share = (value: number) => value >= 0 && value <= 1
const positive = (value: number) => value > 0 && Number.isFinite(value)
const name = (which: string) =>
  z
    .string(`name ${which} by its slug or name`)
    .min(1, `name ${which} by its slug or name`)
    .max(200, 'has 200 letters at most')

export const ComparisonQuery = z.object({
  a: name('the contestant that would replace the other'),
  b: name('the contestant that would be replaced'),
  source: z
    .string()
    .regex(
      /^(humans|judges|all|simulated|judge:.{1,200}|)$/,
      'is humans, judges, judge:NAME, all or simulated',
    )
    .optional(),
  /** May be repeated; all under which the two share votes unless said. */
  criterion: z.union([z.string().max(200), z.array(z.string().max(200)).max(100)]).optional(),
  preset: z.enum([...GatePreset.options, ''], 'is cosmetic, default or critical').optional(),
  minWinRate: figure('is a share from 0 to 1', share),
  minVotes: figure('is a whole number, 1 or more', (value) => Number.isSafeInteger(value) && value >= 1),
  alpha: figure('lies between 0 and 1', (value) => value > 0 && value < 1),
  sequential: z.enum(['true', 'false', ''], 'is true or false').optional(),
  maxCostRatio: figure('is a number above 0', positive),
  maxLatencyRatio: figure('is a number above 0', positive),
})
export type ComparisonQuery = z.infer<typeof ComparisonQuery>

export const ExampleKind = z.enum(['losses', 'wins', 'ties'], 'is losses, wins or ties')
export type ExampleKind = z.infer<typeof ExampleKind>

export const ExamplesQuery = ComparisonQuery.extend({
  show: ExampleKind.default('losses'),
  offset: z.coerce
    .number('is a whole number')
    .int('is a whole number')
    .min(0, 'is 0 or more')
    .max(1_000_000, 'is 1,000,000 at most')
    .default(0),
  limit: z.coerce
    .number('is a whole number')
    .int('is a whole number')
    .min(1, 'is 1 or more')
    .max(50, 'is 50 at most')
    .default(10),
})
export type ExamplesQuery = z.infer<typeof ExamplesQuery>
