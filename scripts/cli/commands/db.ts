import type { Command } from 'commander'
import { seedDemo } from '../../../server/transfer/index.ts'
import { withApp } from '../terminal/with-app.ts'
import { backupAndRestore } from './db-backup.ts'
import { print, printJson } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** `db migrate|seed|backup|restore`: maintains the database. */
export function db(program: Command, terminal: Terminal): void {
  const group = program.command('db').description('maintain the database')
  group
    .command('migrate')
    .description('migrate the tables to this version (every start does this too)')
    .option('--json', 'one JSON value on stdout', false)
    .action(async ({ json }: { json: boolean }) => {
      await withApp(terminal, async () => {
        if (json) printJson(terminal, { migrated: true })
        else print(terminal, 'The database is up to date.')
      })
    })
  group
    .command('seed')
    .description('add the demo arena with simulated votes; a second time adds nothing')
    .option('--without-votes', 'only the texts', false)
    .option('--json', 'one JSON value on stdout', false)
    .action(async ({ withoutVotes, json }: { withoutVotes: boolean; json: boolean }) => {
      const result = await withApp(terminal, ({ deps }) =>
        seedDemo(deps, { votes: !withoutVotes, onlyIfEmpty: false }),
      )
      if (json) printJson(terminal, result)
      else
        print(
          terminal,
          `Arena ${result!.arena}: ${result!.answersAdded} answers and ${result!.votesAdded} simulated votes added.`,
        )
    })
  backupAndRestore(group, terminal)
}
