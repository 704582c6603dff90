/** Postgres NOTIFY, received once in each process and passed on to its listeners. */
import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Log } from '../log.ts'
import type { Db } from '../schema.ts'

const CHANNEL = 'deadheat_board'

export interface Notifications {
  /** Calls `listener` for each new board of the arena. Returns a function that stops it. */
  onBoard(arenaId: number, listener: () => void): () => void
  /** Calls `listener` for each new board and each change of an arena, before the listeners of `onBoard`. */
  onChange(listener: (arenaId: number) => void): void
  close(): Promise<void>
}

/**
 * Notifies every process when the transaction commits: of a new board of the arena, or of a change that no trigger
 * notices.
 */
export async function notifyArena(db: Db, arenaId: number): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${String(arenaId)})`.execute(db)
}

/** For processes that serve nothing which could change. */
export const NO_NOTIFICATIONS: Notifications = {
  onBoard: () => () => {},
  onChange() {},
  async close() {},
}

/**
 * Listens on a connection of its own, and connects again if that is lost.
 * @param connect opens a dedicated connection
 */
export async function openNotifications(connect: () => Promise<Client>, log: Log): Promise<Notifications> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let client: Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const newClient = await connect()
    client = newClient
    newClient.on('notification', ({ payload }) => {
      emitter.emit('change', Number(payload))
      emitter.emit(`board:${payload}`)
    })
    newClient.on('error', (error) =>
      log.warn({ err: error }, 'lost the connection that listens for new boards'),
    )
    newClient.on('end', () => {
      if (!closed) again()
    })
    await newClient.query(`listen ${CHANNEL}`)
    for (const event of emitter.eventNames()) if (String(event).startsWith('board:')) emitter.emit(event)
  }

  function again(): void {
    retry = setTimeout(() => {
      if (!closed) listen().catch(again)
    }, 1000)
  }

  await listen()
  return {
    onBoard(arenaId, listener) {
      emitter.on(`board:${arenaId}`, listener)
      return () => emitter.off(`board:${arenaId}`, listener)
    },
    onChange: (listener) => void emitter.on('change', listener),
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
