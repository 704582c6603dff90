import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transformWithOxc } from 'vite'

const SOURCES = [
  'clients/typescript/*.ts',
  'migrations/*.ts',
  'scripts/cli/**/*.ts',
  'scripts/deadheat.ts',
  'server/**/*.ts',
  'shared/**/*.ts',
]

type Options = Parameters<typeof transformWithOxc>[2]

const OPTIONS: Options = {
  target: 'es2024',
  sourcemap: false,
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
}

const THREAD = /(new URL\((['"])\.[^'"]+)\.ts(\2, import\.meta\.url\))/g

/** Names the files of threads as the package has them. The compiler rewrites imports alone. */
export const namedAsJavaScript = (code: string): string => code.replace(THREAD, '$1.js$3')

/** Writes each source as one JavaScript file at the same place, so that a stack trace names it. */
export async function emitJavaScript(root: string, target: string): Promise<void> {
  for (const path of globSync(SOURCES, { cwd: root, exclude: ['**/*.d.ts', '**/*.d.mts'] })) {
    const { code } = await transformWithOxc(readFileSync(join(root, path), 'utf8'), path, OPTIONS)
    const file = join(target, path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, namedAsJavaScript(code))
  }
}
