/** The address of the server on a data folder, for the links that the terminal prints beside it. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileIn = (dataDir: string) => join(dataDir, 'server-address')

/** Notes the address of a server. The result takes it away again, unless another server has noted its own meanwhile. */
export async function noteAddress(dataDir: string, address: string): Promise<() => Promise<void>> {
  await writeFile(fileIn(dataDir), `${address}\n`)
  return async () => {
    if ((await notedAddress(dataDir)) === address) await rm(fileIn(dataDir), { force: true })
  }
}

/** The address that the last server on this folder noted; null if none did, or if it has stopped. */
export async function notedAddress(dataDir: string): Promise<string | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
  return /^https?:\/\/\S+$/.test(text.trim()) ? text.trim() : null
}
