import { sql } from 'kysely'
import type { Trx } from '../../platform/schema.ts'
import type { NewPrompt } from '../../prompts/index.ts'
import type { ImportedAnswer, ImportPortion } from './arena-import.ts'
import { insertTableRows } from '../../platform/postgres/rows.ts'
import { queryRow, queryRows } from '../../platform/postgres/query.ts'

interface StagedText {
  /** From 1. */
  portion: number
  /** Its place in the portion. */
  place: number
  prompt: string
  /** Null: it is the prompt itself. */
  contestant: string | null
  /** The whole of it as JSON. */
  content: string
}

const STAGED = { portion: 'integer', place: 'integer', prompt: 'text', contestant: 'text', content: 'text' }

async function createTextStaging(trx: Trx): Promise<void> {
  await sql`create temporary table staged_texts
    (portion integer, place integer, prompt text, contestant text, content text, primary key (portion, place))
    on commit drop`.execute(trx)
}

const stageTexts = (trx: Trx, texts: readonly StagedText[]): Promise<void> =>
  insertTableRows(trx, 'pg_temp.staged_texts', STAGED, texts)

const selectTexts = (trx: Trx, portion: number): Promise<Pick<StagedText, 'contestant' | 'content'>[]> =>
  queryRows<Pick<StagedText, 'contestant' | 'content'>>(trx)`
    select contestant, content from pg_temp.staged_texts where portion = ${portion} order by place`

/** The first answer to a prompt that is not staged. */
async function firstStray(trx: Trx): Promise<{ contestant: string; prompt: string } | undefined> {
  // without statistics Postgres would compare each answer with each prompt
  await sql`analyze pg_temp.staged_texts`.execute(trx)
  return queryRow<{ contestant: string; prompt: string }>(trx)`
    select a.contestant, a.prompt from pg_temp.staged_texts a
    where a.contestant is not null and not exists (select from pg_temp.staged_texts p where p.contestant is null and p.prompt = a.prompt)
    order by a.portion, a.place limit 1`
}

export interface Texts {
  prompts: NewPrompt[]
  answers: ImportedAnswer[]
}

/** The size of a portion as JSON, in characters. A single text may be larger. */
const PORTION = 1 << 20

/**
 * The prompts and answers of an import's files in a temporary table, in portions. In memory are the names of contestants
 * and one portion.
 */
export class TextStage {
  /** The contestants of the answers, in the order of the files. */
  readonly contestants = new Set<string>()
  /** How many prompts were added, and how many prompts and answers. */
  prompts = 0
  count = 0
  /** How many prompts and answers `portions` has returned. */
  returned = 0
  #trx: Trx
  #rows: StagedText[] = []
  #size = 0
  /** How many portions are written. */
  #portions = 0

  constructor(trx: Trx) {
    this.#trx = trx
  }

  async add({ prompts = [], answers = [] }: ImportPortion): Promise<void> {
    this.prompts += prompts.length
    this.count += prompts.length + answers.length
    for (const prompt of prompts) await this.#stage(prompt.key, null, prompt)
    for (const answer of answers) {
      this.contestants.add(answer.contestant)
      await this.#stage(answer.prompt, answer.contestant, answer)
    }
  }

  /** Called when all is added. */
  async end(): Promise<void> {
    if (this.#rows.length > 0) await this.#write()
  }

  /** The first answer to a prompt that no file has; undefined also if no file has prompts. */
  async firstStray(): Promise<{ contestant: string; prompt: string } | undefined> {
    return this.prompts === 0 ? undefined : firstStray(this.#trx)
  }

  /** Everything that was added, in its order. */
  async *portions(): AsyncGenerator<Texts> {
    for (let portion = 1; portion <= this.#portions; portion++) {
      const texts: Texts = { prompts: [], answers: [] }
      for (const { contestant, content } of await selectTexts(this.#trx, portion))
        if (contestant === null) texts.prompts.push(JSON.parse(content) as NewPrompt)
        else texts.answers.push(JSON.parse(content) as ImportedAnswer)
      this.returned += texts.prompts.length + texts.answers.length
      yield texts
    }
  }

  async #stage(prompt: string, contestant: string | null, text: NewPrompt | ImportedAnswer): Promise<void> {
    const content = JSON.stringify(text)
    this.#rows.push({ portion: this.#portions + 1, place: this.#rows.length, prompt, contestant, content })
    this.#size += content.length
    if (this.#size >= PORTION) await this.#write()
  }

  async #write(): Promise<void> {
    if (this.#portions++ === 0) await createTextStaging(this.#trx)
    await stageTexts(this.#trx, this.#rows)
    this.#rows = []
    this.#size = 0
  }
}
