import type { Readable } from 'node:stream'
import type { Warning } from '../../../shared/contracts/index.ts'
import { RowProblems } from '../formats/complaints.ts'
import { detectKind, type FileKind } from '../formats/detect-kind.ts'
import { fileColumns } from '../formats/rows.ts'
import type { ColumnOptions } from '../formats/column-changes.ts'
import { withTriedProposals, withTriedRemedy } from '../read-plan/tried-remedy.ts'
import { FileError } from '../formats/fields.ts'
import { openFile, type OpenFile } from '../formats/open-file.ts'
import type { ArenaImport, ImportFile, StrayAnswer } from './arena-import.ts'
import {
  fileReadRecord,
  createImportFile,
  type RecognisedFile,
  recogniseFile,
  readBeginning,
  readPortions,
  refuseUnknownOptions,
  type FileContent,
  type Reading,
  type HowToRead,
} from './read-files.ts'
import { readAdjacentPicture, PictureExtractor } from '../../pictures/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { ArenaFileError } from '../arena-file/problems.ts'
import type { ArenaPlan } from '../arena-file/referenced-files.ts'
import { checkArena } from '../arena-file/check-arena.ts'

interface ImportFiles extends HowToRead {
  slug: string
  /** Votes, a table of answers, answers, prompts or an arena.yaml; `-` is stdin. */
  file: string
  /** Further files, whose scores are read together with those of the first. */
  others?: readonly string[]
  prompts?: string | undefined
  answers?: string | undefined
  stdin: Readable
  onProgress: (share: number) => void
}

interface OpenImport {
  incoming: ArenaImport
  /** Complete when the import has read its files. */
  warnings: Warning[]
  /** The tool that wrote the file; null for a file in Deadheat's own columns. */
  tool: string | null
  /** Closes files that were not read to their ends. */
  close(): Promise<void>
}

/**
 * Opens all files of an import and recognises their kinds. `importInto` reads them.
 * @throws {FileError} if a file cannot be used. While it is read: the same, and with `strict` at the first unusable row
 */
export async function openImport(files: ImportFiles): Promise<OpenImport> {
  const { slug, strict, orders, yes, stdin, onProgress } = files
  const toRead: ImportFile[] = []
  const warnings: Warning[] = []
  let refuseMisspelt = () => {}
  const incoming: ArenaImport = {
    arena: { slug },
    contestants: [],
    prompts: [],
    answers: [],
    votes: [],
    files: toRead,
    onRead(stray) {
      refuseMisspelt()
      refuseStray(stray, files.answers ?? files.file)
    },
    warn: (warning) => void warnings.push(warning),
    ...(!yes && { doubts: () => warnings }),
  }
  const opened: OpenFile[] = []
  const close = async () => {
    for (const { chunks } of opened) for await (const _ of chunks) break
  }
  const open = async (path: string) => {
    const file = await openFile(path, { stdin, onProgress })
    opened.push(file)
    const find = (picture: string) => (path === '-' ? null : readAdjacentPicture(path, picture))
    return { ...file, pictures: new PictureExtractor(find) }
  }
  const warn = (warning: Warning) => void warnings.push(warning)
  const add = (known: RecognisedFile, content: FileContent, warnOfFile = warn) =>
    toRead.push(
      createImportFile(async function* (hashed, note) {
        const { file } = known
        const complaints = RowProblems.of(file, strict)
        const read = (warn: Reading['warn']) =>
          readPortions(hashed(file), content, { complaints, orders, warn })
        const counts = yield* withRemedy(read, file, files, warnOfFile)
        const asFile = fileReadRecord(known, files, counts)
        if (asFile) note(asFile)
        const leftOut = complaints.warning(file.name)
        if (leftOut) warn(leftOut)
      }),
    )
  let tool: string | null = null
  try {
    for (const kind of ['prompts', 'answers'] as const) {
      const path = files[kind]
      if (path === undefined) continue
      const file = await open(path)
      requireKind(kind, file)
      add({ file, content: kind, tool: null, columns: fileColumns(file), used: undefined }, kind, () => {})
    }
    const all: OpenFile[] = []
    for (const path of [files.file, ...(files.others ?? [])]) all.push(await open(path))
    const known = await recogniseFile(all, files).catch((error: Error) => refined(error, all[0], files))
    const { content } = known
    // keys of outputs and contestants are known only when the file is read
    if (known.tool) refuseMisspelt = () => refuseUnknownOptions(files, [known])
    else refuseUnknownOptions(files, [known])
    tool = known.tool?.format.name ?? null
    if (content === 'arena') {
      const described = await readArenaDescription(files.file, slug, incoming, strict)
      warnings.push(...described.leftOut)
    } else add(known, content)
  } catch (error) {
    await close()
    throw error
  }
  return { incoming, warnings, tool, close }
}

