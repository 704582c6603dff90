/** The Python client, from its wheel, against a real server. Skipped where there is no Python 3.11. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '../../../server/transfer/index.ts'
import { ADMIN_TOKEN, createTestApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const NEEDED = 'import sys, pip; sys.exit(sys.version_info < (3, 11))'
const hasPython = spawnSync('python3', ['-c', NEEDED]).status === 0

/** Builds the wheel and installs it into a folder, without a network. */
async function installWheel(folder: string): Promise<string> {
  const pip = (...args: string[]) =>
    run('python3', ['-m', 'pip', '--disable-pip-version-check', '--no-cache-dir', ...args], { cwd: folder })
  await pip('wheel', '--no-deps', '--no-index', '--wheel-dir', folder, join(root, 'clients/python'))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await pip(
    'install',
    '--no-index',
    '--target',
    join(folder, 'installed'),
    `deadheat-${version}-py3-none-any.whl`,
  )
  return join(folder, 'installed')
}

async function startServer({ votes } = { votes: false }): Promise<string> {
  const app = await createTestApp({ clock: 'runs' })
  onTestFinished(() => app.close())
  await seedDemo({ ...app.deps, actor: 'server' }, { votes, onlyIfEmpty: true })
  await app.work()
  return app.serve()
}

const environment = (installed: string, server: string) => ({
  ...process.env,
  PYTHONPATH: installed,
  PYTHONDONTWRITEBYTECODE: '1',
  DEADHEAT_SERVER: server,
  DEADHEAT_ADMIN_TOKEN: ADMIN_TOKEN,
  DEADHEAT_COMMAND: `${process.execPath} ${join(root, 'scripts/deadheat.ts')}`,
})

test.skipIf(!hasPython)(
  'the wheel installs without a network, and reads, imports, exports and rates',
  async () => {
    const installed = await installWheel(await temporaryFolder())
    const env = environment(installed, await startServer())
    const { stderr } = await run('python3', [join(import.meta.dirname, 'client_test.py')], { env })
    expect(stderr).toMatch(/Ran 12 tests[^]*\nOK\n$/)
  },
)

test.skipIf(!hasPython)('the programs of its README run in order', async () => {
  const folder = await temporaryFolder()
  const installed = await installWheel(folder)
  const server = await startServer()
  const readme = await readFile(join(root, 'clients/python/README.md'), 'utf8')
  const program = [...readme.matchAll(/^```python\n([^]*?)^```$/gm)]
    .map(([, text]) => text!)
    .join('\n')
    .replace('http://127.0.0.1:4747', server)
    .replace('the-admin-token', ADMIN_TOKEN)
  await mkdir(join(folder, 'work'))
  await writeFile(join(folder, 'work/program.py'), program)
  const { stdout } = await run('python3', [join(folder, 'work/program.py')], {
    env: environment(installed, server),
  })
  const [added, arenas, deadHeat, verdict, exported, rated] = stdout.split('\n')
  expect([added, arenas, verdict, exported, rated]).toEqual([
    '2',
    "['my-arena', 'support-replies']",
    'not_shown',
    '2',
    '2 first_votes None',
  ])
  expect(deadHeat).toMatch(/^\[.*\]$/)
})

test.skipIf(!hasPython)('DuckDB reads an export as the page on files shows', async ({ skip }) => {
  const folder = await temporaryFolder()
  const pip = [
    '-m',
    'pip',
    '--disable-pip-version-check',
    'install',
    '--target',
    join(folder, 'duckdb'),
    'duckdb',
  ]
  const installed = await run('python3', pip, { cwd: folder }).catch(() => null)
  if (!installed) return skip('PyPI does not answer')
  const server = await startServer({ votes: true })
  const votes = await fetch(`${server}/api/arenas/support-replies/export/votes.parquet`)
  await writeFile(join(folder, 'votes.parquet'), Buffer.from(await votes.arrayBuffer()))
  const page = await readFile(join(root, 'docs/reference/files.md'), 'utf8')
  const [, program] = /```python\n([^]*?)```/.exec(page)!
  const { stdout } = await run('python3', ['-c', program!], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: join(folder, 'duckdb') },
  })
  expect(stdout).toMatch(/category .+ votes/)
  expect(stdout).toContain('Warm-v3')
})

test('the wheel has the version of the project', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const project = await readFile(join(root, 'clients/python/pyproject.toml'), 'utf8')
  expect(project).toContain(`version = "${version}"`)
})
