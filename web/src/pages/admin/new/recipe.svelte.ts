import { readTable, type AnswerTable } from './answer-table.ts'
import { freeName, applyRenames } from './entry-names.ts'
import { numbered, paragraphsOf } from './prompts-written.ts'
import { answersOf, answersPath, criteriaBeside, filesOf } from './recipe-files.ts'
import { check, judge, maker, promptValues, provider, someMakers, terms } from './entries.ts'
import { slugOf } from './slug.ts'
import { PROMPT } from './form-values.ts'
import type {
  CheckValues,
  JudgeValues,
  ContestantValues,
  ExistingPrompt,
  PromptValues,
  ProviderValues,
  TextFile,
  FormValues,
} from './form-values.ts'

type List = Pick<Recipe, 'added' | 'listed' | 'makers' | 'prompts' | 'promptFile'>

/** What is told of an arena, step by step: of a new one, or of one that is there. */
export class Recipe {
  title = $state('')
  description = $state('')
  visibility = $state<FormValues['visibility']>('public')
  criteria = $state('overall')
  from = $state<'table' | 'models'>('table')
  tableText = $state('')
  prompts = $state('')
  promptFile = $state.raw<TextFile | null>(null)
  added = $state<PromptValues[]>([])
  listed = $state.raw<readonly string[]>([])
  /** The id of the one that was asked for last, until it was gone to. */
  newest = $state<string | null>(null)
  makers = $state<ContestantValues[]>(someMakers())
  judging = $state<'people' | 'models'>('people')
  judges = $state<JudgeValues[]>([judge(judgeNo(1))])
  rubricText = $state('')
  rubricShows = $state<string[]>([])
  rubrics = $state<TextFile[]>([])
  checks = $state<CheckValues[]>([])
  providers = $state<ProviderValues[]>([provider('openai')])
  terms = $state(terms())
  /** By the id of a prompt that stands. */
  edits = $state<Record<string, PromptValues>>({})
  /** Of an arena that is there; null: it is new. */
  readonly standing: FormValues['standing']
  readonly #row: FormValues['row']
  #slug = $state<string | null>(null)
  readonly #begun: readonly unknown[]
  #aside = $state.raw<List | null>(null)

  /** @param there  what is told of an arena that is there already */
  constructor(there: FormValues | null = null) {
    this.standing = there?.standing ?? null
    this.#row = there?.row ?? {}
    if (there) this.#take(there)
    this.#begun = this.#said()
  }

