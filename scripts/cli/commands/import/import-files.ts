import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  ArenaFileError,
  detectKind,
  isArchive,
  openFile,
  type ImportResult,
} from '../../../../server/transfer/index.ts'
import type {
  ArenaReceipt,
  ArenaTrial,
  BroughtArchive,
  ImportReceipt,
} from '../../../../shared/contracts/index.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { DeadheatError } from '../../../../clients/typescript/error.ts'
import { readArenaFiles } from '../../remote/run.ts'
import { adminPath, boardPlace, withServer, type Remote } from '../../remote/server.ts'
import { UsageError } from '../../terminal/errors.ts'
import { archiveSummary, links, reportImport } from '../../terminal/import-summary.ts'
import type { ColumnOptions } from '../../../../server/transfer/formats/column-changes.ts'
import {
  print,
  printJson,
  printNote,
  progress,
  resolveFilePath,
  type Terminal,
} from '../../terminal/terminal.ts'
import type { ImportFlags } from '../import.ts'

/** @param folder for what is read twice */
export async function importFiles(
  terminal: Terminal,
  slug: string,
  files: readonly string[],
  flags: ImportFlags,
  how: ColumnOptions,
  folder: string,
): Promise<void> {
  const [file] = files
  const path = resolveFilePath(terminal, file!)
  if (path !== '-' && (await isArchive(path))) return importArchive(terminal, slug, path, flags)
  const { plan, ...columns } = how
  if (path !== '-' && (await isArena(path))) return importArena(terminal, slug, path, flags)
  const named = await filesByName(terminal, files, flags, folder)
  const { title, question } = flags
  await withImportServer(terminal, async (remote, bars) => {
    const receipt = await remote.json<ImportReceipt>(`${adminPath(slug)}/import`, {
      method: 'POST',
      query: {
        title,
        question,
        ...columns,
        plan: plan && JSON.stringify(plan),
        prompts: named.prompts,
        answers: named.answers,
        orders: flags.orders,
        'dry-run': flags.dryRun || undefined,
        strict: flags.strict || undefined,
        yes: flags.yes || undefined,
        create: (await isMissing(remote, slug)) || undefined,
      },
      files: { files: named.files, ...bars },
    })
    bars.end()
    const { files: read, warnings, mostlyNew: _, ...result } = receipt
    const leftOut = read.flatMap(({ leftOut: warning }) => warning ?? [])
    const tool = read.find((readFile) => readFile.tool !== undefined)?.tool ?? null
    reportImport(
      terminal,
      { ...NOTHING_CHANGED, ...result, tool },
      {
        warnings: [...warnings, ...leftOut],
        ...(await boardPlace(terminal, remote, slug)),
        hasTitle: title !== undefined,
      },
    )
  })
}

type ImportProgress = ReturnType<typeof importProgress>

/** Runs `act` with bars for what a server within this process does with files. */
const withImportServer = (
  terminal: Terminal,
  act: (remote: Remote, bars: ImportProgress) => Promise<void>,
): Promise<void> =>
  withServer(terminal, async (remote) => {
    const bars = importProgress(terminal)
    await act(remote, bars).finally(bars.end)
  })

function importProgress(terminal: Terminal) {
  const [reading, writing] = [progress(terminal, 'Reading'), progress(terminal, 'Writing')]
  const end = () => {
    reading.end()
    writing.end()
  }
  return {
    onRead: reading.to,
    onWritten: writing.to,
    end,
  }
}

/** @throws {UsageError} for an option that says anything about the content of the file */
function refuseContentOptions(
  flags: ImportFlags,
  refusal: (values: { option: string }) => ReturnType<typeof msg>,
): void {
  const { title, question, map, ignore, outcomes, from, plan } = flags
  const options = Object.entries({ title, question, map, ignore, outcomes, from, plan })
  const option = options.find(([, value]) => value !== undefined)
  if (option) throw new UsageError(refusal({ option: `--${option[0]}` }))
}

