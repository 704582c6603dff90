import { randomUUID } from 'node:crypto'
import { readlink, rename, rm, symlink } from 'node:fs/promises'
import { startOf } from './running-process.ts'

/**
 * Claims a place in the file system for this process: a symbolic link that says who holds it, made in one step or not
 * at all. A claim whose process is gone is taken over.
 *
 * @returns a function that gives the claim up; null where a living process holds it
 */
export async function claim(path: string): Promise<(() => Promise<void>) | null> {
  const mine = `${process.pid} ${await startOf(process.pid)} ${randomUUID()}`
  if (!(await linked(mine, path))) {
    if (!(await removeIfStale(path)) || !(await linked(mine, path))) return null
  }
  return async () => {
    if ((await holderOf(path)) === mine) await rm(path, { force: true })
  }
}

async function removeIfStale(path: string): Promise<boolean> {
  const seen = await holderOf(path)
  if (seen === null) return true
  const [pid, start] = seen.split(' ')
  if ((await startOf(Number(pid))) === start) return false
  const aside = `${path}.${randomUUID()}`
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return true
  // Between reading and moving, somebody else may have taken the stale claim over: theirs goes back.
  const theirs = await holderOf(aside)
  if (theirs !== null && theirs !== seen) await linked(theirs, path)
  await rm(aside, { force: true })
  return theirs === seen
}

async function holderOf(path: string): Promise<string | null> {
  return readlink(path).catch(() => null)
}

async function linked(target: string, path: string): Promise<boolean> {
  return symlink(target, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}
