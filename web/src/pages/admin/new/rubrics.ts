/** Rubrics: built-in ones by name, files, and one written in the form. */
import { parse } from 'yaml'
import type { TextFile, FormValues } from './form-values.ts'

const CRITERIA: Record<string, readonly string[]> = {
  overall: ['overall'],
  helpfulness: ['helpfulness'],
  groundedness: ['groundedness'],
  coherence: ['coherence'],
  completeness: ['completeness'],
  reference: ['closeness'],
  voice: ['voice'],
  rag: ['helpfulness', 'groundedness', 'coherence', 'completeness'],
}

export const SHIPPED = Object.keys(CRITERIA)

/** The name of the rubric written in the form. No file has an empty name. */
export const OWN_RUBRIC = ''

/** Whether a saved file is a judge prompt, by the folder that the server gives it. */
export const isJudgePrompt = (name: string): boolean => name.startsWith('judge-prompts/')

/** The criteria of a built-in rubric; null for any other. */
export const criteriaOf = (rubric: string): readonly string[] | null => CRITERIA[rubric] ?? null

/** The criteria in the front matter of a rubric file; none if it cannot be read. */
export function criteriaIn(rubric: TextFile): string[] {
  const [, head] = /^---\r?\n([^]*?)\r?\n---/.exec(rubric.text) ?? []
  try {
    const { criterion, criteria } = parse(head ?? '') as { criterion?: unknown; criteria?: unknown }
    return [criteria ?? criterion ?? []].flat().map(String)
  } catch {
    return []
  }
}

/** Path and text of each rubric file in use. @param criterion the criterion of the rubric written in the form */
export function rubricsOf(values: FormValues, criterion = 'overall'): [string, string][] {
  const used = new Set(
    values.judges.flatMap(({ rubric, judge_prompt: judgePrompt }) => [rubric, judgePrompt]),
  )
  const files = values.rubrics
    .filter(({ name }) => used.has(name))
    .map(({ name, text }): [string, string] => [name, text])
  return used.has(OWN_RUBRIC) ? [...files, [ownRubricFile(values), ownRubric(values, criterion)]] : files
}

/** A path for the rubric written in the form that no saved rubric has. */
export function ownRubricFile({ rubrics }: FormValues): string {
  const taken = new Set(rubrics.map(({ name }) => name))
  let n = 1
  const path = () => `rubrics/own${n === 1 ? '' : `-${n}`}.md`
  while (taken.has(path())) n++
  return path()
}

/** The text of the own rubric, with front matter for the forms its judges use. */
function ownRubric({ judges, rubricText, rubricShows }: FormValues, criterion: string): string {
  const forms = judges.flatMap(({ rubric, form }) => (rubric === OWN_RUBRIC ? [form] : []))
  const shows = rubricShows.length > 0 ? `shows: [${rubricShows.join(', ')}]\n` : ''
  return `---\ncriterion: ${JSON.stringify(criterion)}\nforms: [${[...new Set(forms)].join(', ')}]\n${shows}---\n\n${rubricText.trim()}\n`
}
