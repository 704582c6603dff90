/** The dashboard and the alert rules of docs/monitoring name only what `/metrics` serves. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { expect, it } from 'vitest'
import { measureProcess } from '../../server/platform/http/metrics.ts'
import { RATE_TASK } from '../../server/votes/index.ts'
import { appFor } from '../support/app.ts'

const FOLDER = join(import.meta.dirname, '../../docs/monitoring')

interface Dashboard {
  templating: { list: { definition?: string }[] }
  panels: { targets: { expr: string }[] }[]
}

interface Rule {
  expr: string
}

let dashboard: Dashboard
let rules: Rule[]
const app = appFor({}, async () => {
  dashboard = JSON.parse(await readFile(join(FOLDER, 'grafana-dashboard.json'), 'utf8')) as Dashboard
  const alerts = parse(await readFile(join(FOLDER, 'alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] }
  rules = alerts.groups.flatMap((group) => group.rules)
})

const expressions = () => [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.flatMap(({ definition }) => definition ?? []),
  ...rules.map(({ expr }) => expr),
]

/** Names with our prefixes, outside of quotes. */
const namesIn = (expr: string) =>
  expr.replace(/"[^"]*"/g, '""').match(/\b(?:deadheat|process|nodejs)_\w+/g) ?? []

it('each metric of an expression is served, a histogram by one of its parts', async () => {
  measureProcess(app.deps.services.metrics)
  const served = new Set<string>()
  for (const { name, type } of await app.deps.services.metrics.registry.getMetricsAsJSON())
    for (const part of String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      served.add(name + part)
  const named = new Set(expressions().flatMap(namesIn))
  expect(named.size).toBeGreaterThan(20)
  expect([...named].filter((name) => !served.has(name))).toEqual([])
  for (const [, task] of expressions()
    .join()
    .matchAll(/task="([^"]*)"/g))
    expect(task).toBe(RATE_TASK)
})
