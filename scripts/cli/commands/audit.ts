import type { Command } from 'commander'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { readAudit, readServerLog } from '../../../server/integrity/index.ts'
import { withApp } from '../terminal/with-app.ts'
import { visible } from '../../../server/leaderboard/render/columns.ts'
import { detailWords } from '../terminal/audit-words.ts'
import { wholeNumber } from '../terminal/options.ts'
import { note, print, printJson } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'

interface Flags {
  limit: number
  before?: number
  json: boolean
}

/** `audit [ARENA]`: the audit log of an arena, or of the server, newest entry first. */
export function audit(program: Command, terminal: Terminal): void {
  program
    .command('audit')
    .description(
      'print the audit log of an arena: who did what and when, newest first; without an arena: removed arenas and tokens of operators',
    )
    .argument('[arena]', 'its slug')
    .option('--limit <n>', 'print at most this many entries', wholeNumber(1, 200), 50)
    .option('--before <id>', 'only entries before this one', wholeNumber(1))
    .option('--json', 'one JSON value on stdout', false)
    .action((slug: string | undefined, { limit, before, json }: Flags) =>
      withApp(terminal, async ({ deps }) => {
        const page = { limit, before }
        const log =
          slug === undefined
            ? await readServerLog(deps.db, page)
            : await readAudit(deps.db, await arenaNamed(deps.db, slug), page)
        if (json) return printJson(terminal, { arena: slug ?? null, ...log })
        if (log.entries.length === 0) note(terminal, 'No entries.')
        for (const { id, at, actor, token, act, details } of log.entries)
          print(
            terminal,
            visible(
              [
                id,
                at,
                token === undefined ? actor : `token "${token}"`,
                act.replaceAll('_', ' '),
                detailWords(details),
              ]
                .filter((part) => part !== '')
                .join('  '),
            ),
          )
      }),
    )
}
