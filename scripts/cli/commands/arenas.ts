import { createInterface } from 'node:readline'
import { Option, type Command } from 'commander'
import {
  Visibility,
  type AdminArena,
  type ArchiveReceipt,
  type ErasedText,
  type ErasedVoter,
  type EraseTextRequest,
  type EraseVoterRequest,
  type RemovedArena,
} from '../../../shared/contracts/index.ts'
import { visible, contentOf, counted } from '../../../shared/finish/lines.ts'
import { listed } from '../../../shared/sentence/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { addServerOptions, adminPath, withOperator, type Remote, type ServerFlags } from '../remote/server.ts'
import { asTyped, print, printJson, type Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

interface Flags extends ServerFlags {
  visibility?: Visibility
  archive: boolean
  unarchive: boolean
  removeSimulatedVotes: boolean
  eraseVoter?: string
  erasePrompt?: string
  contestant?: string
  remove: boolean
  yes?: string
  json: boolean
}

/** `arenas [ARENA]`: lists all arenas, or shows or changes one. */
export function arenas(program: Command, terminal: Terminal): void {
  const command = program
    .command('arenas')
    .argument('[arena]', 'its slug')
    .addOption(
      new Option(
        '--visibility <who>',
        'public: listed for everybody; link: for people who have the address; private: only with the admin token',
      ).choices(Visibility.options),
    )
    .option('--archive', 'keep it readable, but not listed: it takes no votes, runs, imports or links', false)
    .option('--unarchive', 'use an archived arena again', false)
    .option(
      '--remove-simulated-votes',
      'retract all its simulated votes for good; they stay in the database as retracted',
      false,
    )
    .option(
      '--erase-voter <id>',
      'erase a person for good, by the id of the voter or of a battle it saw; its votes stay, under a pseudonym',
    )
    .option(
      '--erase-prompt <key>',
      'erase the text of a prompt and of all answers to it for good; votes on them stay',
    )
    .option('--contestant <name>', 'with --erase-prompt: only the answers of this contestant')
    .option(
      '--remove',
      'remove the arena for good, with all its votes; asks for its name, which may also come from a pipe',
      false,
    )
    .option('--yes <arena>', 'with --remove: the name of the arena, instead of being asked for it')
    .option('--json', 'one JSON value on stdout', false)
  addServerOptions(command).action((slug: string | undefined, flags: Flags) => {
    const erases = [flags.eraseVoter, flags.erasePrompt].filter((one) => one !== undefined).length
    if (erases > 1 || (flags.contestant !== undefined && flags.erasePrompt === undefined))
      throw new UsageError(msg('erase_text_or_voter'))
    if (flags.archive && flags.unarchive) throw new UsageError(msg('archive_or_unarchive'))
    const archives = flags.archive || flags.unarchive
    const changes = flags.visibility !== undefined || archives || flags.removeSimulatedVotes || erases > 0
    if (flags.remove ? changes : flags.yes !== undefined) throw new UsageError(msg('remove_alone'))
    if (slug === undefined && (changes || flags.remove)) throw new UsageError(msg('arena_to_change_missing'))
    if (slug !== undefined && flags.remove) return remove(terminal, slug, flags)
    if (slug !== undefined && !changes) return show(terminal, slug, flags)
    return slug === undefined ? list(terminal, flags) : change(terminal, slug, flags)
  })
}

async function list(terminal: Terminal, flags: Flags): Promise<void> {
  const all = await withArenas(terminal, flags, (operations) => operations.list())
  if (flags.json) return printJson(terminal, { arenas: all })
  if (all.length === 0)
    return print(
      terminal,
      asTyped('There is no arena yet. Create one with deadheat init or deadheat import.'),
    )
  for (const arena of all) print(terminal, lineOf(arena))
}

async function show(terminal: Terminal, slug: string, flags: Flags): Promise<void> {
  const arena = await withArenas(terminal, flags, async (operations) => {
    await operations.requireNamed(slug)
    return (await operations.list()).find((one) => one.arena === slug)!
  })
  if (flags.json) return printJson(terminal, arena)
  print(
    terminal,
    [arena.title, lineOf(arena), asTyped(`Its board: deadheat board ${slug}`)].map(visible).join('\n'),
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
    counted(contestants, 'contestant'),
    counted(votes, 'vote'),
    ...(simulatedVotes > 0 ? [counted(simulatedVotes, 'simulated vote')] : []),
    ...(archivedAt ? [`archived ${archivedAt.slice(0, 10)}`] : []),
    ...(judging ? [`judging ${judging.replaceAll('_', ' ')}`] : []),
  ].join(' · ')

async function remove(terminal: Terminal, slug: string, flags: Flags): Promise<void> {
  const removed = await withArenas(terminal, flags, async (operations) => {
    await operations.requireNamed(slug)
    const confirm = flags.yes ?? (await ask(terminal, `Type ${slug} to remove this arena for good: `))
    return operations.remove(slug, confirm)
  })
  if (flags.json) return printJson(terminal, removed)
  print(terminal, `${slug} is removed, with ${listed(contentOf(removed))}.`)
}

/** One line of stdin, without spaces around it. Empty: the input has ended. */
async function ask({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question)
  for await (const line of createInterface({ input: stdin })) return line.trim()
  return ''
}

async function change(terminal: Terminal, slug: string, flags: Flags): Promise<void> {
  const result = await withArenas(terminal, flags, async (operations) => {
    await operations.requireNamed(slug)
    if (flags.visibility) await operations.show(slug, flags.visibility)
    const removed = flags.removeSimulatedVotes ? await operations.removeSimulatedVotes(slug) : null
    const erased = await erase(operations, slug, flags)
    const archived =
      flags.archive || flags.unarchive ? await operations.archive(slug, flags.archive) : undefined
    const visibility = flags.visibility ?? (await operations.visibilityOf(slug))
    return { arena: slug, visibility, simulatedVotesRemoved: removed, ...erased, ...archived }
  })
  if (flags.json) return printJson(terminal, result)
  if (flags.visibility) print(terminal, `${slug} is ${result.visibility} now.`)
  if (flags.archive)
    print(
      terminal,
      asTyped(
        `${slug} is archived. It stays readable, and takes no votes, runs, imports or links. Undo: deadheat arenas ${slug} --unarchive`,
      ),
    )
  if (flags.unarchive) print(terminal, `${slug} is in use again.`)
  if (result.simulatedVotesRemoved !== null)
    print(terminal, `${counted(result.simulatedVotesRemoved, 'simulated vote')} of ${slug} removed.`)
  if (result.erasedVoter)
    print(
      terminal,
      `The voter of ${counted(result.erasedVoter.battles, 'battle')} is now ${result.erasedVoter.erasedAs}. Its votes count as before.`,
    )
  if (result.erasedText) print(terminal, textErased(result.erasedText))
}

async function erase(
  operations: ArenaOperations,
  slug: string,
  { eraseVoter: id, erasePrompt: prompt, contestant }: Flags,
): Promise<{ erasedVoter?: ErasedVoter; erasedText?: ErasedText }> {
  if (id !== undefined) {
    const person = UUID.test(id) ? { battle: id } : { voter: id }
    return { erasedVoter: await operations.eraseVoter(slug, person) }
  }
  if (prompt === undefined) return {}
  const texts = { prompt, ...(contestant !== undefined && { contestant }) }
  return { erasedText: await operations.eraseText(slug, texts) }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const textErased = ({ prompt, contestant, answers }: ErasedText): string =>
  contestant === null
    ? `Prompt "${prompt}" and ${counted(answers, 'answer')} to it erased. Votes on them count as before.`
    : `${counted(answers, 'answer')} of "${contestant}" to prompt "${prompt}" erased. Votes on them count as before.`

/** Runs `act` on the arenas of the named server, or else of the database. */
const withArenas = <T>(
  terminal: Terminal,
  flags: ServerFlags,
  act: (operations: ArenaOperations) => Promise<T>,
): Promise<T> => withOperator(terminal, flags, (remote) => act(operationsOn(remote)))

/** What an operator does with whole arenas. */
type ArenaOperations = ReturnType<typeof operationsOn>

function operationsOn({ json, request }: Remote) {
  const post = <Body>(slug: string, path: string, body: object) =>
    json<Body>(`${adminPath(slug)}/${path}`, { method: 'POST', body })
  return {
    list: async () => (await json<{ arenas: AdminArena[] }>('/api/admin/arenas')).arenas,
    /** @throws an error with code arena_unknown */
    requireNamed: async (slug: string) => void (await request(adminPath(slug))),
    show: (slug: string, visibility: Visibility) => post(slug, 'visibility', { visibility }),
    visibilityOf: async (slug: string) =>
      (await json<{ visibility: Visibility }>(adminPath(slug))).visibility,
    archive: (slug: string, archived: boolean) => post<ArchiveReceipt>(slug, 'archive', { archived }),
    /** Returns how many votes were removed. */
    removeSimulatedVotes: async (slug: string) => {
      const query = { source: 'simulated' }
      const path = `${adminPath(slug)}/votes`
      return (await json<{ removed: number }>(path, { method: 'DELETE', query })).removed
    },
    eraseVoter: (slug: string, erased: EraseVoterRequest) => post<ErasedVoter>(slug, 'erase/voter', erased),
    eraseText: (slug: string, erased: EraseTextRequest) => post<ErasedText>(slug, 'erase/text', erased),
    /** @param confirm the slug once more */
    remove: (slug: string, confirm: string) => post<RemovedArena>(slug, 'remove', { confirm }),
  }
}
