import { cpSync, globSync } from 'node:fs'
import { join } from 'node:path'

/** What is copied as it is: files that the code reads, and what a reader of the package looks for. */
const FILES = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'docs/**/*.{md,png,csv}',
  'examples/first-arena/**',
  'rubrics/**',
  'server/arenas/demo/**',
  'server/**/*.json',
  'server/**/*.mjs',
  'shared/**/*.mjs',
]

/** Copies the files of the package that need no build. */
export function copyFiles(root: string, target: string): void {
  const entries = globSync(FILES, { cwd: root, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    cpSync(path, join(target, path.slice(root.length)))
  }
  cpSync(join(import.meta.dirname, 'bin.mjs'), join(target, 'bin.mjs'))
}
