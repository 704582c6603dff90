import { setTimeout as sleep } from 'node:timers/promises'

export type Acknowledged = { battle: string; outcome: string }

const OUTCOMES = ['left', 'right', 'tie', 'both_bad']

/**
 * People who vote without pause until told to stop, each time as somebody new. One who hears nothing, or of a fault of
 * the server, posts the same vote again until it is acknowledged.
 */
export class Voters {
  readonly acknowledged: Acknowledged[] = []
  /** Votes that had to be posted more than once. */
  repeated = 0
  readonly #arena: string
  readonly #address: () => string
  readonly #people: Promise<void>[]
  readonly #closed = new AbortController()

  constructor(people: number, arena: string, address: () => string) {
    this.#arena = arena
    this.#address = address
    this.#people = Array.from({ length: people }, (_, person) => this.#vote(person))
  }

  /** Resolves when everybody's last vote is acknowledged; rejects where one was refused. */
  async stop(): Promise<void> {
    this.#closed.abort()
    await Promise.all(this.#people)
  }

  /** Resolves when that many more votes are acknowledged than now; rejects where one was refused. */
  async cast(more: number): Promise<void> {
    const goal = this.acknowledged.length + more
    const enough = async () => {
      while (this.acknowledged.length < goal) await sleep(5)
    }
    await Promise.race([enough(), Promise.all(this.#people)])
  }

  async #vote(person: number): Promise<void> {
    for (let turn = person; !this.#closed.signal.aborted; turn++) {
      const shown = await this.#post(`/api/arenas/${this.#arena}/battles`, {})
      if (!shown) continue
      const { battle, ticket } = shown as { battle: { id: string }; ticket: string }
      const outcome = OUTCOMES[turn % OUTCOMES.length]
      while (!(await this.#post(`/api/battles/${battle.id}/vote`, { ticket, outcome }))) this.repeated++
      this.acknowledged.push({ battle: battle.id, outcome })
    }
  }

  /** The answer where the server acknowledges; null, after a moment, where it is down or broken. */
  async #post(path: string, body: object): Promise<unknown> {
    const address = this.#address()
    try {
      const response = await fetch(address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      })
      if (response.ok) return await response.json()
      if (response.status < 500) throw new Refusal(`${path}: ${response.status} ${await response.text()}`)
    } catch (error) {
      if (error instanceof Refusal) throw error
    }
    await sleep(20)
    return null
  }
}

class Refusal extends Error {}
