import { Readable, Writable } from 'node:stream'
import { run } from '../../scripts/terminal/run.ts'
import type { Register } from '../../scripts/terminal/run.ts'

/** Runs one of these commands in this process: one of its own takes its time to start. */
export async function runHere(
  commands: Register | readonly Register[],
  args: readonly string[],
  {
    cwd,
    env = {},
    input = '',
  }: { cwd: string; env?: Record<string, string | undefined>; input?: string | Buffer },
): Promise<{ code: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' }
  const into = (name: keyof typeof said) =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        said[name] += chunk.toString()
        done()
      },
    })
  const code = await run(args, [commands].flat(), {
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
    stdout: into('stdout'),
    stderr: into('stderr'),
    env,
    cwd,
    now: () => new Date(),
    exitCode: 0,
  })
  return { code, ...said }
}
