import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Statuses of responses that have no body. */
const BODILESS = new Set([204, 205, 304])

/**
 * `fetch` for requests whose answer may take longer than five minutes, such as large imports: the global one gives up
 * then. It follows no redirects.
 */
export async function patientFetch(url: string, init: RequestInit): Promise<Response> {
  // makes a form a stream with its boundary
  const { method, headers, body } = new Request(url, init)
  const open = new URL(url).protocol === 'https:' ? overHttps : overHttp
  return new Promise<Response>((resolve, reject) => {
    const outgoing = open(url, { method, headers: Object.fromEntries(headers) }, (incoming) => {
      const { statusCode = 500, headersDistinct } = incoming
      const received = new Headers(
        Object.entries(headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        ),
      )
      const content = BODILESS.has(statusCode) ? null : (Readable.toWeb(incoming) as ReadableStream)
      resolve(new Response(content, { status: statusCode, headers: received }))
    })
    outgoing.on('error', reject)
    if (body === null) outgoing.end()
    else pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(reject)
  })
}
