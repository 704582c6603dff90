import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { arenaForVisitor } from '../arenas/index.ts'
import { isAdmin } from '../platform/http/admin.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { ArenaFilesRead } from '../../shared/contracts/index.ts'
import { filesReadText, selectReadFiles } from './import/files-read.ts'
import { respondByAccept } from '../platform/http/answer.ts'
import { answerBody, describeRoute, fileBody } from '../platform/http/route-description.ts'
import { ViewRequest } from '../ratings/index.ts'
import { exportFile, EXPORTS, type ExportKind } from './export/export-file.ts'
import { FORMATS, MEDIA_TYPES, type Format } from './export/write-records.ts'
import { msg } from '../../shared/messages/index.ts'

// Bounds the exports of strangers, so that downloads cannot take the time that votes need.

/** The most exports of strangers at a time. */
export const MAX_EXPORTS = 4
/** A reader who takes nothing for so long loses the slot. */
const IDLE_MS = 30_000
const RETRY_AFTER = 10

let usedSlots = 0

/** How many more exports of strangers may begin now. */
export const freeExportSlots = (): number => MAX_EXPORTS - usedSlots

/**
 * A file that holds a slot until it is written to its end, dropped, or not read on for half a minute.
 * @throws {ProblemError} too_many_requests if there is no slot
 */
async function inExportSlot(open: () => Promise<ExportedText>): Promise<Readable> {
  if (usedSlots >= MAX_EXPORTS)
    throw new ProblemError('too_many_requests', msg('many_at_once', { what: 'exports' }), {
      retryAfter: RETRY_AFTER,
    })
  usedSlots++
  let isHeld = true
  const release = () => {
    if (isHeld) usedSlots--
    isHeld = false
  }
  try {
    const text = await open()
    const file: Readable = readable(
      whileRead(text, release, () => file.destroy(new Error('an export was not read on, so it ended'))),
    )
    // also of a file of which nothing was read
    return file.once('close', release)
  } catch (error) {
    release()
    throw error
  }
}

type ExportedText = AsyncGenerator<string | Uint8Array>

const readable = (text: ExportedText): Readable => Readable.from(text, { objectMode: false })

async function* whileRead(text: ExportedText, end: () => void, drop: () => void): ExportedText {
  try {
    for await (const portion of text) {
      const timer = setTimeout(drop, IDLE_MS).unref()
      yield portion
      clearTimeout(timer)
    }
  } finally {
    end()
  }
}

export const exchangeRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/api/arenas/:arena/files',
      describeRoute({
        summary:
          'How the files of an arena were read: the plan of each, oldest first. An arena.yaml is not among them.',
        responses: { 200: answerBody('The files.', ArenaFilesRead) },
        problems: ['arena_unknown', 'token_invalid'],
      }),
      async (c) =>
        respondByAccept(
          c,
          await selectReadFiles(
            deps.db,
            await arenaForVisitor(deps.db, c.req.param('arena'), isAdmin(c, deps)),
          ),
          { 'text/plain': filesReadText },
        ),
    )
    .get(
      '/api/arenas/:arena/export/:file',
      describeRoute({
        summary:
          'Downloads `votes`, `ratings`, `battles`, `judgements` or `preferences` as .csv, .json, .jsonl or .parquet. Without query parameters, the rows of all views. Texts with names are included if the prompt is not voted on any more, or with the admin token.',
        responses: {
          200: fileBody(
            'The file, streamed.',
            'text/csv',
            'application/json',
            'application/x-ndjson',
            'application/vnd.apache.parquet',
          ),
        },
        problems: ['arena_unknown', 'token_invalid', 'not_found', 'too_many_requests'],
      }),
      validateRequest('query', ViewRequest),
      async (c) => {
        const admin = isAdmin(c, deps)
        const slug = c.req.param('arena')
        const { kind, format } = readName(c.req.param('file'))
        const open = async () => {
          const reading = { ...deps, db: deps.postgres.exports }
          const arena = await arenaForVisitor(reading.db, slug, admin)
          const file = await exportFile(reading, arena, kind, format, c.req.valid('query'), admin)
          if (admin && WITH_TEXTS.has(kind))
            await deps.db
              .transaction()
              .execute((trx) => recordAct(trx, deps, arena.id, 'texts_exported', { what: kind, format }))
          return file
        }
        // before the first query, so that refusals cost the database nothing
        const content = admin ? readable(await open()) : await inExportSlot(open)
        return c.body(Readable.toWeb(content) as ReadableStream, 200, {
          'content-type': MEDIA_TYPES[format],
          'content-disposition': `attachment; filename="${slug}-${kind}.${format}"`,
          'cache-control': 'no-cache',
        })
      },
    )

/** The kinds of export that contain more texts with the admin token. */
const WITH_TEXTS: ReadonlySet<ExportKind> = new Set(['battles', 'judgements', 'preferences'])

function readName(file: string): { kind: ExportKind; format: Format } {
  const [what, format, ...more] = file.split('.')
  if (
    more.length === 0 &&
    EXPORTS.some((candidate) => candidate === what) &&
    FORMATS.some((candidate) => candidate === format)
  )
    return { kind: what as ExportKind, format: format as Format }
  throw new ProblemError(
    'not_found',
    `There is no export "${file}". There are ${EXPORTS.join(', ')}, as .${FORMATS.join(', .')}.`,
  )
}
