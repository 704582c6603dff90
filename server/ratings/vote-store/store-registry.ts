/** The vote stores of arenas, by database. When a connection ends, the stores that were read on it are discarded. */
import type { Client } from 'pg'
import { connectTo } from '../../platform/database.ts'
import { Mutex } from '../../platform/mutex.ts'
import type { Publication } from '../../platform/publication.ts'
import { VoteStore } from './vote-store.ts'
import { LONGEST_READ_MS } from './store-queries.ts'

interface DatabaseStores {
  client: Promise<Client>
  arenas: Map<number, VoteStore>
  /** Allows one reading at a time on the connection. */
  reading: Mutex
}

const databases = new Map<string, DatabaseStores>()

interface UpdateQueue {
  updates: Mutex
  /** The update that waits to begin. Callers with the same publication share it. */
  next: { publication: Publication | null; store: Promise<VoteStore> } | null
}

/** Updates of one arena run one after another, so that no caller sees half of one. */
const updateQueues = new Map<string, UpdateQueue>()

/**
 * Calls `use` with the arena's updated store. Until the first await in `use` the store does not change.
 * @throws {Error} of the database; the next call then reads everything again. A read that takes too long is stopped, with
 *   the code 57014
 */
export async function withStore<T>(
  url: string,
  arenaId: number,
  publication: Publication | null,
  use: (store: VoteStore) => T,
): Promise<T> {
  const key = `${arenaId} ${url}`
  const queue: UpdateQueue = updateQueues.get(key) ?? { updates: new Mutex(), next: null }
  updateQueues.set(key, queue)
  if (queue.next?.publication !== publication) {
    const store = queue.updates.run(() => {
      if (queue.next?.store === store) queue.next = null
      return updateStore(url, arenaId, publication)
    })
    queue.next = { publication, store }
  }
  return queue.next!.store.then(use)
}

async function updateStore(
  url: string,
  arenaId: number,
  publication: Publication | null,
): Promise<VoteStore> {
  const stores = databaseAt(url)
  const store = stores.arenas.get(arenaId) ?? new VoteStore(arenaId)
  const isFirst = store.isEmpty
  try {
    if (isFirst) {
      // the first reading takes long, and other arenas wait for the shared connection
      const client = await connectTo(url, 'deadheat vote store')
      client.on('error', () => {})
      await store.update(client, publication).finally(() => client.end())
    } else {
      const isCurrent = await stores.reading.run(async () => store.update(await stores.client, publication))
      if (!isCurrent) {
        stores.arenas.delete(arenaId)
        return await updateStore(url, arenaId, publication)
      }
    }
  } catch (error) {
    stores.arenas.delete(arenaId)
    // the first reading had a separate connection, so its failure says nothing about the shared one
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
  const stores: DatabaseStores = { client, arenas: new Map(), reading: new Mutex() }
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
