/** The facts of arenas, by database; each is thrown away with the connection it was read on. */
import type { Client } from 'pg'
import { connectTo } from '../../platform/database.ts'
import { ArenaFacts } from './arena-facts.ts'
import { LONGEST_READ_MS } from './fact-queries.ts'

interface House {
  client: Promise<Client>
  arenas: Map<number, ArenaFacts>
  /** One reading at a time on the connection. */
  reading: Promise<unknown>
}

const houses = new Map<string, House>()

interface Turns {
  last: Promise<unknown>
  /** Asked for and not begun: whoever comes meanwhile for the same moment shares it. */
  next: { until: number | null; facts: Promise<ArenaFacts> } | null
}

/** One after another for each arena, so that nobody sees facts half taken in. */
const turns = new Map<string, Turns>()

/**
 * Calls `use` with the arena's facts up to now; what it does before it first waits, it does with nothing else between.
 * @throws {Error} of the database; the facts are then read anew by the next call. A read that takes too long is stopped,
 *   with the code 57014
 */
export async function withFacts<T>(
  url: string,
  arenaId: number,
  until: Date | null,
  use: (facts: ArenaFacts) => T,
): Promise<T> {
  const key = `${arenaId} ${url}`
  const own: Turns = turns.get(key) ?? { last: Promise.resolve(), next: null }
  turns.set(key, own)
  const moment = until?.getTime() ?? null
  if (own.next?.until !== moment) {
    const facts = own.last
      .catch(() => {})
      .then(() => {
        if (own.next?.facts === facts) own.next = null
        return upToNow(url, arenaId, until)
      })
    own.next = { until: moment, facts }
    own.last = facts
  }
  return own.next!.facts.then(use)
}

async function upToNow(url: string, arenaId: number, until: Date | null): Promise<ArenaFacts> {
  const house = houseAt(url)
  const facts = house.arenas.get(arenaId) ?? new ArenaFacts(arenaId)
  const isFirst = facts.isEmpty
  try {
    if (isFirst) {
      // the first time may take long, and others wait for the shared connection
      const own = await connectTo(url, 'deadheat fold')
      own.on('error', () => {})
      await facts.advance(own, until).finally(() => own.end())
    } else {
      const reading = house.reading.catch(() => {}).then(async () => facts.advance(await house.client, until))
      house.reading = reading
      await reading
    }
  } catch (error) {
    house.arenas.delete(arenaId)
    // a connection of its own that failed says nothing of the one that other arenas are read on
    if (!isFirst) leave(url, house)
    throw explained(error as Error & { code?: string }, arenaId)
  }
  house.arenas.set(arenaId, facts)
  return facts
}

const QUERY_CANCELED = '57014'

function explained(error: Error & { code?: string }, arenaId: number): Error {
  if (error.code !== QUERY_CANCELED) return error
  const limit = LONGEST_READ_MS / 1000
  return Object.assign(
    new Error(
      `Reading the votes of arena ${arenaId} was stopped: it took longer than ${limit} seconds, or somebody cancelled it. Run ANALYZE on the database and see in pg_stat_activity what it waits for.`,
    ),
    { code: QUERY_CANCELED },
  )
}

function houseAt(url: string): House {
  const there = houses.get(url)
  if (there) return there
  const client = connectTo(url, 'deadheat fold')
  const house: House = { client, arenas: new Map(), reading: Promise.resolve() }
  houses.set(url, house)
  client.then(
    (connected) => {
      connected.on('error', () => leave(url, house))
      connected.on('end', () => leave(url, house))
    },
    () => leave(url, house),
  )
  return house
}

function leave(url: string, house: House): void {
  if (houses.get(url) !== house) return
  houses.delete(url)
  house.client.then((client) => client.end()).catch(() => {})
}
