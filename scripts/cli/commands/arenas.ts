import { Option } from 'commander'
import type { Command } from 'commander'
import { arenaNamed, listForAdmin, showTo } from '../../../server/arenas/index.ts'
import { removeSimulatedVotes } from '../../../server/votes/index.ts'
import { Visibility } from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { withApp } from '../terminal/with-app.ts'
import { print, printJson } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

interface Flags {
  visibility?: Visibility
  removeSimulatedVotes: boolean
  json: boolean
}

/** `arenas [ARENA]`: lists all arenas, or changes one. */
export function arenas(program: Command, terminal: Terminal): void {
  program
    .command('arenas')
    .description('list all arenas, including private ones; or change one arena')
    .argument('[arena]', 'its slug')
    .addOption(
      new Option(
        '--visibility <who>',
        'public: listed for everybody; link: for people who have the address; private: only with the admin token',
      ).choices(Visibility.options),
    )
    .option(
      '--remove-simulated-votes',
      'retract all its simulated votes for good; they stay in the database as retracted',
      false,
    )
    .option('--json', 'one JSON value on stdout', false)
    .action((slug: string | undefined, flags: Flags) => {
      const changes = flags.visibility !== undefined || flags.removeSimulatedVotes
      if (slug === undefined && changes) throw new UsageError(msg('arena_to_change_missing'))
      if (slug !== undefined && !changes) throw new UsageError(msg('change_missing'))
      return slug === undefined ? list(terminal, flags) : change(terminal, slug, flags)
    })
}

async function list(terminal: Terminal, { json }: Flags): Promise<void> {
  const all = await withApp(terminal, ({ deps }) => listForAdmin(deps))
  if (json) return printJson(terminal, { arenas: all })
  if (all.length === 0)
    return print(terminal, 'There is no arena yet. Create one with deadheat init or deadheat import.')
  for (const { arena, visibility, contestants, votes, simulatedVotes, judging } of all)
    print(
      terminal,
      [
        arena,
        visibility,
        counted(contestants, 'contestant'),
        counted(votes, 'vote'),
        ...(simulatedVotes > 0 ? [counted(simulatedVotes, 'simulated vote')] : []),
        ...(judging ? [`judging ${judging.replaceAll('_', ' ')}`] : []),
      ].join(' · '),
    )
}

async function change(terminal: Terminal, slug: string, flags: Flags): Promise<void> {
  const result = await withApp(terminal, async ({ deps }) => {
    const arena = await arenaNamed(deps.db, slug)
    const { visibility } = flags.visibility ? await showTo(deps, arena, flags.visibility) : arena
    const removed = flags.removeSimulatedVotes ? await removeSimulatedVotes(deps, arena) : null
    return { arena: slug, visibility, simulatedVotesRemoved: removed }
  })
  if (flags.json) return printJson(terminal, result)
  if (flags.visibility) print(terminal, `${slug} is ${result.visibility} now.`)
  if (result.simulatedVotesRemoved !== null)
    print(terminal, `${counted(result.simulatedVotesRemoved, 'simulated vote')} of ${slug} removed.`)
}

const counted = (count: number, what: string) => `${withCommas(count)} ${what}${count === 1 ? '' : 's'}`
