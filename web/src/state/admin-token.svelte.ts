const KEY = 'deadheat_admin_token'

/** The admin token that was entered, stored while this tab is open. Every request to the API sends it. */
class AdminToken {
  #value = $state.raw<string | null>(storedToken())

  /** Null: nobody signed in here. */
  get value(): string | null {
    return this.#value
  }

  set(token: string): void {
    this.#value = token
    withStorage((storage) => storage.setItem(KEY, token))
  }

  forget(): void {
    this.#value = null
    withStorage((storage) => storage.removeItem(KEY))
  }
}

function storedToken(): string | null {
  let value: string | null = null
  withStorage((storage) => void (value = storage.getItem(KEY)))
  return value
}

/** A browser may refuse its storage; the token then lives as long as the page. */
function withStorage(use: (storage: Storage) => void): void {
  try {
    use(sessionStorage)
  } catch {
    // refused
  }
}

export const adminToken = new AdminToken()
