/** Writes the arena form as files: arena.yaml and the files it names. */
import { stringify } from 'yaml'
import type { AnswerTable } from './answer-table.ts'
import { commas, text, without, writtenRow, number, passages, type Fields, type Row } from './fields.ts'
import { promptsOf } from './write-prompts.ts'
import { criteriaOf, OWN_RUBRIC, ownRubricFile, rubricsOf } from './rubrics.ts'
import {
  CONTESTANT,
  JUDGE,
  PROVIDER,
  type JudgeValues,
  type ContestantValues,
  type ProviderValues,
  type FormValues,
  checkFields,
  GATE,
  LEAKS,
  SAYS,
  TRUST,
  type CheckValues,
  type Terms,
} from './form-values.ts'
import { lines } from './json-lines.ts'

/** Texts by their paths; the arena.yaml comes first. */
export function filesOf(values: FormValues): Map<string, string> {
  const prompts = promptsOf(values)
  const others = new Map([
    ...(prompts.file ? [[prompts.file.name, prompts.file.text] as const] : []),
    ...(values.table ? answersOf(values.table, prompts.ids) : givenBy(values)),
    ...rubricsOf(values, criteria(values)[0]),
  ])
  const arena = stringify(arenaOf(values, prompts.named), { lineWidth: 0, aliasDuplicateObjects: false })
  return new Map([['arena.yaml', arena], ...others])
}

const SECTIONS = [
  'contestants',
  'prompts',
  'judges',
  'checks',
  'plan',
  'trust',
  'gate',
  'sampling',
  'samples',
  'anomalies',
  'proofOfWork',
  'voterCap',
  'closes',
  'leaks',
  'budgetUsd',
  'providers',
]
const QUESTION = { title: text, visibility: text }

function arenaOf(values: FormValues, prompts: unknown) {
  const { judges, table, contestants, checks, row, existing } = values
  const calling = [...(table ? [] : contestants.filter(({ uploadedAnswers }) => !uploadedAnswers)), ...judges]
  const asking = checks.filter(({ kind }) => kind === 'llm' || kind === 'exec')
  const used = new Set([...calling, ...asking].map(({ provider }) => provider))
  const isCalling = used.size > 0 || values.providers.some(({ isThere }) => isThere)
  const providers = values.providers.filter(
    ({ name, isThere, isAdded }) => isThere || used.has(name) || (isAdded && isCalling),
  )
  return {
    ...writtenRow(QUESTION, { arena: values.slug, ...without(SECTIONS, row) }, values),
    // the server keeps a saved description unless the file has the key
    ...((existing || values.description !== '') && { description: values.description }),
    criteria: criteria(values),
    contestants: table
      ? table.contestants.map((name, i) => ({ name, responses: answersFile(i) }))
      : contestants.map(contestantOf),
    prompts,
    ...(judges.length > 0 && { judges: judges.map((one) => judgeOf(one, values)) }),
    ...(checks.length > 0 && { checks: checksOf(checks) }),
    ...termsOf(values.terms),
    ...(providers.length > 0 && { providers: Object.fromEntries(providers.map(providerOf)) }),
  }
}

function contestantOf({ uploadedAnswers, row, ...values }: ContestantValues) {
  const { name, provider, responses: _, ...rest } = writtenRow(CONTESTANT, row, values)
  return { name, ...(uploadedAnswers ? { responses: uploadedAnswers.name } : { provider }), ...rest }
}

const providerOf = ({ name, row, ...values }: ProviderValues) =>
  [name, writtenRow(PROVIDER, { ...(!values.isThere && { type: values.type }), ...row }, values)] as const

/** The entered criteria, and those of the chosen rubrics. */
function criteria({ criteria: entered, judges, row }: FormValues): string[] {
  const saved = row['criteria']
  const names =
    entered === commas.read(saved) && Array.isArray(saved) ? saved.map(String) : commas.write(entered)
  return [...new Set([...(names as string[]), ...criteriaBeside(entered, judges)])]
}

/** Criteria of the chosen rubrics that were not entered. */
export function criteriaBeside(entered: string, judges: readonly JudgeValues[]): string[] {
  const names = new Set(commas.write(entered) as string[])
  const fromRubrics = judges.flatMap(({ rubric, criteria: some }) =>
    some.length > 0 ? [] : (criteriaOf(rubric) ?? []),
  )
  return [...new Set(fromRubrics)].filter((one) => !names.has(one))
}

function judgeOf({ row, ...values }: JudgeValues, all: FormValues) {
  const rubric = values.rubric === OWN_RUBRIC ? ownRubricFile(all) : values.rubric
  return { ...writtenRow(JUDGE, row, { ...values, rubric }) }
}

/** Uploaded answers: those of removed prompts are dropped, those of renamed prompts follow. */
function givenBy(values: FormValues): [string, string][] {
  const moved = movedPrompts(values)
  return values.contestants.flatMap(({ uploadedAnswers }): [string, string][] =>
    uploadedAnswers
      ? [
          [
            uploadedAnswers.name,
            uploadedAnswers.name.endsWith('.jsonl')
              ? followed(uploadedAnswers.text, moved)
              : uploadedAnswers.text,
          ],
        ]
      : [],
  )
}

