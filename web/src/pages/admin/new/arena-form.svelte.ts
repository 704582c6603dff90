import { readTable, type AnswerTable } from './answer-table.ts'
import { freeName, applyRenames } from './entry-names.ts'
import { numbered, paragraphsOf } from './write-prompts.ts'
import { answersOf, answersPath, criteriaBeside, filesOf } from './write-files.ts'
import { check, judge, contestantValues, promptValues, provider, twoContestants, terms } from './entries.ts'
import { slugOf } from './slug.ts'
import {
  PROMPT,
  type CheckValues,
  type JudgeValues,
  type ContestantValues,
  type ExistingPrompt,
  type PromptValues,
  type ProviderValues,
  type TextFile,
  type FormValues,
} from './form-values.ts'

type List = Pick<ArenaForm, 'newPrompts' | 'tablePromptIds' | 'contestants' | 'prompts' | 'promptFile'>

/** State of the arena form, for a new or a saved arena. */
export class ArenaForm {
  title = $state('')
  description = $state('')
  visibility = $state<FormValues['visibility']>('public')
  criteria = $state('overall')
  from = $state<'table' | 'models'>('table')
  tableText = $state('')
  prompts = $state('')
  promptFile = $state.raw<TextFile | null>(null)
  newPrompts = $state<PromptValues[]>([])
  tablePromptIds = $state.raw<readonly string[]>([])
  /** The id of the prompt added last, until it has the focus. */
  newest = $state<string | null>(null)
  contestants = $state<ContestantValues[]>(twoContestants())
  judging = $state<'people' | 'models'>('people')
  judges = $state<JudgeValues[]>([judge(judgeNo(1))])
  rubricText = $state('')
  rubricShows = $state<string[]>([])
  rubrics = $state<TextFile[]>([])
  checks = $state<CheckValues[]>([])
  providers = $state<ProviderValues[]>([provider('openai')])
  terms = $state(terms())
  /** Edits of saved prompts, by id. */
  edits = $state<Record<string, PromptValues>>({})
  /** The prompts of the saved arena; null for a new one. */
  readonly existing: FormValues['existing']
  readonly #row: FormValues['row']
  #slug = $state<string | null>(null)
  readonly #initial: readonly unknown[]
  #aside = $state.raw<List | null>(null)

  /** @param saved  the values of a saved arena; null for a new one */
  constructor(saved: FormValues | null = null) {
    this.existing = saved?.existing ?? null
    this.#row = saved?.row ?? {}
    if (saved) this.#take(saved)
    this.#initial = this.#snapshot()
  }

