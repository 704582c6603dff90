/** The clock of server and worker jumps ahead and back, while the clock of Postgres stays right. */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RandomStream } from '../../../../shared/stats/internal.ts'
import { checkArena } from '../check-arena.ts'
import { Processes } from '../processes.ts'
import { Voters } from '../voters.ts'
import { inFolder, votesOf } from '../world.ts'
import type { Outcome, World, WorldOptions } from '../world.ts'

const ARENA = 'support-replies'
const PEOPLE = 4
const VOTES_AFTER_JUMP = 10
/** As long as shifted-clock.mjs may take to read the new offset, twice. */
const SETTLE_MS = 250
const BOARD_TIMEOUT_MS = 60_000
const MINUTE = 60_000
const JUMPS = [2 * 60 * MINUTE, -2 * 60 * MINUTE, 5 * MINUTE, -23 * 60 * MINUTE, 40 * MINUTE, -MINUTE]

export const clock: World = {
  name: 'clock',
  about: 'the clock of the server jumps ahead and back',
  times: { long: 12, short: 2 },
  run: (options) =>
    inFolder(async (folder) => {
      const file = join(folder, 'clock-offset')
      const processes = new Processes(folder, {
        nodeArgs: ['--import', join(import.meta.dirname, '../shifted-clock.mjs')],
        env: { DEADHEAT_CHAOS_CLOCK: file },
      })
      try {
        return await jumpLoop(processes, file, options)
      } finally {
        await processes.clear()
      }
    }),
}

async function jumpLoop(processes: Processes, file: string, { seed, times }: WorldOptions): Promise<Outcome> {
  const random = new RandomStream(seed, 0)
  await processes.ensureReady('server')
  await processes.ensureReady('worker')
  const voters = new Voters(PEOPLE, ARENA, () => processes.address)
  const problems: string[] = []
  let slowest = 0
  for (let time = 0; time < times; time++) {
    // the first two in this order, so that the shortest form tries both directions
    const jump = JUMPS[time < 2 ? time : Math.floor(random.uniform() * JUMPS.length)]!
    await setOffset(file, jump)
    await voters.cast(VOTES_AFTER_JUMP)
    const waited = await secondsUntilCounted(processes.address, voters.ledger.length)
    if (waited === null) problems.push(`the board stood still after a jump of ${jump / MINUTE} minutes`)
    else slowest = Math.max(slowest, waited)
  }
  await setOffset(file, 0)
  await voters.cast(VOTES_AFTER_JUMP)
  await voters.stop()
  const check = await checkArena(processes, voters, ARENA)
  return {
    did: `${times} × the clock of server and worker jumps by minutes to hours, ahead and back, seed ${seed}`,
    votes: votesOf(voters, check),
    figures: [
      `a vote on the board after at most ${slowest.toFixed(1)} s`,
      `${voters.expired} open pairs expired by a jump ahead`,
    ],
    problems: [...problems, ...check.problems],
  }
}

async function setOffset(file: string, milliseconds: number): Promise<void> {
  await writeFile(`${file}.new`, String(milliseconds))
  await rename(`${file}.new`, file)
  await sleep(SETTLE_MS)
}

/** Seconds until the board counts at least this many votes of people; null if it does not within a minute. */
async function secondsUntilCounted(address: string, votes: number): Promise<number | null> {
  const start = performance.now()
  while (performance.now() - start < BOARD_TIMEOUT_MS) {
    const response = await fetch(`${address}/api/arenas/${ARENA}/leaderboard?source=humans`)
    const board = (await response.json()) as { votes: number }
    if (board.votes >= votes) return (performance.now() - start) / 1000
    await sleep(100)
  }
  return null
}
