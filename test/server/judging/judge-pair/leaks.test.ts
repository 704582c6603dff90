/** No money is spent on judging answers that give their model away: votes on them would count nowhere. */
import { expect, it } from 'vitest'
import { insertLeaks, releaseOpenLeaks } from '../../../../server/answers/index.ts'
import { estimateArena } from '../../../../server/judging/index.ts'
import { withModels } from './with-models.ts'

const there = withModels()
const SPEC = { plan: {}, seed: 1 }

it('judges are shown no answer with an open leak, the estimate says so, and a released one is judged in the next run', async () => {
  const { deps } = there.app
  const arena = await there.setUpJudged({ slug: 'leaky', prompts: 3, answered: true })
  const answers = await deps.db.selectFrom('answers').selectAll().where('arena_id', '=', arena.id).execute()
  const [answer] = answers
  const prompt = answers.find(({ prompt_id }) => prompt_id !== answer!.prompt_id)!.prompt_id
  const leak = { found: 'As Claude', reason: 'r', finding: { code: 'leak_no_longer_found', values: {} } }
  await deps.db.transaction().execute((trx) =>
    insertLeaks(
      trx,
      arena.id,
      [
        { ...leak, answer_id: answer!.id, prompt_id: null },
        { ...leak, answer_id: null, prompt_id: prompt },
      ] as Parameters<typeof insertLeaks>[2],
      deps.clock(),
    ),
  )
  // three pairs on each of three prompts: two meet the leaked answer, three the leaked prompt
  expect((await estimateArena(deps.db, arena, SPEC, deps.settings)).judgements).toBe(4)
  await there.start(arena)
  await there.progressWhen(arena)
  expect(await shown()).toEqual({ leaked: 0, all: 4 })
  expect(await there.callsOf(arena)).toEqual([{ status: 'ok', cause: null, calls: 8 }])

  const leaks = await deps.db.selectFrom('leaks').select('id').where('arena_id', '=', arena.id).execute()
  const ids = leaks.map(({ id }) => id)
  await deps.db
    .transaction()
    .execute((trx) =>
      releaseOpenLeaks(trx, arena.id, ids, { by: 'operator', because: 'false', at: deps.clock() }),
    )
  await there.start(arena)
  await there.progressWhen(arena)
  expect(await shown()).toEqual({ leaked: 5, all: 9 })

  async function shown() {
    const rows = await there.app.sql<{ answer_ids: number[]; prompt_id: number }>`
      select answer_ids, prompt_id from judgements where arena_id = ${arena.id} and status = 'done'`
    const leaked = rows.filter((row) => row.answer_ids.includes(answer!.id) || row.prompt_id === prompt)
    return { leaked: leaked.length, all: rows.length }
  }
})
