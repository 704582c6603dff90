import type { Container, Image } from './container.ts'

const REPLIES = 'prompt,Short,Long\nHi?,Yes.,Yes and more.\nBye?,No.,Not at all.\n'
const PATIENCE_MS = 180_000

/**
 * Tries an image as a person would: starts it, imports answers through its terminal, votes once, stops it, starts it
 * again on the same volume and finds the vote.
 * @param note called with each thing that worked
 * @throws {Error} at the first that did not, with the end of the server's log
 */
export async function tryImage(image: Image, note: (what: string) => void): Promise<void> {
  let container = await image.start()
  try {
    await until('/healthz answers', () => answers(container, '/healthz'))
    note('it starts with its own Postgres, and /healthz answers')
    mustBe('the user', await container.exec(['id', '-u']), '1000')
    note('it runs as a plain user')
    mustBe('import', await container.exec(['deadheat', 'import', 'tried', '-'], REPLIES), '2 contestants')
    note('its terminal imports answers')
    mustBe('the health check', await container.exec(['node', 'scripts/health.mjs', 'server']), '')
    note('its health check is content')
    await vote(container.address)
    await until('the board counts the vote', () => countsVote(container))
    note('a vote counts')
    mustEnd(await container.stop())
    note('TERM ends it with exit code 0')
    container = await image.start()
    await until('/healthz answers again', () => answers(container, '/healthz'))
    await until('the board still counts the vote', () => countsVote(container))
    note('a second start on the same volume has the vote')
    mustEnd(await container.stop())
  } catch (error) {
    throw new Error(`${(error as Error).message}\nThe server said:\n${container.log().slice(-3000)}`, {
      cause: error,
    })
  }
}

async function vote(address: string): Promise<void> {
  const post = async (path: string, body: unknown, cookie = '') => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
    return response
  }
  const shown = await post('/api/arenas/tried/battles', {})
  const { battle, ticket } = (await shown.json()) as { battle: { id: string }; ticket: string }
  const cookie = shown.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  await post(`/api/battles/${battle.id}/vote`, { ticket, outcome: 'left', final: true }, cookie)
}

async function countsVote({ address }: Container): Promise<boolean> {
  const response = await fetch(`${address}/api/arenas/tried/leaderboard?source=humans`)
  return response.ok && ((await response.json()) as { votes: number }).votes === 1
}

const answers = ({ address }: Container, path: string): Promise<boolean> =>
  fetch(address + path).then(
    ({ ok }) => ok,
    () => false,
  )

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It did not happen in ${PATIENCE_MS / 1000} s: ${what}.`)
    await new Promise((later) => setTimeout(later, 500))
  }
}

function mustBe(what: string, { code, output }: { code: number | null; output: string }, says: string): void {
  if (code !== 0 || !output.includes(says))
    throw new Error(`${what} ended with ${code}: ${output.slice(-2000)}`)
}

function mustEnd(code: number | null): void {
  if (code !== 0) throw new Error(`TERM ended it with exit code ${code}.`)
}
