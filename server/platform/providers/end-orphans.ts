/**
 * The program of the guard. It reads `+ID` and `-ID` of process groups from the process that started them. When that
 * process is gone, it ends the groups that are left.
 */
import { createInterface } from 'node:readline'
import { endGroup } from './run-command.ts'

const groups = new Set<number>()
for await (const line of createInterface({ input: process.stdin })) {
  const id = Number(line.slice(1))
  if (line.startsWith('+')) groups.add(id)
  else groups.delete(id)
}
await Promise.all([...groups].map(endGroup))
