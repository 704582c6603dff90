/** The requirements for one contestant to replace another, as an arena.yaml or a request states them. */
import { z } from 'zod'
import { GatePreset } from './comparison.ts'
import { refuse } from './refusals.ts'

const NO_SHARE = refuse('no_share')
const NO_COUNT = refuse('no_count')
const NO_ALPHA = refuse('no_alpha')
/** The smallest significance level: for one near 1e-16 no interval has ends that can be computed. */
export const SMALLEST_ALPHA = 1e-9

const NO_RATIO = refuse('no_ratio')

/** A missing value is the preset's. A missing limit is not checked. */
export const GateSettings = z.strictObject({
  preset: z.enum(GatePreset.options, refuse('no_preset')).optional().describe('Thresholds to start from.'),
  minWinRate: z
    .number(NO_SHARE)
    .min(0, NO_SHARE)
    .max(1, NO_SHARE)
    .optional()
    .describe('The smallest win rate that passes, 0 to 1.'),
  minVotes: z
    .number(NO_COUNT)
    .int(NO_COUNT)
    .min(1, NO_COUNT)
    .optional()
    .describe('The smallest number of votes under each criterion.'),
  alpha: z
    .number(NO_ALPHA)
    .min(SMALLEST_ALPHA, NO_ALPHA)
    .lt(1, NO_ALPHA)
    .optional()
    .describe('Significance level, two-sided, over all criteria.'),
  maxCostRatio: z
    .number(NO_RATIO)
    .positive(NO_RATIO)
    .optional()
    .describe('The most its answers may cost, as a multiple of what it replaces.'),
  maxLatencyRatio: z
    .number(NO_RATIO)
    .positive(NO_RATIO)
    .optional()
    .describe('The longest its answers may take, as a multiple of what it replaces.'),
})
export type GateSettings = z.infer<typeof GateSettings>
