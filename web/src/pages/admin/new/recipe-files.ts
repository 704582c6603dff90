/** The files that a recipe comes to: an arena.yaml, and what it names. */
import { stringify } from 'yaml'
import type { AnswerTable } from './answer-table.ts'
import { checksOf, termsOf } from './rules-written.ts'
import { promptsOf } from './prompts-written.ts'
import { criteriaOf, OWN_RUBRIC } from './shipped-rubrics.ts'
import type { JudgeChosen, Maker, Told } from './told.ts'
import { filled, lines, paramsOf } from './written.ts'

/** Texts by their paths; the arena.yaml comes first. */
export function filesOf(told: Told): Map<string, string> {
  const prompts = promptsOf(told)
  const others = new Map([
    ...(prompts.file ? [[prompts.file.name, prompts.file.text] as const] : []),
    ...(told.table ? answersOf(told.table, prompts.ids) : givenBy(told)),
    ...rubricsOf(told),
  ])
  const arena = stringify(arenaOf(told, prompts.named), { lineWidth: 0, aliasDuplicateObjects: false })
  return new Map([['arena.yaml', arena], ...others])
}

function arenaOf(told: Told, prompts: unknown) {
  const { judges, table, makers, checks, standing } = told
  const isThere = standing !== null
  const calling = [...(table ? [] : makers.filter(({ given }) => !given)), ...judges]
  const asking = checks.filter(({ kind }) => kind === 'llm')
  const used = new Set([...calling, ...asking].map(({ provider }) => provider))
  const providers = told.providers.filter(({ name, isThere: stands }) => stands || used.has(name))
  return {
    arena: told.slug,
    title: told.title,
    // what stands and is left out stays, so that a blank one has to be said
    ...(isThere ? { description: told.description } : filled({ description: told.description })),
    visibility: told.visibility,
    criteria: criteria(told),
    contestants: table
      ? table.contestants.map((name, i) => ({ name, responses: answersFile(i) }))
      : makers.map(contestantOf),
    prompts,
    ...(judges.length > 0 && { judges: judges.map((one) => judgeOf(one, told)) }),
    ...(checks.length > 0 && { checks: checksOf(checks) }),
    ...termsOf(told.terms),
    ...(providers.length > 0 && {
      providers: Object.fromEntries(
        providers.map(({ name, type, baseUrl, apiKeyEnv, kept }) => [
          name,
          { type, ...filled({ baseUrl }), apiKeyEnv, ...kept },
        ]),
      ),
    }),
    ...told.kept,
  }
}

function contestantOf({ name, provider, model, params, given, kept, ...texts }: Maker) {
  const who = given ? { responses: given.name, ...filled({ model }) } : { provider, model }
  return { name, ...who, ...filled(texts), ...paramsOf(params), ...kept }
}

/** Those that were told, and those that the chosen rubrics judge by. */
function criteria({ criteria: told, judges }: Told): string[] {
  const own = told
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const asked = judges.flatMap(({ rubric, kept }) => ('criteria' in kept ? [] : (criteriaOf(rubric) ?? [])))
  return [...new Set([...own, ...asked])]
}

const judgeOf = ({ name, provider, model, rubric, params, kept }: JudgeChosen, told: Told) => ({
  name,
  provider,
  model,
  ...paramsOf(params),
  rubric: rubric === OWN_RUBRIC ? ownRubricFile(told) : rubric,
  ...kept,
})

/** Of a name that no rubric which is a file has: an arena that was made here has one of the first. */
function ownRubricFile({ rubrics }: Told): string {
  const taken = new Set(rubrics.map(({ name }) => name))
  let n = 1
  const path = () => `rubrics/own${n === 1 ? '' : `-${n}`}.md`
  while (taken.has(path())) n++
  return path()
}

/** Those that a judge judges by. */
function rubricsOf(told: Told): [string, string][] {
  const used = new Set(told.judges.map(({ rubric }) => rubric))
  const files = told.rubrics
    .filter(({ name }) => used.has(name))
    .map(({ name, text }): [string, string] => [name, text])
  return used.has(OWN_RUBRIC) ? [...files, [ownRubricFile(told), ownRubric(told)]] : files
}

const ownRubric = (told: Told): string =>
  `---\ncriterion: ${JSON.stringify(criteria(told)[0] ?? 'overall')}\nforms: [pairwise]\n---\n\n${told.rubricText.trim()}\n`

/** Answers to prompts that are taken out go with them. */
function givenBy({ makers, edits }: Told): [string, string][] {
  const out = new Set(Object.keys(edits).filter((id) => edits[id]!.isOut))
  return makers.flatMap(({ given }): [string, string][] =>
    given ? [[given.name, given.name.endsWith('.jsonl') ? withoutThose(given.text, out) : given.text]] : [],
  )
}

const withoutThose = (text: string, out: ReadonlySet<string>): string =>
  out.size === 0
    ? text
    : text
        .split('\n')
        .filter((row) => !out.has(promptIn(row) ?? ''))
        .join('\n')

function promptIn(row: string): string | null {
  try {
    return String((JSON.parse(row) as { prompt?: unknown }).prompt)
  } catch {
    return null
  }
}

const answersOf = ({ contestants, rows }: AnswerTable, ids: readonly string[]): [string, string][] =>
  contestants.map((_, i) => [
    answersFile(i),
    lines(
      rows.flatMap(({ answers }, row) =>
        answers[i]?.trim() ? [{ prompt: ids[row]!, text: answers[i] }] : [],
      ),
    ),
  ])

/** Where a file of answers stands: in a folder of its own, since others may have its name. */
export function answersPath(name: string, makers: readonly Maker[]): string {
  let n = makers.length + 1
  while (makers.some(({ given }) => given?.name.startsWith(`answers/${n}/`))) n++
  return `answers/${n}/${name}`
}

/** Where another file stands in place of one: what it is called says what kind of file it is. */
export const answersPathFor = (name: string, before: string): string =>
  before.replace(/\.\w+$/, '') + (/\.\w+$/.exec(name)?.[0].toLowerCase() ?? '')

const answersFile = (index: number) => `answers/${index + 1}.jsonl`
