import { adminArenaRoutes, ask } from '../../../api/http.ts'

/** Voters whose votes look like an attack and count while nobody has decided on them, and whether a group looks so. */
export async function openSuspicions(arena: string): Promise<{ voters: number; hasGroup: boolean }> {
  const { suspicions } = await ask(adminArenaRoutes.suspicions.$get({ param: { arena } }))
  return {
    voters: suspicions.filter(({ voter, state }) => voter !== null && state === 'open').length,
    hasGroup: suspicions.some(({ voter }) => voter === null),
  }
}
