/** The generated files by their path from the root: pages of the reference, and the keys of a form. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { arenaYamlPage } from './arena-yaml-page.ts'
import { formKeys } from './form-keys.ts'
import { httpPage } from './http-page.ts'
import { librariesPage } from './libraries-page.ts'
import { terminalPage } from './terminal-page.ts'
import { describeMetrics } from '../../../server/monitoring.ts'
import { blocks, code, MADE, table, sentence } from './markdown.ts'
import { SETTINGS } from '../../../server/platform/config/config.ts'
import { messageTexts } from './message-texts.ts'

const PAGES: Record<string, () => string | Promise<string>> = {
  'docs/reference/terminal.md': terminalPage,
  'docs/reference/http.md': httpPage,
  'docs/reference/arena-yaml.md': arenaYamlPage,
  'docs/reference/settings.md': settingsPage,
  'docs/reference/libraries.md': librariesPage,
  'docs/reference/metrics.md': metricsPage,
  'docs/reference/messages.md': messagesPage,
  'web/src/pages/admin/new/arena-keys.ts': formKeys,
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
token in \`DEADHEAT_METRICS_TOKEN\`. [Run in production](../how-to/production.md#metrics) says how to scrape them and
what to alert on.`,
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
      SETTINGS.map(({ name, meaning, fallback }) => [code(name), sentence(meaning), code(fallback)]),
    ),
  )
}

const CATALOGUE = join(import.meta.dirname, '../../../shared/messages/en')

const MESSAGES_INTRODUCTION = `Every warning, error and finding has a code and values. The server sends them as
\`finding: { code, values }\` beside the English \`message\`. The wording may change. A name in braces stands
for a value. Texts are shown in the plural.

[Warnings](warnings.md) explains what the warnings of a board mean. The problem codes of the API are in the
[HTTP reference](http.md).`

/** docs/reference/messages.md: every warning, error and finding by its code, from the English catalogue. */
function messagesPage(): string {
  const index = readFileSync(join(CATALOGUE, 'index.ts'), 'utf8')
  const files = [...index.matchAll(/from '\.\/([\w-]+)\.ts'/g)].map(([, name]) => name!)
  return blocks(
    MADE,
    '# Messages',
    MESSAGES_INTRODUCTION,
    ...files.flatMap((name) => {
      const { about, texts } = messageTexts(readFileSync(join(CATALOGUE, `${name}.ts`), 'utf8'))
      return [
        `## ${titleOf(name)}`,
        about,
        table(
          ['code', 'text'],
          texts.map((one) => [code(one.code), one.text.replace(/[<>]/g, String.raw`\$&`)]),
        ),
      ]
    }),
  )
}

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