/** From the prompt id in the answers to the current id; null if the prompt was removed. */
function movedPrompts({
  edits,
  newPrompts,
  tablePromptIds,
  promptFile,
}: FormValues): Map<string, string | null> {
  // a prompts file uses the same ids as the answers
  if (promptFile) return new Map()
  const removed = Object.values(edits).filter(({ isRemoved }) => isRemoved)
  const moved = new Map<string, string | null>(
    [...tablePromptIds, ...removed.map(({ id }) => id)].map((id) => [id, null]),
  )
  for (const { originalId, id } of newPrompts)
    if (originalId === id) moved.delete(originalId)
    else if (originalId !== '') moved.set(originalId, id)
  return moved
}

const followed = (text: string, moved: ReadonlyMap<string, string | null>): string =>
  moved.size === 0
    ? text
    : text
        .split('\n')
        .flatMap((line) => {
          const row = rowIn(line)
          const now = moved.get(String(row?.['prompt']))
          if (now === undefined) return [line]
          return now === null ? [] : [JSON.stringify({ ...row, prompt: now })]
        })
        .join('\n')

function rowIn(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown> | null
  } catch {
    return null
  }
}

/** One file of answers for each contestant of a table. */
export const answersOf = ({ contestants, rows }: AnswerTable, ids: readonly string[]): [string, string][] =>
  contestants.map((_, i) => [
    answersFile(i),
    lines(
      rows.flatMap(({ answers }, row) =>
        answers[i]?.trim() ? [{ prompt: ids[row], text: answers[i] }] : [],
      ),
    ),
  ])

/** A path for a file of answers, in a new folder because file names can repeat. */
export function answersPath(name: string, contestants: readonly ContestantValues[]): string {
  let n = contestants.length + 1
  while (contestants.some(({ uploadedAnswers }) => uploadedAnswers?.name.startsWith(`answers/${n}/`))) n++
  return `answers/${n}/${name}`
}

/** The path of a replacement file: the old path with the new extension, which decides how it is read. */
export const answersPathFor = (name: string, before: string): string =>
  before.replace(/\.\w+$/, '') + (/\.\w+$/.exec(name)?.[0].toLowerCase() ?? '')

const answersFile = (index: number) => `answers/${index + 1}.jsonl`

// Writes checks and terms as in arena.yaml.

const checksOf = (checks: readonly CheckValues[]) => checks.map(checkWritten)

/** When the kind changes, only these keys stay. */
const OF_ALL_KINDS = ['name', 'kind', 'categories', 'mustPass', 'required']

function checkWritten({ row, says: content, each, ...values }: CheckValues) {
  const { kind } = values
  const isEach = kind === 'contains' && each !== null
  const saved = row['kind'] === kind ? row : only(OF_ALL_KINDS, row)
  const says: Fields = isEach ? { value: passages } : SAYS[kind]
  const [key] = Object.keys(says)
  const fields: Fields = { ...checkFields(kind), ...says }
  const { name, ...rest } = writtenRow(fields, saved, {
    ...values,
    ...(key !== undefined && { [key]: isEach ? each : content }),
  })
  return { name, kind, ...rest }
}

const only = (keys: readonly string[], row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)))

const PLAN = { votesPerPair: number, baseline: text }
const PRESET = { preset: text }

function termsOf({
  rows,
  trust,
  preset,
  gate,
  budgetUsd,
  sampling,
  samples,
  anomalies,
  proofOfWork,
  voterCap,
  leaks,
  ...values
}: Terms) {
  // without a number, everything is judged
  const { everything: _, ...bounded } = rows.plan ?? {}
  const plan = values.votesPerPair === null ? rows.plan : bounded
  return {
    ...section('plan', writtenRow(PLAN, plan ?? {}, values), rows.plan),
    ...section('trust', writtenRow(TRUST, rows.trust ?? {}, trust), rows.trust),
    ...section('gate', writtenRow({ ...PRESET, ...GATE }, rows.gate ?? {}, { preset, ...gate }), rows.gate),
    ...(sampling !== '' && { sampling }),
    ...(typeof samples === 'number' && { samples }),
    ...(anomalies !== '' && { anomalies }),
    ...(proofOfWork !== '' && { proofOfWork }),
    ...(typeof voterCap === 'number' && { voterCap }),
    ...(rows.closes && { closes: rows.closes }),
    ...section('leaks', writtenRow(LEAKS, rows.leaks ?? {}, leaks), rows.leaks),
    ...(typeof budgetUsd === 'number' && { budgetUsd }),
  }
}

/** Leaves out an empty section unless it was saved. */
const section = (name: string, says: object, before: object | null) =>
  Object.keys(says).length > 0 || before !== null ? { [name]: says } : {}
