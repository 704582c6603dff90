/** The Python client, from its wheel, against a real server. Skipped where there is no Python 3.11 or no PyPI. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '../../../server/transfer/index.ts'
import { ADMIN_TOKEN, createTestApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { findPython, installWheel, ROOT, WHEEL, type Python } from './python.ts'

const python = await findPython()

/** Runs with the wheel and a server, or skips with the reason. */
const testPython = (
  name: string,
  act: (python: Python, installed: string, server: string) => Promise<void>,
  { votes } = { votes: false },
) =>
  test(name, async ({ skip }) => {
    if (typeof python === 'string') return skip(python)
    await act(python, await installWheel(python), await startServer(votes))
  })

async function startServer(votes: boolean): Promise<string> {
  const app = await createTestApp({ clock: 'runs' })
  onTestFinished(() => app.close())
  await seedDemo({ ...app.deps, actor: 'server' }, { votes, onlyIfEmpty: true })
  await app.work()
  return app.serve()
}

testPython('the wheel installs, and reads, imports and exports', async ({ run }, before, server) => {
  const env = { DEADHEAT_SERVER: server, DEADHEAT_ADMIN_TOKEN: ADMIN_TOKEN }
  const { stderr } = await run([join(import.meta.dirname, 'client_test.py')], { before, env })
  expect(stderr).toMatch(/Ran 10 tests[^]*\nOK\n$/)
})

testPython('the programs of its README run in order', async ({ run }, before, server) => {
  const readme = await readFile(join(WHEEL, 'README.md'), 'utf8')
  const program = [...readme.matchAll(/^```python\n([^]*?)^```$/gm)]
    .map(([, text]) => text!)
    .join('\n')
    .replace('http://127.0.0.1:4747', server)
    .replace('the-admin-token', ADMIN_TOKEN)
  const { stdout } = await run(['-c', program], { before, cwd: ROOT })
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

testPython('the types of answers are those of the document', async ({ run }, _, server) => {
  const document = await (await fetch(`${server}/openapi.json`)).text()
  const { stdout } = await run([join(WHEEL, 'types_of_openapi.py')], { input: document })
  const written = await readFile(join(WHEEL, 'deadheat/api.py'), 'utf8')
  expect(stdout, 'clients/python/types_of_openapi.py writes api.py again').toBe(written)
})

testPython(
  'DuckDB reads an export as the page on files shows',
  async ({ run }, before, server) => {
    const folder = await temporaryFolder()
    const votes = await fetch(`${server}/api/arenas/support-replies/export/votes.parquet`)
    await writeFile(join(folder, 'votes.parquet'), Buffer.from(await votes.arrayBuffer()))
    const page = await readFile(join(ROOT, 'docs/reference/files.md'), 'utf8')
    const [, program] = /```python\n([^]*?)```/.exec(page)!
    const { stdout } = await run(['-c', program!], { cwd: folder, before })
    expect(stdout).toMatch(/category .+ votes/)
    expect(stdout).toContain('Warm-v3')
  },
  { votes: true },
)

test('the wheel has the version of the project', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const project = await readFile(join(WHEEL, 'pyproject.toml'), 'utf8')
  expect(project).toContain(`version = "${version}"`)
})
