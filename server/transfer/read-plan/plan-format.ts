/** A plan as the format of a file. */
import { ANSWER_OF, type ReadPlan } from '../../../shared/contracts/read-plan.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { VOTE_DETAIL_COLUMNS, IGNORED_VOTE_COLUMNS } from '../formats/aliases.ts'
import {
  columnsUnread,
  contestantsOfColumns,
  DistinguishingColumn,
  findColumnDoubts,
} from '../formats/doubts.ts'
import { FileError } from '../formats/fields.ts'
import type { FileHead, ToolFormat, Translate } from '../formats/tools/tool-format.ts'
import { columnsRead, FILE_NAME, isOfNoTool } from './presets.ts'
import { GIVEN_PLAN, OWN_SOURCE, sourceParts, sourceValue } from './sources.ts'
import { createTranslator } from './translate.ts'

/** Reads a file as a plan says. @param source  where the form is published; `OWN_SOURCE`: found, of no tool; `GIVEN_PLAN`: a user says it */
export const formatOfPlan = (plan: ReadPlan, source: string): ToolFormat => ({
  name: plan.preset ?? (source === GIVEN_PLAN ? GIVEN_PLAN : UNNAMED[plan.kind]),
  plan,
  source,
  matches: () => true,
  open: (head) => {
    const { notes, file, title } = head
    const unnamed = msg('contestant_unnamed', {
      format: plan.preset === undefined ? file : `The ${plan.preset.split(' ')[0]} export`,
    })
    const isNamedAfterFile = sourceParts(plan.columns['model'] ?? []).includes(FILE_NAME)
    if (plan.columns['model'] === FILE_NAME && title === null) throw new FileError(unnamed)
    if (plan.columns['conversation_a'] && !(plan.columns['model_a'] && plan.columns['model_b']))
      throw new FileError(msg('preferences_unnamed', { file }))
    const read = new Set(columnsRead(plan, head.columns))
    const unread = head.header.filter((column) => !read.has(column) && column !== '')
    // nobody has said yet that a file of no tool is read so
    const isGuessed = source === OWN_SOURCE
    const asksUnread = isGuessed || (source === GIVEN_PLAN && isOfNoTool(plan))
    if (asksUnread) notes.remarks.push(...columnsUnread(file, head.header, (column) => read.has(column)))
    else for (const column of unread) notes.unread.add(column)
    if (isGuessed && plan.kind === 'table')
      notes.remarks.push(...contestantsOfColumns(file, contestantsIn(plan), head.kept))
    if (isGuessed && plan.again)
      notes.remarks.push(msg('columns_are_voters', { file, columns: voterColumns(plan) }))
    if (source !== GIVEN_PLAN) {
      // the `ignore` of a preset hides columns from `read`, and nobody has looked at them
      const used = new Set(columnsRead({ ...plan, ignore: [...IGNORED_VOTE_COLUMNS] }, head.columns))
      const unused = head.header.filter((column) => !used.has(column) && column !== '')
      notes.remarks.push(...votesDoubts(plan, head, unused))
    }
    notes.remarks.push(...lossNotes(plan, file))
    const translated = createTranslator(namedAfterFile(plan, title), head, source === GIVEN_PLAN)
    // a row of JSON may have columns that no row of the beginning has
    const translate: Translate =
      isGuessed && plan.kind === 'table'
        ? (fields) => {
            for (const column in fields) if (!read.has(column)) notes.unread.add(column)
            return translated(fields)
          }
        : translated
    if (plan.kind !== 'answers' && plan.kind !== 'votes') return translate
    if (source === GIVEN_PLAN || (!isGuessed && !isNamedAfterFile)) return translate
    const context = plan.kind === 'answers' && plan.columns['context'] === 'context' ? ['context'] : []
    // a file that is named after its contestant may hold several runs; in Langfuse a session is a person's
    const runs = plan.preset === 'Langfuse export' ? [] : head.header.filter((column) => RUNS.test(column))
    const apart = new DistinguishingColumn(isNamedAfterFile ? runs : [...unread, ...context])
    const of = plan.kind
    notes.whenRead.push((name) => apart.doubts(name, of, isNamedAfterFile ? 'model' : 'prompt'))
    return (fields) => {
      const row = translate(fields)
      if (row === null || 'code' in row) return row
      const { prompt, answers = [], votes = [] } = row
      if (isNamedAfterFile && title === null && answers.some(({ model }) => !model))
        throw new FileError(unnamed)
      if (plan.kind === 'votes' && prompt) for (const vote of votes) apart.seeVote(fields, vote)
      else
        for (const { prompt: id = prompt?.['id'], model, text } of answers)
          apart.see(JSON.stringify([id, model]), fields, text)
      return row
    }
  },
  ...(plan.kind === 'table' && { outcomes: () => sourceParts(plan.columns['winner'] ?? 'winner')[0]! }),
})

/** What a file is called that is read as no preset says. */
const UNNAMED: Record<ReadPlan['kind'], string> = {
  votes: 'votes of several people in a row',
  answers: 'answers',
  table: 'a table of answers',
  prompts: 'prompts',
  scores: 'scores',
  counts: 'a table of wins',
}

/** Columns of tools that name the run in which answers were written. */
const RUNS = /^(?:session_(?:id|name)|(?:experiment|project)(?:[ _]?(?:id|name))?)$/i

/** A plan whose rows name no contestant, or not all, with the name of the file. @param title  null: it has none */
function namedAfterFile(plan: ReadPlan, title: string | null): ReadPlan {
  const parts = sourceParts(plan.columns['model'] ?? [])
  if (!parts.includes(FILE_NAME)) return plan
  const first = parts.flatMap((part) => (part === FILE_NAME ? (title === null ? [] : `=${title}`) : part))
  return { ...plan, columns: { ...plan.columns, model: { first } } }
}

const contestantsIn = ({ columns }: ReadPlan): string[] =>
  Object.keys(columns).flatMap((target) =>
    target.startsWith(ANSWER_OF) ? [target.slice(ANSWER_OF.length)] : [],
  )

/** The columns of people in a plan of several votes a row. */
const voterColumns = ({ columns, again = [] }: ReadPlan): string[] =>
  [columns, ...again].flatMap(({ winner }) => sourceParts(winner ?? []))

/** What the votes of a file seem to mean otherwise than its plan reads them. @param unused  the columns that it does not read */
function votesDoubts(plan: ReadPlan, { file, rows }: FileHead, unused: readonly string[]): CodedMessage[] {
  const { kind, columns } = plan
  if (kind === 'answers' || kind === 'prompts' || (kind === 'table' && !('winner' in columns))) return []
  const targets = ['model_a', 'model_b', ...VOTE_DETAIL_COLUMNS].filter((target) => target in columns)
  return findColumnDoubts({
    file,
    columns: [...targets.filter((target) => VOTE_DETAIL_COLUMNS.includes(target)), ...unused],
    rows: rows.map((row) => ({
      ...row,
      ...Object.fromEntries(targets.map((target) => [target, sourceValue(row, columns[target]!)])),
    })),
  })
}

/** What is lost by reading a file so. */
function lossNotes({ kind, preset, columns }: ReadPlan, file: string): CodedMessage[] {
  const side = preset === undefined ? '' : String(columns['model_a'])
  const answers = Object.keys(columns).filter((target) => target.startsWith(ANSWER_OF))
  return [
    ...(side.startsWith('=') ? [msg('baseline_assumed', { file, baseline: side.slice(1) })] : []),
    ...(kind === 'table' && answers.length > 2 && 'winner' in columns ? [msg('best_of_many', { file })] : []),
  ]
}
