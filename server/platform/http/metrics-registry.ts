/** Metrics of one process by name and labels, in the text format of Prometheus (0.0.4). */

export type Labels = Readonly<Record<string, string>>

/** One line of the exposition. */
export interface Sample {
  labels?: Labels
  value: number
}

interface Instrument {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  lines(): string[] | Promise<string[]>
}

/**
 * A number that only grows, for each set of labels. The values of labels come from a bounded set, never from a
 * visitor.
 */
export class Counter<L extends Labels = Record<never, string>> {
  readonly #values = new Map<string, { value: number }>()

  /** @param initialLabels sets of labels that start at 0, so that their first increase is visible */
  constructor(initialLabels: readonly L[] = []) {
    for (const labels of initialLabels) this.add(labels, 0)
  }

  add(labels: L, amount = 1): void {
    this.#of(labels).value += amount
  }

  /** A function that counts one more with these labels, and costs less than `add`. */
  adder(labels: L): () => void {
    const one = this.#of(labels)
    return () => void one.value++
  }

  #of(labels: L): { value: number } {
    const key = written(labels)
    const there = this.#values.get(key)
    if (there) return there
    const one = { value: 0 }
    this.#values.set(key, one)
    return one
  }

  lines = (name: string): string[] =>
    [...this.#values].map(([labels, { value }]) => `${name}${labels} ${value}`)
}

/** The current number of each kind. */
export class Level<L extends Labels = Record<never, string>> extends Counter<L> {
  /** Counts one until the returned function is called; further calls change nothing. */
  enter(labels: L): () => void {
    this.add(labels)
    let isIn = true
    return () => {
      if (isIn) this.add(labels, -1)
      isIn = false
    }
  }
}

interface Series<L extends Labels> {
  labels: L
  /** One for each bound, and one beyond the last. */
  counts: number[]
  sum: number
}

/** Durations in seconds, as a histogram with ascending upper bounds. */
export class Durations<L extends Labels> {
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, Series<L>>()

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
  }

  add(labels: L, seconds: number): void {
    this.#addTo(this.#of(labels), seconds)
  }

  /** A function that adds a duration with these labels, and costs less than `add`. */
  adder(labels: L): (seconds: number) => void {
    const one = this.#of(labels)
    return (seconds) => this.#addTo(one, seconds)
  }

  #of(labels: L): Series<L> {
    const key = written(labels)
    const there = this.#series.get(key)
    if (there) return there
    const one = { labels, counts: Array.from({ length: this.#bounds.length + 1 }, () => 0), sum: 0 }
    this.#series.set(key, one)
    return one
  }

  #addTo(one: Series<L>, seconds: number): void {
    const place = this.#bounds.findIndex((bound) => seconds <= bound)
    one.counts[place < 0 ? this.#bounds.length : place] += 1
    one.sum += seconds
  }

  lines = (name: string): string[] =>
    [...this.#series].flatMap(([key, { labels, counts, sum }]) => {
      let cumulative = 0
      const buckets = [...this.#bounds, Infinity].map((bound, place) => {
        cumulative += counts[place]
        return `${name}_bucket${written({ ...labels, le: numberIn(bound) })} ${cumulative}`
      })
      return [...buckets, `${name}_sum${key} ${sum}`, `${name}_count${key} ${cumulative}`]
    })
}

export class Registry {
  readonly #instruments: Instrument[] = []

  counter<L extends Labels>(name: string, help: string, initialLabels?: readonly L[]): Counter<L> {
    const counter = new Counter(initialLabels)
    this.#instruments.push({ name, help, type: 'counter', lines: () => counter.lines(name) })
    return counter
  }

  level<L extends Labels>(name: string, help: string, initialLabels?: readonly L[]): Level<L> {
    const level = new Level(initialLabels)
    this.#instruments.push({ name, help, type: 'gauge', lines: () => level.lines(name) })
    return level
  }

  durations<L extends Labels>(name: string, help: string, bounds: readonly number[]): Durations<L> {
    const durations = new Durations<L>(bounds)
    this.#instruments.push({ name, help, type: 'histogram', lines: () => durations.lines(name) })
    return durations
  }

  /** A metric that is read on request, and left out if reading fails. */
  read(
    name: string,
    help: string,
    look: () => readonly Sample[] | Promise<readonly Sample[]>,
    type: 'gauge' | 'counter' = 'gauge',
  ): void {
    const lines = async () => (await look()).map((sample) => lineOf(name, sample))
    this.#instruments.push({ name, help, type, lines })
  }

  /** All metrics by name, with or without a value. */
  described(): { name: string; help: string; type: Instrument['type'] }[] {
    return this.#instruments.map(({ name, help, type }) => ({ name, help, type }))
  }

  /** All metrics with a value, in the order of registration. */
  async expose(): Promise<string> {
    const parts = await Promise.all(this.#instruments.map(exposed))
    return parts.join('')
  }
}

async function exposed({ name, help, type, lines }: Instrument): Promise<string> {
  const samples = await Promise.resolve()
    .then(lines)
    .catch(() => [])
  return samples.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join('\n')}\n`
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