  #take(saved: FormValues): void {
    this.title = saved.title
    this.#slug = saved.slug
    this.description = saved.description
    this.visibility = saved.visibility
    this.criteria = saved.criteria
    this.from = 'models'
    this.contestants = [...saved.contestants]
    this.judging = saved.judges.length > 0 ? 'models' : 'people'
    this.judges = saved.judges.length > 0 ? [...saved.judges] : [judge(judgeNo(1), saved.providers[0]?.name)]
    this.rubrics = [...saved.rubrics]
    this.checks = [...saved.checks]
    this.providers = saved.providers.length > 0 ? [...saved.providers] : [provider('openai')]
    this.terms = saved.terms
  }

  /** Follows the title until it is edited. */
  get slug(): string {
    return this.#slug ?? slugOf(this.title)
  }

  set slug(slug: string) {
    this.#slug = slug
  }

  readonly table: AnswerTable | null = $derived(readTable(this.tableText))
  /** Whether a run would call any model. */
  readonly calls = $derived(
    (this.from === 'models' && this.contestants.some(({ uploadedAnswers }) => uploadedAnswers === null)) ||
      this.judging === 'models' ||
      this.checks.some(({ kind }) => kind === 'llm'),
  )
  readonly contestantNames: readonly string[] = $derived(
    this.from === 'table' ? (this.table?.contestants ?? []) : this.contestants.map(({ name }) => name),
  )
  /** The categories of all listed prompts. Prompts in an uploaded file are not read. */
  readonly categories: readonly string[] = $derived.by(() => {
    if (this.promptFile !== null) return []
    const stand = (this.existing?.prompts ?? []).filter(({ id }) => !this.edits[id]?.isRemoved)
    const all = [
      ...stand.map((one) => this.categoryOf(one)),
      ...this.newPrompts.map(({ category }) => category.trim()),
    ]
    return [...new Set(all)].filter((one) => one !== '').sort()
  })

  /** Criteria of the chosen rubrics that were not entered. */
  readonly criteriaBeside: readonly string[] = $derived(
    this.judging === 'models' ? criteriaBeside(this.criteria, this.judges) : [],
  )

  readonly files: ReadonlyMap<string, string> = $derived.by(() =>
    filesOf({
      title: this.existing ? this.title : this.title.trim(),
      slug: this.slug,
      description: this.existing ? this.description : this.description.trim(),
      visibility: this.visibility,
      criteria: this.criteria,
      table: this.from === 'table' ? (this.table ?? NO_TABLE) : null,
      prompts: this.prompts,
      promptFile: this.promptFile,
      existing: this.existing,
      edits: this.edits,
      newPrompts: this.newPrompts,
      tablePromptIds: this.tablePromptIds,
      contestants: this.contestants,
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

  /** Whether the form has unsaved changes. */
  readonly isTouched = $derived.by(() => {
    const now = this.#snapshot()
    return now.length !== this.#initial.length || now.some((one, i) => one !== this.#initial[i])
  })

  /** The files, and inputs that may not be in the files yet. */
  #snapshot(): unknown[] {
    const { from, judging, tableText, prompts, rubricText, criteria } = this
    const providers = JSON.stringify(this.providers)
    return [from, judging, tableText, prompts, rubricText, criteria, providers, ...[...this.files].flat()]
  }

  /** The current values of a saved prompt. */
  editOf({ id, row }: ExistingPrompt): PromptValues {
    return this.edits[id] ?? promptValues(row)
  }

  /** Reads only the category, because lists can be long. */
  categoryOf({ id, row }: ExistingPrompt): string {
    return this.edits[id]?.category ?? PROMPT.category.read(row['category'])
  }

  edit(prompt: ExistingPrompt, change: Partial<PromptValues>): void {
    this.edits[prompt.id] = { ...this.editOf(prompt), ...change }
  }

  /** Replaces a saved prompt with a new copy, because saved texts cannot change. */
  editAnew(prompt: ExistingPrompt): void {
    const { messages, category, reference, variables, context } = this.editOf(prompt)
    this.edit(prompt, { isRemoved: true })
    this.addPrompt({ messages: messages.map((one) => ({ ...one })), category, reference, variables, context })
  }

  addPrompt(initial: Partial<PromptValues> = {}): void {
    for (const { id } of numbered([''], this.#ids)) {
      this.newPrompts.push({ ...promptValues({}), ...initial, id })
      this.newest = id
    }
  }

  /** Turns the text, split at empty lines, into a list of prompts. */
  listPrompts(): void {
    for (const content of paragraphsOf(this.prompts))
      this.addPrompt({ messages: [{ role: 'user', content }] })
    this.prompts = ''
    this.newest = null
  }

  /** Turns the table into a list of prompts, and contestants with their answers. */
  listTable(): void {
    if (!this.table) return
    const { contestants, rows } = this.table
    this.#aside = this.#isListEdited ? this.#list() : null
    this.newPrompts = []
    for (const { prompt } of rows) this.addPrompt({ messages: [{ role: 'user', content: prompt }] })
    this.newest = null
    for (const one of this.newPrompts) one.originalId = one.id
    this.tablePromptIds = this.newPrompts.map(({ id }) => id)
    const answers = answersOf(this.table, this.tablePromptIds)
    this.contestants = contestants.map((name, i) => {
      const [path, text] = answers[i]
      return contestantValues(name, '', { name: path, text })
    })
    this.prompts = ''
    this.promptFile = null
    this.from = 'models'
  }

  /** Whether a table replaced an earlier list that can be restored. */
  get hasAside(): boolean {
    return this.#aside !== null
  }

  /** Swaps the current list with the one that was set aside. */
  swapAside(): void {
    const aside = this.#aside
    if (!aside) return
    this.#aside = this.#list()
    Object.assign(this, aside)
  }

  #list(): List {
    const { newPrompts, tablePromptIds, contestants, prompts, promptFile } = this
    return { newPrompts, tablePromptIds, contestants, prompts, promptFile }
  }

  get #isListEdited(): boolean {
    const { contestants, prompts, newPrompts, promptFile } = this
    const isUntouched = JSON.stringify(contestants) === JSON.stringify(twoContestants())
    return !isUntouched || prompts.trim() !== '' || newPrompts.length > 0 || promptFile !== null
  }

  get #ids(): Set<string> {
    return new Set([...(this.existing?.usedIds ?? []), ...this.newPrompts.map(({ id }) => id)])
  }

  /** Adds a contestant whose answers are in a file. */
  addGiven({ name, text }: TextFile): void {
    this.addContestant({ name: answersPath(name, this.contestants), text })
  }

  addContestant(uploadedAnswers: TextFile | null = null): void {
    const name = freeName(this.contestants, this.contestants.length, letter)
    this.contestants.push(contestantValues(name, this.providers[0]?.called, uploadedAnswers))
  }

  removeContestant(contestant: ContestantValues): void {
    this.contestants.splice(this.contestants.indexOf(contestant), 1)
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

  removeProvider(provider: ProviderValues): void {
    this.providers.splice(this.providers.indexOf(provider), 1)
    this.providersRenamed()
  }

  /** Updates references to renamed contestants. */
  makersRenamed(): void {
    const moved = applyRenames(this.contestants)
    for (const one of this.contestants) one.controlOf = moved.get(one.controlOf) ?? one.controlOf
    this.terms.baseline = moved.get(this.terms.baseline) ?? this.terms.baseline
  }

  /** Updates references to renamed providers. */
  providersRenamed(): void {
    const moved = applyRenames(this.providers)
    for (const one of [...this.contestants, ...this.judges, ...this.checks])
      one.provider = moved.get(one.provider) ?? one.provider
  }
}

const judgeNo = (number: number): string => `judge-${number}`

const NO_TABLE: AnswerTable = { contestants: [], rows: [] }

const letter = (n: number): string =>
  n < 26 ? String.fromCharCode(65 + n) : `${String.fromCharCode(65 + (n % 26))}${Math.floor(n / 26)}`
