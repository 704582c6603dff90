/** What must hold after each world: the ledger, the board, `verify` and the jobs. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type OpenDatabase } from '../../../server/platform/postgres/database.ts'
import { countJobs, type JobCount } from '../../../server/platform/jobs/jobs.ts'
import { verify } from '../../cli/commands/verify.ts'
import { run } from '../../cli/terminal/run.ts'
import { thisTerminal } from '../../cli/terminal/terminal.ts'
import { checkLedger, type LedgerCheck } from './ledger.ts'
import type { LedgerEntry, Voters } from './voters.ts'

const STORED_VOTES = `
  select v.battle_id as battle, v.outcome from votes v join arenas a on a.id = v.arena_id
  where v.source = 'human' and a.slug = $1`
const BOARD_TIMEOUT_MS = 60_000
const JOBS_TIMEOUT_MS = 15_000

export interface ArenaCheck extends LedgerCheck {
  /** What does not hold, one sentence each. */
  problems: string[]
}

/** A running server and its database. */
export interface Place {
  address: string
  /** The data folder, in which a file is written for a moment. */
  dataDir: string
  /** Default: the embedded one of the folder. */
  databaseUrl?: string
  unexpectedEnds: readonly string[]
}

/**
 * Checks an arena whose voters have stopped, while its server runs: each acknowledged vote is stored exactly once; the
 * full board counts as many votes; `verify` recomputes that board from the exported votes; no job has failed.
 */
export async function checkArena(place: Place, voters: Voters, arena: string): Promise<ArenaCheck> {
  const problems = [...place.unexpectedEnds]
  const { votes } = await settledBoard(place.address, arena, voters.ledger.length)
  if (votes !== voters.ledger.length)
    problems.push(`the board counts ${String(votes)} votes of ${voters.ledger.length}`)
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

/** The full board of people's votes, once it counts as many as expected; else that after a minute. */
export async function settledBoard(
  address: string,
  arena: string,
  expected: number,
): Promise<Record<string, unknown>> {
  const deadline = performance.now() + BOARD_TIMEOUT_MS
  for (;;) {
    const response = await fetch(`${address}/api/arenas/${arena}/leaderboard/settled?source=humans`)
    const board = (await response.json()) as Record<string, unknown>
    if (board['votes'] === expected || performance.now() > deadline) return board
    await sleep(200)
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
  const args = ['verify', `${base}/leaderboard/settled?source=humans`, file]
  const code = await run(args, [verify], terminal)
  await rm(file)
  return code === 0 ? [] : [`verify ended with ${code}: ${output.trim()}`]
}
