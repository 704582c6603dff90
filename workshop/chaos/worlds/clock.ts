/** The clock of server and worker jumps ahead and back, also between a stop and a start. */
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { waitForBoard } from '../../visits.ts'
import { checkArena, Voters } from '../voters.ts'
import { Processes } from '../processes.ts'
import { inFolder, voteOutcome, type Outcome, type ChaosWorld, type WorldOptions } from '../world.ts'

const ARENA = 'support-replies'
const PEOPLE = 4
const VOTES_AFTER_JUMP = 10
/** As long as a process may take to read the new offset, twice. */
const SETTLE_MS = 250
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How wrong the clock is. */
const OFFSETS = [180 * MINUTE, 0, -180 * MINUTE, 40 * DAY, 5 * MINUTE, -23 * 60 * MINUTE, -40 * DAY, -MINUTE]

export const clock: ChaosWorld = {
  name: 'clock',
  about: 'the clock of server and worker jumps ahead and back, that of Postgres stays right',
  times: { long: 12, short: 3 },
  run: (options) =>
    inFolder(async (folder) => {
      const file = join(folder, 'clock-offset')
      const processes = new Processes(folder, {
        nodeArgs: ['--import', join(import.meta.dirname, '../shifted-clock.mjs')],
        env: { DEADHEAT_CHAOS_CLOCK: file, ...options.settings },
      })
      const setClock = async (offset: number) => {
        await writeFile(`${file}.new`, String(offset))
        await rename(`${file}.new`, file)
        await sleep(SETTLE_MS)
      }
      try {
        await setClock(0)
        return await jumpLoop(processes, setClock, options)
      } finally {
        await setClock(0)
        await processes.clear()
      }
    }),
}

async function jumpLoop(
  processes: Processes,
  setClock: (offset: number) => Promise<void>,
  { seed, times }: WorldOptions,
): Promise<Outcome> {
  const random = new RandomStream(seed, 0)
  const bothReady = async () => {
    await processes.ensureReady('server')
    await processes.ensureReady('worker')
  }
  await bothReady()
  const voters = new Voters(PEOPLE, ARENA, () => processes.address)
  const problems: string[] = []
  let slowest = 0
  let shownVotes = 0
  let restarts = 0
  for (let time = 0; time < times; time++) {
    // the first three in this order, so that the shortest form tries both directions
    const offset = OFFSETS[time < 3 ? time : Math.floor(random.uniform() * OFFSETS.length)]!
    const isStopped = time % 2 === 1
    if (isStopped) {
      await processes.stop()
      restarts++
    }
    await setClock(offset)
    await bothReady()
    await voters.cast(VOTES_AFTER_JUMP)
    const where = `a clock that is wrong by ${offset / MINUTE} minutes`
    const begun = performance.now()
    let fewest = Infinity
    const hear = (votes: number) => (fewest = Math.min(fewest, votes))
    await waitForBoard(processes.address, `${ARENA}?source=people`, voters.ledger.length, { hear }).then(
      () => (slowest = Math.max(slowest, (performance.now() - begun) / 1000)),
      () => problems.push(`the board stood still under ${where}`),
    )
    if (fewest < shownVotes)
      problems.push(`the board went back from ${shownVotes} to ${fewest} votes under ${where}`)
    shownVotes = fewest
  }
  await setClock(0)
  await voters.cast(VOTES_AFTER_JUMP)
  await voters.stop()
  const check = await checkArena(processes, voters, ARENA)
  return {
    did: `${times} × the clock jumps by minutes to days, ahead and back, ${restarts} of them between a stop and a start, seed ${seed}`,
    votes: voteOutcome(voters, check),
    figures: [
      `a vote on the board after at most ${slowest.toFixed(1)} s`,
      `${voters.expired} open pairs expired by a jump ahead`,
    ],
    problems: [...problems, ...check.problems],
  }
}
