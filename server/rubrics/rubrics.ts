/**
 * Rubrics: files with the instructions for judges. The front matter names criteria and forms, the text is the
 * instructions. A rubric and the judge prompts of rubrics/judge-prompts have one hash together, and a judge
 * evaluation holds for that hash.
 */
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { RubricHead, type JudgementForm, type Rubric } from '../../shared/contracts/index.ts'
import { readYaml, faultLine } from '../platform/read-yaml.ts'
import { shortList, msg, type AnyMessage, type CodedMessage } from '../../shared/messages/index.ts'
import { createHash } from 'node:crypto'
import { ProblemError } from '../platform/problem.ts'
import { fileReadFailure } from '../platform/setup-error.ts'

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
  return rubricFrom(basename(path), await fileText(path))
}

/** Reads an uploaded rubric like `readRubric`. @param file the name of its file */
export const readUploadedRubric = (file: string, bytes: Uint8Array): Promise<ReadRubric> =>
  rubricFrom(file, decoded(file, bytes))

async function rubricFrom(file: string, rawText: string): Promise<ReadRubric> {
  const text = normalise(rawText)
  const parts = /^---\n([^]*?)(?:^---(?:\n|$))([^]*)$/m.exec(text)
  if (!text.startsWith('---\n') || !parts)
    refuse([
      msg('at_place', {
        place: `${file}:1`,
        wrong: 'has no front matter. Put a line "---", "criterion: NAME" and a line "---" above the text.',
      }),
    ])
  const [, front, body] = parts!
  const head = readYaml(RubricHead, front!, file, 2)
  if ('faults' in head) refuse(head.faults)
  const { criterion, criteria, ...definition } = head.value
  const bodyLine = front!.split('\n').length + 2
  const instructions = body!.trim()
  if (instructions === '')
    refuse([
      msg('at_place', {
        place: `${file}:${bodyLine}`,
        wrong: 'has no text below its front matter. Describe what to judge by.',
      }),
    ])

  const rubricCriteria = criteria ?? [criterion!]
  if (rubricCriteria.length > 1) requireSections(file, rubricCriteria, instructions)
  const judgePrompts = await readJudgePrompts(definition.forms)
  const rubric: Rubric = {
    name: basename(file, '.md'),
    criteria: rubricCriteria,
    ...definition,
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

async function readJudgePrompts(forms: JudgementForm[]): Promise<Rubric['judgePrompts']> {
  const prompts = forms.map(
    async (form) =>
      [form, normalise(await fileText(join(RUBRICS_FOLDER, 'judge-prompts', `${form}.md`))).trim()] as const,
  )
  return Object.fromEntries(await Promise.all(prompts))
}

async function fileText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) =>
    refuse([fileReadFailure(path, error)]),
  )
  return decoded(path, bytes)
}

/** The rubric of one criterion under another one: the same question, whose votes are of that criterion. */
export function withCriterion({ rubric }: ReadRubric, criterion: string): ReadRubric {
  const narrowed = { ...rubric, criteria: [criterion] }
  return { rubric: narrowed, sha256: hashRubric(narrowed) }
}

/**
 * The rubric with a judge prompt of the user's own for one form. Its hash covers both.
 * @param file  the name of the judge prompt's file
 * @throws {ProblemError} `invalid_request` with `file: what is missing`, if it does not show all answers or the rubric,
 *   asks for no verdict that can be read, or shows what the rubric does not
 */
export function withJudgePrompt(
  { rubric }: ReadRubric,
  { file, bytes, form }: { file: string; bytes: Uint8Array; form: JudgementForm },
): ReadRubric {
  const name = basename(file)
  const text = normalise(decoded(name, bytes)).trim()
  const faults = [...unknownPlaces(text), ...placeFaults(placesIn(text), rubric, form)]
  if (faults.length > 0)
    refuse(
      faults.map(({ line, wrong }) =>
        msg('at_place', { place: line === undefined ? name : `${name}:${line}`, wrong }),
      ),
    )
  const judgeRubric = { ...rubric, judgePrompts: { ...rubric.judgePrompts, [form]: text } }
  return { rubric: judgeRubric, sha256: hashRubric(judgeRubric) }
}

