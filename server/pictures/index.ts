/**
 * Pictures: those of prompts and answers, as PNG, JPEG or WebP without metadata. An arena stores each once, under a random
 * name that says nothing about its contestant. Texts name it `![description](picture:NAME)`. Nothing is fetched from
 * elsewhere, and a picture goes with the last text that names it.
 */
import { Hono } from 'hono'
import { PICTURE_NAME } from '../../shared/contracts/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { describeRoute, fileBody } from '../platform/http/route-description.ts'
import { arenaForVoterOrOperator } from '../voters/index.ts'
import type { Database, Db } from '../platform/schema.ts'

export { isUniform } from './is-uniform.ts'
export { isPicture, readPicture } from './read-picture.ts'
export type { Picture } from './read-picture.ts'
export { PictureExtractor, mapAnswerTexts, mapPromptTexts, readAdjacentPicture } from './picture-taker.ts'

export {
  namedPictures,
  PictureStage,
  placePictures,
  readPictures,
  removeUnusedPictures,
} from './picture-stage.ts'
export type { ReadPictures } from './picture-stage.ts'

const selectPicture = (
  db: Db,
  arenaId: number,
  name: string,
): Promise<Pick<Database['pictures'], 'bytes' | 'type'> | undefined> =>
  db
    .selectFrom('pictures')
    .select(['bytes', 'type'])
    .where('arena_id', '=', arenaId)
    .where('name', '=', name)
    .executeTakeFirst()

/** A year: the bytes under a name never change. Copies in the browser alone, since a text may be erased. */
const KEPT = 'private, max-age=31536000, immutable'

const IS_NAME = new RegExp(`^${PICTURE_NAME}$`)

export const pictureRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/a/:arena/pictures/:picture',
    describeRoute({
      summary:
        'A picture of a prompt or an answer, without metadata. Texts name it `picture:NAME`; its name is random and says nothing about who made it. A private arena shows it to operators and invited voters.',
      responses: { 200: fileBody('The picture.', 'image/png', 'image/jpeg', 'image/webp') },
      problems: ['arena_unknown', 'not_found', 'token_invalid', 'link_invalid'],
    }),
    async (c) => {
      const arena = await arenaForVoterOrOperator(c, deps, c.req.param('arena'), true)
      const name = c.req.param('picture')
      const picture = IS_NAME.test(name) ? await selectPicture(deps.db, arena.id, name) : undefined
      if (!picture) throw new ProblemError('not_found', 'There is no such picture here.')
      return c.body(new Uint8Array(picture.bytes), 200, {
        'content-type': picture.type,
        'cache-control': KEPT,
        'content-security-policy': "default-src 'none'; sandbox",
        vary: 'authorization, cookie',
      })
    },
  )
