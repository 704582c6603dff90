/**
 * Checks whether this process works. `node scripts/health.mjs server` asks the server on PORT whether it is ready, and
 * `node scripts/health.mjs worker` the worker on DEADHEAT_WORKER_PORT whether it is alive. Exit 0: healthy. Exit 1: not,
 * with one line that says why. Plain JavaScript without packages, so that it starts quickly.
 */
const ANSWERS_WITHIN_MS = 4_000

const addresses = {
  server: `http://127.0.0.1:${process.env.PORT || 4747}/readyz`,
  worker: `http://127.0.0.1:${process.env.DEADHEAT_WORKER_PORT}/healthz`,
}

/** @returns {Promise<string | null>} what is wrong, or null */
async function problemAt(address) {
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
    return status === 200 ? null : `${address} answers ${status}`
  } catch (error) {
    return `${address} does not answer: ${error.cause?.code ?? error.name}`
  }
}

const address = addresses[process.argv[2]]
const problem = address ? await problemAt(address) : 'say which: node scripts/health.mjs server|worker'
if (problem !== null) {
  console.error(problem)
  process.exitCode = 1
}
