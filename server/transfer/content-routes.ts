import { mkdtemp, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Hono } from 'hono'
import { ArenaSlug, BroughtArchive } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { arenaNamed } from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { boundedChunks } from '../platform/http/body.ts'
import type { Env } from '../platform/http/http.ts'
import { describeRoute, fileBody, jsonBody } from '../platform/http/route-description.ts'
import { connectTo } from '../platform/postgres/database.ts'
import { ProblemError } from '../platform/problem.ts'
import { BackupError } from '../platform/setup-error.ts'
import { archiveOf, importArchive } from './archive.ts'
import { FileError } from './formats/fields.ts'

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
        const arena = await arenaNamed(deps.db, c.req.param('arena'))
        await deps.db
          .transaction()
          .execute((trx) =>
            recordAct(trx, deps, arena.id, 'texts_exported', { what: 'archive', format: 'gz' }),
          )
        const bytes = archiveOf(connections(deps), arena, deps.clock())
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
        return c.json(await bring(deps, c.req.raw, slug), 201)
      },
    )

const connections = ({ db, postgres }: Deps) => ({
  db,
  connect: () => connectTo(postgres.connectionString, 'deadheat archive'),
})

/** The name of the file in messages, since a body has none. */
const SENT = 'The archive'

/** Stores the body on disk, since an archive is read twice. */
async function bring(deps: Deps, request: Request, slug: string): Promise<BroughtArchive> {
  const megabytes = deps.settings.importMegabytes
  const folder = await mkdtemp(join(tmpdir(), 'deadheat-archive-'))
  try {
    const path = join(folder, 'archive')
    const chunks = boundedChunks(request, megabytes * 1024 * 1024, msg('import_large', { megabytes }))
    await pipeline(Readable.from(chunks), createWriteStream(path, { mode: 0o600 }))
    return await importArchive(connections(deps), deps, { path, name: SENT }, slug)
  } catch (error) {
    throw asProblem(error as Error & { code?: unknown })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function asProblem(error: Error & { code?: unknown }): Error {
  if (error instanceof FileError || error instanceof BackupError)
    return new ProblemError('invalid_request', error.finding)
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return new ProblemError('too_large', msg('upload_no_room'))
  return error
}
