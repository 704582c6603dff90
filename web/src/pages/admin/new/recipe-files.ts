/** The files that a recipe comes to: an arena.yaml, and what it names. */
import { stringify } from 'yaml'
import type { AnswerTable } from './answer-table.ts'
import { criteriaOf, OWN_RUBRIC } from './shipped-rubrics.ts'

export interface Maker {
  name: string
  provider: string
  model: string
  system: string
  template: string
}

export interface JudgeChosen {
  name: string
  provider: string
  model: string
  rubric: string
}

export interface ProviderChosen {
  name: string
  type: 'openai' | 'anthropic'
  baseUrl: string
  apiKeyEnv: string
}

export interface Told {
  title: string
  slug: string
  description: string
  visibility: 'public' | 'link' | 'private'
  criteria: string
  /** Answers that are there; null: models give them. */
  table: AnswerTable | null
  /** An empty line between them; not used where there is a file. */
  prompts: string
  promptFile: { name: string; text: string } | null
  makers: readonly Maker[]
  judges: readonly JudgeChosen[]
  rubricText: string
  providers: readonly ProviderChosen[]
  votesPerPair: number | null
  budgetUsd: number | null
}

const RUBRIC_FILE = 'rubrics/own.md'

/** Texts by their paths; the arena.yaml comes first. */
export function filesOf(told: Told): Map<string, string> {
  const prompts = promptsOf(told)
  const others = new Map([prompts, ...(told.table ? answersOf(told.table) : [])])
  if (told.judges.some(({ rubric }) => rubric === OWN_RUBRIC)) others.set(RUBRIC_FILE, rubricOf(told))
  return new Map([['arena.yaml', stringify(arenaOf(told, prompts[0]), { lineWidth: 0 })], ...others])
}

function arenaOf(told: Told, prompts: string) {
  const { judges, table, makers } = told
  const used = new Set([...(table ? [] : makers), ...judges].map(({ provider }) => provider))
  const providers = told.providers.filter(({ name }) => used.has(name))
  return {
    arena: told.slug,
    title: told.title,
    ...filled({ description: told.description }),
    visibility: told.visibility,
    criteria: criteria(told),
    contestants: table
      ? table.contestants.map((name, i) => ({ name, responses: answersFile(i) }))
      : makers.map(({ name, provider, model, ...texts }) => ({ name, provider, model, ...filled(texts) })),
    prompts,
    ...(judges.length > 0 && { judges: judges.map(judgeOf) }),
    ...(told.votesPerPair !== null && { plan: { votesPerPair: told.votesPerPair } }),
    ...(told.budgetUsd !== null && { budgetUsd: told.budgetUsd }),
    ...(providers.length > 0 && {
      providers: Object.fromEntries(
        providers.map(({ name, type, baseUrl, apiKeyEnv }) => [
          name,
          { type, ...filled({ baseUrl }), apiKeyEnv },
        ]),
      ),
    }),
  }
}

/** Those that were told, and those that the chosen rubrics judge by. */
function criteria({ criteria: told, judges }: Told): string[] {
  const own = told
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return [...new Set([...own, ...judges.flatMap(({ rubric }) => criteriaOf(rubric) ?? [])])]
}

const judgeOf = ({ name, provider, model, rubric }: JudgeChosen) => ({
  name,
  provider,
  model,
  rubric: rubric === OWN_RUBRIC ? RUBRIC_FILE : rubric,
})

const rubricOf = (told: Told): string =>
  `---\ncriterion: ${JSON.stringify(criteria(told)[0] ?? 'overall')}\nforms: [pairwise]\n---\n\n${told.rubricText.trim()}\n`

function promptsOf({ table, prompts, promptFile }: Told): [path: string, text: string] {
  if (!table && promptFile) return [promptFile.name, promptFile.text]
  const texts = table ? table.rows.map(({ prompt }) => prompt) : paragraphsOf(prompts)
  return ['prompts.jsonl', lines(texts.map((text, i) => ({ id: idOf(i), text })))]
}

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

const answersOf = ({ contestants, rows }: AnswerTable): [string, string][] =>
  contestants.map((_, i) => [
    answersFile(i),
    lines(
      rows.flatMap(({ answers }, row) =>
        answers[i]?.trim() ? [{ prompt: idOf(row), text: answers[i] }] : [],
      ),
    ),
  ])

const idOf = (index: number) => `p${index + 1}`
const answersFile = (index: number) => `answers/${index + 1}.jsonl`
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const filled = <T extends Record<string, string>>(texts: T): Partial<T> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')) as Partial<T>
