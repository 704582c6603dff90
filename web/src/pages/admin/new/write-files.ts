/** Writes the arena form as files: arena.yaml and the files it names. */
import { stringify } from 'yaml'
import { answersLeft } from './answers.ts'
import { inOrder } from './fields.ts'
import { RULES, type Row } from './layout.ts'
import type { Prompts } from './prompts.svelte.ts'

/** A contestant, judge, check or provider. */
export interface Entry {
  /** As in the file. A provider has its name, the key of its entry, in `name`. */
  row: Row
  /** The name that references use: the last one that was not empty and not shared. */
  called: string
  /** A provider that was added stays even if nothing uses it; a saved one always stays. */
  origin: 'default' | 'added' | 'saved'
}

/** The parts of the form that the files are written from. */
interface FormValues {
  /** The arena.yaml as saved; null for a new arena. */
  readonly saved: Row | null
  /** The arena.yaml without its entries and prompts. */
  readonly row: Row
  readonly slug: string
  readonly prompts: Prompts
  readonly contestants: readonly Entry[]
  readonly judging: 'people' | 'models'
  readonly judges: readonly Entry[]
  readonly checks: readonly Entry[]
  readonly providers: readonly Entry[]
  readonly criteriaBeside: readonly string[]
  /** Uploaded answers, rubrics and judge prompts by path. */
  readonly texts: Readonly<Record<string, string>>
  /** The path of the rubric written in the form, which no saved rubric has. */
  readonly ownRubric: string
  readonly rubricText: string
  /** What that rubric shows judges besides prompt and answers: `context`, `reference`. */
  readonly rubricShows: readonly string[]
}

/** Texts by their paths; the arena.yaml comes first. */
export function writeFiles(form: FormValues): Map<string, string> {
  const prompts = form.prompts.written
  const answers = uploadedAnswers(form)
  const criteria = [...new Set([...[form.row['criteria'] ?? []].flat(), ...form.criteriaBeside])] as string[]
  const judges = form.judging === 'models' ? form.judges : []
  const arena = arenaOf(form, {
    criteria,
    contestants: form.contestants.map(({ row }) => inOrder('contestants', row)),
    prompts: prompts.value,
    judges: filled(judges.map(({ row }) => inOrder('judges', row))),
    checks: filled(form.checks.map(({ row }) => inOrder('checks', row))),
    providers: providersOf(form, judges),
  })
  return new Map([
    ['arena.yaml', stringify(arena, { lineWidth: 0, aliasDuplicateObjects: false })],
    ...[...(prompts.file ? [prompts.file] : []), ...answers].map(({ name, text }) => [name, text] as const),
    ...rubricsOf(form, judges, criteria[0]),
  ])
}

function arenaOf(form: FormValues, entries: Row): Row {
  const { row, saved, slug } = form
  const title = String(row['title'] ?? '')
  const description = String(row['description'] ?? '')
  const sections = Object.keys(RULES).map((key) => {
    const section = inOrder(key, row[key] as Row)
    // without a number or a tournament, everything is judged
    if (section['votesPerPair'] !== undefined || section['tournament'] === true) delete section['everything']
    return [key, Object.keys(section).length > 0 || saved?.[key] ? section : undefined]
  })
  return inOrder('', {
    ...row,
    ...Object.fromEntries(sections),
    ...entries,
    arena: slug,
    title: saved ? row['title'] : title.trim(),
    // the server keeps a saved description unless the file has the key
    description: saved ? description : description.trim() || undefined,
  })
}

const filled = (all: Row[]) => (all.length > 0 ? all : undefined)

/** The providers in use, saved ones, and those added while models are called. */
function providersOf(form: FormValues, judges: readonly Entry[]) {
  const asking = form.checks.filter(({ row }) => row['kind'] === 'llm' || row['kind'] === 'exec')
  const used = new Set([...form.contestants, ...judges, ...asking].map(({ row }) => row['provider']))
  used.delete(undefined)
  const isCalling = used.size > 0 || form.providers.some(({ origin }) => origin === 'saved')
  const providers = form.providers.flatMap(({ row, origin }) => {
    if (origin !== 'saved' && !used.has(row['name']) && !(origin === 'added' && isCalling)) return []
    const { name, ...rest } = inOrder('providers', row)
    return [[String(name ?? ''), rest] as const]
  })
  return providers.length > 0 ? Object.fromEntries(providers) : undefined
}

const uploadedAnswers = ({ contestants, texts, prompts }: FormValues) =>
  contestants
    .filter(({ row }) => row['responses'] !== undefined)
    .map(({ row }) => String(row['responses']))
    .map((name) => answersLeft({ name, text: texts[name] ?? '' }, prompts.removed))

/** The rubrics and judge prompts in use. @param criterion the criterion of the rubric written in the form */
function rubricsOf(form: FormValues, judges: readonly Entry[], criterion = 'overall'): [string, string][] {
  const used = new Set(judges.flatMap(({ row }) => [row['rubric'], row['judge_prompt']]))
  const files = Object.entries(form.texts).filter(([path]) => used.has(path))
  return used.has(form.ownRubric) ? [...files, [form.ownRubric, ownRubric(form, criterion)]] : files
}

/** The rubric written in the form, with front matter for the forms that its judges use. */
function ownRubric({ judges, ownRubric: path, rubricText, rubricShows }: FormValues, criterion: string) {
  const forms = judges.flatMap(({ row }) => (row['rubric'] === path ? [row['form'] ?? 'pairwise'] : []))
  const shows = rubricShows.length > 0 ? `shows: [${rubricShows.join(', ')}]\n` : ''
  return `---\ncriterion: ${JSON.stringify(criterion)}\nforms: [${[...new Set(forms)].join(', ')}]\n${shows}---\n\n${rubricText.trim()}\n`
}
