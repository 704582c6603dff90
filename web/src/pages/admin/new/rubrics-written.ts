/** What judges judge by: the rubrics that are shipped, by name, those that are files, and one written here. */
import { parse } from 'yaml'
import type { TextFile, FormValues } from './form-values.ts'

const CRITERIA: Record<string, readonly string[]> = {
  overall: ['overall'],
  helpfulness: ['helpfulness'],
  groundedness: ['groundedness'],
  coherence: ['coherence'],
  completeness: ['completeness'],
  reference: ['closeness'],
  rag: ['helpfulness', 'groundedness', 'coherence', 'completeness'],
}

export const SHIPPED = Object.keys(CRITERIA)

/** Stands for a rubric written here; no file has this name. */
export const OWN_RUBRIC = ''

/** Null for one written here, which judges by the arena's first. */
export const criteriaOf = (rubric: string): readonly string[] | null => CRITERIA[rubric] ?? null

/** What the front matter of a rubric that is a file judges by; nothing where it cannot be read. */
export function criteriaIn(rubric: TextFile): string[] {
  const [, head] = /^---\r?\n([^]*?)\r?\n---/.exec(rubric.text) ?? []
  try {
    const { criterion, criteria } = parse(head ?? '') as { criterion?: unknown; criteria?: unknown }
    return [criteria ?? criterion ?? []].flat().map(String)
  } catch {
    return []
  }
}

/** Those that a judge judges by, by their paths. @param criterion what one written here is about */
export function rubricsOf(told: FormValues, criterion = 'overall'): [string, string][] {
  const used = new Set(told.judges.map(({ rubric }) => rubric))
  const files = told.rubrics
    .filter(({ name }) => used.has(name))
    .map(({ name, text }): [string, string] => [name, text])
  return used.has(OWN_RUBRIC) ? [...files, [ownRubricFile(told), ownRubric(told, criterion)]] : files
}

/** Of a name that no rubric which is a file has: an arena that was made here has one of the first. */
export function ownRubricFile({ rubrics }: FormValues): string {
  const taken = new Set(rubrics.map(({ name }) => name))
  let n = 1
  const path = () => `rubrics/own${n === 1 ? '' : `-${n}`}.md`
  while (taken.has(path())) n++
  return path()
}

/** For whatever the judges that go by it ask of it. */
function ownRubric({ judges, rubricText, rubricShows }: FormValues, criterion: string): string {
  const forms = judges.flatMap(({ rubric, form }) => (rubric === OWN_RUBRIC ? [form] : []))
  const shows = rubricShows.length > 0 ? `shows: [${rubricShows.join(', ')}]\n` : ''
  return `---\ncriterion: ${JSON.stringify(criterion)}\nforms: [${[...new Set(forms)].join(', ')}]\n${shows}---\n\n${rubricText.trim()}\n`
}
