import { leaveAndExit, leaveOnRequest } from '../../server/platform/process.ts'
import { run, type Register } from './terminal/run.ts'
import { thisTerminal } from './terminal/terminal.ts'

/** Runs one command as this process, from its arguments to its exit code. */
export async function main(args: readonly string[], commands: readonly Register[]): Promise<void> {
  // The reader of our output, such as `head`, may stop reading. That is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    void leaveAndExit(error.code === 'EPIPE' ? 0 : 3)
  })
  leaveOnRequest()
  process.exitCode = await run(args, commands, thisTerminal())
  // A pipe that nobody closes must not keep the process alive.
  process.stdin.destroy()
}
