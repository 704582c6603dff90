import { statfs } from 'node:fs/promises'

/** Where Linux keeps files in memory. In containers there is often little room. */
export const IN_MEMORY = '/dev/shm'
const TMPFS = 0x01021994

/** Whether files of this size fit into memory. */
export async function fitsInMemory(bytes: number): Promise<boolean> {
  const { type, bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ type: 0, bavail: 0, bsize: 0 }))
  return type === TMPFS && Math.min(bavail * bsize, process.availableMemory()) > bytes
}
