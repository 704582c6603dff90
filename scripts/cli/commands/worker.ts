import type { Command } from 'commander'
import { runWorker } from '../../../server/worker.ts'

/** `worker`: background jobs beside other processes on the same Postgres, until it is stopped. */
export function worker(program: Command): void {
  program
    .command('worker')
    .description('run background jobs beside a server on the same Postgres, until stopped')
    .action(async () => {
      await runWorker()
      await new Promise(() => {})
    })
}
