/**
 * A client of a running server, with every route of its `/openapi.json`. A browser refuses addresses of other sites unless
 * a proxy allows them.
 */
import type { FetchOptions, ParseAs, ParseAsResponse } from 'openapi-fetch'
import { connect, type Connection } from './connect.ts'
import type { ImportReceipt, paths } from './paths.generated.ts'

export { DeadheatError } from './error.ts'
export type { Connection } from './connect.ts'
export type * from './paths.generated.ts'

type Method = 'get' | 'post' | 'put' | 'delete'

/** The paths with this method. */
type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never
}[keyof paths]

/**
 * Sends a request. `data` is the JSON of the answer, unless `parseAs` asks for something else.
 * @throws {DeadheatError} if the server refuses or does not answer
 */
type Send<M extends Method> = <Path extends PathWith<M>, As extends ParseAs = 'json'>(
  path: Path,
  ...init: Init<FetchOptions<paths[Path][M]> & { parseAs?: As }>
) => Promise<{
  data: ParseAsResponse<JsonOf<paths[Path][M]>, { parseAs: As }>
  response: Response
}>

/** The JSON that a route answers. The type of openapi-fetch would make an array of each pair, such as an interval. */
type JsonOf<Route> = Route extends { responses: infer Answers }
  ? {
      [S in keyof Answers]: Answers[S] extends { content: { 'application/json': infer Json } } ? Json : never
    }[keyof Answers]
  : never

/** Options that may be left out if all of them may. */
type Init<Options> = {} extends Options ? [Options?] : [Options]

/** The methods of openapi-fetch, whose answers have no `error`: a refusal is thrown. */
type Sends = { [M in Method as Uppercase<M>]: Send<M> }

/** Which votes a board or an export counts. The server has a default for each part. */
export type ViewQuery = NonNullable<paths['/api/arenas/{arena}/export/{file}']['get']['parameters']['query']>
export type ImportQuery = NonNullable<
  paths['/api/admin/arenas/{arena}/import']['post']['parameters']['query']
>

/** What the server exports. */
export type ExportKind = 'votes' | 'ratings' | 'battles' | 'judgements' | 'preferences'

export type Client = ReturnType<typeof openClient>

/**
 * Opens a client of one server: `GET`, `POST`, `PUT` and `DELETE` for each path, and two helpers. It sends nothing yet.
 * Where no browser keeps cookies, it keeps the voter's cookie until it is dropped: one client is one voter.
 */
export function openClient(connection: Connection) {
  const client = connect(connection)
  return {
    ...(client as unknown as Sends),

    /** The rows of an export, one after the other as they arrive. */
    async *exportRows(
      arena: string,
      kind: ExportKind,
      query: ViewQuery = {},
    ): AsyncGenerator<Record<string, unknown>> {
      const params = { path: { arena, file: `${kind}.jsonl` }, query }
      const { data } = await client.GET('/api/arenas/{arena}/export/{file}', { params, parseAs: 'stream' })
      if (!data) return
      for await (const line of readLines(data)) yield JSON.parse(line) as Record<string, unknown>
    },

    /**
     * Imports files of votes, answers or prompts by their names, all or nothing. Needs the admin token. The same file
     * again adds nothing.
     */
    async importFiles(
      arena: string,
      files: Readonly<Record<string, Blob | string>>,
      query: ImportQuery = {},
    ): Promise<ImportReceipt> {
      const form = new FormData()
      for (const [name, content] of Object.entries(files)) form.append(name, new Blob([content]), name)
      const { data } = await client.POST('/api/admin/arenas/{arena}/import', {
        params: { path: { arena }, query },
        body: form as never,
      })
      return data!
    },
  }
}

/** The lines of a response as they arrive, without empty ones. */
async function* readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  // not every browser iterates over a stream
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let remainder = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    const lines = (remainder + value).split('\n')
    remainder = done ? '' : lines.pop()!
    for (const line of lines) if (line.trim() !== '') yield line
    if (done) return
  }
}
