import type { TestApp } from '../support/app.ts'

interface Figure {
  /** The name of the series: of a histogram with `_bucket`, `_sum` or `_count`. */
  name: string
  labels: Partial<Record<string, string | number>>
  value: number
}

/** What the metrics of an app say now. */
export async function figuresIn({ deps }: TestApp): Promise<Figure[]> {
  const metrics = await deps.services.metrics.registry.getMetricsAsJSON()
  return metrics.flatMap(({ name, values }) =>
    values.map(({ labels, value, ...of }) => ({
      name: 'metricName' in of ? String(of.metricName) : name,
      labels,
      value,
    })),
  )
}

/** The value of a series, 0 where it has none yet. */
export async function figuresOf(app: TestApp) {
  const figures = await figuresIn(app)
  return (name: string, labels: Record<string, string> = {}): number =>
    figures
      .filter(
        (one) => one.name === name && Object.entries(labels).every(([key, of]) => one.labels[key] === of),
      )
      .reduce((sum, { value }) => sum + value, 0)
}
