import { Readable, Writable } from 'node:stream'
import { run } from '../../scripts/terminal/run.ts'
import type { Register } from '../../scripts/terminal/run.ts'

/** Runs a command in this process: one of its own takes its time to start. */
export async function runHere(
  command: Register,
  args: readonly string[],
  { cwd, env = {}, input = '' }: { cwd: string; env?: Record<string, string>; input?: string },
): Promise<{ code: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' }
  const into = (name: keyof typeof said) =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        said[name] += chunk.toString()
        done()
      },
    })
  const code = await run(args, [command], {
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: into('stdout'),
    stderr: into('stderr'),
    env,
    cwd,
    now: () => new Date(),
    exitCode: 0,
  })
  return { code, ...said }
}
