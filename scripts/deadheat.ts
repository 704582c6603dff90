import { leaveAndExit, leaveOnSignal } from '../server/platform/leaving.ts'
import { COMMANDS } from './cli/commands/index.ts'
import { run } from './cli/terminal/run.ts'
import { thisTerminal } from './cli/terminal/terminal.ts'

// The reader of our output, such as `head`, may stop reading. That is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  void leaveAndExit(error.code === 'EPIPE' ? 0 : 3)
})
leaveOnSignal()

const args = process.argv.slice(2)
process.exitCode = await run(args.length > 0 ? args : ['serve'], COMMANDS, thisTerminal())
// A pipe that nobody closes must not keep the process alive.
process.stdin.destroy()
