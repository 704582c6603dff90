import { Readable } from 'node:stream'
import { Hono, type Context } from 'hono'
import { ArenaSlug, BroughtArchive } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { arenaForOperator } from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import { describeRoute, fileBody, jsonBody } from '../platform/http/route-description.ts'
import { openThreadConnection } from '../platform/postgres/database.ts'
import { ProblemError } from '../platform/problem.ts'
import { BackupError } from '../platform/setup-error.ts'
import { streamArchive, importArchive } from './archive.ts'
import { FileError } from './formats/fields.ts'
import { filesHere } from './files-here.ts'
import { receiveUpload } from './import-client.ts'

const PATH = '/api/admin/arenas/:arena/content'

/** This path has its own limit on the size of a request. */
export const isContent = (path: string): boolean => /^\/api\/admin\/arenas\/[^/]+\/content$/.test(path)

export const contentRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      PATH,
      describeRoute({
        summary:
          'The whole arena as an archive, in one snapshot: texts, pictures, votes with their voters, judgements. It is as secret as the database. The audit log records it.',
        responses: { 200: fileBody('The archive, streamed.', 'application/gzip') },
        problems: ['arena_unknown'],
      }),
      async (c) => {
        const arena = await arenaForOperator(deps.db, c.req.param('arena'))
        await deps.db
          .transaction()
          .execute((trx) =>
            recordAct(trx, deps, arena.id, 'texts_exported', { what: 'archive', format: 'gz' }),
          )
        const bytes = streamArchive(connections(deps), arena, deps.clock())
        return c.body(Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream, 200, {
          'content-type': 'application/gzip',
          'content-disposition': `attachment; filename="${arena.slug}.deadheat"`,
          'cache-control': 'no-store',
        })
      },
    )
    .put(
      PATH,
      describeRoute({
        summary:
          'Makes a new arena of this name from an archive, which is the body. The file is checked first; then all of it is written, or nothing. Ids stay the same. Links to vote that this database already has stay with the arena they belong to.',
        responses: { 201: jsonBody('The arena is created.', BroughtArchive) },
        problems: ['too_large'],
      }),
      async (c) => {
        const slug = c.req.param('arena')
        if (!ArenaSlug.safeParse(slug).success)
          throw new ProblemError('invalid_request', msg('no_arena_address', { slug }))
        c.header('cache-control', 'no-store')
        return c.json(await bring(deps, c, slug), 201)
      },
    )

const connections = ({ db, postgres }: Deps) => ({
  db,
  connect: () => openThreadConnection(postgres.connectionString, 'deadheat archive'),
})

/** The name of the file in messages, since a body has none. */
const SENT = 'The archive'

/** An archive is read twice, so it is stored on disk. */
async function bring(deps: Deps, c: Context<Env>, slug: string): Promise<BroughtArchive> {
  const here = filesHere(c)
  const { files, remove } = here
    ? { files: here.files, remove: async () => {} }
    : await receiveUpload(c.req.raw, deps.settings.importMegabytes)
  const [path = ''] = files.values()
  const onProgress = here?.onRead
  try {
    return await importArchive(
      connections(deps),
      deps,
      { path, name: SENT, ...(onProgress && { onProgress }) },
      slug,
    )
  } catch (error) {
    throw error instanceof FileError || error instanceof BackupError
      ? new ProblemError('invalid_request', error.finding)
      : error
  } finally {
    await remove()
  }
}
