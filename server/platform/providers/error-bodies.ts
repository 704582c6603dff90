/** The clients read what a server says of an error from `{"error": …}` alone; many servers put it elsewhere. */

/** `fetch` for the clients: the JSON body of a failure comes as `{"error": …}`, whatever its server called it. */
export const fetchWithErrorBodies: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.ok || response.body === null) return response
  const { status, statusText, headers } = response
  return new Response(withError(await response.text()), { status, statusText, headers })
}

function withError(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    const isUsual = typeof body === 'object' && body !== null && 'error' in body
    return isUsual ? text : JSON.stringify({ error: body })
  } catch {
    return text
  }
}
