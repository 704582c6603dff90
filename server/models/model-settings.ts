/** Keys of providers and prices of models: those of the process, and what operators set on the page beside them. */
import { sql } from 'kysely'
import type { ModelKey } from '../../shared/contracts/index.ts'
import { priceRow, type PriceTable } from '../platform/providers/index.ts'
import { Mutex } from '../platform/mutex.ts'
import type { Db } from '../platform/schema.ts'
import { knownSealingKey, sealingKey, unseal, type Sealing } from './seal.ts'

declare module '../platform/deps.ts' {
  interface Services {
    models: ModelSettings
  }
}

type Environment = Readonly<Record<string, string | undefined>>

interface Stored {
  keys: { variable: string; sealed: string; setAt: string }[]
  prices: { model: string; input: number; output: number }[]
}

/** Anthropic charges so much of the input price for writing to the cache of five minutes, which calls here ask for; prices.json has it. */
const DEAREST_WRITE = 1.25

/** Whoever calls models looks here, and any process may have changed what the database has: `refresh` reads it again. */
export class ModelSettings {
  /** Prices set on the page first. It stays the same object, so that whoever has it sees each change. */
  readonly prices: { rows: PriceTable['rows'] }
  readonly #ofProcess: Environment
  readonly #ofFiles: PriceTable['rows']
  readonly #sealing: Sealing
  readonly #db: Db
  readonly #reading = new Mutex()
  /** What the database had when it was last read. */
  #read = ''
  #environment: Environment
  #keys: readonly { variable: string; isOpen: boolean; setAt: string }[] = []

  /**
   * @param environment of the process, whose variables come first
   * @param prices of files
   * @param sealing what opens keys that were set on the page
   */
  constructor(db: Db, environment: Environment, prices: PriceTable, sealing: Sealing) {
    this.#db = db
    this.#ofProcess = environment
    this.#environment = environment
    this.#ofFiles = prices.rows
    this.prices = { rows: prices.rows }
    this.#sealing = sealing
  }

  /** The environment, and the keys that it lacks. */
  readonly environment = (): Environment => this.#environment

  /** Reads again what operators set. An earlier reading never ends after a later one. */
  readonly refresh = (): Promise<void> => this.#reading.run(() => this.#refresh())

  async #refresh(): Promise<void> {
    const { rows } = await sql<{ stored: Stored }>`
      select jsonb_build_object(
        'keys', (select coalesce(jsonb_agg(jsonb_build_object('variable', variable, 'sealed', encode(sealed, 'base64'),
          'setAt', set_at) order by variable), '[]') from model_keys),
        'prices', (select coalesce(jsonb_agg(jsonb_build_object('model', model, 'input', input_usd,
          'output', output_usd) order by model), '[]') from model_prices)) as stored`.execute(this.#db)
    const { keys, prices } = rows[0].stored
    const read = JSON.stringify(rows[0].stored)
    if (read === this.#read) return
    const key = keys.length === 0 ? null : await knownSealingKey(this.#sealing)
    const opened = keys.map(({ variable, sealed, setAt }) => ({
      variable,
      setAt: new Date(setAt).toISOString(),
      value: key && unseal(Buffer.from(sealed, 'base64'), variable, key),
    }))
    this.#environment = { ...this.#ofProcess }
    for (const { variable, value } of opened)
      if (value !== null && !this.isInProcess(variable))
        this.#environment = { ...this.#environment, [variable]: value }
    this.#keys = opened.map(({ variable, setAt, value }) => ({ variable, setAt, isOpen: value !== null }))
    this.prices.rows = [
      ...prices.map(({ model, ...rates }) =>
        priceRow({ models: [model], ...rates, cacheWrite: DEAREST_WRITE * rates.input }),
      ),
      ...this.#ofFiles,
    ]
    // what could not be opened is tried again: its file may come later
    this.#read = this.#keys.every(({ isOpen }) => isOpen) ? read : ''
  }

  /** The key that seals, made where there is none. */
  readonly sealingKey = (): Promise<Buffer> => sealingKey(this.#sealing)

  /** Whether the process was started with a variable, which then counts whatever the page says. */
  isInProcess(variable: string): boolean {
    return (this.#ofProcess[variable] ?? '').trim() !== ''
  }

  /** Where these variables, and those that were set on the page, have their values from; by name. */
  keys(variables: Iterable<string>): ModelKey[] {
    const set = new Map(this.#keys.map((key) => [key.variable, key]))
    return [...new Set([...variables, ...set.keys()])].toSorted().map((variable) => {
      const onPage = set.get(variable)
      const setAt = onPage?.setAt ?? null
      if (this.isInProcess(variable)) return { variable, from: 'environment', setAt }
      if (!onPage) return { variable, from: null, setAt }
      return { variable, from: onPage.isOpen ? 'page' : 'unreadable', setAt }
    })
  }
}
