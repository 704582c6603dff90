/** The script of action.yml. */
import { Writable } from 'node:stream'
import { leaveOnRequest } from '../../server/platform/process.ts'
import { loadCommands } from '../cli/commands/index.ts'
import { run } from '../cli/terminal/run.ts'
import { thisTerminal } from '../cli/terminal/terminal.ts'
import { judgePullRequest, type RunCommand } from './judge-pull-request.ts'

leaveOnRequest()

const command: RunCommand = async (args) => {
  const output = { stdout: '', stderr: '' }
  const into = (name: keyof typeof output, shown?: Writable) =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        output[name] += chunk.toString()
        shown?.write(chunk)
        done()
      },
    })
  // the step of a composite action runs in the workspace
  const terminal = { ...thisTerminal(), stdout: into('stdout'), stderr: into('stderr', process.stderr) }
  return { code: await run(args, await loadCommands(args), terminal), ...output }
}

process.exitCode = await judgePullRequest(process.env, command, (line) => process.stdout.write(`${line}\n`))
process.stdin.destroy()
