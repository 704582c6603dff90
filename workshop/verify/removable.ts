/**
 * `node workshop/verify/removable.ts [FEATURE…] [--tests PART]`: removes each optional feature from a copy of the tree and
 * checks the types of the rest. Removed are its paths, each line of the source that imports one of them or matches `links`,
 * and the tests that import one. Migrations, contracts and sentences stay: what is stored needs them. With `--tests`, the
 * rest of the tests runs whose paths have the part. Exit 1 if anything fails.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { parseArgs } from 'node:util'

interface Feature {
  /** Its files and folders. */
  paths: string[]
  /** Lines that name its page: its address, and links to it. */
  links?: RegExp
}

const FEATURES: Record<string, Feature> = {
  attacks: { paths: ['server/integrity/attacks', 'web/src/pages/admin/arena/Suspects.svelte'] },
  challenges: {
    paths: [
      'server/challenges',
      'web/src/api/climb.ts',
      'web/src/charts/ClimbChart.svelte',
      'web/src/pages/climb',
      'web/src/pages/admin/arena/challenge',
      'web/src/words/climb',
      'web/src/words/admin-challenge',
      'scripts/cli/commands/challenge.ts',
      'scripts/cli/terminal/challenge-lines.ts',
      'test/server/challenges',
    ],
    links: /'climb'|\/climb['"]/,
  },
  explore: {
    paths: ['server/leaderboard/explore', 'web/src/pages/explore', 'web/src/words/explore'],
    links: /'explore'|\/explore['"]/,
  },
  notices: { paths: ['server/notices', 'web/src/pages/admin/Notices.svelte', 'test/server/notices'] },
  schedule: {
    paths: [
      'server/schedule',
      'web/src/pages/admin/arena/schedule',
      'web/src/words/admin-schedule',
      'test/server/schedule',
      'test/e2e/admin-schedule.long.test.ts',
    ],
  },
}

const root = join(import.meta.dirname, '../..')
const CODE = /\.(ts|svelte|mjs)$/

/** A copy of what Git tracks, with the packages of this tree. */
class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'removable-'))
  readonly #paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
  #changed: string[] = this.#paths

  constructor() {
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'))
    this.restore()
  }

  /** As it is here. */
  restore(): void {
    for (const path of this.#changed) cpSync(join(root, path), join(this.folder, path))
    this.#changed = []
  }

  /** Removes a feature. @returns how many files, tests that need it, and the lines of other files */
  remove({ paths: own, links }: Feature): { files: number; tests: number; lines: string[] } {
    const isOwn = (path: string) => own.some((one) => path === one || path.startsWith(`${one}/`))
    const gone = new Set(this.#paths.filter(isOwn))
    const files = gone.size
    const rest = this.#paths.filter(
      (path) => CODE.test(path) && !path.startsWith('workshop/') && !isOwn(path),
    )
    const importsGone = (path: string, text: string) =>
      [...text.matchAll(/'((?:\.{1,2}|src)\/[^']+)'/g)].some(([, to]) =>
        gone.has(normalize(join(to.startsWith('.') ? dirname(path) : 'web', to))),
      )
    const lines: string[] = []
    for (const path of rest.filter((one) => !one.startsWith('test/'))) {
      const before = this.#read(path).split('\n')
      const after = before.filter((line) => !importsGone(path, line) && !links?.test(line))
      if (after.length === before.length) continue
      const kept = new Set(after)
      lines.push(...before.filter((line) => !kept.has(line)).map((line) => `${path}: ${line.trim()}`))
      writeFileSync(join(this.folder, path), after.join('\n'))
      this.#changed.push(path)
    }
    const tests = rest.filter((path) => path.startsWith('test/'))
    for (let last = -1; last !== gone.size;) {
      last = gone.size
      for (const path of tests) if (!gone.has(path) && importsGone(path, this.#read(path))) gone.add(path)
    }
    for (const path of gone) rmSync(join(this.folder, path))
    this.#changed.push(...gone)
    return { files, tests: gone.size - files, lines }
  }

  #read = (path: string) => readFileSync(join(this.folder, path), 'utf8')

  /** Whether a command succeeds here; if not, its output is printed. */
  runs(...[command, ...args]: [string, ...string[]]): boolean {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: this.folder, encoding: 'utf8' })
    if (status !== 0) console.error((stdout + stderr).replace(/^(.{300}).+$/gm, '$1 …'))
    return status === 0
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { tests: { type: 'string' } } })
const unknown = positionals.filter((name) => !(name in FEATURES))
if (unknown.length > 0) {
  console.error(`There is no feature ${unknown.join(', ')}. There are ${Object.keys(FEATURES).join(', ')}.`)
  process.exit(2)
}
const copy = new Copy()
try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(FEATURES)) {
    copy.restore()
    const { files, tests, lines } = copy.remove(FEATURES[name])
    const figures = `${files} files, ${tests} tests that need it, ${lines.length} lines`
    const types = copy.runs('node', 'workshop/verify.ts', 'types', 'svelte')
    const rest = !values.tests || copy.runs('npx', 'vitest', 'run', values.tests)
    if (!types || !rest) process.exitCode = 1
    const ran = [
      `types ${types ? 'ok' : 'FAILED'}`,
      ...(values.tests ? [`tests ${rest ? 'ok' : 'FAILED'}`] : []),
    ]
    console.log([`${name}: ${figures}; ${ran.join(', ')}`, ...lines].join('\n  '))
  }
} finally {
  rmSync(copy.folder, { recursive: true })
}
