import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { basename, join, dirname, relative } from 'node:path'
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
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
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

/** Packages of which, with all that they need, a few files ever run. The package has each as one file, which its code then names. */
const BUNDLED = {
  openai: 'vendor/openai.js',
  '@anthropic-ai/sdk': 'vendor/anthropic.js',
  'graphile-worker': 'vendor/graphile-worker.js',
  'prom-client': 'vendor/prom-client.js',
  'read-excel-file/universal': 'vendor/read-excel-file.js',
  'csv-stringify/sync': 'vendor/csv-stringify.js',
  ajv: 'vendor/ajv.js',
  'ajv/dist/2019.js': 'vendor/ajv.js',
  'ajv/dist/2020.js': 'vendor/ajv.js',
  yaml: 'vendor/yaml.js',
}
/** What is used of packages that are no modules, whose names a bundler cannot know. */
const USED: Partial<Record<keyof typeof BUNDLED, string>> = {
  ajv: 'Ajv',
  'ajv/dist/2019.js': 'Ajv2019',
  'ajv/dist/2020.js': 'Ajv2020',
  'prom-client': 'collectDefaultMetrics, Counter, Gauge, Histogram, Registry',
  yaml: 'isMap, isNode, isScalar, LineCounter, parse, parseDocument, stringify, visit',
}
/** What bundled packages load of packages that are installed anyway, or never. */
const NOT_BUNDLED = ['pg', 'typescript']
/** Packages of many fonts, of which the package has those that are drawn. */
const FONTS = ['@expo-google-fonts/inter', '@expo-google-fonts/source-serif-4', 'dejavu-fonts-ttf']
const FONT_FILE = new RegExp(`"((?:${FONTS.join('|')})/[^"]*/([^"/]+\\.ttf))"`, 'g')

/** What a user of the package need not install, because the package has it. */
export const PACKED = [...Object.keys(BUNDLED).map(packageName), ...FONTS]

/** The package of what an import names. */
export function packageName(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/')
}

const { resolve } = createRequire(import.meta.url)
const addressFrom = (path: string, target: string) => {
  const address = relative(dirname(path), target)
  return address.startsWith('.') ? address : `./${address}`
}

/** Names what the package has in place of installed packages, and copies the fonts that a source names. */
function namedAsPacked(code: string, path: string, target: string): string {
  let packed = code.replaceAll(FONT_FILE, (_, name: string, font: string) => {
    mkdirSync(join(target, 'vendor'), { recursive: true })
    cpSync(resolve(name), join(target, 'vendor', font))
    return JSON.stringify(addressFrom(path, `vendor/${font}`))
  })
  for (const [name, file] of Object.entries(BUNDLED))
    packed = packed.replaceAll(
      new RegExp(`(\\bfrom |\\bimport\\()"${name}"`, 'g'),
      `$1${JSON.stringify(addressFrom(path, file))}`,
    )
  return packed
}

/** Writes each bundled package as one file, and the licences of all that is packed beside them. */
export async function bundlePackages(root: string, target: string): Promise<void> {
  const folders = new Set(FONTS.map((name) => join(root, 'node_modules', name)))
  for (const file of new Set(Object.values(BUNDLED))) {
    const names = Object.entries(BUNDLED).flatMap(([name, bundle]) => (bundle === file ? [name] : []))
    const used = names.filter(isUsed).map((name) => `export { ${USED[name]} } from ${JSON.stringify(name)}`)
    const entry = join(root, 'used.js')
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      plugins: [
        namesPackages(folders),
        {
          name: 'deadheat:used',
          resolveId: (id) => (id === entry ? id : null),
          load: (id) => (id === entry ? used.join('\n') : null),
        },
      ],
      ssr: { noExternal: true, external: NOT_BUNDLED },
      build: {
        ssr: used.length > 0 ? entry : fileURLToPath(import.meta.resolve(names[0])),
        outDir: join(target, dirname(file)),
        emptyOutDir: false,
        copyPublicDir: false,
        minify: false,
        target: 'node22',
        rolldownOptions: { output: { entryFileNames: basename(file), codeSplitting: false } },
      },
    })
  }
  writeFileSync(join(target, 'vendor/LICENSES'), [...folders].sort().map(licenceText).join('\n\n'))
}

const isUsed = (name: string): name is keyof typeof USED => name in USED

/** Adds the folder of each package whose code becomes part of a file. */
const namesPackages = (folders: Set<string>): Plugin => ({
  name: 'deadheat:names-packages',
  moduleParsed({ id }) {
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]
    if (folder) folders.add(folder.replace(/^\0/, ''))
  },
})

/** Name, version and licence of an installed package, for a file that has its code or fonts. */
function licenceText(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = globSync('{LICENSE,LICENCE,license}*', { cwd: folder }).sort()
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version}, ${license}`, ...texts].join('\n\n')
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
    writeFileSync(file, namedAsPacked(namedAsJavaScript(code), path, target))
  }
}

/** Packages whose code becomes part of the commands' files: a command spends most of its time on loading many files. */
const IN_COMMANDS = ['commander', 'csv-stringify', 'hono', 'kysely', 'lru-cache', 'yaml', 'zod']

/**
 * Writes the terminal's commands into the package: `rate` and the thread of ratings as one file each, the others each with
 * what it alone loads, and what several load once. They stay readable, so that a stack trace names their functions. Other
 * threads and data stay the files that the package has anyway.
 */
export async function bundleCommands(root: string, target: string): Promise<void> {
  for (const name of ['scripts/rate', 'scripts/deadheat', 'server/ratings/rating-thread'])
    await bundleCommand(root, target, name)
}

async function bundleCommand(root: string, target: string, name: string): Promise<void> {
  const entry = join(root, `${name}.ts`)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [atTheirPlaces(root, dirname(name))],
    ssr: { noExternal: IN_COMMANDS },
    build: {
      ssr: true,
      outDir: join(target, dirname(name)),
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      target: 'node22',
      rolldownOptions: {
        input: entry,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'command-[name]-[hash].js',
          codeSplitting: name === 'scripts/deadheat',
        },
        // a file of which nothing is used is left out
        treeshake: { moduleSideEffects: (id) => id === entry },
      },
    },
  })
}

/** In the commands' files, each source still finds the files beside its own place. */
function atTheirPlaces(root: string, folder: string): Plugin {
  return {
    name: 'deadheat:at-their-places',
    enforce: 'pre',
    resolveId: (name) =>
      name in BUNDLED && !IN_COMMANDS.includes(packageName(name))
        ? { id: relative(folder, BUNDLED[name as keyof typeof BUNDLED]), external: true }
        : null,
    transform(code, id) {
      if (!code.includes('import.meta.') || id.includes('/node_modules/')) return null
      const path = relative(join(root, folder), id).replace(/\.ts$/, '.js')
      const address = (path: string) => `new URL(${JSON.stringify(path)}, import.meta.url).href`
      const placed = namedAsJavaScript(code)
        .replaceAll('import.meta.dirname', `pathOfAddress(${address(dirname(path))})`)
        .replaceAll(/import\.meta\.url(?!\)\.href)/g, address(path))
      return placed.includes('pathOfAddress')
        ? `import { fileURLToPath as pathOfAddress } from 'node:url'\n${placed}`
        : placed
    },
  }
}