interface Fault {
  wrong: AnyMessage
  line?: number
}

const unknownPlaces = (text: string): Fault[] =>
  text.split('\n').flatMap((words, i) =>
    placesIn(words)
      .filter((place) => !JUDGE_PROMPT_PLACES.includes(place))
      .map((place) => ({
        line: i + 1,
        wrong: msg('no_placeholder', { name: place, known: JUDGE_PROMPT_PLACES }),
      })),
  )

function placeFaults(places: readonly string[], rubric: Rubric, form: JudgementForm): Fault[] {
  const has = (place: string) => places.includes(place)
  const faults: AnyMessage[] = []
  const missing = form === 'listwise' ? ['answers'] : ['first', 'second'].filter((place) => !has(place))
  if (!has('answers') && missing.length > 0)
    faults.push(msg('judge_prompt_without_answers', { form, missing }))
  else if (has('first') && has('second') && places.indexOf('second') < places.indexOf('first'))
    faults.push(
      'shows the second answer above the first, and verdicts name answers by their order. Write {{first}} above {{second}}.',
    )
  if (!has('json') && !has('lines'))
    faults.push(
      'asks for no verdict that can be read: {{json}} or {{lines}} is missing. Write one where the form of the reply belongs.',
    )
  if (!has('instructions'))
    faults.push(
      'leaves out the rubric: {{instructions}} is missing. Write it where the text of the rubric belongs.',
    )
  for (const material of ['reference', 'context'] as const) {
    const isShown = rubric.shows.includes(material)
    if (isShown && !has(material))
      faults.push(msg('judge_prompt_without', { what: material, rubric: rubric.name }))
    if (!isShown && has(material))
      faults.push(msg('judge_prompt_beyond_rubric', { what: material, rubric: rubric.name }))
  }
  return faults.map((wrong) => ({ wrong }))
}

/**
 * Increase this when judge-request.ts sends other words for the same rubric. A judge that reads other words is
 * another judge, and needs a new evaluation.
 */
export const LAYOUT = 1

/** SHA-256, in hex, of everything that a judge reads from a rubric. The rubric's name is not included. */
export function hashRubric({
  criteria,
  forms,
  reason,
  shows,
  instructions,
  judgePrompts,
}: Omit<Rubric, 'name'>): string {
  const hashed = [
    LAYOUT,
    criteria,
    forms.map((form) => [form, judgePrompts[form]]).sort(),
    reason,
    shows.toSorted(),
    instructions,
  ]
  return createHash('sha256').update(JSON.stringify(hashed)).digest('hex')
}

/** The folder of the rubrics that are shipped with Deadheat. */
export const RUBRICS_FOLDER = join(import.meta.dirname, '../../rubrics')

const inFolder = (name: string) => join(RUBRICS_FOLDER, `${name}.md`)

/** The shipped rubrics, by the name that arena.yaml uses. A new file in the folder needs a line here. */
export const SHIPPED_RUBRICS = {
  overall: inFolder('overall'),
  helpfulness: inFolder('helpfulness'),
  groundedness: inFolder('groundedness'),
  coherence: inFolder('coherence'),
  completeness: inFolder('completeness'),
  /** Closeness to a gold reference in substance. */
  reference: inFolder('reference'),
  /** Closeness to a gold reference in style, tone and quality of content. */
  voice: inFolder('voice'),
  /** Helpfulness, groundedness, coherence and completeness in one call. */
  rag: inFolder('rag'),
} as const

/**
 * The file that `rubric:` in arena.yaml names. A bare name is a shipped rubric; a name with a dot or a slash is a
 * file, relative to arena.yaml.
 * @throws {ProblemError} `invalid_request` if no shipped rubric has the bare name
 */
export function rubricPath(rubricName: string, folder: string): string {
  if (!/^[\w-]+$/.test(rubricName)) return resolve(folder, rubricName)
  const shipped = Object.keys(SHIPPED_RUBRICS)
  const near = shortList(shipped, rubricName)
  return shipped.includes(rubricName)
    ? inFolder(rubricName)
    : refuse([msg('no_rubric', { name: rubricName, shipped, ...(near.near && { near }) })])
}

