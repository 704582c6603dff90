/** Figures of one process by name and labels, written down as Prometheus reads them (text format 0.0.4). */

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

/** A number that only grows, one for each set of labels. Labels' values come from a bounded set, never from a visitor. */
export class Counter<L extends Labels = Record<never, string>> {
  readonly #values = new Map<string, number>()

  /** @param known sets of labels that stand at 0 before anything happened, so that their first rise is seen */
  constructor(known: readonly L[] = []) {
    for (const labels of known) this.add(labels, 0)
  }

  add(labels: L, by = 1): void {
    const key = written(labels)
    this.#values.set(key, (this.#values.get(key) ?? 0) + by)
  }

  lines = (name: string): string[] => [...this.#values].map(([labels, value]) => `${name}${labels} ${value}`)
}

/** How many there are now of each kind. */
export class Level<L extends Labels = Record<never, string>> extends Counter<L> {
  /** Counts one for as long as what is returned has not been called; more than once changes nothing. */
  enter(labels: L): () => void {
    this.add(labels)
    let isIn = true
    return () => {
      if (isIn) this.add(labels, -1)
      isIn = false
    }
  }
}

/** How long things took, in seconds: how many were at most so long, by bounds that ascend. */
export class Durations<L extends Labels> {
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, { labels: L; counts: number[]; sum: number }>()

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
  }

  add(labels: L, seconds: number): void {
    const key = written(labels)
    let one = this.#series.get(key)
    if (!one) {
      one = { labels, counts: Array.from({ length: this.#bounds.length + 1 }, () => 0), sum: 0 }
      this.#series.set(key, one)
    }
    const place = this.#bounds.findIndex((bound) => seconds <= bound)
    one.counts[place < 0 ? this.#bounds.length : place] += 1
    one.sum += seconds
  }

  lines = (name: string): string[] =>
    [...this.#series].flatMap(([key, { labels, counts, sum }]) => {
      let together = 0
      const buckets = [...this.#bounds, Infinity].map((bound, place) => {
        together += counts[place]
        return `${name}_bucket${written({ ...labels, le: numberIn(bound) })} ${together}`
      })
      return [...buckets, `${name}_sum${key} ${sum}`, `${name}_count${key} ${together}`]
    })
}

export class Registry {
  readonly #instruments: Instrument[] = []

  counter<L extends Labels>(name: string, help: string, known?: readonly L[]): Counter<L> {
    const counter = new Counter(known)
    this.#instruments.push({ name, help, type: 'counter', lines: () => counter.lines(name) })
    return counter
  }

  level<L extends Labels>(name: string, help: string, known?: readonly L[]): Level<L> {
    const level = new Level(known)
    this.#instruments.push({ name, help, type: 'gauge', lines: () => level.lines(name) })
    return level
  }

  durations<L extends Labels>(name: string, help: string, bounds: readonly number[]): Durations<L> {
    const durations = new Durations<L>(bounds)
    this.#instruments.push({ name, help, type: 'histogram', lines: () => durations.lines(name) })
    return durations
  }

  /** A figure that is looked up when somebody asks, and left out where the look fails. */
  read(
    name: string,
    help: string,
    look: () => readonly Sample[] | Promise<readonly Sample[]>,
    type: 'gauge' | 'counter' = 'gauge',
  ): void {
    const lines = async () => (await look()).map((sample) => lineOf(name, sample))
    this.#instruments.push({ name, help, type, lines })
  }

  /** Every figure by name, whether it has a value yet or not. */
  described(): { name: string; help: string; type: Instrument['type'] }[] {
    return this.#instruments.map(({ name, help, type }) => ({ name, help, type }))
  }

  /** Every figure that has a value, in the order in which they were made. */
  async expose(): Promise<string> {
    const parts = await Promise.all(this.#instruments.map(exposed))
    return parts.join('')
  }
}

async function exposed({ name, help, type, lines }: Instrument): Promise<string> {
  const found = await Promise.resolve()
    .then(lines)
    .catch(() => [])
  return found.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${found.join('\n')}\n`
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
