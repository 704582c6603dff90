/** What a file holds, column by column, before anything of it is imported. */
import { basename } from 'node:path'
import type {
  FileLook,
  FileLooks,
  LookedColumn,
  LookedRow,
  Warning,
} from '../../../shared/contracts/index.ts'
import { ANSWER_OF, SCORE_OF, WINS_OVER, type ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { warning } from '../../../shared/messages/index.ts'
import { PROMPT_COLUMNS } from '../formats/answers.ts'
import { isDoubt } from '../formats/doubts.ts'
import { namesAlike } from '../formats/names.ts'
import {
  NO_EDITS,
  parseOptions,
  refuseUnknownOptions,
  requestedScoreKind,
  resolveChanges,
  type ColumnChanges,
  type ColumnOptions,
  type NamesInFile,
  type PlanEdits,
} from '../formats/column-changes.ts'
import { RowProblems } from '../formats/complaints.ts'
import { FileError, normalisedForm } from '../formats/fields.ts'
import { READ_OF } from '../formats/detect-kind.ts'
import { HashCounts, hashOfText } from '../formats/hashes.ts'
import type { OpenFile } from '../formats/open-file.ts'
import { fileFormat, fileColumns, headRows } from '../formats/rows.ts'
import { isTestReport } from '../formats/test-reports.ts'
import type { ImportPortion } from './arena-import.ts'
import { FirstRows, SAMPLES, cellPreview } from './first-rows.ts'
import { columnsOfTool } from '../formats/tools/index.ts'
import { isTableOfWins } from '../read-plan/translate.ts'
import { sourceColumns, sourceParts } from '../read-plan/sources.ts'
import { kindRead, planFile, readPortions, type PlannedFile } from './read-files.ts'
import { findRemedy, withTriedProposals } from './remedies.ts'

/** Why a file cannot be opened at all. */
const NOT_THERE: ReadonlySet<string> = new Set(
  'file_missing file_not_permitted file_unread is_folder'.split(' '),
)

/**
 * Opens files and looks at them one by one, or at their scores together; says why one cannot be read. A column that options
 * name must be in one of them.
 * @throws {FileError} if one is not there
 */
export async function openAndPreview(
  paths: readonly string[],
  open: (path: string) => Promise<OpenFile>,
  how: ColumnOptions,
): Promise<FileLooks> {
  if (requestedScoreKind(how) || paths.length < 2) return { files: [await openTogether(paths, open, how)] }
  const files: FileLook[] = []
  const named: NamesInFile[] = []
  for (const path of paths) files.push(await openTogether([path], open, how, named))
  const [first] = files
  if (first && named.length === files.length)
    try {
      refuseUnknownOptions(parseOptions(how), named)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      files[0] = { ...first, refused: warning(error.finding) }
    }
  return { files }
}

/** @param named  gets the names in the files, if these are among others that have the further ones of the options */
async function openTogether(
  paths: readonly string[],
  open: (path: string) => Promise<OpenFile>,
  how: ColumnOptions,
  named?: NamesInFile[],
): Promise<FileLook> {
  const opened: OpenFile[] = []
  try {
    for (const path of paths) opened.push(await open(path))
  } catch (error) {
    if (!(error instanceof FileError) || NOT_THERE.has(error.finding.code)) throw error
    return {
      name: basename(paths[opened.length]),
      plan: null,
      planComplete: false,
      proposed: null,
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
  return previewFiles(opened, how, named)
}

/**
 * Reads a file as `import` does, and says what it found; what `import` would refuse is said, not thrown. Of an arena.yaml
 * only the kind is told.
 * @param all  are read to their ends; several are scores that are read together
 * @param named  gets the names in them, if other files may have those that options are about
 */
export async function previewFiles(
  all: readonly OpenFile[],
  options: ColumnOptions,
  named?: NamesInFile[],
): Promise<FileLook> {
  const [opened] = all
  const facts = new Facts()
  const warnings: Warning[] = []
  const warn = (finding: Warning) => void warnings.push(finding)
  const complaints = RowProblems.of(opened, false)
  let known: PlannedFile | null = null
  let kind: FileLook['kind'] = null
  let refused: Warning | null = null
  let rows: LookedRow[] | null = null
  let plan: ReadPlan | null = null
  let proposed: FileLook['proposed'] = null
  let how = NO_EDITS
  try {
    how = parseOptions(options)
    known = await planFile(all, how)
    if (known.content === 'arena') kind = 'arena'
    else {
      const portions = readPortions(known, { complaints, orders: 'merge', warn })
      let portion = await portions.next()
      for (; !portion.done; portion = await portions.next()) facts.add(portion.value)
      if (named) named.push(known)
      else refuseUnknownOptions(how, [known])
      kind = kindRead(known, portion.value)
    }
    plan = known.plan
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    const remedy = await findRemedy(error, opened, how)
    refused = warning(remedy.error.finding)
    plan = remedy.trial?.plan ?? null
    if (remedy.trial?.isRead) ({ rows } = remedy.trial)
    if (remedy.trial && PROPOSES.has(refused.code)) proposed = proposedEdits(remedy.trial.how)
  } finally {
    for (const { chunks } of all) for await (const _ of chunks) break
  }
  // of a refused file nothing is read, so nothing about it is shown or asked
  const read = refused ? new Facts() : facts
  const leftOut = refused ? null : complaints.warning()
  const isYaml = kind === 'arena' || /\.ya?ml$/i.test(opened.name)
  const alike = namesAlike(read.contestants)
  const tried: Warning[] = []
  for (const doubt of warnings.filter((finding) => !refused || !isDoubt(finding)))
    tried.push(await withTriedProposals(doubt, opened, how))
  const findings = [leftOut, ...tried, alike].filter((finding) => finding !== null)
  return {
    name: all.map(({ name }) => name).join(', '),
    plan,
    planComplete: plan !== null && (refused === null || refused.code === 'read_with'),
    proposed,
    rows: rows ?? read.rows(),
    kind,
    tool: known?.tool?.format.name ?? null,
    format: isYaml ? { kind: 'yaml', detail: null } : writtenAs(opened),
    columns: isYaml || isTestReport(opened) ? [] : lookedColumns(opened, how, known, refused),
    ...read.counted(plan),
    warnings: findings.filter((finding) => !isDoubt(finding)),
    doubts: findings.filter((finding) => isDoubt(finding)),
    refused,
  }
}

/** Messages that propose how a file is read. */
const PROPOSES: ReadonlySet<string> = new Set(['read_with', 'read_once_said'])

const proposedEdits = ({ changes, outcomes, from }: PlanEdits): FileLook['proposed'] => ({
  columns: Object.fromEntries(changes),
  outcomes,
  from: from ?? null,
})

/** What the portions of a file have in common. */
class Facts {
  /** By the form that all spellings of a name share: the first of them. */
  readonly #names = new Map<string, string>()
  readonly #records = new Map<string, FileLook['records'][number]>()
  #counts = { votes: 0, answers: 0, prompts: 0 }
  #outcomes = { left: 0, right: 0, tie: 0, both_bad: 0 }
  /** People and prompts that votes name, by hashes: a file may name a million. */
  readonly #people = new HashCounts()
  readonly #prompts = new HashCounts()
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
    for (const { left, right, outcome, castAt, source, voter, prompt } of votes) {
      if (source === 'human' && voter !== null) this.#people.add(hashOfText(voter))
      if (prompt !== null) this.#prompts.add(hashOfText(prompt))
      const [first, second] = [this.#findRecord(left), this.#findRecord(right)]
      this.#outcomes[outcome]++
      if (outcome === 'left' || outcome === 'right') {
        const [winner, loser] = outcome === 'left' ? [first, second] : [second, first]
        winner.won++
        loser.lost++
      } else for (const record of [first, second]) record[outcome === 'tie' ? 'tied' : 'bothBad']++
      if (castAt === null) continue
      this.#from = Math.min(this.#from, castAt.getTime())
      this.#to = Math.max(this.#to, castAt.getTime())
    }
  }

  rows(): LookedRow[] {
    return this.#first.rows()
  }

  #meet(name: string): string {
    const form = normalisedForm(name)
    if (!this.#names.has(form)) this.#names.set(form, name)
    return form
  }

  #findRecord(name: string): FileLook['records'][number] {
    const form = this.#meet(name)
    const known = this.#records.get(form)
    if (known) return known
    const record = { contestant: this.#names.get(form)!, won: 0, lost: 0, tied: 0, bothBad: 0 }
    this.#records.set(form, record)
    return record
  }

  get contestants(): string[] {
    return [...this.#names.values()].sort()
  }

  /** @param plan  by which the file is read; null: it is not read */
  counted(plan: ReadPlan | null = null) {
    const moment = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : null)
    return {
      ...this.#counts,
      outcomes: this.#outcomes,
      records:
        plan && areSidesDrawn(plan, this.#names.size)
          ? [...this.#records.values()].sort((a, b) => (a.contestant < b.contestant ? -1 : 1))
          : [],
      people: this.#people.size,
      promptsNamed: this.#prompts.size,
      from: moment(this.#from),
      to: moment(this.#to),
      contestants: this.contestants,
    }
  }
}

/** Whether a file says who won, but not which answer stood where. */
const areSidesDrawn = ({ kind, columns }: ReadPlan, contestants: number): boolean =>
  kind === 'scores' ||
  'loser' in columns ||
  (kind === 'counts' && !('model_b' in columns)) ||
  (kind === 'table' && contestants > 2)

function writtenAs(opened: OpenFile): FileLook['format'] {
  if (opened.written) return opened.written
  if (isTestReport(opened)) return { kind: 'xml', detail: null }
  const format = fileFormat(opened)
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

const leftOut = ({ ignore }: ReadPlan): ColumnChanges => new Map(ignore.map((column) => [column, null]))

/** As what each column is read, by the plan of the file. */
function lookedColumns(
  opened: OpenFile,
  how: PlanEdits,
  known: PlannedFile | null,
  refused: Warning | null,
): LookedColumn[] {
  const names = fileColumns(opened)
  const rows = headRows(opened)
  const changes = refused?.code.startsWith('map_')
    ? null
    : resolveChanges(names, how.plan ? leftOut(how.plan) : how.changes, [])
  const plan = known?.plan
  const ofTool = plan && columnsOfTool(plan)?.map((column) => [column, readAs('row', null)] as const)
  const places = new Map(ofTool ?? (plan ? plannedColumns(plan, new Set(names)) : []))
  const columns = names.map((name) => {
    const read =
      changes?.get(name) === null && !places.has(name)
        ? unread('ignored')
        : name === ''
          ? unread('unnamed')
          : (places.get(name) ?? unread(known ? 'unknown' : 'refused'))
    return { name, ...read, samples: rows.slice(0, SAMPLES).map((row) => cellPreview(row[name])) }
  })
  return columns.filter(({ name, samples }) => name !== '' || samples.some((sample) => sample !== ''))
}

/** What a plan reads each column as. */
function plannedColumns(
  { kind, columns, each, again = [] }: ReadPlan,
  header: ReadonlySet<string>,
): Map<string, ReadAs> {
  const places = new Map<string, ReadAs>()
  for (const [target, sources] of [columns, ...again].flatMap((way) => Object.entries(way)))
    for (const source of sourceParts(sources))
      for (const column of sourceColumns(source, header))
        if (!places.has(column))
          places.set(
            column,
            targetRead(target === 'model_a' && isTableOfWins(columns) ? 'model' : target, kind),
          )
        // an object whose parts are several things
        else if (source !== column) places.set(column, readAs('row', null))
  for (const column of each === undefined ? [] : sourceColumns(each, header))
    places.set(column, readAs('row', null))
  return places
}

function targetRead(target: string, kind: ReadPlan['kind']): ReadAs {
  if (target === 'turns' && kind !== 'answers') return readAs('prompt', target)
  if (target.startsWith(ANSWER_OF)) return readAs('answer', 'text', target.slice(ANSWER_OF.length))
  if (target.startsWith(SCORE_OF)) return readAs('vote', 'score', target.slice(SCORE_OF.length))
  if (target.startsWith(WINS_OVER)) return readAs('vote', 'wins', target.slice(WINS_OVER.length))
  if (kind === 'scores' && target === 'question_id') return readAs('prompt', target)
  if (kind === 'scores' || kind === 'counts') return readAs('vote', target)
  const isOfPrompt = PROMPT_COLUMNS.has(target) && kind !== 'votes'
  if (!isOfPrompt && (READ_OF.votes.has(target) || target === 'loser')) return readAs('vote', target)
  if (PROMPT_COLUMNS.has(target)) return readAs('prompt', target === 'prompt' ? 'text' : target)
  return READ_OF.answers.has(target) || target.startsWith('answer')
    ? readAs('answer', target)
    : readAs('row', null)
}
