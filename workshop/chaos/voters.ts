/** People who vote over HTTP and keep a ledger of every acknowledged vote. */
import { setTimeout as sleep } from 'node:timers/promises'

/** A vote that the server acknowledged. */
export interface LedgerEntry {
  battle: string
  outcome: string
}

const OUTCOMES = ['left', 'right', 'tie', 'both_bad']
const REQUEST_TIMEOUT_MS = 15_000
const RETRY_AFTER_MS = 20
const GONE = 410
const EXPIRED = Symbol('expired')

/**
 * Votes until stopped, each time as a new voter. A vote without an answer, or with a fault of the
 * server, is sent again until it is acknowledged.
 */
export class Voters {
  readonly ledger: LedgerEntry[] = []
  /** How many requests for a vote were sent again. */
  repeated = 0
  /** How many pairs expired before a vote on them was accepted, as they do when the server's clock jumps ahead. */
  expired = 0
  /** How many requests were answered with each status from 400 up. */
  readonly failures = new Map<number, number>()
  /** How many requests were not answered at all. */
  unanswered = 0
  /** When each vote of the ledger was acknowledged, in ms of `performance.now()`. */
  readonly moments: number[] = []
  /** The longest time between two acknowledged votes, in ms. */
  longestGap = 0
  readonly #pauseMs: number
  readonly #arena: string
  readonly #address: () => string
  readonly #count: number
  #people: Promise<void>[] = []
  #stopping = new AbortController()
  #lastAt = performance.now()

  /** @param pauseMs how long each person waits between a vote and the next pair */
  constructor(people: number, arena: string, address: () => string, pauseMs = 0) {
    this.#arena = arena
    this.#pauseMs = pauseMs
    this.#address = address
    this.#count = people
    this.start()
  }

  /** Lets people vote again who have stopped. */
  start(): void {
    this.#stopping = new AbortController()
    this.#people = Array.from({ length: this.#count }, (_, person) => this.#vote(person))
    for (const person of this.#people) person.catch(() => this.#stopping.abort())
  }

  /** Resolves when the last vote of every person is acknowledged; rejects if one was refused. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#people)
  }

  /**
   * Resolves when this many more votes are acknowledged.
   * @throws {Error} if a vote was refused, or if it takes longer than `timeoutMs`
   */
  async cast(more: number, timeoutMs = 120_000): Promise<void> {
    const goal = this.ledger.length + more
    const deadline = performance.now() + timeoutMs
    while (this.ledger.length < goal) {
      if (this.#stopping.signal.aborted) await Promise.all(this.#people)
      if (performance.now() > deadline)
        throw new Error(`only ${this.ledger.length} of ${goal} votes were accepted in time`)
      await sleep(5)
    }
  }

  async #vote(person: number): Promise<void> {
    for (let turn = person; !this.#stopping.signal.aborted; turn++) {
      const shown = await this.#post(`/api/arenas/${this.#arena}/battles`, {})
      if (!shown) continue
      const { battle, ticket } = shown as { battle: { id: string }; ticket: string }
      const outcome = OUTCOMES[turn % OUTCOMES.length]!
      let receipt: unknown = null
      while (!(receipt = await this.#post(`/api/battles/${battle.id}/vote`, { ticket, outcome })))
        this.repeated++
      if (receipt === EXPIRED) this.expired++
      else this.#enter({ battle: battle.id, outcome })
      if (this.#pauseMs > 0) await sleep(this.#pauseMs)
    }
  }

  #enter(entry: LedgerEntry): void {
    const now = performance.now()
    this.longestGap = Math.max(this.longestGap, now - this.#lastAt)
    this.#lastAt = now
    this.moments.push(now)
    this.ledger.push(entry)
  }

  /** The server's answer; `EXPIRED` if the pair has expired; null after a moment if the server is down or answers 5xx. */
  async #post(path: string, body: object): Promise<unknown> {
    const address = this.#address()
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null)
    if (answer?.status === GONE) return EXPIRED
    if (answer && answer.status < 400) return JSON.parse(answer.text)
    if (answer) {
      this.failures.set(answer.status, (this.failures.get(answer.status) ?? 0) + 1)
      if (answer.status < 500) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    } else this.unanswered++
    await sleep(RETRY_AFTER_MS)
    return null
  }
}
