/** What operators see of the pictures that judges are sent. */
import { sql } from 'kysely'
import type { DrawnAnswer, DrawnAnswers, DrawnAnswersRequest } from '../../shared/contracts/index.ts'
import type { Db } from '../platform/schema.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { Drawing } from '../platform/documents.ts'

interface DrawnRow extends Omit<DrawnAnswer, 'pages'> {
  drawn: Buffer[]
  drawing: Drawing
}

const HAS_FAILED = sql<boolean>`jsonb_path_exists(a.drawing, '$.failures[*] ? (@ != null)')`

/** A page of the drawn answers of an arena, newest first. */
export async function drawnAnswers(
  db: Db,
  arenaId: number,
  { failed, before, limit }: DrawnAnswersRequest,
): Promise<DrawnAnswers> {
  const counted = await queryRows<{ failed: boolean; answers: number }>(db)`
    select ${HAS_FAILED} as failed, count(*)::int as answers from answers a
    where a.arena_id = ${arenaId} and a.drawing is not null group by 1`
  const rows = await queryRows<DrawnRow>(db)`
    select a.id, c.name as contestant, p.key as prompt, a.sample, a.drawn, a.drawing
    from answers a
    join contestants c on c.arena_id = a.arena_id and c.id = a.contestant_id
    join prompts p on p.arena_id = a.arena_id and p.id = a.prompt_id
    where a.arena_id = ${arenaId} and a.drawing is not null and ${HAS_FAILED} = ${failed}
      and (${before ?? null}::bigint is null or a.id < ${before ?? null})
    order by a.id desc limit ${limit + 1}`
  const answers = rows.slice(0, limit).map(({ drawn, drawing, ...answer }) => ({
    ...answer,
    pages: drawn.flatMap((png, turn) => {
      const failure = drawing.failures[turn] ?? null
      if (png.length === 0 && !failure) return []
      const picture = png.length > 0 && !failure ? `data:image/png;base64,${png.toString('base64')}` : null
      return [{ turn: turn + 1, picture, failure }]
    }),
  }))
  const countAnswers = (isFailed: boolean) => counted.find((row) => row.failed === isFailed)?.answers ?? 0
  return {
    answers,
    counts: { drawn: countAnswers(false), failed: countAnswers(true) },
    before: rows.length > limit ? answers.at(-1)!.id : null,
  }
}
