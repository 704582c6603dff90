/**
 * `node workshop/verify/removable.ts [FEATURE,FEATURE…] [--tests PART]`: removes each optional feature from a copy of the tree
 * and checks the types of the rest; with `--tests`, also the tests left whose paths have the part. Removed are its paths, each
 * line of the source that imports one or names its page, and tests that import one. Migrations, contracts and sentences
 * stay: what is stored needs them. So do its words in each language, which a test of the page then lists. Features with a
 * comma between them are removed at once, in the time of one: as none may import another, each can then be removed alone.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { parseArgs } from 'node:util'

const FEATURES: Record<string, { paths: string[]; page?: string }> = {
  attacks: {
    paths: [
      'server/integrity/attacks',
      'web/src/pages/admin/arena/Suspects.svelte',
      'web/src/pages/admin/arena/open-suspicions.ts',
    ],
  },
  challenges: {
    paths: [
      'server/challenges',
      'web/src/api/climb.ts',
      'web/src/pages/climb',
      'web/src/words/messages/climbs.ts',
      'scripts/cli/commands/challenge.ts',
      'scripts/cli/terminal/challenge-lines.ts',
      'test/server/challenges',
    ],
    page: 'climb',
  },
  live: {
    paths: [
      'server/live',
      'web/src/api/live.ts',
      'web/src/pages/live',
      'web/src/pages/admin/arena/Live.svelte',
      'web/src/words/messages/live.ts',
      'test/server/live',
      'test/e2e/live.long.test.ts',
    ],
    // not the name of its source, which is part of more lines
    page: 'visitorQuestion',
  },
  notices: { paths: ['server/notices', 'test/server/notices'] },
  'web-answers': {
    paths: [
      'server/web-answers',
      'web/src/ui/web-answer',
      'web/src/pages/admin/arena/DrawnAnswers.svelte',
      'test/server/web-answers',
      'test/e2e/web-answers.long.test.ts',
    ],
  },
}

const root = join(import.meta.dirname, '../..')
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
})
const all = listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
const copy = mkdtempSync(join(tmpdir(), 'removable-'))
const put = (paths: Iterable<string>) => {
  for (const path of paths) cpSync(join(root, path), join(copy, path))
}

const featureFiles = (name: string) =>
  all.filter((path) =>
    FEATURES[name].paths.some((featurePath) => path === featurePath || path.startsWith(`${featurePath}/`)),
  )

/** Whether a text at this path imports one of these files. */
const imports = (path: string, files: ReadonlySet<string>, text: string) =>
  [...text.matchAll(/'((?:\.{1,2}|src)\/[^']+)'/g)].some(([, to]) =>
    files.has(normalize(join(to.startsWith('.') ? dirname(path) : 'web', to))),
  )

/** Removes features from the copy. @returns the files that change, and what is said of them */
function remove(features: string[]): { changed: Set<string>; report: string[] } {
  const gone = new Set(features.flatMap(featureFiles))
  const files = gone.size
  // what is made from the document is made again
  const isRest = (path: string) => !gone.has(path) && !path.endsWith('.generated.ts')
  const remaining = all.filter((path) => /\.(ts|svelte|mjs)$/.test(path) && isRest(path))
  const pages = features.map((name) => FEATURES[name].page ?? 'nowhere').join('|')
  const ofPage = new RegExp(`'(?:${pages})'|/(?:${pages})['"]`)
  const changed = new Set<string>()
  const lines: string[] = []
  for (const path of remaining.filter((candidate) => !/^(test|workshop)\//.test(candidate))) {
    const before = readFileSync(join(root, path), 'utf8').split('\n')
    const isOut = (line: string) => imports(path, gone, line) || ofPage.test(line)
    const out = before.filter(isOut)
    if (out.length === 0) continue
    writeFileSync(join(copy, path), before.filter((line) => !isOut(line)).join('\n'))
    changed.add(path)
    lines.push(...out.map((line) => `  ${path}: ${line.trim()}`))
  }
  for (let size = 0; size !== gone.size;) {
    size = gone.size
    for (const path of remaining.filter((candidate) => candidate.startsWith('test/')))
      if (imports(path, gone, readFileSync(join(root, path), 'utf8'))) gone.add(path)
  }
  for (const path of gone) rmSync(join(copy, path))
  const summary = `${features.join(', ')}: ${files} files, ${lines.length} lines, ${gone.size - files} tests that need it`
  return { changed: changed.union(gone), report: [summary, ...lines] }
}

function works(what: string, ...[command, ...args]: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' })
  if (status === 0) return `  ${what}: ok`
  process.exitCode = 1
  return `  ${what}: FAILED\n${(stdout + stderr).replace(/^(.{300}).+$/gm, '$1 …')}`
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { tests: { type: 'string' } } })
process.once('exit', () => rmSync(copy, { recursive: true }))

/** The files of features that import another feature, without which they could not stay. */
const needy = Object.keys(FEATURES).flatMap((name) => {
  const others = new Set(
    Object.keys(FEATURES).flatMap((featureName) => (featureName === name ? [] : featureFiles(featureName))),
  )
  return featureFiles(name).filter((path) => imports(path, others, readFileSync(join(root, path), 'utf8')))
})
if (needy.length > 0) throw new Error(`Features import others: ${needy.join(', ')}.`)

symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
put(all)
for (const features of positionals.length > 0 ? positionals : Object.keys(FEATURES)) {
  const { changed, report } = remove(features.split(','))
  console.log(report.join('\n'))
  console.log(works('types', 'node', 'workshop/verify.ts', 'types', 'svelte'))
  if (values.tests) console.log(works('tests', 'npx', 'vitest', 'run', values.tests))
  put(changed)
}
