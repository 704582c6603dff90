/**
 * Checks whether this process works. `node scripts/health.mjs server` asks the server on PORT whether it is ready.
 * `node scripts/health.mjs worker` reads the files in the data folder that each worker of this machine touches
 * while it takes jobs; all must be recent. Exit 0: healthy. Exit 1: not, with one line that says why. Plain
 * JavaScript without packages, so that it starts quickly.
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
