// Plain JavaScript: the launcher needs it before it has a Node that runs TypeScript.
import { randomUUID } from 'node:crypto'
import { readlink, rm, symlink } from 'node:fs/promises'
import { processStartTime } from './running-process.mjs'

export async function claim(path) {
  const mine = `${process.pid} ${await processStartTime(process.pid)} ${randomUUID()}`
  const giveUp = () => rm(path, { force: true })
  if (await linked(mine, path)) return giveUp
  const holder = await readHolder(path)
  if (holder === null || (await isAlive(holder))) return null
  // Only the holder of the takeover claim may remove the claim of another process.
  const done = await claim(`${path}.takeover`)
  if (!done) return null
  try {
    if ((await readHolder(path)) === holder) await rm(path)
    return (await linked(mine, path)) ? giveUp : null
  } finally {
    await done()
  }
}

async function isAlive(holder) {
  const [pid, start] = holder.split(' ')
  return (await processStartTime(Number(pid))) === start
}

async function readHolder(path) {
  return readlink(path).catch(() => null)
}

async function linked(target, path) {
  try {
    await symlink(target, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}
