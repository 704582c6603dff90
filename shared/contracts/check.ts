/** Direct checks: pass or fail for one answer, for what a rule can settle. */
import { z } from 'zod'
import { REFUSALS } from './refusals.ts'

const Common = {
  name: z.string().trim().min(1).max(200),
  /** Only for prompts of these categories. */
  categories: z.array(z.string().trim().min(1)).optional(),
  /** The least share of answers that must pass, 0 to 1. */
  mustPass: z.number().min(0).max(1).optional(),
  /** No judge is shown an answer that fails it; in comparisons it loses to one that passes. */
  required: z.boolean().optional(),
}

/** `value` may name what a prompt brings along: `{{reference}}` or `{{variables.NAME}}`. */
export const CheckSpec = z.discriminatedUnion('kind', [
  z.strictObject({
    ...Common,
    kind: z.literal('exact'),
    value: z.string(),
    ignoreCase: z.boolean().default(false),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('contains'),
    value: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    ignoreCase: z.boolean().default(false),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('regex'),
    pattern: z.string().min(1),
    flags: z
      .string()
      .regex(/^[imsu]*$/, REFUSALS.no_flags)
      .default(''),
    /** Passes where nothing matches. */
    absent: z.boolean().default(false),
  }),
  z.strictObject({ ...Common, kind: z.literal('json-schema'), schema: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    ...Common,
    kind: z.literal('llm'),
    provider: z.string().min(1),
    model: z.string().min(1),
    params: z.record(z.string(), z.unknown()).default({}),
    /** A question that yes answers where the answer passes. */
    question: z.string().min(1),
  }),
])
export type CheckSpec = z.infer<typeof CheckSpec>
