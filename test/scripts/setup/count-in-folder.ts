/** Runs the tests of a folder as a program of their own and prints how `npm test` would close. */
import { startVitest } from 'vitest/node'
import { closingLine, countTests, firstFailures } from '../../../scripts/setup/count-tests.ts'

const root = process.argv[2]
const vitest = await startVitest([], { root, config: false, watch: false, retry: 1, reporters: [{}] })
const modules = vitest.state.getTestModules()
const count = countTests(modules, vitest.state.getUnhandledErrors().length)
await vitest.close()
process.stdout.write([...firstFailures(modules), closingLine(count)].join('\n'))
