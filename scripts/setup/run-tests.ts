/** Runs `npm test` and `npm run test:long` after the installation: finds a browser, runs the tests, counts them. */
import { resolve } from 'node:path'
import { configDefaults } from 'vitest/config'
import { parseCLI, startVitest } from 'vitest/node'
import { SetupError } from '../../server/platform/setup-error.ts'
import { ensureChromium } from './chromium.ts'
import { closingLine, countTests } from './count-tests.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Test files that take long: many starts of processes or Postgres, or simulations. */
const LONG_TESTS = 'test/**/*.long.test.ts'

/** Test files that try a part of what a long one tries: beside the long ones they would only take time. */
const SHORT_TESTS = 'test/**/*.short.test.ts'

/** Options of ours; all others are Vitest's. */
const RUNNER_FLAGS = ['--long', '--all']

try {
  await runTests(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 3
}

/**
 * Runs all tests but the long ones; with `--long` the long ones; with `--all` both at once, which starts Postgres, browsers
 * and workers once, without the short form of a long test; with parts of file names every test in such files.
 *
 * @param args what Vitest takes: parts of file names, `-t` and part of a test's name; and `--long` or `--all`
 */
async function runTests(args: string[]): Promise<void> {
  process.env['DEADHEAT_CHROMIUM'] = await ensureChromium((line) => process.stderr.write(`${line}\n`))
  const { filter, options } = parseCLI([
    'vitest',
    'run',
    ...args.filter((arg) => !RUNNER_FLAGS.includes(arg)),
  ])
  const files = chooseFiles(args, filter.length > 0)
  // one race of thousands of tests on a busy machine need not stop CI; the last line counts such tests
  const retry = process.env['CI'] ? 1 : 0
  const vitest = await startVitest(filter, { retry, ...options, ...files, root: ROOT, watch: false })
  const count = countTests(vitest.state.getTestModules(), vitest.state.getUnhandledErrors().length)
  await vitest.close()
  if (count.passed + count.failed === 0) process.stderr.write('No test ran: that counts as a failure.\n')
  process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0
  process.stdout.write(`${closingLine(count)}\n`)
}

function chooseFiles(args: string[], isFiltered: boolean): { include?: string[]; exclude?: string[] } {
  if (args.includes('--long')) return { include: [LONG_TESTS] }
  if (isFiltered) return {}
  return { exclude: [...configDefaults.exclude, args.includes('--all') ? SHORT_TESTS : LONG_TESTS] }
}
