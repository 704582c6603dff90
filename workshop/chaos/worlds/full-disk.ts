/** The disk of the data folder is filled and freed again, on a small tmpfs. */
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { checkArena, Voters } from '../voters.ts'
import { Processes } from '../processes.ts'
import { inFolder, voteOutcome, type Outcome, type ChaosWorld, type WorldOptions } from '../world.ts'

const run = promisify(execFile)
const ARENA = 'support-replies'
const PEOPLE = 4
const DISK_MB = 320
const CHUNK = Buffer.alloc(2 ** 20)
const ANSWER_TIMEOUT_MS = 30_000

export const fullDisk: ChaosWorld = {
  name: 'full-disk',
  about: 'the disk of the data folder is full for a while',
  times: { long: 5, short: 1 },
  run: (options) =>
    inFolder(async (folder) => {
      const refused = await mountTmpfs(folder)
      if (refused !== null) return notDone(refused)
      const processes = new Processes(folder, { env: options.settings })
      try {
        return await fillLoop(processes, options)
      } finally {
        await processes.clear()
        await run('umount', ['--lazy', folder])
      }
    }),
}

const notDone = (why: string): Outcome => ({
  did: `not done, because a tmpfs cannot be mounted here (${why})`,
  votes: null,
  figures: [],
  problems: [],
})

/** @returns why the system refused, or null */
const mountTmpfs = (folder: string): Promise<string | null> =>
  run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=711`, 'deadheat-chaos', folder]).then(
    () => null,
    (error: Error & { stderr?: string }) => (error.stderr || error.message).trim().split('\n')[0]!,
  )

async function fillLoop(processes: Processes, { times }: WorldOptions): Promise<Outcome> {
  await processes.ensureReady('server')
  await processes.ensureReady('worker')
  const voters = new Voters(PEOPLE, ARENA, () => processes.address)
  const problems: string[] = []
  const unready: number[] = []
  const back: number[] = []
  for (let time = 0; time < times; time++) {
    await voters.cast(10)
    const file = join(processes.dataDir, 'filler')
    await fill(file)
    const secondsToUnready = await timeUntil(() => readiness(processes.address), 503)
    if (secondsToUnready === null) problems.push('/readyz did not answer 503 while the disk was full')
    else unready.push(secondsToUnready)
    await rm(file)
    const freedAt = performance.now()
    await voters.cast(1)
    back.push((performance.now() - freedAt) / 1000)
    if ((await timeUntil(() => readiness(processes.address), 200)) === null)
      problems.push('/readyz did not answer 200 after there was space again')
  }
  await voters.cast(10)
  await voters.stop()
  const check = await checkArena(processes, voters, ARENA)
  return {
    did: `${times} × no space left (tmpfs of ${DISK_MB} MB)`,
    votes: voteOutcome(voters, check),
    figures: [
      `/readyz 503 after at most ${Math.max(...unready).toFixed(1)} s`,
      `next vote at most ${Math.max(...back).toFixed(1)} s after there was space`,
      `answers to votes and pairs meanwhile: ${[...voters.failures].map(([status, n]) => `${n} × ${status}`).join(', ') || 'none'}`,
    ],
    problems: [
      ...problems,
      ...check.problems,
      ...((voters.failures.get(500) ?? 0) > 0 ? ['votes were answered 500 instead of 503'] : []),
    ],
  }
}

/** Writes zeros until nothing fits, twice, since the database may give some space back meanwhile. */
async function fill(file: string): Promise<void> {
  for (let round = 0; round < 2; round++) {
    for (const chunk of [CHUNK, CHUNK.subarray(0, 4096)])
      while (
        await writeFile(file, chunk, { flag: 'a' }).then(
          () => true,
          () => false,
        )
      );
    await sleep(200)
  }
}

const readiness = (address: string): Promise<number> =>
  fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    (response) => response.status,
    () => 0,
  )

/** Seconds until `ask` gives the status; null if it does not. */
async function timeUntil(ask: () => Promise<number>, status: number): Promise<number | null> {
  const start = performance.now()
  while (performance.now() - start < ANSWER_TIMEOUT_MS) {
    if ((await ask()) === status) return (performance.now() - start) / 1000
    await sleep(100)
  }
  return null
}
