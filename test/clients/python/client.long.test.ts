/** The Python client, from its wheel, against a real server. Skipped where there is no Python 3.11 or no PyPI. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '../../../server/transfer/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { ADMIN_TOKEN, createTestApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { installWheel, pythonForTests, ROOT, WHEEL } from './python.ts'

const python = await pythonForTests()
const { run } = python

const COMMAND = `${process.execPath} ${join(ROOT, 'scripts/deadheat.ts')}`

async function startServer({ votes } = { votes: false }): Promise<string> {
  const app = await createTestApp({ clock: 'runs' })
  onTestFinished(() => app.close())
  await seedDemo({ ...app.deps, actor: 'server' }, { votes, onlyIfEmpty: true })
  await app.work()
  return app.serve()
}

test('the wheel installs, and reads, imports and exports', async () => {
  const before = await installWheel(python)
  const server = await startServer()
  const env = { DEADHEAT_SERVER: server, DEADHEAT_ADMIN_TOKEN: ADMIN_TOKEN, DEADHEAT_COMMAND: COMMAND }
  const { stderr } = await run([join(import.meta.dirname, 'client_test.py')], { before, env })
  expect(stderr).toMatch(/Ran 23 tests[^]*\nOK\n$/)
})

test('the programs of its README run in order', async () => {
  const before = await installWheel(python)
  const server = await startServer()
  const readme = await readFile(join(WHEEL, 'README.md'), 'utf8')
  const program = [...readme.matchAll(/^```python\n([^]*?)^```$/gm)]
    .map(([, text]) => text!)
    .join('\n')
    .replace('http://127.0.0.1:4747', server)
    .replace('the-admin-token', ADMIN_TOKEN)
  const { stdout } = await run(['-c', program], {
    before,
    cwd: ROOT,
    env: { DEADHEAT_COMMAND: COMMAND },
  })
  const shown = [...readme.matchAll(/^```python\n[^]*?^```\n\n```\n([^]*?)^```$/gm)].map(([, text]) => text)
  expect(shown.length).toBeGreaterThan(0)
  for (const text of shown) expect(stdout).toContain(text)
  expect(stdout.split('\n').slice(-6)).toEqual([
    '2',
    "['my-arena', 'support-replies']",
    'first_votes',
    'not_shown',
    '2',
    '',
  ])
})

test('its README, which PyPI shows, has no links into the checkout, and installs what its programs import', async () => {
  const readme = await readFile(join(WHEEL, 'README.md'), 'utf8')
  expect(readme).not.toMatch(/\]\((?!https:)/)
  const imported = new Set([...readme.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name!))
  const [installed] = /pip install .+/.exec(readme)!
  // the folder of the wheel stands for itself
  expect([...imported].filter((name) => !installed.includes(name))).toEqual(['deadheat'])
})

test('the types of answers are those of the document', async () => {
  const server = await startServer()
  const document = await (await fetch(`${server}/openapi.json`)).text()
  const { stdout } = await run([join(WHEEL, 'types_of_openapi.py')], { input: document })
  const written = await readFile(join(WHEEL, 'deadheat/api.py'), 'utf8')
  expect(stdout, 'clients/python/types_of_openapi.py writes api.py again').toBe(written)
})

test('a frame gives the board of its file, to the digit', async () => {
  const before = await installWheel(python)
  const votes = join(ROOT, 'examples/votes.csv')
  const program = [
    'import json, pandas, polars, sys',
    'from deadheat import rate',
    `pandas_board = rate(pandas.read_csv(${JSON.stringify(votes)}))`,
    `polars_board = rate(polars.read_csv(${JSON.stringify(votes)}))`,
    'json.dump([pandas_board, polars_board], sys.stdout)',
  ].join('\n')
  const { stdout } = await run(['-c', program], { before, env: { DEADHEAT_COMMAND: COMMAND } })
  const engine = await deadheatHere(['rate', votes, '--json'])
  const { computedAt: _, ...board } = JSON.parse(engine.stdout) as Board
  for (const found of JSON.parse(stdout) as Board[]) expect(found).toMatchObject(board)
})

test('the notebook prints what it shows', async () => {
  const before = await installWheel(python)
  const notebook = join(ROOT, 'examples/rate-votes.ipynb')
  const script = join(import.meta.dirname, 'notebook.py')
  const { stdout } = await run([script, notebook], { before, env: { DEADHEAT_COMMAND: COMMAND } })
  expect(stdout).toMatch(/^\d+ cells/)
})

test('types hold, and callers see them', async () => {
  const before = await installWheel(python)
  const cache = await temporaryFolder()
  const strict = ['-m', 'mypy', '--strict', '--cache-dir', cache]
  const whole = await run([...strict, join(WHEEL, 'deadheat')]).catch((failed: { stdout: string }) => failed)
  expect(whole.stdout).toMatch(/^Success/)
  const caller = join(cache, 'caller.py')
  const program = [
    'import polars',
    'from deadheat import Client, rate',
    'reveal_type(rate(polars.DataFrame()).frame())',
    'reveal_type(Client().export("a", frame=polars.DataFrame))',
    'reveal_type(Client().board("a")["state"])',
  ]
  await writeFile(caller, program.join('\n'))
  // the wheel is found by its py.typed
  const { stdout } = await run([...strict, caller], { before, cwd: cache })
  expect(stdout.match(/Revealed type is "polars\.[^"]*DataFrame"/g)?.length, stdout).toBe(2)
  expect(stdout).toContain("Literal['first_votes']")
})

test('DuckDB reads an export as the page on files shows', async () => {
  const folder = await temporaryFolder()
  const server = await startServer({ votes: true })
  const votes = await fetch(`${server}/api/arenas/support-replies/export/votes.parquet`)
  await writeFile(join(folder, 'votes.parquet'), Buffer.from(await votes.arrayBuffer()))
  const page = await readFile(join(ROOT, 'docs/reference/files.md'), 'utf8')
  const [, program] = /```python\n([^]*?)```/.exec(page)!
  const { stdout } = await run(['-c', program!], { cwd: folder })
  expect(stdout).toMatch(/category .+ votes/)
  expect(stdout).toContain('Warm-v3')
})

test('the wheel has the version of the project', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const project = await readFile(join(WHEEL, 'pyproject.toml'), 'utf8')
  expect(project).toContain(`version = "${version}"`)
})
