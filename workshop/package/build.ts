/**
 * `npm run build:package [-- RELEASE]`: builds the package for npm in dist/package. It has the folders of the checkout,
 * so that code finds its files in both. RELEASE is a version or tag, in place of the version of package.json. In a
 * workflow of GitHub the manifest names the repository, which npm compares with the provenance.
 */
import { existsSync, globSync, readFileSync, mkdirSync, writeFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { createBuilder } from 'vite'
import { LIBRARIES, packageManifest } from './manifest.ts'
import { bundleCommands, bundlePackages, copyFiles, emitJavaScript, packageName } from './emit.ts'

/** A file beside the code that is found by its address, such as a thread. */
const ADDRESS = /new URL\((['"])(?:\.\/)?([\w./-]+)\1, import\.meta\.url\)/g

/**
 * Checks that each file and package that the built code names is in the package or its dependencies.
 * @throws {Error} naming each import that leads nowhere
 */
function checkImports(target: string, dependencies: readonly string[]): void {
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
  return isBuiltin(name) || dependencies.includes(packageName(name))
}

/** Builds the page, its renderer and the page of static sites into the package. The commands that the page shows are those of the package. */
async function buildPages(root: string, target: string): Promise<void> {
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    logLevel: 'warn',
    define: { DEADHEAT_COMMAND: JSON.stringify('npx deadheat') },
    build: { outDir: join(target, 'dist/web') },
    environments: {
      ssr: { build: { outDir: join(target, 'dist/render') } },
      site: { build: { outDir: join(target, 'dist/site') } },
    },
  })
  await builder.buildApp()
}

/** An import of a file, whose ending the compiler leaves as it is. */
const RELATIVE = /((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g

/**
 * Writes the types of the libraries and of what they import.
 * @throws {Error} the compiler's complaint, if a type has no name to export
 */
function emitDeclarations(root: string, target: string): void {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram({
    rootNames: Object.values(LIBRARIES).map((path) => join(root, path)),
    options: {
      ...options,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: target,
    },
  })
  const { diagnostics } = program.emit(undefined, (path, text) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text.replace(RELATIVE, '$1.js$2'))
  })
  if (diagnostics.length > 0)
    throw new Error(
      ts.formatDiagnostics(diagnostics, {
        getCurrentDirectory: () => root,
        getCanonicalFileName: (path) => path,
        getNewLine: () => '\n',
      }),
    )
  if (globSync('**/*.d.ts', { cwd: target }).length === 0) throw new Error('No types were written.')
}

const root = join(import.meta.dirname, '../..')
const target = join(root, 'dist/package')
const [release] = process.argv.slice(2)

rmSync(target, { recursive: true, force: true })
const manifest = packageManifest(root, release, process.env)
await emitJavaScript(root, target)
await bundleCommands(root, target)
await bundlePackages(root, target)
emitDeclarations(root, target)
copyFiles(root, target)
await buildPages(root, target)
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
checkImports(target, Object.keys(manifest.dependencies))
console.log(`Built deadheat ${manifest.version} in dist/package. Next: npm pack ./dist/package`)
