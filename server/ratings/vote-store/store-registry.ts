/** The facts of arenas, by database; each is thrown away with the connection it was read on. */
import type { Client } from 'pg'
import { connectTo } from '../../platform/database.ts'
import { VoteStore } from './vote-store.ts'
import { LONGEST_READ_MS } from './store-queries.ts'

interface DatabaseStores {
  client: Promise<Client>
  arenas: Map<number, VoteStore>
  /** One reading at a time on the connection. */
  reading: Promise<unknown>
}

const databases = new Map<string, DatabaseStores>()

interface UpdateQueue {
  last: Promise<unknown>
  /** Asked for and not begun: whoever comes meanwhile for the same moment shares it. */
  next: { until: number | null; store: Promise<VoteStore> } | null
}

/** One after another for each arena, so that nobody sees facts half taken in. */
const updateQueues = new Map<string, UpdateQueue>()

/**
 * Calls `use` with the arena's facts up to now; what it does before it first waits, it does with nothing else between.
 * @throws {Error} of the database; the facts are then read anew by the next call. A read that takes too long is stopped,
 *   with the code 57014
 */
export async function withStore<T>(
  url: string,
  arenaId: number,
  until: Date | null,
  use: (store: VoteStore) => T,
): Promise<T> {
  const key = `${arenaId} ${url}`
  const own: UpdateQueue = updateQueues.get(key) ?? { last: Promise.resolve(), next: null }
  updateQueues.set(key, own)
  const moment = until?.getTime() ?? null
  if (own.next?.until !== moment) {
    const store = own.last
      .catch(() => {})
      .then(() => {
        if (own.next?.store === store) own.next = null
        return updateStore(url, arenaId, until)
      })
    own.next = { until: moment, store }
    own.last = store
  }
  return own.next!.store.then(use)
}

async function updateStore(url: string, arenaId: number, until: Date | null): Promise<VoteStore> {
  const stores = databaseAt(url)
  const store = stores.arenas.get(arenaId) ?? new VoteStore(arenaId)
  const isFirst = store.isEmpty
  try {
    if (isFirst) {
      // the first time may take long, and others wait for the shared connection
      const own = await connectTo(url, 'deadheat vote store')
      own.on('error', () => {})
      await store.update(own, until).finally(() => own.end())
    } else {
      const reading = stores.reading
        .catch(() => {})
        .then(async () => store.update(await stores.client, until))
      stores.reading = reading
      await reading
    }
  } catch (error) {
    stores.arenas.delete(arenaId)
    // a connection of its own that failed says nothing of the one that other arenas are read on
    if (!isFirst) disconnect(url, stores)
    throw withAdvice(error as Error & { code?: string }, arenaId)
  }
  stores.arenas.set(arenaId, store)
  return store
}

const QUERY_CANCELED = '57014'

function withAdvice(error: Error & { code?: string }, arenaId: number): Error {
  if (error.code !== QUERY_CANCELED) return error
  const limit = LONGEST_READ_MS / 1000
  return Object.assign(
    new Error(
      `Reading the votes of arena ${arenaId} was stopped: it took longer than ${limit} seconds, or somebody cancelled it. Run ANALYZE on the database and see in pg_stat_activity what it waits for.`,
    ),
    { code: QUERY_CANCELED },
  )
}

function databaseAt(url: string): DatabaseStores {
  const there = databases.get(url)
  if (there) return there
  const client = connectTo(url, 'deadheat vote store')
  const stores: DatabaseStores = { client, arenas: new Map(), reading: Promise.resolve() }
  databases.set(url, stores)
  client.then(
    (connected) => {
      connected.on('error', () => disconnect(url, stores))
      connected.on('end', () => disconnect(url, stores))
    },
    () => disconnect(url, stores),
  )
  return stores
}

function disconnect(url: string, stores: DatabaseStores): void {
  if (databases.get(url) !== stores) return
  databases.delete(url)
  stores.client.then((client) => client.end()).catch(() => {})
}
