/**
 * Metrics of one process by name and labels, in the text format of Prometheus (0.0.4). A read from memory counts three of
 * them in some nanoseconds; prom-client takes over a microsecond, several per cent of the whole answer.
 */

type Labels = Readonly<Record<string, string>>

/** One line of the exposition. */
export interface Sample {
  labels?: Labels
  value: number
}

interface Described {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
}

/** What is counted under one set of labels. */
interface Series {
  add(amount?: number): void
  lines(name: string, labels: Labels): string[]
}

/** The series of one name. The values of labels come from a bounded set, never from a visitor. */
class Metric<L extends Labels> {
  readonly #series = new Map<string, { labels: L; series: Series }>()
  readonly #newSeries: () => Series

  constructor(newSeries: () => Series) {
    this.#newSeries = newSeries
  }

  add(labels: L, amount?: number): void {
    this.of(labels).add(amount)
  }

  /** Adds one until the returned function is called; further calls change nothing. */
  enter(labels: L): () => void {
    const one = this.of(labels)
    let change = -1
    one.add()
    return () => {
      one.add(change)
      change = 0
    }
  }

  /** The series with these labels, for whoever adds to it often. */
  of(labels: L): Pick<Series, 'add'> {
    const key = written(labels)
    let one = this.#series.get(key)
    if (!one) this.#series.set(key, (one = { labels, series: this.#newSeries() }))
    return one.series
  }

  lines = (name: string): string[] =>
    [...this.#series.values()].flatMap(({ labels, series }) => series.lines(name, labels))
}

class Sum implements Series {
  #value = 0

  add(amount = 1): void {
    this.#value += amount
  }

  lines = (name: string, labels: Labels) => [lineOf(name, { labels, value: this.#value })]
}

class Histogram implements Series {
  readonly #bounds: readonly number[]
  /** One for each bound. */
  readonly #counts: number[]
  #sum = 0

  /** @param bounds ascending, the last one Infinity */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = bounds.map(() => 0)
  }

  add(value = 0): void {
    this.#counts[this.#bounds.findIndex((bound) => value <= bound)] += 1
    this.#sum += value
  }

  lines = (name: string, labels: Labels) => {
    let count = 0
    const buckets = this.#bounds.map((bound, place) => {
      count += this.#counts[place]
      return lineOf(`${name}_bucket`, { labels: { ...labels, le: numberIn(bound) }, value: count })
    })
    const sum = lineOf(`${name}_sum`, { labels, value: this.#sum })
    return [...buckets, sum, lineOf(`${name}_count`, { labels, value: count })]
  }
}

export class Registry {
  readonly #metrics: (Described & { lines(): string[] | Promise<string[]> })[] = []

  /**
   * A number that only grows, for each set of labels.
   * @param initial sets of labels that start at 0, so that their first increase is visible
   */
  counter<L extends Labels>(name: string, help: string, initial: readonly L[] = []): Metric<L> {
    return this.#add({ name, help, type: 'counter' }, initial, () => new Sum())
  }

  /** The current number of each kind. */
  level<L extends Labels>(name: string, help: string, initial: readonly L[]): Metric<L> {
    return this.#add({ name, help, type: 'gauge' }, initial, () => new Sum())
  }

  /** Durations in seconds, as a histogram with ascending upper bounds. */
  durations<L extends Labels>(name: string, help: string, bounds: readonly number[]): Metric<L> {
    const all = [...bounds, Infinity]
    return this.#add({ name, help, type: 'histogram' }, [], () => new Histogram(all))
  }

  /** A metric that is read on request, and left out if reading fails. */
  read(
    name: string,
    help: string,
    look: () => readonly Sample[] | Promise<readonly Sample[]>,
    type: 'gauge' | 'counter' = 'gauge',
  ): void {
    const lines = async () => (await look()).map((sample) => lineOf(name, sample))
    this.#metrics.push({ name, help, type, lines: () => lines().catch(() => []) })
  }

  /** All metrics by name, with or without a value. */
  described(): Described[] {
    return this.#metrics.map(({ name, help, type }) => ({ name, help, type }))
  }

  /** All metrics with a value, in the order of registration. */
  async expose(): Promise<string> {
    const parts = this.#metrics.map(async ({ name, help, type, lines }) => {
      const samples = await lines()
      return samples.length === 0
        ? ''
        : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join('\n')}\n`
    })
    return (await Promise.all(parts)).join('')
  }

  #add<L extends Labels>(described: Described, initial: readonly L[], newSeries: () => Series): Metric<L> {
    const metric = new Metric<L>(newSeries)
    for (const labels of initial) metric.of(labels)
    this.#metrics.push({ ...described, lines: () => metric.lines(described.name) })
    return metric
  }
}

const lineOf = (name: string, { labels = {}, value }: Sample) =>
  `${name}${written(labels)} ${numberIn(value)}`

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (character: string) => (character === '\n' ? '\\n' : `\\${character}`)
const numberIn = (value: number) => (value === Infinity ? '+Inf' : String(value))
