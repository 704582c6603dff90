/** Live battles: a visitor's own questions, which two contestants answer at once. */
import type { IssuedBattle } from '../../../shared/contracts/battle.ts'
import type { LiveBattle, LiveTerms } from '../../../shared/contracts/live.ts'
import { answered } from './http.ts'

const of = (arena: string, ...path: string[]) => ['/api/arenas', arena, 'live', ...path].join('/')

/** An answer of a contestant takes its time, but to begin one does not. */
const PATIENCE_MS = 30_000

const ask = <Body>(path: string, body?: unknown, method = 'POST'): Promise<Body> =>
  answered<Body>(
    fetch(path, {
      method,
      cache: 'no-cache',
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    }),
  )

export const liveTerms = (arena: string): Promise<LiveTerms> => ask(of(arena), undefined, 'GET')

export const liveBattle = (arena: string, id: string): Promise<LiveBattle> =>
  ask(of(arena, id), undefined, 'GET')

/** Begins a conversation. The criterion defaults to the first one of the arena. */
export const startLive = (
  arena: string,
  text: string,
  criterion: string | null,
  consent: boolean,
): Promise<LiveBattle> =>
  ask(of(arena), { text, ...(criterion !== null && { criterion }), ...(consent && { consent }) })

export const nextTurn = (arena: string, id: string, text: string): Promise<LiveBattle> =>
  ask(of(arena, id, 'turns'), { text })

/** Stops both answers, or asks for both once more. */
export const turnTo = (arena: string, id: string, what: 'stop' | 'retry'): Promise<LiveBattle> =>
  ask(of(arena, id, what))

/** The pair of the conversation, to vote on. */
export const issueLive = (arena: string, id: string): Promise<IssuedBattle> => ask(of(arena, id, 'battle'))

/** What sends both answers as they are written. The browser connects again by itself, and goes on where it was. */
export const liveStream = (arena: string, id: string): EventSource => new EventSource(of(arena, id, 'stream'))
