import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArenaFileError, detectKind, isArchive, mustHold, openFile } from '../../../server/transfer/index.ts'
import type { ImportResult } from '../../../server/transfer/index.ts'
import type { ArenaReceipt, ArenaTrial, ImportReceipt } from '../../../shared/contracts/index.ts'
import { DeadheatError } from '../../../clients/typescript/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { reportImport } from '../terminal/import-summary.ts'
import { pathFrom } from '../terminal/terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { arenaFilesAt, formOf } from './arena-files.ts'
import { inTemporaryFolder } from './temporary-folder.ts'
import type { Remote, ServerFlags } from './server.ts'

export interface ImportFlags extends ServerFlags {
  prompts?: string
  answers?: string
  title?: string
  question?: string
  map?: string
  ignore?: string
  outcomes?: string
  orders: 'merge' | 'separate'
  dryRun: boolean
  strict: boolean
  json: boolean
}

/** `import ARENA FILE` over HTTP: the server reads the files and prints nothing that the terminal would not. */
export async function importOver(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  file: string,
  flags: ImportFlags,
): Promise<void> {
  const path = pathFrom(terminal, file)
  const board = `${remote.address}/a/${slug}`
  if (path !== '-' && (await isArchive(path))) throw new UsageError(msg('archive_not_over_http'))
  if (path !== '-' && (await isArena(path)))
    return importArena(terminal, remote, { slug, path, board, flags })
  const receipt = await inTemporaryFolder(async (folder) => {
    const files = await filesOf(terminal, path, flags, join(folder, 'stdin'))
    return remote.json<ImportReceipt>(`/api/admin/arenas/${encodeURIComponent(slug)}/import`, {
      method: 'POST',
      query: {
        orders: flags.orders,
        ...(flags.dryRun && { 'dry-run': true }),
        ...(flags.strict && { strict: true }),
        ...((await isMissing(remote, slug)) && { create: true }),
        ...(flags.title !== undefined && { title: flags.title }),
        ...(flags.question !== undefined && { question: flags.question }),
        ...(flags.map !== undefined && { map: flags.map }),
        ...(flags.ignore !== undefined && { ignore: flags.ignore }),
        ...(flags.outcomes !== undefined && { outcomes: flags.outcomes }),
      },
      body: formOf(files),
    })
  })
  const leftOut = receipt.files.flatMap(({ leftOut: warning }) => warning ?? [])
  const warnings = [...receipt.warnings, ...leftOut]
  const tool = receipt.files.find((one) => one.tool !== undefined)?.tool ?? null
  const result = { ...NOTHING_CHANGED, ...totalsOf(receipt), tool }
  reportImport(terminal, result, { warnings, board, startCommand: null, json: flags.json })
}

/** The parts of a result that only an arena.yaml has. */
const NOTHING_CHANGED = {
  promptsRetired: [],
  promptsRestored: [],
  promptsThatWerePublic: [],
  contestantsNotNamed: [],
  kinds: [],
}

const totalsOf = ({ files: _, warnings: _w, mostlyNew: _m, ...result }: ImportReceipt) => result

async function isArena(path: string): Promise<boolean> {
  const file = await openFile(path)
  const kind = await kindOf(file)
  for await (const _ of file.chunks) break
  return kind === 'arena'
}

/** Null: the file is of no kind of our own, so it may be of another tool. */
async function kindOf(file: Awaited<ReturnType<typeof openFile>>): Promise<string | null> {
  try {
    return detectKind(file)
  } catch {
    return null
  }
}

/**
 * The files by the names that messages use.
 * @param copy where standard input goes, so that it is not in memory
 */
async function filesOf(
  terminal: Terminal,
  path: string,
  { prompts, answers }: ImportFlags,
  copy: string,
): Promise<Map<string, Blob>> {
  const files = new Map<string, Blob>()
  const add = async (one: string, kind?: 'prompts' | 'answers') => {
    const isStdin = one === '-'
    if (isStdin) await writeFile(copy, terminal.stdin)
    const bytes = await openAsBlob(isStdin ? copy : one)
    if (kind && !isStdin) await mustBe(kind, one)
    files.set(isStdin ? 'standard input' : one.split(/[/\\]/).at(-1)!, bytes)
  }
  if (prompts !== undefined) await add(pathFrom(terminal, prompts), 'prompts')
  if (answers !== undefined) await add(pathFrom(terminal, answers), 'answers')
  await add(path)
  return files
}

async function mustBe(kind: 'prompts' | 'answers', path: string): Promise<void> {
  const file = await openFile(path)
  mustHold(kind, file)
  for await (const _ of file.chunks) break
}

async function isMissing(remote: Remote, slug: string): Promise<boolean> {
  try {
    await remote.request(`/api/admin/arenas/${encodeURIComponent(slug)}`)
    return false
  } catch (error) {
    if (error instanceof DeadheatError && error.code === 'arena_unknown') return true
    throw error
  }
}

/** @throws {UsageError} if the arena.yaml describes another arena */
async function importArena(
  terminal: Terminal,
  remote: Remote,
  { slug, path, board, flags }: { slug: string; path: string; board: string; flags: ImportFlags },
): Promise<void> {
  const { title, question, map, ignore, outcomes } = flags
  const option = Object.entries({ title, question, map, ignore, outcomes }).find(([, value]) => value)
  if (option) throw new UsageError(msg('arena_file_says', { option: `--${option[0]}` }))
  const { slug: described, plan, files } = await arenaFilesAt(path)
  if (described !== slug) throw new UsageError(msg('other_arena_described', { path, arena: described }))
  const query = flags.dryRun ? { 'dry-run': true } : {}
  const call = { method: 'POST', query, body: formOf(files) } as const
  const sent = await remote.json<ArenaReceipt | ArenaTrial>('/api/admin/arenas', call)
  const { change } = sent
  if (change === null) throw new ArenaFileError('problems' in sent ? sent.problems : [])
  const result: ImportResult = {
    ...NOTHING_CHANGED,
    promptsWithoutText: 0,
    contestantsNamed: plan.incoming?.contestants.map(({ name }) => name).sort() ?? [],
    votesAdded: 0,
    votesAlreadyThere: 0,
    ...change,
    arena: slug,
    dryRun: flags.dryRun,
  }
  reportImport(
    terminal,
    { ...result, tool: null },
    { warnings: plan.leftOut, board, startCommand: null, json: flags.json },
  )
}
