import type { Command } from 'commander'
import type {
  AdminContestant,
  AdminContestants,
  PromptSelection,
  PromptsReceipt,
} from '../../../shared/contracts/index.ts'
import { few, msg } from '../../../shared/messages/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { visible } from '../../../shared/finish/lines.ts'
import { addServerOptions, adminPath, withOperator, type ServerFlags } from '../remote/server.ts'
import { UsageError } from '../terminal/errors.ts'
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts'

interface Flags extends ServerFlags {
  contestant?: string
  prompts?: string[]
  category?: string
  allPrompts: boolean
  restore: boolean
  into?: string
  json: boolean
}

/** `retire ARENA`: takes a contestant or prompts out of use, or brings them back. */
export function retire(program: Command, terminal: Terminal): void {
  const command = program
    .command('retire')
    .argument('<arena>', 'its slug')
    .option('--contestant <name>', 'this contestant: name or slug')
    .option('--prompts <keys...>', 'the prompts with these keys')
    .option('--category <name>', 'all prompts of this category')
    .option('--all-prompts', 'all prompts', false)
    .option('--restore', 'bring them back into use, or take prompts of visitors into the set', false)
    .option('--into <category>', 'with --restore: the category of what visitors wrote')
    .option('--json', 'one JSON value on stdout', false)
  addServerOptions(command).action((slug: string, flags: Flags) => {
    const { contestant, prompts: keys, category, allPrompts } = flags
    const selections: PromptSelection[] = [
      ...(keys ? [{ keys }] : []),
      ...(category === undefined ? [] : [{ category }]),
      ...(allPrompts ? [{ all: true as const }] : []),
    ]
    if (selections.length + (contestant === undefined ? 0 : 1) !== 1)
      throw new UsageError(msg('retire_one_thing'))
    if (flags.into !== undefined && !(flags.restore && keys)) throw new UsageError(msg('retire_into'))
    return contestant === undefined
      ? changePrompts(terminal, slug, selections[0]!, flags)
      : changeContestant(terminal, slug, contestant, flags)
  })
}

async function changeContestant(terminal: Terminal, slug: string, name: string, flags: Flags): Promise<void> {
  const { restore, json } = flags
  const { contestant, name: shown } = await withOperator(terminal, flags, async (remote) => {
    const at = `${adminPath(slug)}/contestants`
    const found = named((await remote.json<AdminContestants>(at)).contestants, slug, name)
    const path = `${at}/${encodeURIComponent(found.contestant)}/${restore ? 'restore' : 'retire'}`
    await remote.request(path, { method: 'POST' })
    return found
  })
  if (json) return printJson(terminal, { arena: slug, contestant, retired: !restore })
  const now = restore ? 'is in use again' : 'is retired. Its votes and its place on the board stay'
  print(terminal, visible(`${shown} of ${slug} ${now}.`))
}

/** @throws {UsageError} if no contestant has this name or slug */
function named(all: readonly AdminContestant[], arena: string, wanted: string): AdminContestant {
  const found = all.find(({ name }) => name === wanted) ?? all.find((one) => one.contestant === wanted)
  if (found) return found
  const there = few(all.map((one) => one.name))
  throw new UsageError(msg('contestant_not_there', { arena, name: wanted, there }))
}

async function changePrompts(
  terminal: Terminal,
  slug: string,
  chosen: PromptSelection,
  flags: Flags,
): Promise<void> {
  const { restore, into } = flags
  const body = { ...chosen, ...(into !== undefined && { into }) }
  const path = `${adminPath(slug)}/prompts/${restore ? 'restore' : 'retire'}`
  const receipt = await withOperator(terminal, flags, ({ json }) =>
    json<PromptsReceipt>(path, { method: 'POST', body }),
  )
  if (receipt.warning !== null) note(terminal, `warning: ${receipt.warning}`)
  if (flags.json) return printJson(terminal, receipt)
  const { prompts, textsPublicFrom } = receipt
  const count = `${withCommas(prompts.length)} ${prompts.length === 1 ? 'prompt' : 'prompts'} of ${slug}`
  if (prompts.length === 0)
    return print(
      terminal,
      `Nothing changed: these prompts of ${slug} ${restore ? 'were in use' : 'were retired'}.`,
    )
  if (restore) return print(terminal, `${count} ${prompts.length === 1 ? 'is' : 'are'} in use again.`)
  print(
    terminal,
    `${count} ${prompts.length === 1 ? 'is' : 'are'} retired. Votes on ${prompts.length === 1 ? 'it' : 'them'} stay. From ${textsPublicFrom} on, everybody may read who gave which answer.`,
  )
}
