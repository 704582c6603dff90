import type { Command } from 'commander'
import { describeSettings } from '../../../server/platform/config/config.ts'
import { runServer } from '../../../server/run-server.ts'
import { runWorker } from '../../../server/worker.ts'

/** `serve`: page and API, with an embedded Postgres unless DATABASE_URL names another, until it is stopped. */
export function serve(program: Command): void {
  program
    .command('serve')
    .addHelpText('after', () => `\n${describeSettings().trimEnd()}`)
    .action(async () => {
      await runServer()
      await new Promise(() => {})
    })
}

/** `worker`: background jobs beside other processes on the same Postgres, until it is stopped. */
export function worker(program: Command): void {
  program.command('worker').action(async () => {
    await runWorker()
    await new Promise(() => {})
  })
}
