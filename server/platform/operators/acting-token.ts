/** The named token behind the current request, which the log records. It follows the request through all its calls. */
import { AsyncLocalStorage } from 'node:async_hooks'

const names = new AsyncLocalStorage<string | null>()

/** Does `work` as the holder of the named token; null: of the admin token, or nobody. */
export const actingAs = <T>(name: string | null, work: () => T): T => names.run(name, work)

/** The name of the token that acts; null: the admin token, the terminal or the server. */
export const actingToken = (): string | null => names.getStore() ?? null
