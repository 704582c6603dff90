/** The generated pages of the reference by their path from the root. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { arenaYamlPage } from './arena-yaml-page.ts'

import { librariesPage } from './libraries-page.ts'
import { terminalPage } from './terminal-page.ts'
import { describeMetrics } from '../../server/monitoring.ts'
import { blocks, code, MADE, table, sentence } from './markdown.ts'
import { SETTINGS } from '../../server/platform/config/config.ts'

const PAGES: Record<string, () => string | Promise<string>> = {
  'docs/reference/terminal.md': terminalPage,
  'docs/reference/arena-yaml.md': arenaYamlPage,
  'docs/reference/settings.md': settingsPage,
  'docs/reference/libraries.md': librariesPage,
  'docs/reference/metrics.md': metricsPage,
}

/** Writes every generated page below `root`. */
export async function writePages(root: string): Promise<void> {
  for (const [path, page] of Object.entries(PAGES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), await page())
  }
}

/** The generated pages below `root` that are missing or differ from the code. */
export async function stalePages(root: string): Promise<string[]> {
  const contentOf = (path: string) => {
    try {
      return readFileSync(join(root, path), 'utf8')
    } catch {
      return null
    }
  }
  const stale: string[] = []
  for (const [path, page] of Object.entries(PAGES)) if (contentOf(path) !== (await page())) stale.push(path)
  return stale
}

/** docs/reference/metrics.md: every metric of /metrics, from the registry that exposes them. */
function metricsPage(): string {
  return blocks(
    MADE,
    '# Metrics',
    `\`GET /metrics\` serves these figures in the Prometheus text format, version 0.0.4. It needs the admin token or the
token in \`DEADHEAT_METRICS_TOKEN\`. [Run in production](../how-to/operate.md#watch) says how to scrape them and what
to alert on.`,
    `No label names an arena, contestant, voter, provider or model.`,
    table(
      ['figure', 'type', 'meaning'],
      describeMetrics().map(({ name, type, help }) => [code(name), type, help]),
    ),
  )
}

/** docs/reference/settings.md: every environment variable, from the schema that checks them. */
function settingsPage(): string {
  return blocks(
    MADE,
    '# Settings',
    `Settings are environment variables. They are checked at start, and a wrong value stops the start with one line.
\`npm start -- --help\` prints the same list.`,
    table(
      ['variable', 'meaning', 'default'],
      SETTINGS.map(({ name, meaning, fallback = '' }) => [code(name), sentence(meaning), code(fallback)]),
    ),
  )
}
