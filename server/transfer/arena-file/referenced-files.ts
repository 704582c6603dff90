/** Finds the files that an import names: in the folder of its arena.yaml, or among the files that were sent. */
import { closeSync, openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { posix, resolve } from 'node:path'
import {
  readRubric,
  readUploadedRubric,
  rubricPath,
  SHIPPED_RUBRICS,
  type ReadRubric,
} from '../../rubrics/index.ts'
import type { ArenaFile, Message, JudgingPlan, Warning } from '../../../shared/contracts/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import { fileReadFailure } from '../../platform/setup-error.ts'
import { FileError, quoted } from '../formats/fields.ts'
import { openFile, type OpenFile } from '../formats/open-file.ts'
import { msg, warning, type CodedMessage } from '../../../shared/messages/index.ts'
import type { NewPrompt } from '../../prompts/index.ts'
import { isPicture, readAdjacentPicture, PictureExtractor, type Picture } from '../../pictures/index.ts'
import { readAnswers, refuseUnclear, type AnswerRow } from '../formats/answers.ts'
import { RowProblems } from '../formats/complaints.ts'
import { readPrompts } from '../formats/prompts.ts'
import { fileFormat, headRows } from '../formats/rows.ts'
import type { Findings, Path, ArenaProblem } from './problems.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PriceTable } from '../../platform/providers/index.ts'
import type { ArenaImport, ArenaSetUp } from '../import/arena-import.ts'

export interface ReferencedFiles {
  /** @throws {FileError} if there is no such file, or if it is not text */
  open(fileName: string): Promise<OpenFile>
  /** The rubric that `rubric:` names. @throws {ProblemError} if it cannot be read or has faults */
  rubric(rubricName: string): Promise<ReadRubric>
  /** The bytes of a text that a judge reads. @throws {ProblemError} if there is no such file */
  text(fileName: string): Promise<Uint8Array>
  /** A picture that a text in a file names, by its path from the folder of that file; null if there is none. */
  picture(fileName: string, path: string): Buffer | null
  /** The end of the sentence "prompts.jsonl …" if the file is missing. */
  whereLooked: string
}

/** Where sent files are on this machine, by their paths as they were sent, or from the folder of an arena.yaml. */
export type SentFiles = ReadonlyMap<string, string>

interface Located extends Pick<ReferencedFiles, 'picture' | 'whereLooked'> {
  /** Where a file is on this machine; undefined: it was not sent. */
  locate(named: string): string | undefined
  /** The most bytes that a file may unpack to. */
  mostUnpacked?: number
}

/** Reads the files that are located, and the shipped rubrics. */
const filesAt = ({ locate, mostUnpacked, ...more }: Located): ReferencedFiles => {
  const text = async (named: string): Promise<Uint8Array> => {
    const place = locate(named) ?? refuseFile(msg('not_sent', { file: baseName(named) }))
    return readFile(place).catch((error: NodeJS.ErrnoException) => refuseFile(fileReadFailure(named, error)))
  }
  return {
    async open(named) {
      const name = baseName(named)
      const place = locate(named)
      if (place === undefined) throw new FileError(msg('not_sent', { file: name }))
      const file = await openFile(place, { name })
      return mostUnpacked === undefined
        ? file
        : { ...file, chunks: limitBytes(mostUnpacked, file.chunks, name) }
    },
    async rubric(named) {
      const place = rubricPath(named, '')
      return isShipped(named) ? readRubric(place) : readUploadedRubric(baseName(named), await text(named))
    },
    text,
    ...more,
  }
}

const isShipped = (rubricName: string): boolean => Object.hasOwn(SHIPPED_RUBRICS, rubricName)

/** @param onFile called with each file that is looked for, as the arena.yaml names it */
export const folderFiles = (folder: string, onFile: (named: string) => void = () => {}): ReferencedFiles =>
  filesAt({
    locate(named) {
      onFile(named)
      return resolve(folder, named)
    },
    picture(fileName, path) {
      const bytes = readAdjacentPicture(resolve(folder, fileName), path)
      if (bytes) onFile(posix.join(posix.dirname(fileName), path))
      return bytes
    },
    whereLooked: '(expected beside the arena.yaml)',
  })

/** The most bytes that a file beside a sent arena.yaml may unpack to. */
const MAX_UNPACKED = 64 * 1024 * 1024

/** Finds only the sent files. No path reaches the other files of this machine. */
export const sentFiles = (files: SentFiles, mostUnpacked = MAX_UNPACKED): ReferencedFiles =>
  filesAt({
    locate: (named) => findByPath(files, named),
    mostUnpacked,
    picture(fileName, path) {
      const place = findByPath(files, posix.join(posix.dirname(fileName), path))
      return place === undefined ? null : readAdjacentPicture(place, place)
    },
    whereLooked: '(expected among the files that were sent)',
  })

/** The paths of all sent files but the pictures. */
export const pathsOfContent = (files: SentFiles): string[] =>
  [...files].flatMap(([path, place]) => (isPicture(readHead(place)) ? [] : [path]))

/** What is enough to know a picture by. */
const PICTURE_HEAD = 64

function readHead(place: string): Uint8Array {
  const head = Buffer.alloc(PICTURE_HEAD)
  const file = openSync(place, 'r')
  try {
    return head.subarray(0, readSync(file, head))
  } finally {
    closeSync(file)
  }
}

function refuseFile(why: CodedMessage): never {
  throw new ProblemError('invalid_request', why)
}

/** Finds a file by its path; else by its name alone, if only one sent file has that name. */
function findByPath(files: SentFiles, fileName: string): string | undefined {
  const path = fileName.replace(/^(\.\/)+/, '')
  const exact = files.get(path)
  if (exact !== undefined) return exact
  const alike = [...files].filter(([sent]) => baseName(sent) === baseName(path))
  return alike.length === 1 ? alike[0][1] : undefined
}

/** The name of a file by its path as it was sent, also from Windows. */
export const baseName = (path: string): string => path.split(/[/\\]/).at(-1)!

/** @throws {FileError} while it is read, if there are more bytes */
async function* limitBytes(
  most: number,
  chunks: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > most)
      throw new FileError(
        msg('unpacks_large', {
          file: name,
          megabytes: most / 1024 / 1024,
          instead: 'Import it in the terminal',
        }),
      )
    yield chunk
  }
}

