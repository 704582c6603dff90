import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A file beside the code that is found by its address, such as a thread. */
const ADDRESS = /new URL\((['"])(?:\.\/)?([\w./-]+)\1, import\.meta\.url\)/g

/**
 * Checks that each file and package that the built code names is in the package or its dependencies.
 * @throws {Error} naming each import that leads nowhere
 */
export function checkImports(target: string, dependencies: readonly string[]): void {
  const files = globSync('{clients,migrations,scripts,server,shared}/**/*.{js,mjs,d.ts}', { cwd: target })
  const broken = files.flatMap((path) =>
    namesIn(readFileSync(join(target, path), 'utf8'))
      .filter((name) => !leadsSomewhere(target, path, name, dependencies))
      .map((name) => `${path} names ${name}, which the package does not have.`),
  )
  if (files.length === 0 || broken.length > 0) throw new Error(broken.join('\n') || `${target} is empty.`)
}

const namesIn = (text: string): string[] => [
  ...ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName),
  ...[...text.matchAll(ADDRESS)].map(([, , path]) => `./${path}`),
]

function leadsSomewhere(target: string, path: string, name: string, dependencies: readonly string[]) {
  if (name.startsWith('.')) return !name.endsWith('.ts') && existsSync(join(target, dirname(path), name))
  const packageName = name.split('/', name.startsWith('@') ? 2 : 1).join('/')
  return isBuiltin(name) || dependencies.includes(packageName)
}