/** @throws {Error} this one, or if it refuses a file one with a remedy that was tried */
export async function refined(error: Error, file: OpenFile, how: ColumnOptions): Promise<never> {
  throw error instanceof FileError
    ? await withTriedRemedy(error, { ...file, changes: undefined }, how, readBeginning)
    : error
}

/** The portions of a file. What refuses it, and what it warns of, has remedies that were tried. */
export async function* withRemedy<T, R>(
  read: (warn: Reading['warn']) => AsyncGenerator<T, R>,
  file: OpenFile,
  how: HowToRead,
  warn: Reading['warn'],
): AsyncGenerator<T, R> {
  const doubts: Warning[] = []
  try {
    const result = yield* read((doubt) => void doubts.push(doubt))
    const unchanged = { ...file, changes: undefined }
    for (const doubt of doubts)
      // who said yes sees the contestants beside the result
      if (!how.yes || doubt.code !== 'columns_are_contestants')
        warn(await withTriedProposals(doubt, unchanged, how, readBeginning))
    return result
  } catch (error) {
    return await refined(error as Error, file, how)
  }
}

/** @throws {FileError} if the file is of another kind */
export function requireKind(requiredKind: 'prompts' | 'answers', file: OpenFile): void {
  const kind = detectKind(file)
  if (kind !== requiredKind)
    throw new FileError(
      msg('holds_other_kind', {
        wanted: requiredKind,
        file: file.name,
        holds: KIND_WORDS[kind],
        asked: requiredKind,
      }),
    )
}

const KIND_WORDS: Record<FileKind, string> = {
  votes: 'votes',
  answers: 'answers',
  prompts: 'prompts',
  arena: 'an arena',
}

/**
 * Refuses answers to prompts without a text, since they could never be shown. Most likely an id is misspelt.
 * @throws {FileError} if there is one
 */
export function refuseStray(stray: StrayAnswer | undefined, fileName: string): void {
  if (stray) throw new FileError(msg('stray_answer', { file: fileName, ...stray }))
}

/** An import calls no model, so it needs neither keys nor prices. */
const NO_CALLS = { env: {}, prices: { rows: [] }, now: new Date(0) }

/**
 * Reads an arena.yaml with the files beside it that it names.
 * @returns warnings: of each file with unusable rows, and of the arena.yaml
 * @throws {FileError} if it describes an arena of another slug, or has problems; the error lists all. With `strict`,
 *   unusable rows are problems too
 */
async function readArenaDescription(
  path: string,
  slug: string,
  incoming: ArenaImport,
  strict: boolean,
): Promise<Pick<ArenaPlan, 'leftOut'>> {
  const plan = await checkArena(path, NO_CALLS)
  const wrong = plan.problems.filter(
    ({ stops, path: at }) => stops === 'all' || !plan.incoming || (strict && at === null),
  )
  if (wrong.length > 0 || !plan.incoming) throw new ArenaFileError(wrong)
  if (plan.slug !== slug) throw new FileError(msg('other_arena_described', { path, arena: plan.slug }))
  const { arena, contestants, prompts, answers, pictures, setUp } = plan.incoming
  incoming.arena = arena
  incoming.setUp = setUp
  incoming.pictures = pictures ?? []
  incoming.contestants.push(...contestants)
  for (const prompt of prompts) incoming.prompts.push(prompt)
  for (const answer of answers) incoming.answers.push(answer)
  const known = new Set(prompts.map(({ key }) => key))
  if (known.size > 0)
    refuseStray(
      answers.find(({ prompt }) => !known.has(prompt)),
      path,
    )
  return plan
}
