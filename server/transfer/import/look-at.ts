/** What a file holds, column by column, before anything of it is imported. */
import { basename } from 'node:path'
import type { FileLook, LookedColumn, LookedRow, Warning } from '../../../shared/contracts/index.ts'
import type { Scored } from '../../../shared/contracts/votes.ts'
import { warning } from '../../../shared/messages/index.ts'
import { PROMPT_COLUMNS } from '../formats/answers.ts'
import { namesAlike } from '../formats/names.ts'
import { changesFor, type ColumnOptions } from '../formats/column-changes.ts'
import { Complaints } from '../formats/complaints.ts'
import { FileError, formOf, standsForEmpty, structureField, type Fields } from '../formats/fields.ts'
import { ownNames, READ_OF } from '../formats/detect-kind.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { columnsOf, formatIn, ownColumnsOf, rowsOfHead } from '../formats/rows.ts'
import { isTestReport, readerFor } from '../formats/score-votes.ts'
import type { Recognised } from '../formats/tools/index.ts'
import { Notes, type Translate, type Translated } from '../formats/tools/tool-format.ts'
import type { ImportPortion } from './arena-import.ts'
import { FirstRows, SAMPLES, shown } from './first-rows.ts'
import { withTriedRemedy } from '../read-plan/tried-remedy.ts'
import {
  isDoubt,
  kindRead,
  knownFile,
  planOf,
  readBeginning,
  readPortions,
  refuseUnknown,
  type KnownFile,
} from './read-files.ts'

/** So many rows of the beginning are followed to see where a tool's format puts each column. */
const TRACED = 20

/** Why a file cannot be opened at all. */
const NOT_THERE: ReadonlySet<string> = new Set(
  'file_missing file_not_permitted file_unread is_folder'.split(' '),
)

/** Opens files and looks at them; says why one cannot be read. @throws {FileError} if one is not there */
export async function openAndLook(
  paths: readonly string[],
  open: (path: string) => Promise<OpenFile>,
  how: ColumnOptions,
): Promise<FileLook> {
  const opened: OpenFile[] = []
  try {
    for (const path of paths) opened.push(await open(path))
  } catch (error) {
    if (!(error instanceof FileError) || NOT_THERE.has(error.finding.code)) throw error
    return {
      name: basename(paths[opened.length]),
      plan: null,
      rows: [],
      kind: null,
      tool: null,
      format: { kind: 'other', detail: null },
      columns: [],
      ...new Facts().counted(),
      warnings: [],
      doubts: [],
      refused: warning(error.finding),
    }
  }
  return lookAt(opened, how)
}

/**
 * Reads a file as `import` does, and says what it found; what `import` would refuse is said, not thrown. Of an arena.yaml
 * only the kind is told.
 * @param all  are read to their ends; several are scores that are read together
 */