/** @throws {UsageError} if an option asks for anything but the whole archive */
async function importArchive(
  terminal: Terminal,
  slug: string,
  path: string,
  flags: ImportFlags,
): Promise<void> {
  const { prompts, answers, dryRun } = flags
  const option = Object.entries({ prompts, answers, 'dry-run': dryRun }).find(([, value]) => value)
  if (option) throw new UsageError(msg('archive_is_whole', { option: `--${option[0]}` }))
  refuseContentOptions(flags, (values) => msg('archive_is_whole', values))
  await withImportServer(terminal, async (remote, bars) => {
    const files = new Map([[basename(path), path]])
    const call = { method: 'PUT', files: { files, ...bars } } as const
    const brought = await remote.json<BroughtArchive>(`${adminPath(slug)}/content`, call)
    bars.end()
    const { board, aboutServer } = await boardPlace(terminal, remote, slug)
    if (terminal.json) return printJson(terminal, { ...brought, board })
    print(terminal, [archiveSummary(slug, brought.rows), ...links(board, false, aboutServer)].join('\n'))
  })
}

/** The parts of a result that only an arena.yaml has. */
const NOTHING_CHANGED = {
  promptsRetired: [],
  promptsRestored: [],
  promptsThatWerePublic: [],
  lateDecision: null,
  contestantsNotNamed: [],
  kinds: [],
}

async function isArena(path: string): Promise<boolean> {
  const file = await openFile(path)
  try {
    return detectKind(file) === 'arena'
  } catch {
    // it may be of another tool
    return false
  } finally {
    for await (const _ of file.chunks) break
  }
}

/** Where each file is, by the name that messages use. Standard input is copied, so that it can be read twice. */
async function filesByName(
  terminal: Terminal,
  typed: readonly string[],
  { prompts, answers }: ImportFlags,
  folder: string,
): Promise<{ files: Map<string, string>; prompts: string | undefined; answers: string | undefined }> {
  const files = new Map<string, string>()
  const add = async (file: string) => {
    if (file === '-') {
      const copy = join(folder, 'stdin')
      await pipeline(terminal.stdin, createWriteStream(copy))
      files.set('standard input', copy)
      return 'standard input'
    }
    const path = resolveFilePath(terminal, file)
    const name = files.has(basename(path)) ? path : basename(path)
    files.set(name, path)
    return name
  }
  const named = {
    prompts: prompts === undefined ? undefined : await add(prompts),
    answers: answers === undefined ? undefined : await add(answers),
  }
  for (const file of typed) await add(file)
  return { files, ...named }
}

async function isMissing(remote: Remote, slug: string): Promise<boolean> {
  try {
    await remote.request(adminPath(slug))
    return false
  } catch (error) {
    if (error instanceof DeadheatError && error.code === 'arena_unknown') return true
    throw error
  }
}

/** @throws {UsageError} if the arena.yaml describes another arena, or an option says something about its content */
async function importArena(
  terminal: Terminal,
  slug: string,
  path: string,
  flags: ImportFlags,
): Promise<void> {
  refuseContentOptions(flags, ({ option }) =>
    msg('option_not_here', { why: 'An arena.yaml says this itself', option }),
  )
  const { plan, files } = await readArenaFiles(path)
  const bad = flags.strict ? plan.problems.filter(({ path: place }) => place === null) : []
  if (bad.length > 0) throw new ArenaFileError(bad)
  if (plan.slug !== slug)
    throw new UsageError(
      `${path} describes the arena "${plan.slug}". Import it under that name, or change the name in the file.`,
    )
  await withImportServer(terminal, async (remote, bars) => {
    const query = { 'no-calls': true, 'dry-run': flags.dryRun || undefined }
    const call = { method: 'POST', query, files: { files, ...bars } } as const
    const sent = await remote.json<ArenaReceipt | ArenaTrial>('/api/admin/arenas', call)
    bars.end()
    const { change } = sent
    if (change === null) throw new ArenaFileError('problems' in sent ? sent.problems : [])
    const result: ImportResult = {
      ...NOTHING_CHANGED,
      promptsWithoutText: 0,
      contestantsNamed: plan.incoming?.contestants.map(({ name }) => name).sort() ?? [],
      votesAdded: 0,
      votesAlreadyThere: 0,
      votesRepeated: 0,
      ...change,
      arena: slug,
      dryRun: flags.dryRun,
    }
    for (const { finding, message } of sent.warnings)
      if (finding?.code === 'public_again') printNote(terminal, `warning: ${message}`)
    reportImport(
      terminal,
      { ...result, tool: null },
      {
        warnings: plan.leftOut,
        ...(await boardPlace(terminal, remote, slug)),
        hasTitle: plan.incoming?.arena.title !== undefined,
      },
    )
  })
}
