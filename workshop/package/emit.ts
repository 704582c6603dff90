import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, dirname, relative } from 'node:path'
import { transformWithOxc, build, type Plugin } from 'vite'

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
const namedAsJavaScript = (code: string): string => code.replace(THREAD, '$1.js$3')

/** Writes each source as one JavaScript file at the same place, so that a stack trace names it. */
export async function emitJavaScript(root: string, target: string): Promise<void> {
  for (const path of globSync(SOURCES, { cwd: root, exclude: ['**/*.d.ts', '**/*.d.mts'] })) {
    const { code } = await transformWithOxc(readFileSync(join(root, path), 'utf8'), path, OPTIONS)
    const file = join(target, path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, namedAsJavaScript(code))
  }
}

/** The packages that `rate` always loads. They become part of its file; the others are loaded when they are needed. */
const ALWAYS_LOADED = ['commander', 'csv-stringify', 'zod']

/**
 * Writes `scripts/rate.js` into the package: the command `rate` with all that it loads, as one file. It stays readable,
 * so that a stack trace names its functions. Threads and data stay the files that the package has anyway.
 */
export async function bundleRate(root: string, target: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [atTheirPlaces(root)],
    ssr: { noExternal: ALWAYS_LOADED },
    build: {
      ssr: 'scripts/rate.ts',
      outDir: join(target, 'scripts'),
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      target: 'node22',
      rolldownOptions: {
        output: { entryFileNames: 'rate.js', codeSplitting: false },
        // a file of which nothing is used is left out
        treeshake: { moduleSideEffects: (id) => id.endsWith('/scripts/rate.ts') },
      },
    },
  })
}

/** In the one file, each source still finds the files beside its own place. */
function atTheirPlaces(root: string): Plugin {
  return {
    name: 'deadheat:at-their-places',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.') || id.includes('/node_modules/')) return null
      const path = relative(join(root, 'scripts'), id).replace(/\.ts$/, '.js')
      const address = (of: string) => `new URL(${JSON.stringify(of)}, import.meta.url).href`
      const placed = namedAsJavaScript(code)
        .replaceAll('import.meta.dirname', `pathOfAddress(${address(dirname(path))})`)
        .replaceAll(/import\.meta\.url(?!\)\.href)/g, address(path))
      return placed.includes('pathOfAddress')
        ? `import { fileURLToPath as pathOfAddress } from 'node:url'\n${placed}`
        : placed
    },
  }
}
