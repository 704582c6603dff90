import type { Command } from 'commander'
import { describeSettings } from '../../../server/platform/config/config.ts'
import { runServer } from '../../../server/run-server.ts'

/** `serve`: page and API, with an embedded Postgres unless DATABASE_URL names another, until it is stopped. */
export function serve(program: Command): void {
  program
    .command('serve')
    .description(
      'serve page and API, and run background jobs, until stopped; no command at all does the same',
    )
    .addHelpText('after', () => `\n${describeSettings().trimEnd()}`)
    .option('--port <n>', 'port of page and API; before PORT')
    .option('--host <address>', 'address to listen on; before HOST')
    .action(async ({ port, host }: { port?: string; host?: string }) => {
      await runServer({ ...(port && { PORT: port }), ...(host && { HOST: host }) })
      await new Promise(() => {})
    })
}
