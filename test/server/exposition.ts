/** Reads Prometheus' text format 0.0.4 as strictly as it is written down, and keeps its figures. */
import type { TestApp } from '../support/app.ts'

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const VALUE = '[-+]?(?:[0-9]+(?:\\.[0-9]+)?(?:e[-+]?[0-9]+)?|Inf)|NaN'
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.+)\\})? (${VALUE})$`)
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"(?:,|$)/gy
const SUFFIXES = { counter: [''], gauge: [''], histogram: ['_bucket', '_sum', '_count'] }

export interface Figure {
  name: string
  labels: Record<string, string>
  value: number
}

/** @throws {Error} naming the line that breaks the format */
export function readExposition(text: string): Figure[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const figures: Figure[] = []
  const families = new Set<string>()
  const series = new Set<string>()
  let family = { name: '', type: '' as keyof typeof SUFFIXES | '' }
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue
    const fail = (why: string): never => {
      throw new Error(`${why}: ${line}`)
    }
    const help = line.match(new RegExp(`^# HELP (${NAME}) ([^\\\\]+)$`))
    const type = line.match(new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`))
    if (help) {
      if (families.has(help[1])) fail('a family comes twice')
      families.add(help[1])
      family = { name: help[1], type: '' }
    } else if (type) {
      if (type[1] !== family.name || family.type !== '') fail('a type without its help')
      family.type = type[2] as keyof typeof SUFFIXES
    } else {
      const sample = line.match(SAMPLE) ?? fail('no sample')
      const [, name, written = '', value] = sample as [string, string, string | undefined, string]
      if (family.type === '' || !SUFFIXES[family.type].some((suffix) => name === family.name + suffix))
        fail('a sample outside its family')
      const labels: Record<string, string> = {}
      LABEL.lastIndex = 0
      for (let label; LABEL.lastIndex < written.length;) {
        if (!(label = LABEL.exec(written))) return fail('labels that cannot be read')
        if (label[1] in labels) fail('a label comes twice')
        labels[label[1]] = label[2]
      }
      if (series.has(name + written)) fail('a series comes twice')
      series.add(name + written)
      figures.push({ name, labels, value: Number(value.replace('Inf', 'Infinity')) })
    }
  }
  for (const name of families) {
    if (name.endsWith('_total') && figures.some((one) => one.name === name && one.value < 0))
      throw new Error(`${name} is below 0`)
    checkHistogram(figures, name)
  }
  return figures
}

/** Buckets ascend and end at +Inf, which is the count. */
function checkHistogram(figures: readonly Figure[], name: string): void {
  for (const { labels, value } of figures.filter((one) => one.name === `${name}_count`)) {
    const buckets = figures.filter(
      (one) =>
        one.name === `${name}_bucket` && Object.entries(labels).every(([key, of]) => one.labels[key] === of),
    )
    const bounds = buckets.map((one) => Number(one.labels['le'].replace('+Inf', 'Infinity')))
    const counts = buckets.map((one) => one.value)
    const ascends = (numbers: number[]) => numbers.every((one, i) => i === 0 || one >= numbers[i - 1])
    if (!ascends(bounds) || !ascends(counts) || bounds.at(-1) !== Infinity || counts.at(-1) !== value)
      throw new Error(`${name} is no histogram`)
  }
}

/** What an app says of itself: the value of a series, 0 where it has none yet. */
export async function figuresOf(app: TestApp) {
  const figures = readExposition(await app.deps.services.metrics.registry.metrics())
  return (name: string, labels: Record<string, string> = {}): number =>
    figures
      .filter(
        (one) => one.name === name && Object.entries(labels).every(([key, of]) => one.labels[key] === of),
      )
      .reduce((sum, { value }) => sum + value, 0)
}
