/** Judging two contestants batch by batch, until a confidence sequence decides. */
import { z } from 'zod'
import { Comparison, GatePreset, JudgeCalls } from './comparison.ts'
import { SMALLEST_ALPHA } from './gate.ts'

export const BatchBody = z.strictObject({
  /** The challenger: name or slug. */
  a: z.string().min(1).max(200),
  /** The contestant it would replace. */
  b: z.string().min(1).max(200),
  /** `judges` or `judge:NAME`. Default: judges. */
  source: z.string().max(200).optional(),
  /** Default: all criteria of the judges. */
  criteria: z.array(z.string().min(1).max(200)).max(100).default([]),
  preset: GatePreset.optional(),
  minWinRate: z.number().min(0).max(1).optional(),
  minVotes: z.number().int().min(1).optional(),
  alpha: z.number().min(SMALLEST_ALPHA).lt(1).optional(),
  maxCostRatio: z.number().positive().optional(),
  maxLatencyRatio: z.number().positive().optional(),
  /** How many prompts are judged before the next look. */
  batch: z.number().int().min(1).max(10_000).default(20),
  /** The limit for judging these two, in US dollars, earlier calls included. Null: none. Missing: the arena's. */
  budgetUsd: z.number().positive().nullable().optional(),
  /** Prompts of earlier batches, as `prompts` named them. They are not tried again. */
  tried: z.array(z.number().int()).max(20_000).default([]),
  /** Whether the next batch starts, if nothing is decided yet. */
  start: z.boolean().default(true),
})
export type BatchBody = z.infer<typeof BatchBody>

export const BatchLook = z.object({
  arena: z.string(),
  /** Null until every criterion has a vote. */
  comparison: Comparison.nullable(),
  calls: JudgeCalls,
  /** The ids of the prompts of the next batch, which runs if it was to start. Null: judging has stopped. */
  prompts: z.array(z.number().int()).nullable(),
  stopped: z.enum(['decided', 'everything_judged', 'budget_reached']).nullable(),
})
export type BatchLook = z.infer<typeof BatchLook>
