/** Reads the prompts and answers that an arena.yaml names, and reports every unusable row. */
import type { ArenaFile, Message } from '../../../shared/contracts/index.ts'
import type { NewPrompt } from '../../prompts/index.ts'
import { PictureTaker } from '../../pictures/index.ts'
import type { Picture } from '../../pictures/index.ts'
import { readAnswers } from '../formats/answers.ts'
import type { AnswerRow } from '../formats/answers.ts'
import { Complaints } from '../formats/complaints.ts'
import { quoted } from '../formats/fields.ts'
import { FileError } from '../formats/file-error.ts'
import { formatOf } from '../formats/format.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { readPrompts } from '../formats/prompts.ts'
import type { FilesBeside } from './files-beside.ts'
import type { Findings, Path } from './problems.ts'
import { msg } from '../../../shared/messages/index.ts'

export type AskedPrompt = NewPrompt & { messages: Message[] }

interface Reading {
  files: FilesBeside
  findings: Findings
  /** The pictures that texts name by hash: those of all files are added. */
  pictures: Picture[]
  /** Called with the pictures that texts of a file name, and that are not beside it. */
  onMissing(file: string, missing: ReadonlySet<string>, path: Path): void
  /** Called with the rows that were left out of a file. */
  onComplaints(complaints: Complaints, file: string): void
}

/** Null if the file cannot be read at all; the findings say so. */
export async function readPromptsOf(
  prompts: ArenaFile['prompts'],
  reading: Reading,
): Promise<AskedPrompt[] | null> {
  if (typeof prompts !== 'string') return listed(prompts, reading)
  const read: AskedPrompt[] = []
  const opened = await readRows(prompts, ['prompts'], reading, async (file, complaints) => {
    const isTable = formatOf(file.head, file.name).kind === 'csv'
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
    reading.findings.problem(['prompts'], msg('no_prompts_in', { file: prompts }))
  return opened ? read : null
}

/** @param owner the contestant who gave all of these answers */
export async function readResponsesOf(
  responses: string,
  owner: string,
  path: Path,
  reading: Reading,
): Promise<AnswerRow[] | null> {
  const read: AnswerRow[] = []
  const opened = await readRows(responses, path, reading, async (file, complaints) => {
    for await (const rows of readAnswers(file, complaints, owner)) for (const row of rows) read.push(row)
  })
  return opened ? read : null
}

const ROWS_SHOWN = 5

/** @returns whether the file could be read */
async function readRows(
  fileName: string,
  path: Path,
  { files, findings, pictures: taken, onMissing, onComplaints }: Reading,
  read: (file: OpenFile, complaints: Complaints) => Promise<void>,
): Promise<boolean> {
  try {
    const pictures = new PictureTaker((picture) => files.picture(fileName, picture))
    const file = { ...(await files.open(fileName)), pictures }
    const complaints = new Complaints(false, file.name)
    await read(file, complaints)
    for (const picture of pictures.taken()) taken.push(picture)
    onMissing(file.name, pictures.missing, path)
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
    onComplaints(complaints, file.name)
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

function listed(
  prompts: Exclude<ArenaFile['prompts'], string>,
  { files, findings, pictures: taken, onMissing }: Reading,
): AskedPrompt[] {
  const first = new Map<string, number>()
  const pictures = new PictureTaker((picture) => files.picture('arena.yaml', picture))
  const read = prompts.flatMap((prompt, i) => {
    const { id, text, messages, turns, category, reference, variables, context } = prompt
    const earlier = first.get(id)
    if (earlier !== undefined) {
      findings.problem(['prompts', i, 'id'], msg('id_twice', { id, first: earlier + 1 }))
      return []
    }
    first.set(id, i)
    const texts = turns ?? (text === undefined ? [] : [text])
    const asked = pictures.fromPrompt({
      key: id,
      messages: messages ?? texts.map((content): Message => ({ role: 'user', content })),
      category: category ?? null,
      reference: reference ?? null,
      variables: variables ?? null,
      context: typeof context === 'string' ? [context] : (context ?? null),
    })
    if (!('code' in asked)) return [asked]
    findings.problem(['prompts', i], asked)
    return []
  })
  taken.push(...pictures.taken())
  onMissing('', pictures.missing, ['prompts'])
  return read
}
