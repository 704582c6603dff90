import { leaveAndExit, leaveOnSignal } from '../server/platform/leaving.ts'
import { COMMANDS } from './cli/commands/index.ts'
import { run } from './cli/terminal/run.ts'
import { thisTerminal } from './cli/terminal/terminal.ts'

// whoever reads our output may stop reading: that is no error
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  void leaveAndExit(error.code === 'EPIPE' ? 0 : 3)
})
leaveOnSignal()

process.exitCode = await run(process.argv.slice(2), COMMANDS, thisTerminal())
// a pipe that nobody closes must not keep us waiting
process.stdin.destroy()
