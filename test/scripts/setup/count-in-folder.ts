/** Runs the tests of a folder as a program of their own and prints how `npm test` would close. */
import { startVitest } from 'vitest/node'
import { closingLine, countTests } from '../../../scripts/setup/count-tests.ts'

const root = process.argv[2]
const vitest = await startVitest([], { root, config: false, watch: false, retry: 1, reporters: [{}] })
const count = countTests(vitest.state.getTestModules(), vitest.state.getUnhandledErrors().length)
await vitest.close()
process.stdout.write(closingLine(count))
