/**
 * `npm run cluster [-- drill] [--port N]`: a fleet on this machine, from Debian's packages. `drill` kills each of its
 * processes under people who vote. The exit code is 1 if a vote was lost or doubled, 2 for wrong arguments, 3 if a
 * program is missing.
 */
import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command } from 'commander'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { machine, table } from '../bench/figures.ts'
import { drill, isSound, tableOf, victimsOf } from './drill.ts'
import { startFleet, type Fleet } from './fleet.ts'
import { allPrograms } from './pgbouncer.ts'

async function run(part: 'drill' | undefined, options: { port?: number }): Promise<void> {
  const isDrill = part === 'drill'
  const port = options.port ?? (isDrill ? 0 : 4747)
  const programs = allPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'deadheat-cluster-'))
  await chmod(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))
  const interrupted = interruption()
  const starting = startFleet({ programs, folder, servers: 3, workers: 3, port, fsync: true })
  const fleet = await Promise.race([starting, interrupted.then(() => null)])
  // its processes end with this one
  if (!fleet) process.exit(130)
  if (isDrill) await Promise.race([runDrill(fleet, folder), interrupted.then(() => (process.exitCode = 130))])
  else {
    console.log(whereabouts(fleet, folder))
    await interrupted
  }
  await fleet.stop()
  process.exit()
}

/** Resolves at the first signal. At a second one, all processes are killed at once. */
const interruption = (): Promise<void> =>
  new Promise((resolve) => {
    let isFirst = true
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => {
        if (!isFirst) process.exit(130)
        isFirst = false
        resolve()
      })
  })

async function runDrill(fleet: Fleet, folder: string): Promise<void> {
  console.log(machine())
  const options = { people: 8, pauseMs: 100, between: 10, folder, victims: victimsOf(fleet) }
  const drilled = await drill(fleet, {
    ...options,
    report: ({ victim }) => console.error(`killed ${victim}`),
  })
  console.log(tableOf(drilled))
  console.log(machine())
  if (!isSound(drilled)) process.exitCode = 1
}

const whereabouts = ({ address, adminToken, pieces }: Fleet, folder: string): string =>
  [
    table([
      ['process', 'address', 'id'],
      ...pieces.map(({ name, pid, options }) => [name, options.where, String(pid)]),
    ]),
    '',
    `Page: ${address}`,
    `Admin token: ${adminToken}`,
    `Logs and data, until the end: ${folder}`,
    'Ctrl-C ends all of it.',
  ].join('\n')

await new Command('npm run cluster --')
  .description(
    `Starts a primary, a synchronous standby, PgBouncer, 3 servers, 3 workers and Caddy on this machine, until Ctrl-C.
What dies is started again; if the primary dies, the standby takes its place.`,
  )
  .addArgument(
    new Argument(
      '[part]',
      'kills each of them with kill -9 under people who vote, and counts lost and doubled votes',
    ).choices(['drill']),
  )
  .option('--port <n>', 'the port of the front (default: 4747; drill: a free one)', wholeNumber(0, 65535))
  .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
  .action((part: 'drill' | undefined, options: { port?: number }) =>
    run(part, options).catch((error: Error) => {
      console.error(error.message)
      process.exit(3)
    }),
  )
  .parseAsync()