// Reads the prompts and answers that an arena.yaml names, and reports every unusable row.

export type PromptWithMessages = NewPrompt & { messages: Message[] }

interface Reading {
  files: ReferencedFiles
  /** Those of all contestants. */
  names: ReadonlySet<string>
  findings: Findings
  /** The pictures that texts name by hash: those of all files are added. */
  pictures: Picture[]
  leftOut: Warning[]
}

/** Warns of the pictures that texts of a file name, and that are not beside it. */
function warnOfMissing(
  { findings, leftOut }: Reading,
  file: string,
  [first, ...more]: ReadonlySet<string>,
  path: Path,
): void {
  if (first === undefined) return
  const finding = msg('pictures_missing', { file, count: 1 + more.length, first })
  findings.warning(path, finding)
  leftOut.push(warning(finding))
}

/** What the files that an arena.yaml names hold. */
type ReadBeside = Pick<Described, 'prompts' | 'responses' | 'pictures'>

/**
 * Reads every file of prompts and answers.
 * @param leftOut takes a warning for each file in which rows or pictures were left out
 */
export async function readReferencedFiles(
  file: ArenaFile,
  files: ReferencedFiles,
  findings: Findings,
  leftOut: Warning[],
): Promise<ReadBeside> {
  const pictures: Picture[] = []
  const names = new Set(file.contestants.map(({ name }) => name))
  const reading: Reading = { files, names, findings, pictures, leftOut }
  const prompts = await readArenaPrompts(file.prompts, reading)
  const responses = new Map<string, AnswerRow[] | null>()
  for (const [i, { name, responses: answers }] of file.contestants.entries())
    if (answers !== undefined)
      responses.set(
        name,
        await readContestantResponses(answers, name, ['contestants', i, 'responses'], reading),
      )
  return { prompts, responses, pictures }
}

/** Null if the file cannot be read at all; the findings say so. */
async function readArenaPrompts(
  prompts: ArenaFile['prompts'],
  reading: Reading,
): Promise<PromptWithMessages[] | null> {
  if (typeof prompts !== 'string') return listed(prompts, reading)
  const read: PromptWithMessages[] = []
  const opened = await readRows(prompts, ['prompts'], reading, async (file, complaints) => {
    const isTable = fileFormat(file).kind === 'csv'
    const unread = new Map<string, { line: number; rows: number }>()
    for await (const rows of readPrompts(file, complaints))
      for (const { line, unread: names, ...prompt } of rows) {
        read.push(prompt)
        for (const name of isTable ? [] : names) {
          const first = unread.get(name)
          if (first) first.rows++
          else unread.set(name, { line, rows: 1 })
        }
      }
    for (const [name, { line, rows }] of unread)
      reading.findings.row(prompts, line, msg('row_key_unknown', { key: quoted(name), rows }), 'calls')
  })
  if (opened && read.length === 0)
    reading.findings.problem(['prompts'], `${prompts} has no prompts; write one per line, with id and text`)
  return opened ? read : null
}

/**
 * The answers of a contestant. Of a file whose column `model` names contestants, they are the rows with its name; else
 * all rows.
 */