/** The sections of a rubric under a heading `## NAME` that names one of its criteria, by criterion. */
function criterionSections(instructions: string, criteria: readonly string[]): Map<string, string> {
  const sections = new Map<string, string>()
  for (const part of splitParts(instructions)) {
    const criterion = headingCriterion(part, criteria)
    if (criterion !== undefined) sections.set(criterion, part)
  }
  return sections
}

/** The question of one criterion: the first paragraph of its section, or of the instructions. */
export function criterionQuestion(
  instructions: string,
  criteria: readonly string[],
  criterion: string,
): string {
  const text = criterionSections(instructions, criteria).get(criterion) ?? instructions
  return (
    text
      .split(/\n\s*\n/)
      .find((part) => part.trim() !== '' && !part.trim().startsWith('#'))
      ?.trim() ?? ''
  )
}

/** The instructions for some of a rubric's criteria: the text without the sections of the other criteria. */
export function criteriaInstructions(
  instructions: string,
  criteria: readonly string[],
  requestedCriteria: readonly string[],
): string {
  return splitParts(instructions)
    .filter((part) => {
      const criterion = headingCriterion(part, criteria)
      return criterion === undefined || requestedCriteria.includes(criterion)
    })
    .join('')
    .trim()
}

/** Splits a text before each heading of the second level. */
function splitParts(text: string): string[] {
  return text.split(/^(?=## )/m)
}

function headingCriterion(part: string, criteria: readonly string[]): string | undefined {
  const heading = /^## +(.+)/.exec(part)?.[1]?.trim().toLowerCase()
  return criteria.find((criterion) => criterion.toLowerCase() === heading)
}

// What a judge prompt may say beside its own words: `{{names}}`, which each request replaces.

/** Texts that are the same in all calls of a judge. */
const TERMS = ['instructions', 'criteria', 'count', 'sequence', 'beside', 'json', 'lines']
/** What a call shows: prompt, shared context, reference, one answer, or all answers. */
const MATERIAL = ['prompt', 'context', 'reference', 'first', 'second', 'answers']
const JUDGE_PROMPT_PLACES = [...MATERIAL, ...TERMS]

const PLACE = /\{\{\s*([\w.-]+)\s*\}\}/g

/** The names of the places, in their order. */
const placesIn = (judgePrompt: string): string[] => [...judgePrompt.matchAll(PLACE)].map(([, name]) => name!)

/**
 * Whether a judge prompt says where the material stands. The shipped ones do not; there it follows in a message of its
 * own.
 */
export const placesMaterial = (judgePrompt: string): boolean =>
  placesIn(judgePrompt).some((name) => MATERIAL.includes(name))

/** Splits a judge prompt above the first paragraph with material: what is the same in all calls, and the rest. */
export function splitAtMaterial(judgePrompt: string): [above: string, below: string] {
  const paragraphs = judgePrompt.split('\n\n')
  const first = paragraphs.findIndex(placesMaterial)
  return [paragraphs.slice(0, first).join('\n\n').trim(), paragraphs.slice(first).join('\n\n').trim()]
}

/** Replaces the places by their texts. What a text contains is not replaced again. */
export const fillPlaceholders = (judgePrompt: string, texts: Readonly<Record<string, string>>): string =>
  judgePrompt.replace(PLACE, (place, name: string) => texts[name] ?? place)

// The text of a rubric's file or of a judge prompt's.

/** Removes differences that a reader cannot see: line ends, trailing space, a byte order mark, composed letters. */
function normalise(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .normalize('NFC')
}

/** @throws {ProblemError} `invalid_request` if it is not UTF-8 */
function decoded(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse([msg('at_place', { place: file, wrong: 'is not UTF-8 text' })])
  }
}

/** @throws {ProblemError} `invalid_request`, always */
function refuse(faults: CodedMessage[]): never {
  throw new ProblemError('invalid_request', faultLine(faults))
}
