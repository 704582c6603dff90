/** A small project in a temporary folder, linted with the configuration and lint command of this project. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export const root = join(import.meta.dirname, '../..')

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const configuration = [
  'package.json',
  'web/package.json',
  'oxlint.config.ts',
  'tsconfig.json',
  '.oxfmtrc.json',
  'workshop/verify.ts',
  'workshop/verify',
]

/** Runs a command of the tools in `folder`. */
function run(folder: string, command: string) {
  const bin = join(root, 'node_modules', '.bin')
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` },
    encoding: 'utf8',
  })
  // the linter colours what it says wherever CI is set
  return { code: status, output: stripVTControlCharacters(stdout + stderr) }
}

/** Runs the lint command of package.json in `folder`; its messages are `path:line:column: text`. */
function lint(folder: string) {
  const { code, output } = run(folder, `${scripts.lint} --format=unix`)
  const messagesOf = (path: string) => output.split('\n').filter((line) => line.startsWith(`${path}:`))
  return { code, output, messagesOf }
}

export class PlantedTree {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'deadheat-planted-')))

  constructor() {
    for (const path of configuration) cpSync(join(root, path), join(this.folder, path), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'dir')
  }

  plant(files: Record<string, string>) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true })
      writeFileSync(join(this.folder, path), text)
    }
  }

  uproot(path: string) {
    rmSync(join(this.folder, path))
  }

  lint() {
    return lint(this.folder)
  }

  verify(...checks: string[]) {
    return run(this.folder, [scripts.verify, ...checks].join(' '))
  }

  [Symbol.dispose]() {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
