/** Small programs that stand for a contestant, written for one test. */
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** Writes a program in JavaScript; returns its folder and the command that runs it there. */
export async function programIn(source: string): Promise<{ folder: string; command: string[] }> {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'program.mjs'), source)
  await chmod(join(folder, 'program.mjs'), 0o700)
  return { folder, command: [process.execPath, 'program.mjs'] }
}

/** Reads standard input as JSON into `call`. */
export const READS_CALL = `
let input = ''
for await (const chunk of process.stdin) input += chunk
const call = JSON.parse(input)
`

/** Whether a process with this id runs. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
