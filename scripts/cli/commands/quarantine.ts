import type { Command } from 'commander'
import { QuarantineRequest, type QuarantineReceipt } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { addServerOptions, adminPath, withOperator, type ServerFlags } from '../remote/server.ts'
import { UsageError } from '../terminal/errors.ts'
import { counted } from '../../../shared/finish/lines.ts'
import { checkedOptions } from '../terminal/options.ts'
import { print, printJson, type Terminal } from '../terminal/terminal.ts'

interface Flags extends ServerFlags {
  reason: string
  release: boolean
  json: boolean
}

/** `quarantine ARENA VOTE…`: no board counts these votes any more; or releases them. */
export function quarantine(program: Command, terminal: Terminal): void {
  const command = program
    .command('quarantine')
    .argument('<arena>', 'its slug')
    .argument('<votes...>', 'ids, as in an export of votes')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option('--release', 'let them count again', false)
    .option('--json', 'one JSON value on stdout', false)
  addServerOptions(command).action((slug: string, ids: string[], flags: Flags) =>
    run(terminal, slug, requestOf(ids, flags), flags),
  )
}

/** @throws {UsageError} for an id that is none, too many of them, or an empty reason */
function requestOf(ids: readonly string[], { reason }: Flags): QuarantineRequest {
  const wrong = ids.find((id) => !/^\d{1,15}$/.test(id))
  if (wrong !== undefined) throw new UsageError(msg('vote_id_wrong', { id: wrong }))
  return checkedOptions(QuarantineRequest, { votes: ids.map(Number), reason })
}

async function run(
  terminal: Terminal,
  slug: string,
  request: QuarantineRequest,
  flags: Flags,
): Promise<void> {
  const { release } = flags
  const path = `${adminPath(slug)}/votes/${release ? 'release' : 'quarantine'}`
  const { votes: changed } = await withOperator(terminal, flags, ({ json }) =>
    json<QuarantineReceipt>(path, { method: 'POST', body: request }),
  )
  if (flags.json) return printJson(terminal, { arena: slug, quarantined: !release, votes: changed })
  const now = release ? 'released from quarantine' : 'put into quarantine'
  const there = new Set(request.votes).size - changed.length
  const before = there > 0 ? ` ${withCommas(there)} ${there === 1 ? 'was' : 'were'} before.` : ''
  print(terminal, `${counted(changed.length, 'vote')} of ${slug} ${now}.${before}`)
}
