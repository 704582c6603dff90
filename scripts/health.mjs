/**
 * Is this process well? `node scripts/health.mjs server` asks the server on PORT whether it is ready;
 * `node scripts/health.mjs worker` looks for the file that a worker touches while it takes jobs.
 * Exit 0: yes. Exit 1: no, with one line saying why. Plain JavaScript without packages, so that it is quick.
 */
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
  const file = join(tmpdir(), 'deadheat-worker-alive')
  try {
    const silentMs = Date.now() - (await stat(file)).mtimeMs
    return silentMs <= WORKER_SHOWS_ITSELF_WITHIN_MS
      ? null
      : `${file} was last touched ${Math.round(silentMs / 1000)} s ago`
  } catch {
    return `${file} is not there: no worker has started`
  }
}

const checks = { server: askServer, worker: lookForWorker }
const check = checks[process.argv[2]]
const problem = check ? await check() : 'say which: node scripts/health.mjs server|worker'
if (problem !== null) {
  console.error(problem)
  process.exitCode = 1
}
