/** The few routes of GitHub that keep one comment on a pull request. Source: docs.github.com/rest/issues/comments. */

interface PullRequest {
  /** The address of the API, such as https://api.github.com. */
  api: string
  /** OWNER/NAME. */
  repository: string
  number: number
  token: string
}

interface Comment {
  id: number
  body?: string | null
  user?: { type?: string } | null
}

const PAGE = 100
/** GitHub refuses longer comments. */
const LONGEST_BODY = 65_536
const CUT = '\n\n… cut: the step summary has all of it.'

/**
 * Writes the comment that begins with `marker`, or replaces it. It only replaces comments of a bot, since anybody may
 * write the marker.
 * @throws {Error} with the status of GitHub, if it refuses
 */
export async function putComment(pull: PullRequest, marker: string, text: string): Promise<void> {
  const whole = `${marker}\n${text}`
  const body = whole.length <= LONGEST_BODY ? whole : whole.slice(0, LONGEST_BODY - CUT.length) + CUT
  const earlier = await commentOf(pull, marker)
  const comments = `/repos/${pull.repository}/issues`
  if (earlier === null) await send(pull, 'POST', `${comments}/${pull.number}/comments`, { body })
  else await send(pull, 'PATCH', `${comments}/comments/${earlier}`, { body })
}

/** The id of the comment; null if there is none. */
async function commentOf(pull: PullRequest, marker: string): Promise<number | null> {
  for (let page = 1; ; page++) {
    const path = `/repos/${pull.repository}/issues/${pull.number}/comments?per_page=${PAGE}&page=${page}`
    const comments = (await (await send(pull, 'GET', path)).json()) as Comment[]
    const found = comments.find(({ body, user }) => user?.type === 'Bot' && body?.startsWith(marker))
    if (found) return found.id
    if (comments.length < PAGE) return null
  }
}

async function send(
  { api, token }: PullRequest,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`GitHub answers ${response.status} to ${method} ${path.split('?')[0]}`)
  return response
}
