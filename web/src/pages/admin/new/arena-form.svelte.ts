import { parse } from 'yaml'
import type { ArenaRecipe } from '../../../../../shared/contracts/admin-arenas.ts'
import type { LocalText } from '../../../words/messages/index.ts'
import { VOTES_A_CONTESTANT } from '../../../../../shared/contracts/limits.ts'
import { answersPath, answersPathFor } from './answers.ts'
import { RULES, type KnownNames, type Row } from './layout.ts'
import { Prompts, savedPrompts, type TextFile } from './prompts.svelte.ts'
import { writeFiles, type Entry } from './write-files.ts'

type EntryList = 'contestants' | 'judges' | 'checks' | 'providers'

/** State of the arena form, for a new or a saved arena. */
export class ArenaForm {
  readonly saved: Row | null
  row = $state<Row>({
    title: '',
    visibility: 'public',
    criteria: ['overall'],
    decides: { votes: 2 * VOTES_A_CONTESTANT, afterwards: 'go_on' },
    ...sections({}),
  })
  prompts = $state.raw(new Prompts())
  contestants = $state<Entry[]>([newContestant('A'), newContestant('B')])
  judging = $state<'people' | 'models'>('people')
  judges = $state<Entry[]>([newJudge('judge-1')])
  checks = $state<Entry[]>([])
  providers = $state<Entry[]>([newProvider('openai', 'default')])
  texts = $state<Record<string, string>>({})
  readonly ownRubric: string
  rubricText = $state('')
  rubricShows = $state<string[]>([])
  /** Problems that the last check found, by path. A field that is edited has none. */
  problems = $state.raw<ReadonlyMap<string, LocalText>>(new Map())
  #slug = $state<string | null>(null)
  readonly #initial: readonly unknown[]

  /** @param recipe  a saved arena; null for a new one */
  constructor(recipe: ArenaRecipe | null = null) {
    this.saved = recipe && (parse(recipe.files['arena.yaml']) as Row)
    if (recipe && this.saved) this.#take(recipe, this.saved)
    let n = 1
    const path = () => `rubrics/own${n === 1 ? '' : `-${n}`}.md`
    while (path() in this.texts) n++
    this.ownRubric = path()
    this.#initial = this.#snapshot()
  }

