/** People who vote over HTTP and keep a ledger of every acknowledged vote. */
import { setTimeout as sleep } from 'node:timers/promises'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { openDatabase, type OpenDatabase } from '../../server/platform/postgres/database.ts'
import { countJobs, type JobCount } from '../../server/platform/jobs/jobs.ts'
import { verify } from '../../scripts/cli/commands/verify.ts'
import { run } from '../../scripts/cli/terminal/run.ts'
import { thisTerminal } from '../../scripts/cli/terminal/terminal.ts'
import { waitForBoard } from '../visits.ts'

/** A vote that the server acknowledged. */
interface LedgerEntry {
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
  readonly failures = new Map<number, number>()
  /** The longest time between two acknowledged votes, in ms. */
  longestGap = 0
  readonly #arena: string
  readonly #address: () => string
  readonly #people: Promise<void>[]
  readonly #stopping = new AbortController()
  #lastAt = performance.now()

  constructor(people: number, arena: string, address: () => string) {
    this.#arena = arena
    this.#address = address
    this.#people = Array.from({ length: people }, (_, person) => this.#vote(person))
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
      const drawn = await this.#post(`/api/arenas/${this.#arena}/battles`, {})
      if (!drawn) continue
      const { battle, ticket } = drawn as { battle: { id: string }; ticket: string }
      const outcome = OUTCOMES[turn % OUTCOMES.length]!
      let receipt: unknown = null
      while (!(receipt = await this.#post(`/api/battles/${battle.id}/vote`, { ticket, outcome })))
        this.repeated++
      if (receipt !== EXPIRED)
        while (!(await this.#post(`/api/battles/${battle.id}/reveal`, { ticket }))) this.repeated++
      if (receipt === EXPIRED) this.expired++
      else this.#enter({ battle: battle.id, outcome })
    }
  }

  #enter(entry: LedgerEntry): void {
    const now = performance.now()
    this.longestGap = Math.max(this.longestGap, now - this.#lastAt)
    this.#lastAt = now
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
    }
    await sleep(RETRY_AFTER_MS)
    return null
  }
}

// The ledger of the voters against what the database holds.

interface LedgerCheck {
  /** Acknowledged votes that the database lacks, or holds with another outcome. */
  lost: number
  /** Stored votes beyond one for each acknowledged vote. */
  doubled: number
}

/** Compares the acknowledged votes with the stored ones. Each list may be in any order. */
export function checkLedger(ledger: readonly LedgerEntry[], stored: readonly LedgerEntry[]): LedgerCheck {
  const unmatched = new Map<string, number>()
  const entryKey = ({ battle, outcome }: LedgerEntry) => `${battle} ${outcome}`
  for (const entry of stored) unmatched.set(entryKey(entry), (unmatched.get(entryKey(entry)) ?? 0) + 1)
  let lost = 0
  for (const entry of ledger) {
    const copies = unmatched.get(entryKey(entry)) ?? 0
    if (copies === 0) lost++
    else unmatched.set(entryKey(entry), copies - 1)
  }
  return { lost, doubled: [...unmatched.values()].reduce((sum, copies) => sum + copies, 0) }
}

// What must hold after each world: the ledger, the board, `verify` and the jobs.

const STORED_VOTES = `
  select v.battle_id as battle, v.outcome from votes v join arenas a on a.id = v.arena_id
  where v.source = 'human' and a.slug = $1`
const JOBS_TIMEOUT_MS = 15_000

export interface ArenaCheck extends LedgerCheck {
  /** What does not hold, one sentence each. */
  problems: string[]
}

/** A running server and its database. */
interface Place {
  address: string
  /** The data folder, in which a file is written for a moment. */
  dataDir: string
  unexpectedEnds: readonly string[]
}

/**
 * Checks an arena whose voters have stopped, while its server runs: each acknowledged vote is stored exactly once; the
 * full board counts as many votes; `verify` recomputes that board from the exported votes; no job has failed.
 */
export async function checkArena(place: Place, voters: Voters, arena: string): Promise<ArenaCheck> {
  const problems = [...place.unexpectedEnds]
  await waitForBoard(place.address, `${arena}?source=people`, voters.ledger.length).then(
    ({ votes }) =>
      votes > voters.ledger.length &&
      problems.push(`the board counts ${votes} votes of ${voters.ledger.length}`),
    ({ message }: Error) => problems.push(message),
  )
  problems.push(...(await verifyProblems(place, arena)))
  const database = await openDatabase(place)
  try {
    const { rows } = await database.pool.query<LedgerEntry>(STORED_VOTES, [arena])
    for (const { task, count: jobs } of await failedJobs(database.db))
      problems.push(`${jobs} jobs ${task} failed for good`)
    return { ...checkLedger(voters.ledger, rows), problems }
  } finally {
    await database.close()
  }
}

/** Jobs that still count as failed after workers had time to clear up behind killed ones. */
async function failedJobs(db: OpenDatabase['db']): Promise<JobCount[]> {
  const deadline = performance.now() + JOBS_TIMEOUT_MS
  for (;;) {
    const failed = (await countJobs(db)).filter(({ state }) => state === 'failed')
    if (failed.length === 0 || performance.now() > deadline) return failed
    await sleep(500)
  }
}

async function verifyProblems({ address, dataDir }: Place, arena: string): Promise<string[]> {
  const base = `${address}/api/arenas/${arena}`
  const file = join(dataDir, 'chaos-votes.csv')
  const exported = await fetch(`${base}/export/votes.csv`)
  await writeFile(file, await exported.text())
  let output = ''
  const written = new Writable({
    write(chunk: Buffer, _encoding, done) {
      output += chunk.toString()
      done()
    },
  })
  const terminal = { ...thisTerminal(), stdout: written, stderr: written }
  const args = ['verify', `${base}/leaderboard?source=people`, file]
  const code = await run(args, [verify], terminal)
  await rm(file)
  return code === 0 ? [] : [`verify ended with ${code}: ${output.trim()}`]
}
