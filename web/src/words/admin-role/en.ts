import type { OperatorRole } from '../../../../shared/contracts/operators.ts'

/** What the role of a token does not allow. */
export const en = {
  needs: (needed: OperatorRole, role: OperatorRole) =>
    `This needs the role ${needed}. Your token has the role ${role}.`,
}
