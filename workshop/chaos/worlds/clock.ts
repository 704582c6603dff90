/** Clocks jump ahead and back, also between a stop and a start: that of server and worker alone, or that of the machine. */
import { glob, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { waitForBoard } from '../../visits.ts'
import { checkArena, Voters } from '../voters.ts'
import { Processes, type ProcessOptions } from '../processes.ts'
import { inFolder, voteOutcome, type Outcome, type ChaosWorld, type WorldOptions } from '../world.ts'

const ARENA = 'support-replies'
const PEOPLE = 4
const VOTES_AFTER_JUMP = 10
/** As long as a process may take to read the new offset, twice. */
const SETTLE_MS = 250
const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** How wrong the clock is. */
const OFFSETS = [180 * MINUTE, 0, -180 * MINUTE, 40 * DAY, 5 * MINUTE, -23 * 60 * MINUTE, -40 * DAY, -MINUTE]

/** A clock that a file makes wrong. */
interface WrongClock {
  options: ProcessOptions
  /** What the file says for an offset in milliseconds. */
  text(offset: number): string
}

export const clock: ChaosWorld = {
  name: 'clock',
  about: 'the clock of server and worker jumps ahead and back, that of Postgres stays right',
  times: { long: 12, short: 3 },
  run: (options) =>
    inFolder((folder) => {
      const file = join(folder, 'clock-offset')
      const shifted = ['--import', join(import.meta.dirname, '../shifted-clock.mjs')]
      const wrong = { options: { nodeArgs: shifted, env: { DEADHEAT_CHAOS_CLOCK: file } }, text: String }
      return underClock(folder, file, wrong, options)
    }),
}

export const machineClock: ChaosWorld = {
  name: 'machine-clock',
  about: 'the clock of server, worker and Postgres jumps ahead and back',
  times: { long: 12, short: 3 },
  async run(options) {
    const library = await findFaketime()
    if (library === undefined)
      return {
        did: 'not done, because libfaketime is not installed here (apt-get install faketime)',
        votes: null,
        figures: [],
        problems: [],
      }
    return inFolder((folder) => {
      const file = join(folder, 'clock-offset')
      const env = {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_DISABLE_SHM: '1',
      }
      const text = (offset: number) => `${offset < 0 ? '-' : '+'}${Math.abs(offset) / SECOND}`
      return underClock(folder, file, { options: { env }, text }, options)
    })
  },
}

async function findFaketime(): Promise<string | undefined> {
  for await (const path of glob('/usr/{lib,lib64,local/lib}/{*/,}faketime/libfaketimeMT.so.1')) return path
  return undefined
}

async function underClock(
  folder: string,
  file: string,
  wrong: WrongClock,
  options: WorldOptions,
): Promise<Outcome> {
  const { env } = wrong.options
  const processes = new Processes(folder, { ...wrong.options, env: { ...env, ...options.settings } })
  const setClock = async (offset: number) => {
    await writeFile(`${file}.new`, wrong.text(offset))
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
