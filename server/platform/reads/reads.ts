import { Lru } from '../lru.ts'
import type { Change } from '../notifications.ts'

/** A response as it was sent, without what differs for each request. */
export interface StoredRead {
  /** The pattern of its route, for metrics. */
  route: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** In place of an arena: a response that shows all of them, and falls with a change of any. */
export const ANY_ARENA = 0

interface Entry {
  read: StoredRead
  arenaId: number
  /** How many changes this process had heard of when the response was begun. */
  changes: number
  /** Milliseconds on the monotonic clock. */
  until: number
}

export interface ReadsOptions {
  /** The names of all parameters that change a response. */
  parameters: ReadonlySet<string>
  /** Milliseconds on a monotonic clock. */
  now?: () => number
  /** The most bytes of all stored bodies and keys together. */
  capacity?: number
}

/** Milliseconds that a response may be served while this process hears of changes. */
const STANDS_MS = 10_000
/** The same while the connection that listens for changes is lost. */
const STANDS_UNHEARD_MS = 1000
const CAPACITY = 64 * 2 ** 20
/** Milliseconds since the first board that a response lacks, in which it may still be sent. */
const LAGS_MS = 300
/** Boards come one after another if there are no more milliseconds between two of them. */
const IN_A_ROW_MS = 1000

interface NewBoard {
  /** The number of its change. */
  change: number
  at: number
}

/**
 * Responses to reads, in the memory of this process. A response stands until its arena changes: a new board, new texts or
 * settings. It stands 10 seconds at most, or 1 second while notifications are lost. While boards come one after another,
 * the response before the last one can be sent for 300 ms more, so that no reader waits for each of them.
 */
export class Reads {
  readonly parameters: ReadonlySet<string>
  readonly #now: () => number
  readonly #entries: Lru<Entry>
  readonly #changedAt = new Map<number, number>()
  /** By arena, its newest boards since its last other change. */
  readonly #newBoards = new Map<number, NewBoard[]>()
  readonly #running = new Map<string, Promise<void>>()
  #allChangedAt = 0
  #anyChangedAt = 0
  #changes = 0
  #standsMs = STANDS_MS

  constructor({ parameters, now = () => performance.now(), capacity = CAPACITY }: ReadsOptions) {
    this.parameters = parameters
    this.#now = now
    this.#entries = new Lru(capacity, ({ read: { body, headers } }) => body.length + 2 * sizeOf(headers))
  }

  /** The response for a key, if it stands. */
  get(key: string): StoredRead | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && this.#stands(entry) ? entry.read : undefined
  }

  /** The response for a key, if it does not stand because of a new board alone, and boards come one after another. */
  getLast(key: string): StoredRead | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && this.#lags(entry) ? entry.read : undefined
  }

  /** To be passed to `store` with a response that is begun now. */
  begin(): number {
    return this.#changes
  }

  /** Stores a response, unless its arena has changed since `begin`. It may lack a board that could be lacked later too. */
  store(key: string, arenaId: number, read: StoredRead, begun: number): void {
    const entry = { read, arenaId, changes: begun, until: this.#now() + this.#standsMs }
    if (this.#stands(entry) || this.#lags(entry)) this.#entries.set(key, entry)
  }

  /**
   * Waits while another request makes the response for this key, if such responses are stored. Otherwise this request
   * is the one that makes it, until `end` settles.
   * @returns whether it waited
   */
  async waitOrLead(key: string, end: Promise<void>): Promise<boolean> {
    const running = this.#running.get(key)
    if (running) {
      await running
      return true
    }
    if (this.#entries.get(key) === undefined) return false
    this.#running.set(key, end)
    void end.finally(() => this.#running.delete(key))
    return false
  }

  /**
   * Makes the response for a key again, unless that has begun. Requests for it that cannot be answered wait. If nothing
   * new is stored, the next request does not find the old response either.
   */
  renew(key: string, make: () => Promise<unknown>): void {
    if (this.#running.has(key)) return
    const old = this.#entries.get(key)
    const end = () => {
      this.#running.delete(key)
      if (this.#entries.get(key) === old) this.#entries.delete(key)
    }
    this.#running.set(key, make().then(end, end))
  }

  /** Drops all responses about an arena, those that lack a board later than others. */
  forget(arenaId: number, change: Change = 'arena'): void {
    this.#anyChangedAt = ++this.#changes
    this.#changedAt.set(arenaId, this.#changes)
    for (const id of [arenaId, ANY_ARENA]) {
      if (change === 'board') this.#noteBoard(id)
      else this.#newBoards.delete(id)
    }
  }

  /** Drops all responses. */
  forgetAll(): void {
    this.#allChangedAt = ++this.#changes
    this.#changedAt.clear()
    this.#newBoards.clear()
  }

  /** Changes how long responses stand: briefly while no notification can arrive. */
  setHearing(hears: boolean): void {
    this.#standsMs = hears ? STANDS_MS : STANDS_UNHEARD_MS
    this.forgetAll()
  }

  #noteBoard(arenaId: number): void {
    const at = this.#now()
    const recent = (this.#newBoards.get(arenaId) ?? []).filter((one) => at - one.at <= IN_A_ROW_MS + LAGS_MS)
    this.#newBoards.set(arenaId, [...recent, { change: this.#changes, at }])
  }

  /** A response from before another change, or from long ago, finds no board before the first that it lacks. */
  #lags({ arenaId, changes, until }: Entry): boolean {
    const boards = this.#newBoards.get(arenaId) ?? []
    const first = boards.findIndex(({ change }) => change > changes)
    if (first < 1) return false
    const now = this.#now()
    const { at } = boards[first]!
    return now < until && now - at <= LAGS_MS && at - boards[first - 1]!.at <= IN_A_ROW_MS
  }

  #stands({ arenaId, changes, until }: Entry): boolean {
    const ownChange = arenaId === ANY_ARENA ? this.#anyChangedAt : (this.#changedAt.get(arenaId) ?? 0)
    return changes >= Math.max(this.#allChangedAt, ownChange) && this.#now() < until
  }
}

const sizeOf = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((size, [name, value]) => size + name.length + value.length, 500)
