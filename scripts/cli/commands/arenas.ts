import { createInterface } from 'node:readline'
import { Option, type Command } from 'commander'
import { Visibility } from '../../../shared/contracts/index.ts'
import { printAnswer } from '../remote/print-answer.ts'
import { UsageError } from '../terminal/errors.ts'
import { adminPath, withServer, type Remote } from '../remote/server.ts'
import { choice, requireBeside } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

interface Flags {
  visibility?: Visibility
  eraseVoter?: string
  erasePrompt?: string
  contestant?: string
  remove: boolean
  yes?: string
}

/** The options that change an arena. One command makes one change. */
const CHANGES = ['visibility', 'eraseVoter', 'erasePrompt', 'remove'] as const

/** An option that changes an arena. */
function changing(option: Option): Option {
  return option.conflicts(CHANGES.filter((name) => name !== option.attributeName()))
}

/** `arenas [ARENA]`: lists all arenas, or shows or changes one. */
export function arenas(program: Command, terminal: Terminal): void {
  const command = program
    .command('arenas')
    .argument('[arena]', 'its slug')
    .option('--contestant <name>', 'with --erase-prompt: only the answers of this contestant')
    .option('--yes <arena>', 'with --remove: the name of the arena, instead of being asked for it')
  const changes = [
    choice(
      '--visibility <who>',
      'public: listed for everybody; link: for people who have the address; private: only with the admin token',
      Visibility.options,
    ),
    new Option(
      '--erase-voter <id>',
      'erase a person for good, by the id of the voter or of a battle it saw; its votes stay, under a pseudonym',
    ),
    new Option(
      '--erase-prompt <key>',
      'erase the text of a prompt and of all answers to it for good; votes on them stay',
    ),
    new Option(
      '--remove',
      'remove the arena for good, with all its votes; asks for its name, which may also come from a pipe',
    ).default(false),
  ]
  for (const option of changes) command.addOption(changing(option))
  requireBeside(command, { contestant: ['erasePrompt'], yes: ['remove'] })
  command.action((slug: string | undefined, flags: Flags) => {
    if (slug === undefined && CHANGES.some((name) => flags[name]))
      throw new UsageError(
        msg('missing_argument', { what: 'the arena to change', ways: ['deadheat arenas ARENA …'] }),
      )
    return withServer(terminal, async (remote) => {
      if (slug === undefined) return printAnswer(terminal, remote, { path: '/api/admin/arenas' })
      const path = adminPath(slug)
      const change = flags.remove ? await removal(terminal, remote, slug, flags.yes) : changeAsked(flags)
      return printAnswer(
        terminal,
        remote,
        change ? { path: `${path}/${change.route}`, method: 'POST', body: change.body } : { path },
      )
    })
  })
}

/** Where a change is sent, below the path of its arena, and what is sent. */
interface Change {
  route: string
  body: object
}

function changeAsked(flags: Flags): Change | null {
  const { visibility, eraseVoter, erasePrompt: prompt, contestant } = flags
  if (visibility) return { route: 'visibility', body: { visibility } }
  if (eraseVoter !== undefined)
    return {
      route: 'erase/voter',
      body: UUID.test(eraseVoter) ? { battle: eraseVoter } : { voter: eraseVoter },
    }
  if (prompt !== undefined) return { route: 'erase/text', body: { prompt, contestant } }
  return null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The removal, once its arena is there and somebody has typed its name. */
async function removal(terminal: Terminal, { json }: Remote, slug: string, yes?: string): Promise<Change> {
  await json(adminPath(slug))
  const confirm = yes ?? (await ask(terminal, `Type ${slug} to remove this arena for good: `))
  return { route: 'remove', body: { confirm } }
}

/** One line of stdin, without spaces around it. Empty: the input has ended. */
async function ask({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question)
  for await (const line of createInterface({ input: stdin })) return line.trim()
  return ''
}
