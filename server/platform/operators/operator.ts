import type { OperatorRole } from '../../../shared/contracts/index.ts'

/** Somebody with a named token. */
export interface Operator {
  name: string
  role: OperatorRole
}
