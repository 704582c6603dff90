/** Server, worker and Postgres are killed in any order, also while they recover, under people who vote. */
import { setTimeout as sleep } from 'node:timers/promises'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { waitForBoard } from '../../visits.ts'
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

// A second server is started on the data folder of the first: on the same port, then on a port of its own.

const PEOPLE_OF_BOTH = 4
const VOTES_BETWEEN = 10
/** The exit code of a process that cannot start as it is set up. */
const SETUP_FAILED = 3

export const oneFolder: ChaosWorld = {
  name: 'one-folder',
  about: 'two servers on one data folder',
  times: { long: 5, short: 1 },
  run: (options) => inFolder((folder) => shareFolder(folder, options)),
}

async function shareFolder(folder: string, { times, settings }: WorldOptions): Promise<Outcome> {
  const first = new Processes(folder, { env: settings })
  const second = new Processes(folder, { env: settings })
  const problems: string[] = []
  try {
    await first.ensureReady('server')
    let turn = 0
    const voters = new Voters(PEOPLE_OF_BOTH, ARENA, () => {
      const isSecond = second.runningPid('server') !== null && turn++ % 2 === 1
      return isSecond ? second.address : first.address
    })
    for (let time = 0; time < times; time++) {
      problems.push(...(await startOnSamePort(folder, first.address)))
      await second.ensureReady('server')
      await voters.cast(VOTES_BETWEEN)
      await voters.stop()
      const [board, otherBoard] = await Promise.all([boardAt(first, voters), boardAt(second, voters)])
      if (board !== otherBoard) problems.push('the two servers have different boards')
      await second.kill('server')
      voters.start()
      await voters.cast(VOTES_BETWEEN)
    }
    await voters.stop()
    const check = await checkArena(first, voters, ARENA)
    return {
      did: `${times} × a second server on the port of the first (refused), then on its own port and killed`,
      votes: voteOutcome(voters, check),
      figures: ['both serve the same board'],
      problems: [...problems, ...check.problems, ...second.unexpectedEnds],
    }
  } finally {
    await second.kill('server')
    await first.clear()
  }
}

/** The board that counts every acknowledged vote, without the time at which this server read it. */
async function boardAt({ address }: Processes, { ledger }: Voters): Promise<string> {
  return JSON.stringify({
    ...(await waitForBoard(address, `${ARENA}?source=people`, ledger.length)),
    asOf: null,
  })
}

/** The second server must end with one line that names the port, and leave the first one alone. */
async function startOnSamePort(folder: string, address: string): Promise<string[]> {
  const { port } = new URL(address)
  const rival = new Processes(folder, { env: { PORT: port } })
  const code = await rival.waitForEnd('server')
  const lines = rival.printedOutput('server').trim().split('\n')
  const health = await fetch(`${address}/healthz`)
  return [
    ...(code === SETUP_FAILED ? [] : [`a second server on the same port ended with ${code}`]),
    ...(lines.length === 1 && lines[0]!.includes(port) ? [] : [`it printed: ${lines.join(' / ')}`]),
    ...(health.ok ? [] : ['the first server did not answer afterwards']),
  ]
}
