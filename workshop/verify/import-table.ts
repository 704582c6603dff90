/** The table of layers.ts as Markdown, for CONTRIBUTING.md: `node workshop/verify/import-table.ts` prints it. */
import { DOMAINS, LAYERS, SHARED } from './layers.ts'
import type { Layer } from './layers.ts'

const PACKAGES = { runtime: 'Node and `dependencies`', browser: 'all but Node’s own', any: 'any' }

function whereOf({ name, files }: Layer): string {
  const paths = files.map((path) => `\`${path.replace('**', '')}\``).join(' ')
  return name === 'domains' ? `**domains**: ${Object.keys(DOMAINS).join(' ← ')}` : `**${name}**: ${paths}`
}

function importsOf({ name, imports }: Layer): string {
  if (imports === 'everything') return 'everything'
  const others = imports.filter((layer) => !SHARED.includes(layer))
  const shared = SHARED.every((layer) => imports.includes(layer))
  const names = shared ? ['all shared', ...others] : imports
  return (
    [...names, ...(name === 'domains' ? ['domains to its left, through `index.ts`'] : [])].join(', ') ||
    'nothing'
  )
}

function packagesOf({ packages }: Layer): string {
  return Array.isArray(packages) ? packages.join(', ') || 'none' : PACKAGES[packages]
}

/** One row for each layer: its files, and what they may import. */
export function importTable(): string {
  const rows = LAYERS.map((layer) => `| ${whereOf(layer)} | ${importsOf(layer)} | ${packagesOf(layer)} |`)
  return ['| layer | imports | packages |', '|---|---|---|', ...rows].join('\n')
}

if (import.meta.main) console.log(importTable())
