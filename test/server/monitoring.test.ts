/** The dashboard and the alert rules of docs/monitoring name only what `/metrics` serves. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { expect, it } from 'vitest'
import { describeMetrics } from '../../server/monitoring.ts'
import { RATE_TASK } from '../../server/votes/index.ts'
import { appFor } from '../support/app.ts'
import { readExposition } from './exposition.ts'

const FOLDER = join(import.meta.dirname, '../../docs/monitoring')

interface Dashboard {
  templating: { list: { name: string; definition?: string }[] }
  panels: { id: number; title: string; gridPos: object; targets: { expr: string; legendFormat: string }[] }[]
}

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
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
  const served = new Set(
    readExposition(await app.deps.services.metrics.registry.expose()).map(({ name }) => name),
  )
  // without an observation these have no sample yet
  for (const { name, type } of describeMetrics())
    for (const part of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) served.add(name + part)
  const named = new Set(expressions().flatMap(namesIn))
  expect(named.size).toBeGreaterThan(20)
  expect([...named].filter((name) => !served.has(name))).toEqual([])
})

it('each expression has matching brackets and quotes, and the job of boards by its name', () => {
  for (const expr of expressions()) {
    const open: string[] = []
    for (const sign of expr.replace(/"[^"]*"/g, '').match(/[()[\]{}"]/g) ?? []) {
      if ('([{'.includes(sign)) open.push({ '(': ')', '[': ']', '{': '}' }[sign]!)
      else expect([expr, open.pop()]).toEqual([expr, sign])
    }
    expect([expr, open]).toEqual([expr, []])
  }
  for (const [, task] of expressions()
    .join()
    .matchAll(/task="([^"]*)"/g))
    expect(task).toBe(RATE_TASK)
})

it('panels do not overlap, and have a title and a legend', () => {
  const { panels } = dashboard
  for (const key of ['id', 'title', 'gridPos'] as const)
    expect(new Set(panels.map((panel) => JSON.stringify(panel[key]))).size).toBe(panels.length)
  for (const { targets } of panels) for (const { legendFormat } of targets) expect(legendFormat).not.toBe('')
})

it('each alert says what is wrong and what to do, and how urgent it is', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, labels, annotations, ...rule } of rules) {
    expect(alert).toMatch(/^Deadheat[A-Z]\w+$/)
    expect(['critical', 'warning']).toContain(labels.severity)
    expect(annotations.summary).toMatch(/\.$/)
    expect(annotations.description).toMatch(/\.$/)
    expect(rule.for ?? '1m').toMatch(/^\d+[mh]$/)
  }
})
