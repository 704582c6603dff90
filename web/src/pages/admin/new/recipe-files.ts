/** The files that a recipe comes to: an arena.yaml, and what it names. */
import { stringify } from 'yaml'
import type { AnswerTable } from './answer-table.ts'
import { commas, text, without, writtenRow } from './fields.ts'
import { checksOf, termsOf } from './rules-written.ts'
import { promptsOf } from './prompts-written.ts'
import { criteriaOf, OWN_RUBRIC, ownRubricFile, rubricsOf } from './rubrics-written.ts'
import { CONTESTANT, JUDGE, PROVIDER } from './form-values.ts'
import type { JudgeValues, ContestantValues, ProviderValues, FormValues } from './form-values.ts'
import { lines } from './written.ts'

/** Texts by their paths; the arena.yaml comes first. */
export function filesOf(told: FormValues): Map<string, string> {
  const prompts = promptsOf(told)
  const others = new Map([
    ...(prompts.file ? [[prompts.file.name, prompts.file.text] as const] : []),
    ...(told.table ? answersOf(told.table, prompts.ids) : givenBy(told)),
    ...rubricsOf(told, criteria(told)[0]),
  ])
  const arena = stringify(arenaOf(told, prompts.named), { lineWidth: 0, aliasDuplicateObjects: false })
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
  'budgetUsd',
  'providers',
]
const QUESTION = { title: text, visibility: text }

function arenaOf(told: FormValues, prompts: unknown) {
  const { judges, table, makers, checks, row, standing } = told
  const calling = [...(table ? [] : makers.filter(({ given }) => !given)), ...judges]
  const asking = checks.filter(({ kind }) => kind === 'llm')
  const used = new Set([...calling, ...asking].map(({ provider }) => provider))
  const isCalling = used.size > 0 || told.providers.some(({ isThere }) => isThere)
  const providers = told.providers.filter(
    ({ name, isThere, isAdded }) => isThere || used.has(name) || (isAdded && isCalling),
  )
  return {
    ...writtenRow(QUESTION, { arena: told.slug, ...without(SECTIONS, row) }, told),
    // what stands and is left out stays, so that a blank one has to be said
    ...((standing || told.description !== '') && { description: told.description }),
    criteria: criteria(told),
    contestants: table
      ? table.contestants.map((name, i) => ({ name, responses: answersFile(i) }))
      : makers.map(contestantOf),
    prompts,
    ...(judges.length > 0 && { judges: judges.map((one) => judgeOf(one, told)) }),
    ...(checks.length > 0 && { checks: checksOf(checks) }),
    ...termsOf(told.terms),
    ...(providers.length > 0 && { providers: Object.fromEntries(providers.map(providerOf)) }),
  }
}

function contestantOf({ given, row, ...told }: ContestantValues) {
  const { name, provider, responses: _, ...rest } = writtenRow(CONTESTANT, row, told)
  return { name, ...(given ? { responses: given.name } : { provider }), ...rest }
}

const providerOf = ({ name, row, ...told }: ProviderValues) =>
  [name, writtenRow(PROVIDER, { ...(!told.isThere && { type: told.type }), ...row }, told)] as const

/** Those that were told, and those that the chosen rubrics judge by. */
function criteria({ criteria: told, judges, row }: FormValues): string[] {
  const stood = row['criteria']
  const own = told === commas.read(stood) && Array.isArray(stood) ? stood.map(String) : commas.write(told)
  return [...new Set([...(own as string[]), ...criteriaBeside(told, judges)])]
}

/** Those that were not told, and that the chosen rubrics judge by. */
export function criteriaBeside(told: string, judges: readonly JudgeValues[]): string[] {
  const own = new Set(commas.write(told) as string[])
  const asked = judges.flatMap(({ rubric, criteria: some }) =>
    some.length > 0 ? [] : (criteriaOf(rubric) ?? []),
  )
  return [...new Set(asked)].filter((one) => !own.has(one))
}

function judgeOf({ row, ...told }: JudgeValues, all: FormValues) {
  const rubric = told.rubric === OWN_RUBRIC ? ownRubricFile(all) : told.rubric
  return { ...writtenRow(JUDGE, row, { ...told, rubric }) }
}

/** Answers go with prompts that are taken out, and follow those that are called otherwise. */
function givenBy(told: FormValues): [string, string][] {
  const moved = movedPrompts(told)
  return told.makers.flatMap(({ given }): [string, string][] =>
    given ? [[given.name, given.name.endsWith('.jsonl') ? followed(given.text, moved) : given.text]] : [],
  )
}

/** From how answers call a prompt to what it is called now; null: it is out. */
function movedPrompts({ edits, added, listed, promptFile }: FormValues): Map<string, string | null> {
  // what a file of prompts calls them is what answers call them
  if (promptFile) return new Map()
  const out = Object.values(edits).filter(({ isOut }) => isOut)
  const moved = new Map<string, string | null>(
    [...listed, ...out.map(({ id }) => id)].map((id) => [id, null]),
  )
  for (const { was, id } of added)
    if (was === id) moved.delete(was)
    else if (was !== '') moved.set(was, id)
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

/** A file for each contestant of a table. */
export const answersOf = ({ contestants, rows }: AnswerTable, ids: readonly string[]): [string, string][] =>
  contestants.map((_, i) => [
    answersFile(i),
    lines(
      rows.flatMap(({ answers }, row) =>
        answers[i]?.trim() ? [{ prompt: ids[row], text: answers[i] }] : [],
      ),
    ),
  ])

/** Where a file of answers stands: in a folder of its own, since others may have its name. */
export function answersPath(name: string, makers: readonly ContestantValues[]): string {
  let n = makers.length + 1
  while (makers.some(({ given }) => given?.name.startsWith(`answers/${n}/`))) n++
  return `answers/${n}/${name}`
}

/** Where another file stands in place of one: what it is called says what kind of file it is. */
export const answersPathFor = (name: string, before: string): string =>
  before.replace(/\.\w+$/, '') + (/\.\w+$/.exec(name)?.[0].toLowerCase() ?? '')

const answersFile = (index: number) => `answers/${index + 1}.jsonl`
