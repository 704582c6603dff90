/** Checks: pass or fail for one answer, decided by a rule, a model or a command. */
import { z } from 'zod'
import { refuse } from './refusals.ts'

const Common = {
  name: z.string().trim().min(1).max(200).describe('The name of the check.'),
  categories: z.array(z.string().trim().min(1)).optional().describe('Only prompts of these categories.'),
  mustPass: z.number().min(0).max(1).optional().describe('The smallest share of answers that must pass.'),
  required: z
    .boolean()
    .optional()
    .describe('Judges do not see an answer that fails. In comparisons it loses to one that passes.'),
}

/** `value` may refer to data of the prompt: `{{reference}}` or `{{variables.NAME}}`. */
export const CheckSpec = z.discriminatedUnion('kind', [
  z.strictObject({
    ...Common,
    kind: z.literal('exact').describe('How the answer is checked.'),
    value: z
      .string()
      .describe('The text, or the texts, to look for. It may hold `{{reference}}` and `{{variables.NAME}}`.'),
    ignoreCase: z.boolean().default(false).describe('Upper and lower case are the same.'),
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
    pattern: z.string().min(1).describe('A regular expression.'),
    flags: z
      .string()
      .regex(/^[imsu]*$/, refuse('no_flags'))
      .default('')
      .describe('Any of `i`, `m`, `s`, `u`.'),
    absent: z.boolean().default(false).describe('The answer passes if nothing matches.'),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('json-schema'),
    schema: z
      .record(z.string(), z.unknown())
      .describe('A JSON Schema: draft 2020-12, or 2019-09 or 07 by `$schema`.'),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('llm'),
    provider: z.string().min(1).describe('A name from `providers`.'),
    model: z.string().min(1).describe('The model, by its dated name.'),
    params: z.record(z.string(), z.unknown()).default({}).describe('Sent along with each call.'),
    question: z.string().min(1).describe('A yes-or-no question. The answer passes if the model says yes.'),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('exec'),
    provider: z
      .string()
      .min(1)
      .describe('A command from `providers`. It passes the answer with exit code 0 and fails it with 1.'),
  }),
])
export type CheckSpec = z.infer<typeof CheckSpec>
