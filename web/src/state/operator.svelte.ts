import type { OperatorRole, OwnToken } from '../../../shared/contracts/operators.ts'
import { fetchToken } from '../api/admin.ts'
import { Answer } from './requests.svelte.ts'

const ROLES: readonly OperatorRole[] = ['read', 'run', 'admin']

/** What the token of this tab may do. The server decides; the page only shows it in advance. */
class Operator {
  readonly #token = new Answer<OwnToken>()

  /** Null: not known. */
  get role(): OperatorRole | null {
    return this.#token.value?.role ?? null
  }

  /** Asks the server, after somebody signed in. */
  async load(): Promise<void> {
    this.#token.value = null
    await this.#token.take(fetchToken())
  }

  /** Whether the token may do what needs this role. True while that is not known. */
  may(needed: OperatorRole): boolean {
    return this.role === null || ROLES.indexOf(this.role) >= ROLES.indexOf(needed)
  }
}

export const operator = new Operator()
