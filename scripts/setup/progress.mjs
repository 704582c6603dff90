const { stderr } = process

/**
 * Shows one line on stderr while the work runs; on a terminal it counts the seconds.
 *
 * @template Result
 * @param {string} what
 * @param {() => Promise<Result>} work
 */
export async function withProgress(what, work) {
  if (!stderr.isTTY) {
    stderr.write(`${what} …\n`)
    return work()
  }
  const start = Date.now()
  const show = () => stderr.write(`\r\x1b[K${what} … ${Math.round((Date.now() - start) / 1000)} s`)
  show()
  const ticking = setInterval(show, 1000)
  try {
    return await work()
  } finally {
    clearInterval(ticking)
    stderr.write('\n')
  }
}
