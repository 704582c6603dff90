import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import {
  Visibility,
  type AdminArena,
  type ArchiveReceipt,
  type ErasedText,
  type ErasedVoter,
  type RemovedArena,
} from '../../../shared/contracts/index.ts'
import { visible, contentCounts, countWithNoun } from '../../../shared/finish/lines.ts'
import { joinNames } from '../../../shared/sentence/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { adminPath, withServer, type Remote } from '../remote/server.ts'
import { excluding, choice, requireBeside } from '../terminal/options.ts'
import { withCommandPrefix, print, printJson, type Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

interface Flags {
  visibility?: Visibility
  archive: boolean
  unarchive: boolean
  eraseVoter?: string
  erasePrompt?: string
  contestant?: string
  remove: boolean
  yes?: string
}

/** The options that change an arena, but for its removal. */
const CHANGES = ['visibility', 'archive', 'unarchive', 'eraseVoter', 'erasePrompt'] as const

/** `arenas [ARENA]`: lists all arenas, or shows or changes one. */
export function arenas(program: Command, terminal: Terminal): void {
  const command = program
    .command('arenas')
    .argument('[arena]', 'its slug')
    .addOption(
      choice(
        '--visibility <who>',
        'public: listed for everybody; link: for people who have the address; private: only with the admin token',
        Visibility.options,
      ),
    )
    .option('--archive', 'keep it readable, but not listed: it takes no votes, runs, imports or links', false)
    .addOption(excluding('--unarchive', 'use an archived arena again', 'archive').default(false))
    .option(
      '--erase-voter <id>',
      'erase a person for good, by the id of the voter or of a battle it saw; its votes stay, under a pseudonym',
    )
    .addOption(
      excluding(
        '--erase-prompt <key>',
        'erase the text of a prompt and of all answers to it for good; votes on them stay',
        'eraseVoter',
      ),
    )
    .option('--contestant <name>', 'with --erase-prompt: only the answers of this contestant')
    .addOption(
      excluding(
        '--remove',
        'remove the arena for good, with all its votes; asks for its name, which may also come from a pipe',
        ...CHANGES,
      ).default(false),
    )
    .option('--yes <arena>', 'with --remove: the name of the arena, instead of being asked for it')
  requireBeside(command, { contestant: ['erasePrompt'], yes: ['remove'] })
  command.action((slug: string | undefined, flags: Flags) => {
    const changes = CHANGES.some((name) => flags[name])
    if (slug === undefined && (changes || flags.remove))
      throw new UsageError(
        msg('missing_argument', { what: 'the arena to change', ways: ['deadheat arenas ARENA …'] }),
      )
    return withServer(terminal, async (remote) => {
      if (slug === undefined) return list(terminal, remote)
      // an arena that is not there is refused before anything is asked or changed
      const arena = await remote.json<{ visibility: Visibility }>(adminPath(slug))
      if (flags.remove) return remove(terminal, remote, slug, flags)
      return changes ? change(terminal, remote, slug, arena, flags) : show(terminal, remote, slug)
    })
  })
}

const allArenas = async ({ json }: Remote) =>
  (await json<{ arenas: AdminArena[] }>('/api/admin/arenas')).arenas

async function list(terminal: Terminal, remote: Remote): Promise<void> {
  const all = await allArenas(remote)
  if (terminal.json) return printJson(terminal, { arenas: all })
  const none = withCommandPrefix('There is no arena yet. Create one with deadheat init or deadheat import.')
  print(terminal, all.map(lineOf).join('\n') || none)
}

async function show(terminal: Terminal, remote: Remote, slug: string): Promise<void> {
  const arena = (await allArenas(remote)).find((listed) => listed.arena === slug)!
  if (terminal.json) return printJson(terminal, arena)
  print(
    terminal,
    [arena.title, lineOf(arena), withCommandPrefix(`Its board: deadheat board ${slug}`)]
      .map(visible)
      .join('\n'),
  )
}

const lineOf = ({
  arena,
  visibility,
  contestants,
  votes,
  simulatedVotes,
  judging,
  archivedAt,
}: AdminArena): string =>
  [
    arena,
    visibility,
    countWithNoun(contestants, 'contestant'),
    countWithNoun(votes, 'vote'),
    ...(simulatedVotes > 0 ? [countWithNoun(simulatedVotes, 'simulated vote')] : []),
    ...(archivedAt ? [`archived ${archivedAt.slice(0, 10)}`] : []),
    ...(judging ? [`judging ${judging.replaceAll('_', ' ')}`] : []),
  ].join(' · ')

async function remove(terminal: Terminal, { json }: Remote, slug: string, flags: Flags): Promise<void> {
  const confirm = flags.yes ?? (await ask(terminal, `Type ${slug} to remove this arena for good: `))
  const removed = await json<RemovedArena>(`${adminPath(slug)}/remove`, { method: 'POST', body: { confirm } })
  if (terminal.json) return printJson(terminal, removed)
  print(terminal, `${slug} is removed, with ${joinNames(contentCounts(removed))}.`)
}

/** One line of stdin, without spaces around it. Empty: the input has ended. */
async function ask({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question)
  for await (const line of createInterface({ input: stdin })) return line.trim()
  return ''
}

/** What each change sends, in their order, with what is said of it. Its answer is a part of what `--json` prints. */
async function change(
  terminal: Terminal,
  { json }: Remote,
  slug: string,
  { visibility: before }: { visibility: Visibility },
  { visibility, eraseVoter, erasePrompt, contestant, archive, unarchive }: Flags,
): Promise<void> {
  const post = <Answer>(path: string, body: object) =>
    json<Answer>(`${adminPath(slug)}/${path}`, { method: 'POST', body })
  const result: Record<string, unknown> = { arena: slug, visibility: visibility ?? before }
  const sentences: string[] = []
  if (visibility) {
    await post('visibility', { visibility })
    sentences.push(`${slug} is ${visibility} now.`)
  }
  if (eraseVoter !== undefined) {
    const person = UUID.test(eraseVoter) ? { battle: eraseVoter } : { voter: eraseVoter }
    const erased = await post<ErasedVoter>('erase/voter', person)
    result['erasedVoter'] = erased
    sentences.push(
      `The voter of ${countWithNoun(erased.battles, 'battle')} is now ${erased.erasedAs}. Its votes count as before.`,
    )
  }
  if (erasePrompt !== undefined) {
    const erased = await post<ErasedText>('erase/text', { prompt: erasePrompt, contestant })
    result['erasedText'] = erased
    sentences.push(textErased(erased))
  }
  if (archive || unarchive) {
    Object.assign(result, await post<ArchiveReceipt>('archive', { archived: archive }))
    sentences.push(
      archive
        ? withCommandPrefix(
            `${slug} is archived. It stays readable, and takes no votes, runs, imports or links. Undo: deadheat arenas ${slug} --unarchive`,
          )
        : `${slug} is in use again.`,
    )
  }
  if (terminal.json) printJson(terminal, result)
  else print(terminal, sentences.join('\n'))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const textErased = ({ prompt, contestant, answers }: ErasedText): string =>
  contestant === null
    ? `Prompt "${prompt}" and ${countWithNoun(answers, 'answer')} to it erased. Votes on them count as before.`
    : `${countWithNoun(answers, 'answer')} of "${contestant}" to prompt "${prompt}" erased. Votes on them count as before.`
