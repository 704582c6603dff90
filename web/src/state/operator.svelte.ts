import type { OperatorRole } from '../../../shared/contracts/operators.ts'
import { fetchToken } from '../api/admin.ts'

const ROLES: readonly OperatorRole[] = ['read', 'run', 'admin']

/** What the token of this tab may do. The server decides; the page only shows it in advance. */
class Operator {
  /** Null: not known. */
  role = $state.raw<OperatorRole | null>(null)
  #turn = 0

  /** Asks the server, after somebody signed in. */
  async load(): Promise<void> {
    const turn = ++this.#turn
    this.role = null
    const role = await fetchToken().then(
      (session) => session.role,
      () => null,
    )
    if (turn === this.#turn) this.role = role
  }

  /** Whether the token may do what needs this role. True while that is not known. */
  may(needed: OperatorRole): boolean {
    return this.role === null || ROLES.indexOf(this.role) >= ROLES.indexOf(needed)
  }
}

export const operator = new Operator()
