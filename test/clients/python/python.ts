/** Python and the packages that tests of the wheel need, installed once into a folder. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)
export const ROOT = join(import.meta.dirname, '../../..')
export const WHEEL = join(ROOT, 'clients/python')

/** What the wheel needs, frames of both kinds, what builds the wheel, and what checks its types. */
const PACKAGES = ['pandas>=2', 'polars>=1', 'duckdb', 'flit_core>=3.11,<4', 'mypy>=1.13']
const VERSION = 'import sys, pip; assert sys.version_info >= (3, 11); print(sys.version, sys.platform)'
export interface Python {
  /** The folder with the packages. */
  packages: string
  /** Runs `python3` with these packages, and others before them. */
  run: (
    args: readonly string[],
    around?: { cwd?: string; input?: string; before?: string; env?: Record<string, string> },
  ) => Promise<{ stdout: string; stderr: string }>
}

/** Python for the tests of a file. Where it or PyPI is missing, they are skipped with the reason. */
export async function pythonForTests(): Promise<Python> {
  const found = await findPython()
  if (typeof found !== 'string') return found
  beforeEach(({ skip }) => skip(found))
  return { packages: '', run: () => Promise.reject(new Error(found)) }
}

/** Python with the packages, or why there is none. The packages are kept for further runs, which need no network. */
async function findPython(): Promise<Python | string> {
  const found = await run('python3', ['-c', VERSION]).catch(() => null)
  if (!found) return 'there is no Python 3.11 with pip'
  const name = createHash('sha256')
    .update(`${found.stdout}\n${PACKAGES.join('\n')}`)
    .digest('hex')
  const cache = join(ROOT, 'node_modules/.cache')
  const packages = join(cache, `python-${name.slice(0, 12)}`)
  if (!existsSync(packages)) {
    await mkdir(cache, { recursive: true })
    const partial = await mkdtemp(`${packages}-`)
    const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet', '--target', partial]
    const installed = await run('python3', [...pip, ...PACKAGES]).catch(() => null)
    // another run may have been faster
    if (installed) await rename(partial, packages).catch(() => undefined)
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(packages)) return 'PyPI does not answer'
  }
  return { packages, run: (args, around) => runPython(packages, args, around) }
}

async function runPython(
  packages: string,
  args: readonly string[],
  { cwd, input = '', before, env = {} }: NonNullable<Parameters<Python['run']>[1]> = {},
) {
  const running = run('python3', [...args], {
    cwd,
    env: {
      ...process.env,
      PYTHONPATH: [...(before === undefined ? [] : [before]), packages].join(':'),
      PYTHONDONTWRITEBYTECODE: '1',
      ...env,
    },
  })
  running.child.stdin?.end(input)
  return running
}

/** Builds the wheel and installs it into a folder of the test, without a network. */
export async function installWheel(python: Python): Promise<string> {
  const folder = await temporaryFolder()
  const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-cache-dir']
  const wheels = ['--no-deps', '--no-index']
  await python.run([...pip, 'wheel', ...wheels, '--no-build-isolation', '--wheel-dir', folder, WHEEL])
  const installed = join(folder, 'installed')
  await python.run([...pip, 'install', ...wheels, '--target', installed, '--find-links', folder, 'deadheat'])
  return installed
}
