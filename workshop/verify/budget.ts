/**
 * `node workshop/verify/budget.ts [--json] [--fragments]`: how large the project is, and whether that is within
 * budget.json. A figure may rise only in a commit that raises its number there and says what pays for it. `--fragments`
 * lists the small files that one other reads.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseArgs } from 'node:util'

const CODE = /\.(ts|svelte|mjs|py)$/
/** Made from the document of the API. */
const MADE = /\.generated\.ts$|^clients\/python\/deadheat\/api\.py$/
/** A file that one other reads, and that has at most so many lines, is a fragment of its reader. */
const FRAGMENT_LINES = 40

/** Parts of the code whose size is watched by itself. */
const ROOMS = ['server/transfer/', 'scripts/cli/', 'shared/stats/', 'workshop/']

interface TextFile {
  path: string
  text: string
}

const lineCount = (files: TextFile[]) => files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
const within = (files: TextFile[], start: string) => files.filter(({ path }) => path.startsWith(start))
const countWords = (files: TextFile[]) =>
  files.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0)

/** The figures of the files that Git tracks below a folder, but for those that are made from others. */
function readFigures(root: string): Record<string, number> {
  const all = trackedFiles(root)
  const code = all.filter(({ path }) => CODE.test(path))
  const tests = code.filter(({ path }) => path.startsWith('test/'))
  const source = code.filter(({ path }) => !path.startsWith('test/'))
  const pages = all.filter(({ path }) => path.endsWith('.md'))
  const server = source.filter(({ path }) => path.startsWith('server/'))
  const migrations = source.filter(({ path }) => path.startsWith('migrations/'))
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  return {
    'source files': source.length,
    'source lines': lineCount(source),
    'server files': server.length,
    'queries files': server.filter(({ path }) => path.endsWith('queries.ts')).length,
    'fragments with one reader': fragmentsIn(source).length,
    'names in the widest index': Math.max(...source.filter(isIndex).map(namesIn)),
    'fields of Deps': fieldsOfDeps(source),
    routes: countMatches(server, /\.(?:get|post|put|delete|patch)\(\s*'\/[^']*'/g),
    tables:
      countMatches(migrations, /\bcreate (?:unlogged )?table (?:if not exists )?\w|\.createTable\(/g) -
      countMatches(migrations, /(?<=\bdrop table (?:\w+, )*)\w+(?=[,;`])/g),
    'test files': tests.length,
    'test lines': lineCount(tests),
    'words of documents': countWords(pages),
    'words of README': countWords(pages.filter(({ path }) => path === 'README.md')),
    'packages at run time': Object.keys(dependencies).length,
    ...Object.fromEntries(ROOMS.map((room) => [`lines of ${room}`, lineCount(within(source, room))])),
    'lines of words': lineCount([
      ...within(source, 'web/src/words/'),
      ...within(source, 'shared/messages/'),
      ...within(source, 'shared/finish/words.'),
    ]),
    'codes of messages': countMatches(within(source, 'shared/messages/en/'), /^ {2}\w+(?::|\()/gm),
    'options of commands': new Set(
      within(source, 'scripts/cli/').flatMap(({ path, text }) =>
        [...text.matchAll(/'(?:-\w, )?(--[a-z-]+)[^']*'/g)].map(([, name]) => `${path} ${name}`),
      ),
    ).size,
  }
}

function trackedFiles(root: string): TextFile[] {
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  return paths
    .split('\0')
    .filter((path) => (CODE.test(path) || path.endsWith('.md')) && !MADE.test(path))
    .filter((path) => existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Files that one other file reads, tests aside. Entries and what several read are none. */
function fragmentsIn(source: TextFile[]): string[] {
  const readers = new Map<string, Set<string>>()
  for (const { path, text } of source)
    for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
      const read = normalize(join(dirname(path), name!))
      readers.set(read, (readers.get(read) ?? new Set()).add(path))
    }
  return source
    .filter(
      ({ path, text }) => readers.get(path)?.size === 1 && text.split('\n').length - 1 <= FRAGMENT_LINES,
    )
    .map(({ path }) => path)
}

const isIndex = ({ path }: TextFile) => /(^|\/)index\.ts$/.test(path)

function namesIn({ text }: TextFile): number {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gms)].flatMap(([, list]) =>
    list!.split(',').filter((name) => name.trim() !== ''),
  )
  return (
    lists.length + countMatches([{ path: '', text }], /^export (?:const|function|class|interface|type \w)/gm)
  )
}

function fieldsOfDeps(source: TextFile[]): number {
  const text = source.find(({ path }) => path === 'server/platform/deps.ts')?.text ?? ''
  const body = /export interface Deps \{\n([\s\S]*?)\n\}/.exec(text)?.[1] ?? ''
  return [...body.matchAll(/^ {2}\w+\??:/gm)].length
}

const countMatches = (files: TextFile[], pattern: RegExp) =>
  files.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0)

if (import.meta.main) {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, fragments: { type: 'boolean' } } })
  const root = join(import.meta.dirname, '../..')
  const figures = readFigures(root)
  const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')) as Record<
    string,
    number
  >
  if (values.fragments)
    console.log(
      fragmentsIn(trackedFiles(root).filter(({ path }) => CODE.test(path) && !path.startsWith('test/'))).join(
        '\n',
      ),
    )
  else if (values.json) console.log(JSON.stringify(figures, null, 2))
  else
    for (const [name, figure] of Object.entries(figures))
      console.log(`${name.padEnd(28)} ${String(figure).padStart(7)}  at most ${budget[name] ?? 'not named'}`)
  const over = Object.entries(figures).filter(([name, figure]) => !(figure <= (budget[name] ?? -1)))
  for (const [name, figure] of over)
    console.error(
      `${name}: ${figure}, and budget.json allows ${budget[name] ?? 'none'}. Fold or delete, or raise the number and say what pays for it.`,
    )
  process.exitCode = over.length > 0 ? 1 : 0
}