  #take(there: FormValues): void {
    this.title = there.title
    this.#slug = there.slug
    this.description = there.description
    this.visibility = there.visibility
    this.criteria = there.criteria
    this.from = 'models'
    this.makers = [...there.makers]
    this.judging = there.judges.length > 0 ? 'models' : 'people'
    this.judges = there.judges.length > 0 ? [...there.judges] : [judge(judgeNo(1), there.providers[0]?.name)]
    this.rubrics = [...there.rubrics]
    this.checks = [...there.checks]
    this.providers = there.providers.length > 0 ? [...there.providers] : [provider('openai')]
    this.terms = there.terms
  }

  /** Follows the title until it is written by hand. */
  get slug(): string {
    return this.#slug ?? slugOf(this.title)
  }

  set slug(slug: string) {
    this.#slug = slug
  }

  readonly table: AnswerTable | null = $derived(readTable(this.tableText))
  /** Whether any model is called. */
  readonly calls = $derived(
    (this.from === 'models' && this.makers.some(({ given }) => given === null)) ||
      this.judging === 'models' ||
      this.checks.some(({ kind }) => kind === 'llm'),
  )
  readonly contestants: readonly string[] = $derived(
    this.from === 'table' ? (this.table?.contestants ?? []) : this.makers.map(({ name }) => name),
  )
  /** Of the prompts as they are told; none of those in a file. */
  readonly categories: readonly string[] = $derived.by(() => {
    if (this.promptFile !== null) return []
    const stand = (this.standing?.prompts ?? []).filter(({ id }) => !this.edits[id]?.isOut)
    const all = [
      ...stand.map((one) => this.categoryOf(one)),
      ...this.added.map(({ category }) => category.trim()),
    ]
    return [...new Set(all)].filter((one) => one !== '').sort()
  })

  /** Those that the rubrics judge by beside what is told. */
  readonly criteriaBeside: readonly string[] = $derived(
    this.judging === 'models' ? criteriaBeside(this.criteria, this.judges) : [],
  )

  readonly files: ReadonlyMap<string, string> = $derived.by(() =>
    filesOf({
      title: this.standing ? this.title : this.title.trim(),
      slug: this.slug,
      description: this.standing ? this.description : this.description.trim(),
      visibility: this.visibility,
      criteria: this.criteria,
      table: this.from === 'table' ? (this.table ?? NO_TABLE) : null,
      prompts: this.prompts,
      promptFile: this.promptFile,
      standing: this.standing,
      edits: this.edits,
      added: this.added,
      listed: this.listed,
      makers: this.makers,
      judges: this.judging === 'models' ? this.judges : [],
      rubricText: this.rubricText,
      rubricShows: this.rubricShows,
      rubrics: this.rubrics,
      checks: this.checks,
      providers: this.providers,
      terms: this.terms,
      row: this.#row,
    }),
  )

  /** Whether anything is told otherwise than it was at the beginning. */
  readonly isTouched = $derived.by(() => {
    const now = this.#said()
    return now.length !== this.#begun.length || now.some((one, i) => one !== this.#begun[i])
  })

  /** The files, and what may have been told without coming into them yet. */
  #said(): unknown[] {
    const { from, judging, tableText, prompts, rubricText, criteria } = this
    const providers = JSON.stringify(this.providers)
    return [from, judging, tableText, prompts, rubricText, criteria, providers, ...[...this.files].flat()]
  }

  /** What is now told of a prompt that stands. */
  editOf({ id, row }: ExistingPrompt): PromptValues {
    return this.edits[id] ?? promptValues(row)
  }

  /** Without all else that is told of it: lists are long. */
  categoryOf({ id, row }: ExistingPrompt): string {
    return this.edits[id]?.category ?? PROMPT.category.read(row['category'])
  }

  edit(prompt: ExistingPrompt, change: Partial<PromptValues>): void {
    this.edits[prompt.id] = { ...this.editOf(prompt), ...change }
  }

  /** Its text cannot change: it is taken out, and one that has all it had comes in. */
  editAnew(prompt: ExistingPrompt): void {
    const { messages, category, reference, variables, context } = this.editOf(prompt)
    this.edit(prompt, { isOut: true })
    this.addPrompt({ messages: messages.map((one) => ({ ...one })), category, reference, variables, context })
  }

  addPrompt(told: Partial<PromptValues> = {}): void {
    for (const { id } of numbered([''], this.#ids)) {
      this.added.push({ ...promptValues({}), ...told, id })
      this.newest = id
    }
  }

  /** Those between empty lines, one by one. */
  listPrompts(): void {
    for (const content of paragraphsOf(this.prompts))
      this.addPrompt({ messages: [{ role: 'user', content }] })
    this.prompts = ''
    this.newest = null
  }

  /** What the table holds, one by one: its prompts, and its contestants with their answers. */
  listTable(): void {
    if (!this.table) return
    const { contestants, rows } = this.table
    this.#aside = this.#isListTold ? this.#list() : null
    this.added = []
    for (const { prompt } of rows) this.addPrompt({ messages: [{ role: 'user', content: prompt }] })
    this.newest = null
    for (const one of this.added) one.was = one.id
    this.listed = this.added.map(({ id }) => id)
    const answers = answersOf(this.table, this.listed)
    this.makers = contestants.map((name, i) => {
      const [path, text] = answers[i]
      return maker(name, '', { name: path, text })
    })
    this.prompts = ''
    this.promptFile = null
    this.from = 'models'
  }

  /** Whether prompts and contestants that were told are put aside for those of a table. */
  get hasAside(): boolean {
    return this.#aside !== null
  }

  /** Those that are put aside take the place of those that are told, which are put aside for them. */
  swapAside(): void {
    const aside = this.#aside
    if (!aside) return
    this.#aside = this.#list()
    Object.assign(this, aside)
  }

  #list(): List {
    const { added, listed, makers, prompts, promptFile } = this
    return { added, listed, makers, prompts, promptFile }
  }

  get #isListTold(): boolean {
    const { makers, prompts, added, promptFile } = this
    const isUntouched = JSON.stringify(makers) === JSON.stringify(someMakers())
    return !isUntouched || prompts.trim() !== '' || added.length > 0 || promptFile !== null
  }

  get #ids(): Set<string> {
    return new Set([...(this.standing?.taken ?? []), ...this.added.map(({ id }) => id)])
  }

  /** One whose answers are in a file. */
  addGiven({ name, text }: TextFile): void {
    this.addMaker({ name: answersPath(name, this.makers), text })
  }

  addMaker(given: TextFile | null = null): void {
    const name = freeName(this.makers, this.makers.length, letter)
    this.makers.push(maker(name, this.providers[0]?.called, given))
  }

  takeOutMaker(maker: ContestantValues): void {
    this.makers.splice(this.makers.indexOf(maker), 1)
    this.makersRenamed()
  }

  addJudge(): void {
    const name = freeName(this.judges, this.judges.length + 1, judgeNo)
    this.judges.push(judge(name, this.providers[0]?.called))
  }

  addCheck(): void {
    const name = freeName(this.checks, this.checks.length + 1, (number) => `check-${number}`)
    this.checks.push(check(name, this.providers[0]?.called))
  }

  addProvider(): void {
    const type = this.providers.some(({ type }) => type === 'anthropic') ? 'openai' : 'anthropic'
    const name = freeName(this.providers, 1, (number) => (number === 1 ? type : `${type}-${number}`))
    this.providers.push({ ...provider(type, name), isAdded: true })
  }

  takeOutProvider(provider: ProviderValues): void {
    this.providers.splice(this.providers.indexOf(provider), 1)
    this.providersRenamed()
  }

  /** Who named a contestant goes on naming it, whatever it is called by now. */
  makersRenamed(): void {
    const moved = applyRenames(this.makers)
    for (const one of this.makers) one.controlOf = moved.get(one.controlOf) ?? one.controlOf
    this.terms.baseline = moved.get(this.terms.baseline) ?? this.terms.baseline
  }

  /** Likewise who named a provider. */
  providersRenamed(): void {
    const moved = applyRenames(this.providers)
    for (const one of [...this.makers, ...this.judges, ...this.checks])
      one.provider = moved.get(one.provider) ?? one.provider
  }
}

const judgeNo = (number: number): string => `judge-${number}`

const NO_TABLE: AnswerTable = { contestants: [], rows: [] }

const letter = (n: number): string =>
  n < 26 ? String.fromCharCode(65 + n) : `${String.fromCharCode(65 + (n % 26))}${Math.floor(n / 26)}`
