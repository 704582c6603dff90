/** Requests about the named tokens of operators. They need the role admin. */
import type {
  NewOperatorToken,
  OperatorToken,
  OperatorTokenRequest,
  OwnToken,
} from '../../../shared/contracts/operators.ts'
import { answered, server } from './http.ts'

const of = server.api.admin.tokens

export async function operatorTokens(): Promise<OperatorToken[]> {
  return (await answered(of.$get())).tokens
}

/** Whose token this tab has. */
export const ownToken = (): Promise<OwnToken> => answered(server.api.admin.self.$get())

export const makeToken = (request: OperatorTokenRequest): Promise<NewOperatorToken> =>
  answered(of.$post({ json: request }))

export const withdrawToken = (token: number): Promise<OperatorToken> =>
  answered(of[':token{\\d{1,9}}'].withdraw.$post({ param: { token: String(token) } }))
