import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { RubricHead } from '../../../../shared/contracts/index.ts'
import type { JudgementForm, Rubric } from '../../../../shared/contracts/index.ts'
import { readYaml } from '../../../platform/read-yaml.ts'
import { criterionSections } from './criterion-sections.ts'
import { hashRubric } from './hash-rubric.ts'
import { RUBRICS_FOLDER, SHIPPED_RUBRICS } from './rubric-path.ts'
import { decoded, normalise, refuse } from './rubric-text.ts'
import { msg } from '../../../../shared/messages/index.ts'

export interface ReadRubric {
  rubric: Rubric
  /** See `hashRubric`. */
  sha256: string
}

/**
 * Reads a rubric and the judge prompts of its forms.
 * @throws {ProblemError} `invalid_request` with `file:line: what is wrong`
 */
export async function readRubric(path: string): Promise<ReadRubric> {
  return rubricFrom(basename(path), await textOf(path))
}

/** Reads an uploaded rubric like `readRubric`. @param file the name of its file */
export const rubricOf = (file: string, bytes: Uint8Array): Promise<ReadRubric> =>
  rubricFrom(file, decoded(file, bytes))

async function rubricFrom(file: string, rawText: string): Promise<ReadRubric> {
  const text = normalise(rawText)
  const parts = /^---\n([^]*?)(?:^---(?:\n|$))([^]*)$/m.exec(text)
  if (!text.startsWith('---\n') || !parts)
    refuse([msg('at_place', { place: `${file}:1`, wrong: msg('no_front_matter') })])
  const [, front, body] = parts!
  const head = readYaml(RubricHead, front!, file, 2)
  if ('faults' in head) refuse(head.faults)
  const { criterion, criteria, ...rest } = head.value
  const bodyLine = front!.split('\n').length + 2
  const instructions = body!.trim()
  if (instructions === '')
    refuse([msg('at_place', { place: `${file}:${bodyLine}`, wrong: msg('rubric_empty') })])

  const rubricCriteria = criteria ?? [criterion!]
  if (rubricCriteria.length > 1) requireSections(file, rubricCriteria, instructions)
  const judgePrompts = await judgePromptsOf(rest.forms)
  const rubric: Rubric = {
    name: basename(file, '.md'),
    criteria: rubricCriteria,
    ...rest,
    instructions,
    judgePrompts,
  }
  return { rubric, sha256: hashRubric(rubric) }
}

function requireSections(file: string, criteria: string[], instructions: string): void {
  const sections = criterionSections(instructions, criteria)
  const missing = criteria.filter((criterion) => !sections.has(criterion))
  if (missing.length > 0)
    refuse([msg('at_place', { place: `${file}:1`, wrong: msg('no_sections', { criteria: missing }) })])
}

async function judgePromptsOf(forms: JudgementForm[]): Promise<Rubric['judgePrompts']> {
  const prompts = forms.map(
    async (form) =>
      [form, normalise(await textOf(join(RUBRICS_FOLDER, 'judge-prompts', `${form}.md`))).trim()] as const,
  )
  return Object.fromEntries(await Promise.all(prompts))
}

async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
    const shipped =
      dirname(path) === RUBRICS_FOLDER ? `. Shipped are ${Object.keys(SHIPPED_RUBRICS).join(', ')}` : ''
    return refuse([msg('at_place', { place: path, wrong: `cannot be read (${code})${shipped}` })])
  })
  return decoded(path, bytes)
}
