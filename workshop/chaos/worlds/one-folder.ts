/** A second server is started on the data folder of the first: on the same port, then on a port of its own. */
import { checkArena, settledBoard } from '../check-arena.ts'
import { Processes } from '../processes.ts'
import { Voters } from '../voters.ts'
import { inFolder, votesOf } from '../world.ts'
import type { Outcome, World, WorldOptions } from '../world.ts'

const ARENA = 'support-replies'
const PEOPLE = 4
const VOTES_BETWEEN = 10
/** The exit code of a process that cannot start as it is set up. */
const SETUP_FAILED = 3

export const oneFolder: World = {
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
    const voters = new Voters(PEOPLE, ARENA, () => {
      const isSecond = second.pidOf('server') !== null && turn++ % 2 === 1
      return isSecond ? second.address : first.address
    })
    for (let time = 0; time < times; time++) {
      problems.push(...(await startOnSamePort(folder, first.address)))
      await second.ensureReady('server')
      await voters.cast(VOTES_BETWEEN)
      await voters.stop()
      const [board, otherBoard] = await Promise.all([boardOf(first, voters), boardOf(second, voters)])
      if (board !== otherBoard) problems.push('the two servers have different boards')
      await second.kill('server')
      voters.start()
      await voters.cast(VOTES_BETWEEN)
    }
    await voters.stop()
    const check = await checkArena(first, voters, ARENA)
    return {
      did: `${times} × a second server on the port of the first (refused), then on its own port and killed`,
      votes: votesOf(voters, check),
      figures: ['both serve the same board'],
      problems: [...problems, ...check.problems, ...second.unexpectedEnds],
    }
  } finally {
    await second.kill('server')
    await first.clear()
  }
}

/** The board that counts every acknowledged vote, without the time at which this server read it. */
async function boardOf({ address }: Processes, { ledger }: Voters): Promise<string> {
  const { asOf: _, ...board } = await settledBoard(address, ARENA, ledger.length)
  return JSON.stringify(board)
}

/** The second server must end with one line that names the port, and leave the first one alone. */
async function startOnSamePort(folder: string, address: string): Promise<string[]> {
  const { port } = new URL(address)
  const rival = new Processes(folder, { env: { PORT: port } })
  const code = await rival.endOf('server')
  const lines = rival.outputOf('server').trim().split('\n')
  const health = await fetch(`${address}/healthz`)
  return [
    ...(code === SETUP_FAILED ? [] : [`a second server on the same port ended with ${code}`]),
    ...(lines.length === 1 && lines[0]!.includes(port) ? [] : [`it printed: ${lines.join(' / ')}`]),
    ...(health.ok ? [] : ['the first server did not answer afterwards']),
  ]
}
