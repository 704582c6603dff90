import { readTable, type AnswerTable } from './answer-table.ts'
import { filesOf, type JudgeChosen, type Maker, type ProviderChosen, type Told } from './recipe-files.ts'

/** What was told of a new arena, step by step. */
export class Recipe {
  title = $state('')
  description = $state('')
  visibility = $state<Told['visibility']>('public')
  criteria = $state('overall')
  from = $state<'table' | 'models'>('table')
  tableText = $state('')
  prompts = $state('')
  promptFile = $state.raw<Told['promptFile']>(null)
  makers = $state<Maker[]>([maker('A'), maker('B')])
  judging = $state<'people' | 'models'>('people')
  judges = $state<JudgeChosen[]>([judge(1)])
  rubricText = $state('')
  providers = $state<ProviderChosen[]>([provider('openai')])
  votesPerPair = $state<number | null>(null)
  budgetUsd = $state<number | null>(null)
  #slug = $state<string | null>(null)

  /** Follows the title until it is written by hand. */
  get slug(): string {
    return this.#slug ?? slugOf(this.title)
  }

  set slug(slug: string) {
    this.#slug = slug
  }

  readonly table: AnswerTable | null = $derived(readTable(this.tableText))
  /** Whether any model is called. */
  readonly calls = $derived(this.from === 'models' || this.judging === 'models')

  readonly files: ReadonlyMap<string, string> = $derived.by(() =>
    filesOf({
      title: this.title.trim(),
      slug: this.slug,
      description: this.description.trim(),
      visibility: this.visibility,
      criteria: this.criteria,
      table: this.from === 'table' ? (this.table ?? NO_TABLE) : null,
      prompts: this.prompts,
      promptFile: this.promptFile,
      makers: this.makers,
      judges: this.judging === 'models' ? this.judges : [],
      rubricText: this.rubricText,
      providers: this.providers,
      votesPerPair: this.votesPerPair,
      budgetUsd: this.budgetUsd,
    }),
  )

  addMaker(): void {
    this.makers.push(maker(String.fromCharCode(65 + (this.makers.length % 26)), this.providers[0]?.name))
  }

  addJudge(): void {
    this.judges.push(judge(this.judges.length + 1, this.providers[0]?.name))
  }

  addProvider(): void {
    this.providers.push(
      provider(this.providers.some(({ type }) => type === 'anthropic') ? 'openai' : 'anthropic'),
    )
  }

  /** Those who named it go on naming it. */
  renameProvider(index: number, name: string): void {
    const before = this.providers[index]!.name
    this.providers[index]!.name = name
    for (const one of [...this.makers, ...this.judges]) if (one.provider === before) one.provider = name
  }
}

const NO_TABLE: AnswerTable = { contestants: [], rows: [] }

const maker = (name: string, at = 'openai'): Maker => ({
  name,
  provider: at,
  model: '',
  system: '',
  template: '',
})

const judge = (number: number, at = 'openai'): JudgeChosen => ({
  name: `judge-${number}`,
  provider: at,
  model: '',
  rubric: 'overall',
})

const provider = (type: ProviderChosen['type']): ProviderChosen => ({
  name: type,
  type,
  baseUrl: '',
  apiKeyEnv: type === 'openai' ? 'OPENAI_API_KEY' : 'ANTHROPIC_API_KEY',
})

const LONGEST_SLUG = 64

function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  return slug.slice(0, LONGEST_SLUG).replace(/-+$/, '')
}
