import { store, stored } from './stored.ts'

const KEY = 'deadheat_admin_token'

/** The admin token that was entered, stored while this tab is open. Every request to the API sends it. */
class AdminToken {
  #value = $state.raw(stored(KEY, 'session'))

  /** Null: nobody signed in here. */
  get value(): string | null {
    return this.#value
  }

  set(token: string | null): void {
    this.#value = token
    store(KEY, token, 'session')
  }

  forget = (): void => this.set(null)
}

export const adminToken = new AdminToken()
