/** What must hold after each world: the ledger, the board, `verify` and the jobs. */
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../server/platform/database.ts'
import type { OpenDatabase } from '../../../server/platform/database.ts'
import { countJobs } from '../../../server/platform/jobs.ts'
import type { JobCount } from '../../../server/platform/jobs.ts'
import { checkLedger } from './ledger.ts'
import type { LedgerCheck } from './ledger.ts'
import type { Processes } from './processes.ts'
import type { LedgerEntry, Voters } from './voters.ts'

const TERMINAL = join(import.meta.dirname, '../../deadheat.ts')
const STORED_VOTES = `
  select v.battle_id as battle, v.outcome from votes v join arenas a on a.id = v.arena_id
  where v.source = 'human' and a.slug = $1`
const BOARD_TIMEOUT_MS = 60_000
const JOBS_TIMEOUT_MS = 15_000

export interface ArenaCheck extends LedgerCheck {
  /** What does not hold, one sentence each. */
  problems: string[]
}

/**
 * Checks an arena whose voters have stopped, while its server runs: each acknowledged vote is stored exactly once; the
 * full board counts as many votes; `verify` recomputes that board from the exported votes; no job has failed.
 */
export async function checkArena(processes: Processes, voters: Voters, arena: string): Promise<ArenaCheck> {
  const problems = [...processes.unexpectedEnds]
  const count = await boardCount(processes.address, arena, voters.ledger.length)
  if (count !== voters.ledger.length)
    problems.push(`the board counts ${count} votes of ${voters.ledger.length}`)
  problems.push(...(await verifyProblems(processes, arena)))
  const database = await openDatabase({ dataDir: processes.dataDir })
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

/** The votes on the full board of people's votes, once they are as many as expected; else those after a minute. */
async function boardCount(address: string, arena: string, expected: number): Promise<number> {
  const deadline = performance.now() + BOARD_TIMEOUT_MS
  for (;;) {
    const response = await fetch(`${address}/api/arenas/${arena}/leaderboard/settled?source=humans`)
    const { votes } = (await response.json()) as { votes: number }
    if (votes === expected || performance.now() > deadline) return votes
    await sleep(200)
  }
}

async function verifyProblems({ address, dataDir }: Processes, arena: string): Promise<string[]> {
  const base = `${address}/api/arenas/${arena}`
  const file = join(dataDir, 'chaos-votes.csv')
  const exported = await fetch(`${base}/export/votes.csv`)
  await writeFile(file, await exported.text())
  const args = [TERMINAL, 'verify', `${base}/leaderboard/settled?source=humans`, file]
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, args, { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}`.trim() }),
    )
  })
  await rm(file)
  return code === 0 ? [] : [`verify ended with ${String(code)}: ${output}`]
}
