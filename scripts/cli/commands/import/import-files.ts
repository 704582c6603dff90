import {
  importInto,
  isArchive,
  openImport,
  type ImportStep,
  ArenaFileError,
  detectKind,
  requireKind,
  openFile,
  type ImportResult,
} from '../../../../server/transfer/index.ts'
import type { LongStatement } from '../../../../server/platform/postgres/long-statements.ts'
import { readConfig, type Config } from '../../../../server/platform/config/config.ts'
import { START_COMMAND } from '../../../../server/platform/config/installation.ts'
import { linkOrigin } from '../../../../server/platform/http/host-check.ts'
import type {
  ArenaReceipt,
  ArenaTrial,
  BroughtArchive,
  ImportReceipt,
} from '../../../../shared/contracts/index.ts'
import { UsageError } from '../../terminal/errors.ts'
import { withApp } from '../../terminal/with-app.ts'
import { readPlanOption } from '../../terminal/read-plan.ts'
import {
  printNote,
  print,
  printJson,
  progress,
  resolveFilePath,
  type Terminal,
} from '../../terminal/terminal.ts'
import { archiveSummary, links, reportImport } from '../../terminal/import-summary.ts'
import {
  adminPath,
  configuredServer,
  withChosenServer,
  withServer,
  type Remote,
} from '../../remote/server.ts'
import { englishText, msg } from '../../../../shared/messages/index.ts'
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeadheatError } from '../../../../clients/typescript/error.ts'
import { readArenaFiles, createFormData } from '../../remote/run.ts'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { filesOfScores, type ImportFlags } from '../import.ts'

/** @param folder for what is read twice */
export async function importFiles(
  terminal: Terminal,
  slug: string,
  file: string,
  flags: ImportFlags,
  folder: string,
): Promise<void> {
  if (file !== '-' && (await isArchive(resolveFilePath(terminal, file))))
    return runArchive(terminal, slug, file, flags)
  const server = configuredServer(terminal, flags)
  const plan = await readPlanOption(terminal, flags)
  if (server)
    return withServer(terminal, { ...server, fetch: patientFetch }, (remote) =>
      importOver(
        terminal,
        remote,
        slug,
        file,
        { ...flags, ...(plan && { plan: JSON.stringify(plan) }) },
        folder,
      ),
    )
  const path = (name: string | undefined) =>
    name === undefined ? undefined : resolveFilePath(terminal, name)
  const reading = progress(terminal, 'Reading')
  const [first, ...others] = filesOfScores(file, flags).map((one) => resolveFilePath(terminal, one))
  const { incoming, warnings, tool, close } = await openImport({
    slug,
    file: first,
    others,
    prompts: path(flags.prompts),
    answers: path(flags.answers),
    map: flags.map,
    ignore: flags.ignore,
    outcomes: flags.outcomes,
    from: flags.from === 'counts' ? undefined : flags.from,
    plan,
    strict: flags.strict,
    orders: flags.orders,
    yes: flags.yes,
    stdin: terminal.stdin,
    onProgress: reading.to,
  })
  if (flags.title !== undefined) incoming.arena.title = flags.title
  if (flags.question !== undefined) incoming.arena.description = flags.question
  await withApp(terminal, async ({ deps }, config) => {
    const writing = progress(terminal, 'Writing')
    const onLong = (step: ImportStep, { seconds, waitsFor }: LongStatement) => {
      reading.end()
      writing.end()
      printNote(terminal, englishText(msg('import_is_long', { step, seconds, waitsFor })))
    }
    const into = { ...deps, onWritten: writing.to, onLong }
    const result = await importInto(into, incoming, flags.dryRun).finally(() => {
      reading.end()
      writing.end()
    })
    const board = `${await linkOrigin(config)}/a/${slug}`
    const { json } = flags
    const hasTitle = incoming.arena.title !== undefined
    const options = { warnings, board, aboutServer: aboutServer(config), hasTitle, json }
    reportImport(terminal, { ...result, tool }, options)
  }).finally(close)
}

/** When links work. Nothing says where the servers on a database of one's own are. */
const aboutServer = ({ databaseUrl, publicUrl }: Config): string =>
  databaseUrl && !publicUrl
    ? 'These are the addresses of a server on this machine. If yours has another, set DEADHEAT_PUBLIC_URL.'
    : `These addresses work while the server runs (${START_COMMAND}).`

/** What is said about the content of a file. */
const saidOf = ({ title, question, map, ignore, outcomes, from, plan }: ImportFlags) =>
  Object.fromEntries(
    Object.entries({ title, question, map, ignore, outcomes, from, plan }).filter(
      ([, value]) => value !== undefined,
    ),
  )

