/**
 * Is this process well? `node scripts/health.mjs server` asks the server on PORT whether it is ready;
 * `node scripts/health.mjs worker` looks in the data folder for the files that the workers of this machine touch while
 * they take jobs: each has one, and every one must be fresh.
 * Exit 0: yes. Exit 1: no, with one line saying why. Plain JavaScript without packages, so that it is quick.
 */
import { lstat, readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'

const SERVER_ANSWERS_WITHIN_MS = 4_000
const WORKER_SHOWS_ITSELF_WITHIN_MS = 60_000

/** @returns {Promise<string | null>} what is wrong, or null */
async function askServer() {
  const address = `http://127.0.0.1:${process.env.PORT || 4747}/readyz`
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(SERVER_ANSWERS_WITHIN_MS) })
    return status === 200 ? null : `${address} answers ${status}`
  } catch (error) {
    return `${address} does not answer: ${error.cause?.code ?? error.name}`
  }
}

/** @returns {Promise<string | null>} what is wrong, or null */
async function lookForWorker() {
  const given = process.env.DEADHEAT_DATA
  const data = given
    ? resolve(process.env.INIT_CWD ?? '.', given)
    : resolve(import.meta.dirname, '..', '.deadheat')
  const folder = join(data, 'workers')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(`${hostname()}-`))
  if (names.length === 0) return `${folder} has no file of a worker of this machine: none has started`
  for (const name of names) {
    const file = join(folder, name)
    const stats = await lstat(file).catch(() => null)
    const silentMs = stats ? Date.now() - stats.mtimeMs : 0
    if (silentMs > WORKER_SHOWS_ITSELF_WITHIN_MS)
      return `${file} was last touched ${Math.round(silentMs / 1000)} s ago`
  }
  return null
}

const checks = { server: askServer, worker: lookForWorker }
const check = checks[process.argv[2]]
const problem = check ? await check() : 'say which: node scripts/health.mjs server|worker'
if (problem !== null) {
  console.error(problem)
  process.exitCode = 1
}
