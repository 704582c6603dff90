/** What `npm test` does once everything is installed: finds a browser, runs every test, says how many passed. */
import { resolve } from 'node:path'
import { parseCLI, startVitest, type TestModule } from 'vitest/node'
import { SetupError } from '../../server/platform/setup-error.ts'
import { ensureChromium } from './chromium.ts'
import { closingLine, countTests } from './count-tests.ts'

const ROOT = resolve(import.meta.dirname, '../..')

try {
  await runTests(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 3
}

/** Arguments are what Vitest takes: parts of file names, `-t` and part of a test's name. */
async function runTests(args: string[]): Promise<void> {
  process.env['DEADHEAT_CHROMIUM'] = await ensureChromium((line) => process.stderr.write(`${line}\n`))
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  const vitest = await startVitest(filter, { ...options, root: ROOT, watch: false })
  const modules: TestModule[] = vitest.state.getTestModules()
  const count = countTests(modules, vitest.state.getUnhandledErrors().length)
  await vitest.close()
  if (count.passed + count.failed === 0) process.stderr.write('No test ran: that counts as a failure.\n')
  process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0
  process.stdout.write(`${closingLine(count)}\n`)
}