/** @throws {UsageError} if an option asks for anything but the whole archive */
async function runArchive(terminal: Terminal, slug: string, file: string, flags: ImportFlags): Promise<void> {
  const { prompts, answers, dryRun } = flags
  const option = Object.entries({ prompts, answers, ...saidOf(flags), 'dry-run': dryRun }).find(
    ([, value]) => value,
  )
  if (option) throw new UsageError(msg('archive_is_whole', { option: `--${option[0]}` }))
  const bar = progress(terminal, 'Reading')
  const blob = await openAsBlob(resolveFilePath(terminal, file))
  const send = async (remote: Remote) => {
    const call = { method: 'PUT', body: heard(blob, bar.to) } as const
    const brought = await remote.json<BroughtArchive>(`${adminPath(slug)}/content`, call).finally(bar.end)
    const config = remote.app && readConfig(terminal.env)
    const board = `${config ? await linkOrigin(config) : remote.address}/a/${slug}`
    if (flags.json) return printJson(terminal, { ...brought, board })
    const about = config && aboutServer(config)
    print(terminal, [archiveSummary(slug, brought.rows), ...links(board, false, about)].join('\n'))
  }
  const server = configuredServer(terminal, flags)
  if (server) await withServer(terminal, { ...server, fetch: patientFetch }, send)
  else await withChosenServer(terminal, flags, send)
}

/** The bytes of a file, which tell what share of them was read. */
function heard(file: Blob, onProgress: (share: number) => void): ReadableStream<Uint8Array> {
  let bytes = 0
  return file.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onProgress((bytes += chunk.length) / file.size)
        controller.enqueue(chunk)
      },
    }),
  )
}

/** `import ARENA FILE` over HTTP: the server reads the files and prints nothing that the terminal would not. */
async function importOver(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  file: string,
  flags: ImportFlags,
  folder: string,
): Promise<void> {
  const [path, ...others] = filesOfScores(file, flags).map((one) => resolveFilePath(terminal, one))
  const board = `${remote.address}/a/${slug}`
  if (path !== '-' && (await isArena(path)))
    return importArena(terminal, remote, { slug, path, board, flags })
  const files = await filesOf(terminal, [path, ...others], flags, join(folder, 'stdin'))
  const receipt = await remote.json<ImportReceipt>(`/api/admin/arenas/${encodeURIComponent(slug)}/import`, {
    method: 'POST',
    query: {
      orders: flags.orders,
      ...(flags.dryRun && { 'dry-run': true }),
      ...(flags.strict && { strict: true }),
      ...(flags.yes && { yes: true }),
      ...((await isMissing(remote, slug)) && { create: true }),
      ...saidOf(flags),
    },
    body: createFormData(files),
  })
  const leftOut = receipt.files.flatMap(({ leftOut: warning }) => warning ?? [])
  const warnings = [...receipt.warnings, ...leftOut]
  const tool = receipt.files.find((one) => one.tool !== undefined)?.tool ?? null
  const result = { ...NOTHING_CHANGED, ...totalsOf(receipt), tool }
  const hasTitle = flags.title !== undefined
  reportImport(terminal, result, { warnings, board, aboutServer: null, hasTitle, json: flags.json })
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
  paths: readonly string[],
  { prompts, answers }: ImportFlags,
  copy: string,
): Promise<Map<string, Blob>> {
  const files = new Map<string, Blob>()
  const add = async (one: string, kind?: 'prompts' | 'answers') => {
    const isStdin = one === '-'
    if (isStdin) await writeFile(copy, terminal.stdin)
    const bytes = await openAsBlob(isStdin ? copy : one)
    if (kind && !isStdin) await requireFileOf(kind, one)
    files.set(isStdin ? 'standard input' : one.split(/[/\\]/).at(-1)!, bytes)
  }
  if (prompts !== undefined) await add(resolveFilePath(terminal, prompts), 'prompts')
  if (answers !== undefined) await add(resolveFilePath(terminal, answers), 'answers')
  for (const path of paths) await add(path)
  return files
}

async function requireFileOf(kind: 'prompts' | 'answers', path: string): Promise<void> {
  const file = await openFile(path)
  requireKind(kind, file)
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
  const [option] = Object.entries(saidOf(flags))
  if (option) throw new UsageError(msg('arena_file_says', { option: `--${option[0]}` }))
  const { slug: described, plan, files } = await readArenaFiles(path)
  if (described !== slug) throw new UsageError(msg('other_arena_described', { path, arena: described }))
  const query = flags.dryRun ? { 'dry-run': true } : {}
  const call = { method: 'POST', query, body: createFormData(files) } as const
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
    {
      warnings: plan.leftOut,
      board,
      aboutServer: null,
      hasTitle: plan.incoming?.arena.title !== undefined,
      json: flags.json,
    },
  )
}

/** Statuses of responses that have no body. */
const BODILESS = new Set([204, 205, 304])

/**
 * `fetch` for requests whose answer may take longer than five minutes, such as large imports: the global one gives up
 * then. It follows no redirects.
 */
async function patientFetch({ url, method, headers, body }: Request): Promise<Response> {
  const isSecure = new URL(url).protocol === 'https:'
  const { request: open } = isSecure ? await import('node:https') : await import('node:http')
  return new Promise<Response>((resolve, reject) => {
    const outgoing = open(url, { method, headers: Object.fromEntries(headers) }, (incoming) => {
      const { statusCode = 500, headersDistinct } = incoming
      const received = new Headers(
        Object.entries(headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        ),
      )
      const content = BODILESS.has(statusCode) ? null : (Readable.toWeb(incoming) as ReadableStream)
      resolve(new Response(content, { status: statusCode, headers: received }))
    })
    outgoing.on('error', reject)
    if (body === null) outgoing.end()
    else pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(reject)
  })
}
