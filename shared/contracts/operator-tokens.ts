/** Named tokens of operators. */
import { z } from 'zod'

/** `read`: sees all that operators see. `run`: also runs what is set up. `admin`: everything. */
export const OperatorRole = z.enum(['read', 'run', 'admin'])
export type OperatorRole = z.infer<typeof OperatorRole>

const TokenName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u)

export const OperatorTokenRequest = z.strictObject({
  name: TokenName.describe('Who has it, as the log will name it. A name is used once.'),
  role: OperatorRole,
})
export type OperatorTokenRequest = z.infer<typeof OperatorTokenRequest>

/** A token as operators see it, without the token itself. */
export const OperatorToken = z.object({
  id: z.number().int(),
  name: z.string(),
  role: OperatorRole,
  madeAt: z.string(),
  withdrawnAt: z.string().nullable(),
})
export type OperatorToken = z.infer<typeof OperatorToken>

/** A new token. Only this response contains it. */
export const NewOperatorToken = OperatorToken.extend({ token: z.string() })
export type NewOperatorToken = z.infer<typeof NewOperatorToken>

/** Whose token a request carries. */
export const OwnToken = z.object({
  name: z.string().nullable().describe('Null: the admin token.'),
  role: OperatorRole,
  importMegabytes: z.number().int().describe('How many megabytes an import may have.'),
})
export type OwnToken = z.infer<typeof OwnToken>
