/** The server on a data folder, for the links that the terminal prints beside it and for a second start. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startOf } from './running-process.mjs'

const fileIn = (dataDir: string) => join(dataDir, 'server-address')

export interface NotedServer {
  address: string
  pid: number
}

/** Notes that this process serves at an address. The result takes it away again, unless another server has noted its own meanwhile. */
export async function noteServer(dataDir: string, address: string): Promise<() => Promise<void>> {
  await writeFile(fileIn(dataDir), `${address}\n${process.pid} ${await startOf(process.pid)}\n`)
  return async () => {
    if ((await notedServer(dataDir))?.address === address) await rm(fileIn(dataDir), { force: true })
  }
}

/** The last server that noted itself on this folder; null if none did, or if it has stopped or was killed. */
export async function notedServer(dataDir: string): Promise<NotedServer | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
  const [, address, pid, start] = /^(https?:\/\/\S+)\n(\d+) (.+)\n$/.exec(text) ?? []
  if (address === undefined || (await startOf(Number(pid))) !== start) return null
  return { address, pid: Number(pid) }
}
