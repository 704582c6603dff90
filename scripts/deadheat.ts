import { leaveAndExit, leaveOnSignal } from '../server/platform/leaving.ts'
import { keepHeapSmall } from '../server/platform/small-heap.ts'
import { commandsFor } from './cli/commands/index.ts'
import { run } from './cli/terminal/run.ts'
import { thisTerminal } from './cli/terminal/terminal.ts'

// The reader of our output, such as `head`, may stop reading. That is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  void leaveAndExit(error.code === 'EPIPE' ? 0 : 3)
})
leaveOnSignal()

const given = process.argv.slice(2)
const args = given.length > 0 ? given : ['serve']
// one task over a file of any size
if (args[0] === 'import' || args[0] === 'export') keepHeapSmall()
process.exitCode = await run(args, await commandsFor(args), thisTerminal())
// A pipe that nobody closes must not keep the process alive.
process.stdin.destroy()
