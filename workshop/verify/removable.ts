/**
 * `node workshop/verify/removable.ts [FEATURE…] [--tests PART]`: removes each optional feature from a copy of the tree and
 * checks the types of the rest; with `--tests`, also the tests left whose paths have the part. Removed are its paths, each
 * line of the source that imports one or names its page, and tests that import one. Migrations, contracts and sentences
 * stay: what is stored needs them. So do its words in each language, which a test of the page then lists.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { parseArgs } from 'node:util'

const FEATURES: Record<string, { paths: string[]; page?: string }> = {
  attacks: { paths: ['server/integrity/attacks', 'web/src/pages/admin/arena/Suspects.svelte'] },
  challenges: {
    paths: [
      'server/challenges',
      'web/src/api/climb.ts',
      'web/src/pages/climb',
      'web/src/pages/admin/arena/challenge',
      'web/src/words/messages/climbs.ts',
      'web/src/words/admin-challenge.ts',
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
    page: 'ownQuestion',
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

/** Removes a feature from the copy. @returns the files that change, and what is said of it */
function remove(name: string): { changed: Set<string>; report: string[] } {
  const { paths, page = 'nowhere' } = FEATURES[name]
  const gone = new Set(
    all.filter((path) =>
      paths.some((featurePath) => path === featurePath || path.startsWith(`${featurePath}/`)),
    ),
  )
  const files = gone.size
  // what is made from the document is made again
  const isRest = (path: string) => !gone.has(path) && !path.endsWith('.generated.ts')
  const remaining = all.filter((path) => /\.(ts|svelte|mjs)$/.test(path) && isRest(path))
  const ofPage = new RegExp(`'${page}'|/${page}['"]`)
  const needs = (path: string) => (text: string) =>
    [...text.matchAll(/'((?:\.{1,2}|src)\/[^']+)'/g)].some(([, to]) =>
      gone.has(normalize(join(to.startsWith('.') ? dirname(path) : 'web', to))),
    )
  const changed = new Set<string>()
  const lines: string[] = []
  for (const path of remaining.filter((candidate) => !/^(test|workshop)\//.test(candidate))) {
    const before = readFileSync(join(root, path), 'utf8').split('\n')
    const isOut = (line: string) => needs(path)(line) || ofPage.test(line)
    const out = before.filter(isOut)
    if (out.length === 0) continue
    writeFileSync(join(copy, path), before.filter((line) => !isOut(line)).join('\n'))
    changed.add(path)
    lines.push(...out.map((line) => `  ${path}: ${line.trim()}`))
  }
  for (let size = 0; size !== gone.size;) {
    size = gone.size
    for (const path of remaining.filter((candidate) => candidate.startsWith('test/')))
      if (needs(path)(readFileSync(join(root, path), 'utf8'))) gone.add(path)
  }
  for (const path of gone) rmSync(join(copy, path))
  const summary = `${name}: ${files} files, ${lines.length} lines, ${gone.size - files} tests that need it`
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
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
put(all)
for (const name of positionals.length > 0 ? positionals : Object.keys(FEATURES)) {
  const { changed, report } = remove(name)
  console.log(report.join('\n'))
  console.log(works('types', 'node', 'workshop/verify.ts', 'types', 'svelte'))
  if (values.tests) console.log(works('tests', 'npx', 'vitest', 'run', values.tests))
  put(changed)
}
