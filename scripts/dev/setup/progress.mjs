const { stderr } = process

/**
 * Says on stderr what is being done while it is done: one line, on a terminal with the seconds it takes.
 *
 * @template Result
 * @param {string} what
 * @param {() => Promise<Result>} work
 */
export async function showing(what, work) {
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
