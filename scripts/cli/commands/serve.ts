import type { Command } from 'commander'
import { describeSettings } from '../../../server/platform/config/config.ts'
import { runServer } from '../../../server/run-server.ts'
import { runWorker } from '../../../server/worker.ts'

/** `serve`: page and API, with an embedded Postgres unless DATABASE_URL names another, until it is stopped. */
export function serve(program: Command): void {
  program
    .command('serve')
    .addHelpText('after', () => `\n${describeSettings().trimEnd()}`)
    .option('--port <n>', 'port of page and API; before PORT')
    .option('--host <address>', 'address to listen on; before HOST')
    .action(async ({ port, host }: { port?: string; host?: string }) => {
      await runServer({ ...(port && { PORT: port }), ...(host && { HOST: host }) })
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
