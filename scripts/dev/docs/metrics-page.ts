/** docs/reference/metrics.md: every figure of /metrics, from the registry that exposes them. */
import { describeMetrics } from '../../../server/metrics.ts'
import { blocks, code, MADE, table } from './markdown.ts'

export const metricsPage = (): string =>
  blocks(
    MADE,
    '# Metrics',
    `\`GET /metrics\` serves these figures in the Prometheus text format, version 0.0.4. It needs the admin token or the
token in \`DEADHEAT_METRICS_TOKEN\`. [Run in production](../how-to/production.md#metrics) says how to scrape them and
what to alert on.`,
    `No label names an arena, contestant, voter, provider or model.`,
    table(
      ['figure', 'type', 'meaning'],
      describeMetrics().map(({ name, type, help }) => [code(name), type, help]),
    ),
  )
