import { posix } from 'node:path'
import { Hono } from 'hono'
import {
  ArenaSlug,
  FileLooks,
  ImportReceipt,
  ImportRequest,
  LookRequest,
} from '../../../shared/contracts/index.ts'
import { arenaForOperator, findArena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { validateRequest, type Env } from '../../platform/http/http.ts'
import { ProblemError } from '../../platform/problem.ts'
import { answerBody, describeRoute, jsonBody } from '../../platform/http/route-description.ts'
import { respondByAccept } from '../../platform/http/answer.ts'
import { importUpload, previewUpload } from '../import-client.ts'
import { lookText } from './look-text.ts'
import { msg } from '../../../shared/messages/index.ts'

/** This path has its own limit on the size of a request. */
export const isImport = (path: string): boolean => /^\/api\/admin\/(?:arenas\/[^/]+\/import|look)$/.test(path)

export const importRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post(
      '/api/admin/look',
      describeRoute({
        summary:
          'Says of each file what it would be read as, column by column, with sample values, counts and doubts: files as multipart/form-data, or one as the body. Nothing is stored. What cannot be used is said in `refused`.',
        responses: { 200: answerBody('What each file holds, as `look` prints it.', FileLooks) },
        problems: ['too_large'],
      }),
      validateRequest('query', LookRequest),
      async (c) => {
        c.header('cache-control', 'no-store')
        const looks = await previewUpload<FileLooks>(deps, c, c.req.valid('query'))
        return respondByAccept(c, looks, { 'text/plain': (files, { width }) => lookText(files, width) })
      },
    )
    .post(
      '/api/admin/arenas/:arena/import',
      describeRoute({
        summary:
          'Imports votes, answers and prompts: files as multipart/form-data with one field each, or one file as the body, gzip too. All or nothing. Sending the same again adds nothing. With `?dry-run` nothing is stored; with `?create` the arena is new; with `?strict` the first bad row stops the import. A file with something doubtful is refused without `?yes`.',
        responses: { 200: jsonBody('What was read, and what it added or would add.', ImportReceipt) },
        problems: ['arena_unknown', 'too_large'],
      }),
      validateRequest('query', ImportRequest),
      async (c) => {
        const {
          'dry-run': dryRun,
          strict,
          create,
          title,
          question,
          yes,
          orders,
          prompts,
          answers,
          ...columns
        } = c.req.valid('query')
        const slug = c.req.param('arena')
        const isNew = isSet(create)
        await (isNew ? requireFreeAddress(deps, slug) : arenaForOperator(deps.db, slug))
        const described = {
          ...(title && { title }),
          ...(question !== undefined && { description: question }),
        }
        const how = { orders, ...columns, strict: isSet(strict), yes: isSet(yes) }
        const kinds = new Map<string, 'prompts' | 'answers'>()
        if (prompts !== undefined) kinds.set(posix.normalize(prompts), 'prompts')
        if (answers !== undefined) kinds.set(posix.normalize(answers), 'answers')
        const what = { slug, described, how, kinds, dryRun: isSet(dryRun) }
        c.header('cache-control', 'no-store')
        return c.json(await importUpload<ImportReceipt>(deps, c, what))
      },
    )

const isSet = (option: string | undefined): boolean => option !== undefined && option !== 'false'

/** @throws {ProblemError} invalid_request if this cannot be the address of a new arena */
async function requireFreeAddress({ db }: Deps, slug: string): Promise<void> {
  if (!ArenaSlug.safeParse(slug).success)
    throw new ProblemError('invalid_request', msg('no_arena_address', { slug }))
  if (await findArena(db, slug))
    throw new ProblemError('invalid_request', msg('arena_exists', { arena: slug }))
}
