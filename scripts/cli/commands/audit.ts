import type { Command } from 'commander'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { readAudit, readServerLog } from '../../../server/integrity/index.ts'
import { withApp } from '../terminal/with-app.ts'
import { visible } from '../../../shared/finish/lines.ts'
import { wholeNumber } from '../terminal/options.ts'
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts'
import { withCommas } from '../../../shared/sentence/index.ts'

interface Flags {
  limit: number
  before?: number
  json: boolean
}

/** `audit [ARENA]`: the audit log of an arena, or of the server, newest entry first. */
export function audit(program: Command, terminal: Terminal): void {
  program
    .command('audit')
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

// The details of an entry of the audit log, in words for the terminal.

/** Names and values, without empty ones: `votes added 60, described yes`. */
export function detailWords(details: Readonly<Record<string, unknown>>): string {
  // a finding is the reason once more, as a code
  const shown = Object.entries(details).filter(([name]) => name !== 'finding')
  return shown
    .map(([name, value]) => [nameOf(name), valueOf(value)] as const)
    .filter(([, value]) => value !== '')
    .map((pair) => pair.join(' '))
    .join(', ')
}

const nameOf = (name: string): string =>
  name
    .replace(/Usd(?=$|[A-Z])/, 'InUsd')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace('in usd', 'in USD')

function valueOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return withCommas(value)
  if (typeof value === 'string') return /[\s,]/.test(value) ? `"${value}"` : value
  if (Array.isArray(value)) return value.map(valueOf).join(' ')
  const words = detailWords(value as Record<string, unknown>)
  return words === '' ? '' : `(${words})`
}
