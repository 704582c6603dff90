import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const FAILS = "() => { throw new Error('wrong') }"

async function closingLineOf(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder()
  await symlink(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), `import { beforeAll, describe, it } from 'vitest'\n${text}\n`)
  }
  const program = [join(import.meta.dirname, 'count-in-folder.ts'), folder]
  const env = { ...process.env, VITEST: undefined }
  // The exit code is that of Vitest, which says that something failed.
  const { stdout } = await promisify(execFile)(process.execPath, program, { env }).catch((error) => error)
  return stdout
}

it('counts what passed, failed and was skipped', async () => {
  expect(
    await closingLineOf({
      'a.test.ts': `it('passes', () => {}); it.skip('later', () => {}); it.fails('as said', ${FAILS})`,
      'b.test.ts': `it('fails', ${FAILS}); it('passes', () => {})`,
    }),
  ).toBe('3 passed, 1 failed, 1 skipped')
})

it('does not mention skipped tests if there are none', async () => {
  expect(await closingLineOf({ 'a.test.ts': "it('passes', () => {})" })).toBe('1 passed, 0 failed')
})

it('counts tests that passed the second time, and says why they failed the first', async () => {
  const fails = `let tries = 0; it('fails once', () => { if (tries++ === 0) throw new Error('wrong') })`
  expect(await closingLineOf({ 'a.test.ts': `${fails}; it('passes', () => {})` })).toBe(
    'passed the second time: a.test.ts > fails once\nwrong\n\n2 passed (1 of them the second time), 0 failed',
  )
})

it('counts an error outside a test as failed', async () => {
  expect(
    await closingLineOf({
      'import.test.ts': "import './not-there.ts'",
      'hook.test.ts': `describe('a', () => { beforeAll(${FAILS}); it('never runs', () => {}) })`,
      'stray.test.ts': `it('passes', async () => { setTimeout(${FAILS}); await new Promise((done) => setTimeout(done, 50)) })`,
    }),
  ).toBe('1 passed, 3 failed, 1 skipped')
})
