import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'

/** Validates a value. Returns null if it follows the schema, else what is wrong and where. */
export type Validate = (value: unknown) => string | null

const STRICTLY = {
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  logger: false,
} as const

/**
 * Compiles a JSON Schema of draft 2020-12, or of 2019-09 or 07 if `$schema` says so.
 * @throws {Error} if it is not a schema, refers to something outside it, or has a keyword or `format` that the
 *   validator would ignore
 */
export function compileSchema(schema: Record<string, unknown>): Validate {
  if (schema['$async']) throw new Error('$async is not possible in a check')
  const draft = String(schema['$schema'] ?? '')
  const Draft = /draft-0[67]/.test(draft) ? Ajv : draft.includes('2019-09') ? Ajv2019 : Ajv2020
  const ajv = new Draft(STRICTLY)
  const validate = ajv.compile(schema)
  return (value) =>
    validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'answer', separator: '; ' })
}
