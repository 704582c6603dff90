import { isMap, isScalar, parseDocument } from 'yaml'
import type { ArenaRecipe } from '../../../../../shared/contracts/admin-arenas.ts'
import { VOTES_A_CONTESTANT } from '../../../../../shared/contracts/limits.ts'
import { slugify } from '../../../../../shared/sentence/slug.ts'

export const ARENA_FILE = 'arena.yaml'

/** Where a value stands in the arena.yaml: keys of objects and places of lists. */
export type Path = readonly (string | number)[]
/** A part of the arena.yaml, as it is written there. */
export type Row = Readonly<Record<string, unknown>>

/** What a new arena begins with. */
const NEW = `arena: ''
title: ''
contestants:
  - name: A
    provider: openai
    model: ''
  - name: B
    provider: openai
    model: ''
prompts: []
providers:
  openai:
    type: openai
    apiKeyEnv: OPENAI_API_KEY
decides:
  votes: ${2 * VOTES_A_CONTESTANT}
  afterwards: go_on
`

/** The vendors that need no address, each with the variable of its key. */
export const VENDORS = { openai: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY' } as const

/** The rubrics that the server has, by name. */
export const SHIPPED = [
  'overall',
  'helpfulness',
  'groundedness',
  'coherence',
  'completeness',
  'reference',
  'voice',
  'rag',
] as const

/** A rubric to begin with, where an operator writes one. */
const OWN_RUBRIC = '---\ncriterion: overall\nforms: [pairwise]\n---\n\nPrefer the answer that …\n'

/** An arena.yaml and the files that it names, as texts. The form reads and writes the text, and keeps all else in it. */
export class ArenaText {
  readonly isSaved: boolean
  /** By path; the arena.yaml is one of them. */
  files = $state.raw<Readonly<Record<string, string>>>({})
  /** Files that are no texts, such as pictures that the texts name. */
  pictures = $state.raw<ReadonlyMap<string, Blob>>(new Map())
  readonly #before: Readonly<Record<string, string>>

  /** @param recipe  a saved arena; null for a new one */
  constructor(recipe: ArenaRecipe | null = null) {
    this.isSaved = recipe !== null
    this.files = recipe?.files ?? { [ARENA_FILE]: NEW }
    this.#before = this.files
  }

  get yaml(): string {
    return this.files[ARENA_FILE]!
  }

  set yaml(text: string) {
    this.write(ARENA_FILE, text)
  }

  write(path: string, text: string): void {
    this.files = { ...this.files, [path]: text }
  }

  remove(path: string): void {
    const { [path]: _, ...others } = this.files
    this.files = others
    this.pictures = new Map([...this.pictures].filter(([name]) => name !== path))
  }

  /** Takes a file, in place of one of the same name. */
  async add(name: string, file: Blob): Promise<void> {
    const bytes = await file.arrayBuffer()
    const known = Object.keys(this.files).find((path) => path.split('/').at(-1) === name)
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      this.write(/\.ya?ml$/i.test(name) ? ARENA_FILE : (known ?? name), text)
    } catch {
      this.pictures = new Map([...this.pictures, [name, new Blob([bytes])]])
    }
  }

  readonly #document = $derived.by(() => parseDocument(this.yaml))
  /** What keeps the text from being read, or null. */
  readonly broken: { line: number; message: string } | null = $derived.by(() => {
    const [error] = this.#document.errors
    if (error) return { line: error.linePos?.[0].line ?? 1, message: error.message.split('\n')[0]! }
    return isMap(this.#document.contents) ? null : { line: 1, message: 'arena:' }
  })
  /** The whole arena.yaml as values; empty if it cannot be read. */
  readonly values: Row = $derived.by(() => {
    try {
      return this.broken ? {} : (this.#document.toJS() as Row)
    } catch {
      return {}
    }
  })

  /** The place that the form could not write, since it stands elsewhere in the text: an alias. Null: there is none. */
  refused = $state<string | null>(null)

  /**
   * Writes a value, and leaves all else in the text as it is, also its comments. In a new arena, proposed votes follow it.
   * @param value  undefined: without the key
   */
  set(path: Path, value: unknown): void {
    const proposed = this.proposedVotes
    this.#write(path, value)
    if (this.isSaved || path[0] === 'decides' || proposed === this.proposedVotes) return
    const { votes } = (this.values['decides'] ?? {}) as Row
    if (votes === proposed) this.#write(['decides', 'votes'], this.proposedVotes)
  }

  /** The votes after which the arena may decide: those of one run of its judges, or of people. */
  get proposedVotes(): number {
    const n = this.contestants.length
    const ofRun = ((n * (n - 1)) / 2) * this.promptCount * this.judges.length
    return this.judges.length > 0 ? Math.max(1, ofRun) : VOTES_A_CONTESTANT * n
  }

  #write(path: Path, value: unknown): void {
    const document = parseDocument(this.yaml)
    this.refused = null
    try {
      const node = document.getIn(path, true)
      // quotes are those that the new value needs
      if (isScalar(node)) delete node.type
      if (value === undefined) document.deleteIn(path)
      else document.setIn(path, typeof value === 'object' ? document.createNode(value) : value)
      this.yaml = document.toString({ lineWidth: 0 })
    } catch {
      this.refused = path.join('.')
    }
  }

  /** The title of a new arena, which its address follows until that is edited. */
  setTitle(title: string): void {
    const follows = this.values['arena'] === slugify(String(this.values['title'] ?? ''))
    this.set(['title'], title)
    if (!this.isSaved && follows) this.set(['arena'], slugify(title))
  }

  #list(key: string): readonly Row[] {
    const list = this.values[key]
    return Array.isArray(list) ? list.map((row: unknown) => (row ?? {}) as Row) : []
  }

  get contestants(): readonly Row[] {
    return this.#list('contestants')
  }

  get judges(): readonly Row[] {
    return this.#list('judges')
  }

  /** Names of providers: those in the text, and vendors. */
  get providers(): readonly string[] {
    return [...new Set([...Object.keys((this.values['providers'] ?? {}) as Row), ...Object.keys(VENDORS)])]
  }

  /** Sets the provider of a contestant or judge, and describes a vendor that the text lacks. */
  setProvider(path: Path, name: string): void {
    this.set([...path, 'provider'], name)
    const described = (this.values['providers'] ?? {}) as Row
    if (name in VENDORS && !(name in described))
      this.set(['providers', name], { type: name, apiKeyEnv: VENDORS[name as keyof typeof VENDORS] })
  }

  /** @param answers  those of the contestant, if they are in a file */
  addContestant(answers: { name: string; text: string } | null = null): void {
    const taken = new Set(this.contestants.map(({ name }) => String(name)))
    let name = answers?.name.replace(/\.\w+$/, '') ?? ''
    for (let n = 0; name === '' || taken.has(name); n++)
      name = String.fromCharCode(65 + (n % 26)) + (n < 26 ? '' : Math.floor(n / 26))
    if (answers) this.write(`answers/${answers.name}`, answers.text)
    const source = answers ? { responses: `answers/${answers.name}` } : this.#anotherPrompt()
    this.set(['contestants', this.contestants.length], { name, ...source })
  }

  /** The model of the last contestant that has one, for another system prompt. */
  #anotherPrompt(): Row {
    const {
      provider = this.providers[0],
      model = '',
      params,
    } = this.contestants.findLast((contestant) => contestant['responses'] === undefined) ?? {}
    return { provider, model, ...(params !== undefined && { params }) }
  }

  /** The texts of the prompts; null if they are in a file, or are more than texts. */
  get prompts(): readonly string[] | null {
    const written = this.values['prompts'] ?? []
    if (!Array.isArray(written)) return null
    const texts = written.map((prompt: unknown) => {
      const { id: _, text, ...more } = (prompt ?? {}) as Row
      const isText = typeof text === 'string' && Object.keys(more).length === 0
      return isText && splitParagraphs(text).length === 1 ? text : null
    })
    return texts.every((text) => text !== null) ? texts : null
  }

  /** Writes the prompts in their order. A text that is there keeps its id. */
  setPrompts(texts: readonly string[]): void {
    const written = (this.values['prompts'] ?? []) as readonly { id: string; text: string }[]
    const ids = new Map(written.map(({ id, text }) => [text, String(id)]))
    const taken = new Set(ids.values())
    let n = 1
    const free = () => {
      while (taken.has(`p${n}`)) n++
      taken.add(`p${n}`)
      return `p${n}`
    }
    this.set(
      ['prompts'],
      texts.map((text) => ({ id: ids.get(text) ?? free(), text })),
    )
  }

  /** How many prompts there are, as far as the form can tell. */
  get promptCount(): number {
    const written = this.values['prompts']
    if (Array.isArray(written)) return written.length
    return (this.files[String(written)] ?? '').split('\n').filter((line) => line.trim() !== '').length
  }

  /** A judge, or none. */
  setJudged(isJudged: boolean): void {
    const judge = { name: 'judge-1', provider: this.providers[0], model: '', rubric: 'overall' }
    this.set(['judges'], isJudged ? [judge] : undefined)
  }

  /** Sets the rubric of the first judge. @param rubric  null: one that the operator writes */
  setRubric(rubric: string | null): void {
    const path = 'rubrics/own.md'
    if (rubric === null && !(path in this.files)) this.write(path, OWN_RUBRIC)
    this.set(['judges', 0, 'rubric'], rubric ?? path)
  }

  /** The arena.yaml first, those of the files that it names, and pictures. */
  readonly sent: ReadonlyMap<string, string | Blob> = $derived.by(() => {
    const named = Object.entries(this.files).filter(
      ([path]) => path !== ARENA_FILE && this.yaml.includes(path),
    )
    return new Map<string, string | Blob>([[ARENA_FILE, this.yaml], ...named, ...this.pictures])
  })

  /** Whether anything differs from what was saved. */
  readonly isTouched: boolean = $derived.by(
    () => this.pictures.size > 0 || JSON.stringify(this.files) !== JSON.stringify(this.#before),
  )
}

/** Texts that are separated by blank lines. */
export const splitParagraphs = (text: string): string[] =>
  text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
