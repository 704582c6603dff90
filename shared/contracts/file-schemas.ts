/**
 * The JSON Schemas of the files that Deadheat reads, for editors and other programs.
 */
import { z } from 'zod'
import { ArenaFile } from './arena-file.ts'

/** The parts of JSON Schema that the contracts use. */
export interface JsonSchema {
  $ref?: string
  type?: string
  title?: string
  description?: string
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  required?: readonly string[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}

/** The alternatives of a union, or the schema itself. */
export const alternatives = (schema: JsonSchema): readonly JsonSchema[] =>
  schema.anyOf ?? schema.oneOf ?? [schema]

/** The JSON Schema of an `arena.yaml`. */
export function arenaSchema(): JsonSchema {
  const schema = z.toJSONSchema(ArenaFile, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return { ...schema, title: 'arena.yaml of Deadheat' }
}

const Name = z.union([z.string().regex(/\S/).max(200), z.number()])
const Optional = Name.or(z.literal('')).nullish()
const Sample = z.int().min(1).max(10_000).nullish()

const VoteFileRow = z.looseObject({
  model_a: Name.describe('The contestant on the left.'),
  model_b: Name.describe('The contestant on the right.'),
  winner: z.enum(['model_a', 'model_b', 'tie', 'tie (bothbad)', 'both_bad', 'tie (inconsistent)']),
  question_id: Optional.describe('The prompt.'),
  judge: Optional.describe('Who voted.'),
  judge_type: z.enum(['human', 'llm', 'result', 'simulated', 'live']).nullish().describe('Default: human.'),
  criterion: Optional,
  category: Optional.describe('The category of the prompt.'),
  group: Optional.describe(
    'The document, conversation, topic or template of the prompt. Boards count it as the unit.',
  ),
  id: Optional.describe('The id of the vote.'),
  tstamp: z
    .union([z.number().min(1e8), z.string()])
    .nullish()
    .describe('The time: seconds, milliseconds, microseconds or nanoseconds since 1970, or ISO 8601.'),
  sample_a: Sample.describe('Which of the answers of the left contestant was shown. Default: 1.'),
  sample_b: Sample.describe('Which of the answers of the right contestant was shown. Default: 1.'),
  pair_probability: z
    .number()
    .positive()
    .max(1)
    .nullish()
    .describe(
      'The probability with which the pair was drawn. Leave it out if all pairs were equally likely.',
    ),
})

/**
 * The JSON Schema of one vote: a line of a JSONL file, or an element of a JSON array. Other properties are allowed. It
 * cannot say that the two contestants must differ.
 */
export function voteSchema(): JsonSchema {
  return { ...(z.toJSONSchema(VoteFileRow, { io: 'input' }) as JsonSchema), title: 'A vote of Deadheat' }
}
