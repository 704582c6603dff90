import { answered } from './http.ts'

/** Asks whether the server takes this token. Throws a `Failure`: `token_invalid` where it does not. */
export async function tryToken(arena: string, token: string): Promise<void> {
  await answered(fetch(`/api/arenas/${arena}`, { headers: { authorization: `Bearer ${token}` } }))
}