  #take({ arena, files, leftOut }: ArenaRecipe, saved: Row): void {
    const { contestants, prompts, judges, checks, providers = {}, ...row } = saved
    const entries = (rows: unknown): Entry[] =>
      ((rows ?? []) as Row[]).map((one) => ({ row: one, called: nameOf(one), origin: 'saved' }))
    this.#slug = arena
    this.row = { ...row, ...sections(row) }
    const others = leftOut.filter(({ why }) => why.startsWith('prompts')).flatMap(({ names }) => names)
    this.prompts = new Prompts(savedPrompts(prompts, files, others))
    this.contestants = entries(contestants)
    this.checks = entries(checks)
    const named = Object.entries(providers as Record<string, Row>).map(([name, one]) => ({ name, ...one }))
    if (named.length > 0) this.providers = entries(named)
    this.judging = Array.isArray(judges) && judges.length > 0 ? 'models' : 'people'
    this.judges =
      this.judging === 'models' ? entries(judges) : [newJudge('judge-1', this.providers[0]?.called)]
    const { 'arena.yaml': _, [String(prompts)]: __, ...texts } = files
    this.texts = texts
  }

  /** Follows the title until it is edited. */
  get slug(): string {
    return this.#slug ?? slugOf(String(this.row['title'] ?? ''))
  }

  set slug(slug: string) {
    this.#slug = slug
  }

  /** Whether a run would call any model. */
  readonly calls = $derived(
    this.contestants.some(({ row }) => row['responses'] === undefined) ||
      this.judging === 'models' ||
      this.checks.some(({ row }) => row['kind'] === 'llm'),
  )
  readonly contestantNames: readonly string[] = $derived(this.contestants.map(({ row }) => nameOf(row)))
  /** Criteria of the chosen rubrics that were not entered. */
  readonly criteriaBeside: readonly string[] = $derived.by(() => {
    if (this.judging === 'people') return []
    const entered = new Set([this.row['criteria'] ?? []].flat())
    const fromRubrics = this.judges.flatMap(({ row }) =>
      row['criteria'] === undefined ? (criteriaOf(String(row['rubric'])) ?? []) : [],
    )
    return [...new Set(fromRubrics)].filter((one) => !entered.has(one))
  })
  /** The arena.yaml, which comes first, and the files it names. */
  readonly files: ReadonlyMap<string, string> = $derived.by(() => writeFiles(this))
  /** Whether the form has unsaved changes. */
  readonly isTouched = $derived.by(() => {
    const now = this.#snapshot()
    return now.length !== this.#initial.length || now.some((one, i) => one !== this.#initial[i])
  })

  /** The files, and inputs that may not be in the files yet. */
  #snapshot(): unknown[] {
    const { judging, prompts, rubricText, row, providers } = this
    const inputs = JSON.stringify([row['criteria'], providers])
    return [judging, prompts.text, rubricText, inputs, ...[...this.files].flat()]
  }

  /** The names that a field offers, each with what it is shown as. */
  names(kind: KnownNames, row: Row): readonly { value: string; label: string }[] {
    if (kind === 'providers')
      return this.providers.map(({ called, row }) => ({ value: called, label: nameOf(row) }))
    return this.#names(kind, row).map((value) => ({ value, label: value }))
  }

  #names(kind: Exclude<KnownNames, 'providers'>, row: Row): readonly string[] {
    const files = () => Object.keys(this.texts).filter((path) => path.endsWith('.md'))
    switch (kind) {
      case 'contestants':
        return this.contestantNames
      case 'others':
        return this.contestantNames.filter((name) => name !== row['name'])
      case 'rubrics':
        return [...SHIPPED, ...files().filter((path) => !isJudgePrompt(path)), this.ownRubric]
      case 'judgePrompts':
        return files().filter(isJudgePrompt)
      case 'categories':
        return this.prompts.categories
      case 'criteria': {
        const path = String(row['rubric'])
        const text = this.texts[path]
        if (text !== undefined) return criteriaIn(text)
        return criteriaOf(path) ?? ([this.row['criteria'] ?? []].flat().slice(0, 1) as string[])
      }
    }
  }

  /** @param answers  its answers, if they are in a file */
  addContestant(answers: TextFile | null = null): void {
    const name = freeName(this.contestants, this.contestants.length, letter)
    const taken = this.contestants.map(({ row }) => row['responses'])
    const path = answers && answersPath(answers.name, taken)
    if (path) this.texts[path] = answers.text
    const source = path ? { responses: path } : { provider: this.providers[0]?.called }
    this.contestants.push(newContestant(name, source))
  }

  replaceAnswers(row: Row, { name, text }: TextFile): void {
    const path = answersPathFor(name, String(row['responses']))
    this.texts[path] = text
    row['responses'] = path
  }

  addJudge(): void {
    const name = freeName(this.judges, this.judges.length + 1, (number) => `judge-${number}`)
    this.judges.push(newJudge(name, this.providers[0]?.called))
  }

  addCheck(): void {
    const name = freeName(this.checks, this.checks.length + 1, (number) => `check-${number}`)
    this.checks.push(entry({ name, kind: 'contains', provider: this.providers[0]?.called }, 'added'))
  }

  addProvider(): void {
    const type = this.providers.some(({ row }) => row['type'] === 'anthropic') ? 'openai' : 'anthropic'
    const name = freeName(this.providers, 1, (number) => (number === 1 ? type : `${type}-${number}`))
    this.providers.push(newProvider(type, 'added', name))
  }

  remove(list: EntryList, one: Entry): void {
    this[list].splice(this[list].indexOf(one), 1)
    this.problems = new Map([...this.problems].filter(([path]) => !path.startsWith(`${list}.`)))
    this.renamed(list)
  }

  /** Updates references to renamed entries. */
  renamed(list: EntryList): void {
    const moved = applyRenames(this[list])
    const follow = (row: Row, key: string) => {
      const now = moved.get(String(row[key]))
      if (now !== undefined) row[key] = now
    }
    if (list === 'contestants') {
      for (const { row } of this.contestants) follow(row, 'controlOf')
      follow(this.row['plan'] as Row, 'baseline')
    }
    if (list === 'providers')
      for (const { row } of [...this.contestants, ...this.judges, ...this.checks]) follow(row, 'provider')
  }
}

