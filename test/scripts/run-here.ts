import { Readable, Writable } from 'node:stream'
import type { Terminal } from '../../scripts/cli/terminal/terminal.ts'

interface Around {
  cwd: string
  env?: Record<string, string | undefined>
  input?: string | Buffer
}
interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** Calls a function with a fake terminal, and returns what it wrote. */
export async function withTerminal(
  act: (terminal: Terminal) => Promise<number>,
  { cwd, env = {}, input = '' }: Around,
): Promise<Ran> {
  const output = { stdout: '', stderr: '' }
  const into = (name: keyof typeof output) =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        output[name] += chunk.toString()
        done()
      },
    })
  const code = await act({
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
    stdout: into('stdout'),
    stderr: into('stderr'),
    env,
    cwd,
    now: () => new Date(),
    args: [],
    json: false,
    exitCode: 0,
  })
  return { code, ...output }
}
