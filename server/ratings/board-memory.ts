/** What a process computes and remembers of boards. It is opened with the app and closed with it. */
import { msg } from '../../shared/messages/index.ts'
import { Thread } from '../platform/jobs/thread.ts'
import { LRUCache } from 'lru-cache'
import type { Publication } from '../platform/postgres/publishing.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Requests, Task } from './rating-thread.ts'
import type { Snapshot } from './snapshots.ts'

declare module '../platform/deps.ts' {
  interface Services {
    boards: BoardMemory
  }
}

/** What figures of views may take: the pairs of fourteen views of 1,000 who met all others. */
const MAX_BYTES = 256 * 2 ** 20
const MAX_FINDING_BYTES = 16 * 2 ** 20

export class BoardMemory {
  readonly #url: string
  /** Holds the votes in memory and computes boards, so that neither delays a vote. */
  readonly #thread = new Thread(new URL('./rating-thread.ts', import.meta.url))
  /** Boards that are being computed, so that all who ask for the same board share it. */
  readonly computing = new Map<string, Promise<Snapshot>>()
  readonly lastUpdates = new Map<number, number>()
  /** The turns of boards, of reports, and of requests that scan all votes of an arena. */
  readonly turns = new Turns()
  readonly reportTurns = new Turns()
  readonly scanTurns = new Turns('requests')
  /** What is shown beside the boards of views. */
  readonly latest = new LatestValues(MAX_BYTES)
  /** What the list of arenas says of each board. No view that a visitor asks for takes their room. */
  readonly findings = new LatestValues(MAX_FINDING_BYTES)

  constructor(connectionString: string) {
    this.#url = connectionString
  }

  /** Asks the votes of an arena, those of a publication alone, for what the kind of request says. */
  ask<Kind extends keyof Requests>(
    kind: Kind,
    arenaId: number,
    publication: Publication | null,
    request: Parameters<Requests[Kind]>[1],
  ): Promise<Awaited<ReturnType<Requests[Kind]>>> {
    return this.#thread.ask({ url: this.#url, arenaId, publication, kind, request } satisfies Task<Kind>)
  }

  /** Ends the rating thread, even during a task. The next task starts it again and reads all votes again. */
  close(): Promise<void> {
    return this.#thread.kill()
  }
}

type Urgency = 'tracked' | 'on request' | 'past'

/** The most requests of visitors that wait for their turn. */
const MAX_WAITING = 8

/** Work that is done one at a time: for tracked views first, then for visitors, then for past days. */
export class Turns {
  readonly #work: 'boards' | 'requests'
  readonly #waiting: Record<Urgency, (() => void)[]> = { tracked: [], 'on request': [], past: [] }
  #busy = false

  constructor(work: 'boards' | 'requests' = 'boards') {
    this.#work = work
  }

  /**
   * Waits for the turn, and works.
   * @throws {ProblemError} too_many_requests when too many visitors are waiting
   */
  async take<Result>(urgency: Urgency, work: () => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting[urgency]
    if (urgency === 'on request' && waiting.length >= MAX_WAITING)
      throw new ProblemError('too_many_requests', msg('many_at_once', { what: this.#work }))
    if (this.#busy) await new Promise<void>((resolve) => waiting.push(resolve))
    this.#busy = true
    try {
      return await work()
    } finally {
      const { tracked, 'on request': requested, past } = this.#waiting
      const next = tracked.shift() ?? requested.shift() ?? past.shift()
      if (next) next()
      else this.#busy = false
    }
  }
}

interface Latest {
  version: string
  value: Promise<unknown>
  bytes: number
}

/** What an entry takes beside its value, roughly. */
const ENTRY_BYTES = 500

/** The latest version of values, each made once for all who ask. The values that were not used for the longest time go first. */
export class LatestValues {
  readonly #entries: LRUCache<string, Latest>
  readonly #mostBytes: number

  /** @param mostBytes  what all values may take together */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
    this.#entries = new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => Math.ceil(bytes) })
  }

  /**
   * The value of a key in this version. Returns the same object while it is kept; one that could not be made is made again, and
   * so is one that takes more than all values may.
   * @param measureBytes  what the value takes, roughly; twice its JSON unless given
   */
  get<Value>(
    key: string,
    version: string,
    make: () => Promise<Value>,
    measureBytes: (value: Value) => number = (value) => 2 * (JSON.stringify(value) ?? '').length,
  ): Promise<Value> {
    const known = this.#entries.get(key)
    if (known?.version === version) return known.value as Promise<Value>
    const value = make()
    const entry = { version, value, bytes: ENTRY_BYTES }
    this.#entries.set(key, entry)
    const isLatest = () => this.#entries.get(key) === entry
    value.then(
      (made) => {
        if (!isLatest()) return
        const bytes = ENTRY_BYTES + measureBytes(made)
        if (bytes > this.#mostBytes) this.#entries.delete(key)
        else this.#entries.set(key, { ...entry, bytes })
      },
      () => isLatest() && this.#entries.delete(key),
    )
    return value
  }
}
