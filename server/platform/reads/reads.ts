import { Lru } from '../lru.ts'

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

/**
 * Responses to reads, in the memory of this process. A response stands until its arena changes: a new board, new texts or
 * settings. It stands 10 seconds at most, or 1 second while notifications are lost.
 */
export class Reads {
  readonly parameters: ReadonlySet<string>
  readonly #now: () => number
  readonly #entries: Lru<Entry>
  readonly #changedAt = new Map<number, number>()
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

  /** To be passed to `store` with a response that is begun now. */
  begin(): number {
    return this.#changes
  }

  /** Stores a response, unless its arena has changed since `begin`. */
  store(key: string, arenaId: number, read: StoredRead, begun: number): void {
    const entry = { read, arenaId, changes: begun, until: this.#now() + this.#standsMs }
    if (this.#stands(entry)) this.#entries.set(key, entry)
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

  /** Drops all responses about an arena. */
  forget(arenaId: number): void {
    this.#anyChangedAt = ++this.#changes
    this.#changedAt.set(arenaId, this.#changes)
  }

  /** Drops all responses. */
  forgetAll(): void {
    this.#allChangedAt = ++this.#changes
    this.#changedAt.clear()
  }

  /** Changes how long responses stand: briefly while no notification can arrive. */
  setHearing(hears: boolean): void {
    this.#standsMs = hears ? STANDS_MS : STANDS_UNHEARD_MS
    this.forgetAll()
  }

  #stands({ arenaId, changes, until }: Entry): boolean {
    const ownChange = arenaId === ANY_ARENA ? this.#anyChangedAt : (this.#changedAt.get(arenaId) ?? 0)
    return changes >= Math.max(this.#allChangedAt, ownChange) && this.#now() < until
  }
}

const sizeOf = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((size, [name, value]) => size + name.length + value.length, 500)
