/** Live battles: a visitor's own questions, which two contestants answer at once. */
import type { IssuedBattle } from '../../../shared/contracts/battle.ts'
import type { LiveBattle, LiveTerms } from '../../../shared/contracts/live.ts'
import { fetched, server } from './http.ts'

const all = server.api.arenas[':arena'].live
const battleRoutes = all[':id']

export const liveTerms = (arena: string): Promise<LiveTerms> => fetched(all.$get({ param: { arena } }))

export const liveBattle = (arena: string, id: string): Promise<LiveBattle> =>
  fetched(battleRoutes.$get({ param: { arena, id } }))

/** Begins a conversation. The criterion defaults to the first one of the arena. */
export const startLive = (
  arena: string,
  text: string,
  criterion: string | null,
  consent: boolean,
): Promise<LiveBattle> =>
  fetched(
    all.$post({
      param: { arena },
      json: { text, ...(criterion !== null && { criterion }), ...(consent && { consent }) },
    }),
  )

export const nextTurn = (arena: string, id: string, text: string): Promise<LiveBattle> =>
  fetched(battleRoutes.turns.$post({ param: { arena, id }, json: { text } }))

/** Stops both answers, or asks for both once more. */
export const changeTurn = (arena: string, id: string, change: 'stop' | 'retry'): Promise<LiveBattle> =>
  fetched(battleRoutes[change].$post({ param: { arena, id } }))

/** The pair of the conversation, to vote on. */
export const issueLive = (arena: string, id: string): Promise<IssuedBattle> =>
  fetched(battleRoutes.battle.$post({ param: { arena, id } }))

/** What sends both answers as they are written. The browser connects again by itself, and goes on where it was. */
export const liveStream = (arena: string, id: string): EventSource =>
  new EventSource(`/api/arenas/${arena}/live/${id}/stream`)
