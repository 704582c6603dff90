/** The tables of keys and prices that operators set on the page. */
interface ModelKeyTable {
  /** The environment variable in whose place it stands. */
  variable: string
  /** The key as `seal` wrote it. */
  sealed: Buffer
  set_at: Date
}

interface ModelPriceTable {
  model: string
  /** US dollars per million tokens. */
  input_usd: number
  output_usd: number
  set_at: Date
}

export {}

declare module '../platform/schema.ts' {
  interface Database {
    model_keys: ModelKeyTable
    model_prices: ModelPriceTable
  }
}