async function readContestantResponses(
  responses: string,
  owner: string,
  path: Path,
  reading: Reading,
): Promise<AnswerRow[] | null> {
  const read: AnswerRow[] = []
  let isOfOthers = false
  const opened = await readRows(responses, path, reading, async (file, complaints) => {
    refuseUnclear(file)
    const models = headRows(file).map(({ model }) => String(model))
    const named = models.find((model) => reading.names.has(model))
    for await (const rows of readAnswers(file, complaints, named === undefined ? owner : null))
      for (const row of rows) if (row.contestant === owner) read.push(row)
    if (named === undefined || read.length > 0) return
    isOfOthers = true
    reading.findings.problem(
      path,
      `${file.name} has no answer whose model is "${owner}", but answers of "${named}"; name the file of this contestant, or remove the column model`,
    )
  })
  return opened && !isOfOthers ? read : null
}

const ROWS_SHOWN = 5

/** @returns whether the file could be read */
async function readRows(
  fileName: string,
  path: Path,
  reading: Reading,
  read: (file: OpenFile, complaints: RowProblems) => Promise<void>,
): Promise<boolean> {
  const { files, findings, pictures: taken, leftOut } = reading
  try {
    const pictures = new PictureExtractor((picture) => files.picture(fileName, picture))
    const file = { ...(await files.open(fileName)), pictures }
    const complaints = new RowProblems(false, file.name)
    await read(file, complaints)
    for (const picture of pictures.taken()) taken.push(picture)
    warnOfMissing(reading, file.name, pictures.missing, path)
    for (const { line, wrong } of complaints.rows.slice(0, ROWS_SHOWN))
      findings.row(fileName, line, msg('row_wrong', { wrong }), 'calls')
    const more = complaints.rows.slice(ROWS_SHOWN)
    if (more.length > 0)
      findings.row(
        fileName,
        more[0].line,
        msg('more_rows', { count: complaints.count - ROWS_SHOWN }),
        'calls',
      )
    const warned = complaints.warning(file.name)
    if (warned) leftOut.push(warned)
    return true
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    findings.problem(
      path,
      msg('file_wrong', { wrong: error.finding, file: fileName, where: files.whereLooked }),
    )
    return false
  }
}

function listed(prompts: Exclude<ArenaFile['prompts'], string>, reading: Reading): PromptWithMessages[] {
  const { files, findings, pictures: taken } = reading
  const first = new Map<string, number>()
  const pictures = new PictureExtractor((picture) => files.picture('arena.yaml', picture))
  const read = prompts.flatMap((prompt, i) => {
    const { id, text, messages, turns, group, context, ...about } = prompt
    const earlier = first.get(id)
    if (earlier !== undefined) {
      findings.problem(
        ['prompts', i, 'id'],
        msg('twice_in_list', { of: 'id', value: id, first: earlier + 1 }),
      )
      return []
    }
    first.set(id, i)
    const texts = turns ?? (text === undefined ? [] : [text])
    const asked = pictures.fromPrompt({
      key: id,
      messages: messages ?? texts.map((content): Message => ({ role: 'user', content })),
      promptGroup: group,
      context: typeof context === 'string' ? [context] : context,
      ...about,
    })
    if (!('code' in asked)) return [asked]
    findings.problem(['prompts', i], asked)
    return []
  })
  taken.push(...pictures.taken())
  warnOfMissing(reading, findings.file, pictures.missing, ['prompts'])
  return read
}

/** An arena.yaml with everything it names, read and checked. */
export interface ArenaPlan {
  slug: string
  /** What is imported; null if problems prevent the import. */
  incoming: (ArenaImport & { setUp: ArenaSetUp }) | null
  plan: JudgingPlan
  budgetUsd: number | null
  problems: ArenaProblem[]
  warnings: ArenaProblem[]
  /** One warning for each file in which rows were left out. */
  leftOut: Warning[]
  /** Turns an error of the database into a problem with its place in the file. */
  refusal(error: ProblemError): ArenaProblem
}

/** An arena.yaml while it is checked. */
export interface Described {
  file: ArenaFile
  files: ReferencedFiles
  /** Null if they cannot be read. */
  prompts: PromptWithMessages[] | null
  /** Answers made elsewhere, by contestant; null if they cannot be read. */
  responses: ReadonlyMap<string, AnswerRow[] | null>
  /** The pictures that texts name by hash. */
  pictures: readonly Picture[]
  /** The environment with the keys; null if keys are not checked. */
  env: Readonly<Record<string, string | undefined>> | null
  /** What a file that came over HTTP may name; null: it is on this machine. */
  sent: Pick<Deps['settings'], 'providerKeys' | 'privateProviders'> | null
  /** What the run that comes with it may cost at most, in US dollars, if that was said. */
  runBudgetUsd: number | undefined
  prices: PriceTable
  now: Date
  findings: Findings
}