export async function lookAt(all: readonly OpenFile[], how: ColumnOptions): Promise<FileLook> {
  const [opened] = all
  const facts = new Facts()
  const warnings: Warning[] = []
  const warn = (one: Warning) => void warnings.push(one)
  const complaints = Complaints.of(opened, false)
  let known: KnownFile | null = null
  let kind: FileLook['kind'] = null
  let refused: Warning | null = null
  let rows: LookedRow[] | null = null
  try {
    known = await knownFile(all, how)
    const { file, content } = known
    if (content === 'arena') kind = 'arena'
    else {
      const reading = { complaints, orders: 'merge', warn } as const
      const portions = readPortions(file, content, reading)
      let portion = await portions.next()
      for (; !portion.done; portion = await portions.next()) facts.add(portion.value)
      refuseUnknown(how, [known])
      kind = kindRead(content, portion.value)
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    let understood = new Facts()
    const remedied = await withTriedRemedy(error, opened, how, async function* (...trial) {
      understood = new Facts()
      for await (const portion of readBeginning(...trial)) {
        understood.add(portion)
        yield portion
      }
    })
    refused = warning(remedied.finding)
    if (remedied.finding.code === 'read_with') rows = understood.rows()
  } finally {
    for (const { chunks } of all) for await (const _ of chunks) break
  }
  const leftOut = complaints.warning()
  const isYaml = kind === 'arena' || /\.ya?ml$/i.test(opened.name)
  const alike = namesAlike(facts.contestants)
  const told = [...(leftOut ? [leftOut] : []), ...warnings, ...(alike ? [alike] : [])]
  return {
    name: all.map(({ name }) => name).join(', '),
    plan: known && !refused ? planOf(known, how) : null,
    rows: rows ?? facts.rows(),
    kind,
    tool: known?.tool?.format.name ?? null,
    format: isYaml ? { kind: 'yaml', detail: null } : writtenAs(opened),
    columns: isYaml || isTestReport(opened) ? [] : await columnsIn(opened, how, known, refused),
    ...facts.counted(),
    warnings: told.filter((one) => !isDoubt(one)),
    doubts: told.filter((one) => isDoubt(one)),
    refused,
  }
}

/** What the portions of a file have in common. */
class Facts {
  /** By the form that all spellings of a name share: the first of them. */
  readonly #names = new Map<string, string>()
  #counts = { votes: 0, answers: 0, prompts: 0 }
  #outcomes = { left: 0, right: 0, tie: 0, both_bad: 0 }
  #from = Infinity
  #to = -Infinity
  readonly #first = new FirstRows()

  add(portion: ImportPortion): void {
    const { votes = [], answers = [], prompts = [] } = portion
    this.#first.add(portion)
    this.#counts.votes += votes.length
    this.#counts.answers += answers.length
    this.#counts.prompts += prompts.length
    for (const { contestant } of answers) this.#meet(contestant)
    for (const { left, right, outcome, castAt } of votes) {
      this.#meet(left)
      this.#meet(right)
      this.#outcomes[outcome]++
      if (castAt === null) continue
      this.#from = Math.min(this.#from, castAt.getTime())
      this.#to = Math.max(this.#to, castAt.getTime())
    }
  }

  rows(): LookedRow[] {
    return this.#first.rows()
  }

  #meet(name: string): void {
    const form = formOf(name)
    if (!this.#names.has(form)) this.#names.set(form, name)
  }

  get contestants(): string[] {
    return [...this.#names.values()].sort()
  }

  counted() {
    const moment = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : null)
    return {
      ...this.#counts,
      outcomes: this.#outcomes,
      from: moment(this.#from),
      to: moment(this.#to),
      contestants: this.contestants,
    }
  }
}

function writtenAs(opened: OpenFile): FileLook['format'] {
  if (isTestReport(opened)) return { kind: 'xml', detail: null }
  const format = formatIn(opened)
  if (format.kind === 'csv') return { kind: 'csv', detail: format.separator, header: format.skip + 1 }
  return { kind: format.kind, detail: format.kind === 'json' ? (format.path?.join('.') ?? null) : null }
}

type ReadAs = Pick<LookedColumn, 'part' | 'field' | 'contestant' | 'why'>

const unread = (why: LookedColumn['why']): ReadAs => ({ part: null, field: null, contestant: null, why })
const readAs = (
  part: LookedColumn['part'],
  field: string | null,
  contestant: string | null = null,
): ReadAs => ({
  part,
  field,
  contestant,
  why: null,
})

async function columnsIn(
  opened: OpenFile,
  how: ColumnOptions,
  known: KnownFile | null,
  refused: Warning | null,
): Promise<LookedColumn[]> {
  const rows = rowsOfHead(opened)
  const changes =
    (known && !how.from ? known.file.changes : null) ??
    (refused?.code.startsWith('map_') ? null : changesFor(ownColumnsOf(opened), how, ownNames()))
  const traced =
    known && how.from
      ? await tracedScores({ ...opened, ...(changes && { changes }) }, how.from)
      : known?.tool && traceOf(known.file, known.tool)
  const columns = ownColumnsOf(opened).map((name) => {
    const column = changes?.has(name) ? changes.get(name)! : name
    const read =
      column === null
        ? unread('ignored')
        : name === ''
          ? unread('unnamed')
          : (traced?.get(column) ?? (known?.tool ? unread('refused') : ownColumn(column, known?.content)))
    return { name, ...read, samples: rows.slice(0, SAMPLES).map((row) => shown(row[name])) }
  })
  return columns.filter(({ name, samples }) => name !== '' || samples.some((sample) => sample !== ''))
}

/** As what a column of Deadheat's own files is read. */
function ownColumn(column: string, content: KnownFile['content'] | undefined): ReadAs {
  if (content === undefined) return unread('refused')
  if (content === 'votes' && READ_OF.votes.has(column)) return readAs('vote', column)
  if (content === 'answers' && READ_OF.answers.has(column)) return readAs('answer', column)
  if (content === 'prompts' && READ_OF.prompts.has(column)) return readAs('prompt', column)
  if (content !== 'answers-wide') return unread('unknown')
  return PROMPT_COLUMNS.has(column)
    ? readAs('prompt', column === 'prompt' ? 'text' : column)
    : readAs('answer', 'text', column)
}

/**
 * Where the format of a tool puts each column, by the first rows: the place where its value appears, or that it is used.
 * Null: its format cannot read the file.
 */
function traceOf(file: OpenFile, { format, head }: Recognised): Map<string, ReadAs> | null {
  const places = new Map<string, ReadAs>()
  // other notes, since a reader notes what it meets
  const tool = { format, head: { ...head, notes: new Notes() } }
  const translate = openedBy(tool)
  if (!translate) return null
  for (const row of rowsOfHead(file).slice(0, TRACED)) {
    const used = new Set<string>()
    const translated = translate(watched(row, used))
    const parts = translated === null || 'code' in translated ? [] : partsOf(translated)
    for (const [column, cell] of Object.entries(row)) {
      const texts = textsIn(cell)
      const place = placeAmong(parts, texts, used.has(column))
      if (place && (places.get(column)?.field ?? null) === null) places.set(column, place)
      else if (used.has(column) && !places.has(column)) places.set(column, readAs('row', null))
    }
  }
  // a verdict may name a contestant
  const verdicts = tool.format.outcomes?.(tool.head)
  if (verdicts !== undefined) places.set(verdicts, readAs('vote', 'winner'))
  const columns = new Set([...ownColumnsOf(file), ...places.keys()])
  for (const column of columns) if (!places.has(column)) places.set(column, unread('unknown'))
  return places
}

/** The columns whose scores are read as votes, or that say what they are of. */
async function tracedScores(file: OpenFile, from: Scored): Promise<Map<string, ReadAs>> {
  const used = new Set<string>()
  const rows = rowsOfHead(file)
  const read = rows.length > 0 ? await readerFor(file, from) : () => []
  for (const row of rows.slice(0, TRACED)) read(watched(row, used))
  return new Map(
    columnsOf(file).map((column) => [column, used.has(column) ? readAs('row', null) : unread('unknown')]),
  )
}

function openedBy({ format, head }: Recognised): Translate | null {
  try {
    return format.open(head)
  } catch {
    return null
  }
}

/**
 * Where texts of a cell are. If they are answers of several, the place names no contestant.
 * @param isUsed  whether a part of a text counts, such as an answer after its marks
 */
function placeAmong(parts: readonly Part[], texts: ReadonlySet<string>, isUsed: boolean): ReadAs | undefined {
  const equal = parts.filter(({ text }) => texts.has(text))
  const isWithin = ({ text }: Part) => text.length > 2 && [...texts].some((one) => one.includes(text))
  const found = equal.length > 0 || !isUsed ? equal : parts.filter(isWithin)
  const place = found[0]?.as
  const same = found.filter(({ as }) => as.field === place?.field)
  const isOfOne = same.every(({ as }) => as.contestant === place?.contestant)
  return place && (isOfOne ? place : { ...place, contestant: null })
}

/** The fields, noting in `used` which of them are read one by one and not in a copy of all. */
function watched(fields: Fields, used: Set<string>): Fields {
  let copied: PropertyKey | null = null
  return new Proxy(fields, {
    getOwnPropertyDescriptor(target, key) {
      copied = key
      return Reflect.getOwnPropertyDescriptor(target, key)
    },
    get(target, key, receiver) {
      if (typeof key === 'string' && key !== copied && key in target) used.add(key)
      copied = null
      return Reflect.get(target, key, receiver) as unknown
    },
  })
}

interface Part {
  text: string
  as: ReadAs
}

function partsOf({ prompt, answers = [], votes = [] }: Translated): Part[] {
  const of = (fields: Fields, as: (field: string) => ReadAs): Part[] =>
    Object.entries(fields).flatMap(([field, value]) =>
      [...textsIn(value)].map((text) => ({ text, as: as(field) })),
    )
  return [
    ...answers.flatMap(({ model, ...answer }) =>
      of(answer, (field) => readAs('answer', field, typeof model === 'string' ? model : null)),
    ),
    ...answers.flatMap(({ model }) => of({ model }, () => readAs('answer', 'model'))),
    ...of(prompt ?? {}, (field) => readAs('prompt', field)),
    ...votes.flatMap((vote) =>
      of(vote, (field) => readAs('vote', field)).filter(({ as }) => READ_OF.votes.has(as.field!)),
    ),
  ]
}

/** The texts in a cell that can be found again: not those of one letter, numbers and words that stand for nothing. */
function textsIn(cell: unknown): Set<string> {
  const texts = new Set<string>()
  const add = (value: unknown, depth: number): void => {
    const structure = structureField(value)
    if (typeof structure === 'object' && structure !== null && depth < 6)
      for (const one of Object.values(structure)) add(one, depth + 1)
    else if (structure !== null && structure !== undefined && !standsForEmpty(String(structure)))
      texts.add(String(structure).trim())
  }
  add(cell, 0)
  texts.delete('')
  return texts
}