/** Sections of settings, empty if the file has none. */
const sections = (row: Row): Row =>
  Object.fromEntries(Object.keys(RULES).map((key) => [key, { ...(row[key] as Row | undefined) }]))

const entry = (row: Row, origin: Entry['origin']): Entry => ({ row, called: nameOf(row), origin })

const newContestant = (name: string, source: Row = { provider: 'openai' }): Entry =>
  entry({ name, ...source }, 'added')

const newJudge = (name: string, provider = 'openai'): Entry =>
  entry({ name, provider, rubric: 'overall' }, 'added')

const newProvider = (type: 'openai' | 'anthropic', origin: Entry['origin'], name: string = type): Entry =>
  entry({ name, type, apiKeyEnv: type === 'openai' ? 'OPENAI_API_KEY' : 'ANTHROPIC_API_KEY' }, origin)

const letter = (n: number): string =>
  n < 26 ? String.fromCharCode(65 + n) : `${String.fromCharCode(65 + (n % 26))}${Math.floor(n / 26)}`

const LONGEST_SLUG = 64

/** Derives the slug of an arena from its title. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  return slug.slice(0, LONGEST_SLUG).replace(/-+$/, '')
}

export const nameOf = (row: Row): string => String(row['name'] ?? '')

/** Whether another entry has the same name. */
export const isTaken = (one: Entry, all: readonly Entry[]): boolean => {
  const name = nameOf(one.row).trim()
  return name !== '' && all.some((other) => other !== one && nameOf(other.row).trim() === name)
}

/**
 * Renames that references must follow, from old name to new name. Also updates `called` of each renamed entry.
 * An entry whose name is empty or shared keeps its old name, and so does an entry that took that old name.
 */
function applyRenames(all: readonly Entry[]): ReadonlyMap<string, string> {
  let unchanged = all.filter((one) => nameOf(one.row).trim() === '' || isTaken(one, all))
  for (let before = -1; before < unchanged.length;) {
    before = unchanged.length
    unchanged = all.filter(
      (one) => unchanged.includes(one) || unchanged.some(({ called }) => called === nameOf(one.row)),
    )
  }
  const moving = all.filter((one) => !unchanged.includes(one) && nameOf(one.row) !== one.called)
  const moved = new Map(moving.map(({ called, row }) => [called, nameOf(row)]))
  for (const one of moving) one.called = nameOf(one.row)
  return moved
}

/** The first free name, trying the numbers from `from` upwards. */
function freeName(all: readonly Entry[], from: number, nameFor: (number: number) => string): string {
  const taken = new Set(all.flatMap(({ row, called }) => [nameOf(row), called]))
  let n = from
  while (taken.has(nameFor(n))) n++
  return nameFor(n)
}

// Rubrics are built-in ones by name, or files by path.

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

/** Whether a saved file is a judge prompt, by the folder that the server gives it. */
export const isJudgePrompt = (path: string): boolean => path.startsWith('judge-prompts/')

/** The criteria of a built-in rubric; null for any other. */
export const criteriaOf = (rubric: string): readonly string[] | null => CRITERIA[rubric] ?? null

/** The criteria in the front matter of a rubric; none if it cannot be read. */
function criteriaIn(rubric: string): string[] {
  const [, head] = /^---\r?\n([^]*?)\r?\n---/.exec(rubric) ?? []
  try {
    const { criterion, criteria } = parse(head ?? '') as { criterion?: unknown; criteria?: unknown }
    return [criteria ?? criterion ?? []].flat().map(String)
  } catch {
    return []
  }
}
