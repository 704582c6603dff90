/** The files that are made from the code, by their path from the root: pages of the reference, and the keys of a form. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { arenaYamlPage } from './arena-yaml-page.ts'
import { formKeys } from './form-keys.ts'
import { httpPage } from './http-page.ts'
import { messagesPage } from './messages-page.ts'
import { metricsPage } from './metrics-page.ts'
import { settingsPage } from './settings-page.ts'
import { terminalPage } from './terminal-page.ts'

const PAGES: Record<string, () => string> = {
  'docs/reference/terminal.md': terminalPage,
  'docs/reference/http.md': httpPage,
  'docs/reference/arena-yaml.md': arenaYamlPage,
  'docs/reference/settings.md': settingsPage,
  'docs/reference/metrics.md': metricsPage,
  'docs/reference/messages.md': messagesPage,
  'web/src/pages/admin/new/arena-keys.ts': formKeys,
}

/** Writes every generated page below `root`. */
export function writePages(root: string): void {
  for (const [path, page] of Object.entries(PAGES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), page())
  }
}

/** The generated pages below `root` that are missing or do not say what the code says. */
export function stalePages(root: string): string[] {
  const contentOf = (path: string) => {
    try {
      return readFileSync(join(root, path), 'utf8')
    } catch {
      return null
    }
  }
  return Object.entries(PAGES).flatMap(([path, page]) => (contentOf(path) === page() ? [] : [path]))
}
