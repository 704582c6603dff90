/** Server, worker and Postgres are killed in any order, also while they recover, under people who vote. */
import { setTimeout as sleep } from 'node:timers/promises'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { checkArena, Voters } from '../voters.ts'
import { Processes } from '../processes.ts'
import { inFolder, voteOutcome, type Outcome, type ChaosWorld, type WorldOptions } from '../world.ts'

const ARENA = 'support-replies'
const PEOPLE = 8
const VICTIMS = ['server', 'worker', 'database'] as const
/** The share of kills that follow without waiting for a vote, after at most this time. */
const HASTY_SHARE = 1 / 3
const HASTY_MS = 1500
const MAX_VOTES_BETWEEN = 12

type Victim = (typeof VICTIMS)[number]

export const kills: ChaosWorld = {
  name: 'kills',
  about: 'kill -9 of server, worker and Postgres in any order',
  times: { long: 60, short: 3 },
  run: (options) =>
    inFolder(async (folder) => {
      const processes = new Processes(folder, { env: options.settings })
      try {
        return await killLoop(processes, options)
      } finally {
        await processes.clear()
      }
    }),
}

async function killLoop(processes: Processes, { seed, times }: WorldOptions): Promise<Outcome> {
  const random = new RandomStream(seed, 0)
  const killed: Record<Victim, number> = { server: 0, worker: 0, database: 0 }
  await processes.ensureReady('server')
  await processes.ensureReady('worker')
  const voters = new Voters(PEOPLE, ARENA, () => processes.address)
  for (let hits = 0; hits < times;) {
    // the first three are one of each, so that the shortest form has all
    const victim = VICTIMS[hits < VICTIMS.length ? hits : Math.floor(random.uniform() * VICTIMS.length)]!
    if (random.uniform() < HASTY_SHARE) await sleep(random.uniform() * HASTY_MS)
    else {
      await processes.ensureReady('server')
      await voters.cast(1 + Math.floor(random.uniform() * MAX_VOTES_BETWEEN))
    }
    const isHit = victim === 'database' ? await processes.killDatabase() : await processes.kill(victim)
    if (isHit) {
      killed[victim]++
      hits++
    }
    processes.start('server')
    processes.start('worker')
  }
  await processes.ensureReady('server')
  await processes.ensureReady('worker')
  await voters.cast(PEOPLE)
  await voters.stop()
  const check = await checkArena(processes, voters, ARENA)
  const stopped = await processes.stop()
  const problems = [...check.problems]
  const internal = voters.failures.get(500) ?? 0
  if (internal > 0) problems.push(`${internal} votes were answered 500 instead of 503`)
  if (stopped.some((code) => code !== 0)) problems.push(`worker and server ended with ${stopped.join(', ')}`)
  if (await processes.databasePid()) problems.push('Postgres still runs after the last process left')
  return {
    did: `${times} × kill -9 (server ${killed.server}, worker ${killed.worker}, Postgres ${killed.database}), seed ${seed}`,
    votes: voteOutcome(voters, check),
    figures: [
      `${voters.repeated} requests for a vote sent again`,
      `${processes.failedStarts.length} starts repeated because Postgres was killed meanwhile`,
    ],
    problems,
  }
}
