/** No money is spent on judging answers that give their model away: votes on them would count nowhere. */
import { expect, it } from 'vitest'
import { insertLeaks, releaseOpenLeaks } from '../../../../server/answers/index.ts'
import { estimateArena } from '../../../../server/judging/index.ts'
import { callsOf, progressWhen, setUpJudged, start } from './judged-arena.ts'
import { withModels } from './with-models.ts'

const there = withModels()
const SPEC = { plan: {}, seed: 1 }

it('judges are shown no answer with an open leak, the estimate says so, and a released one is judged in the next run', async () => {
  const { deps } = there.app
  const arena = await setUpJudged(deps, {
    slug: 'leaky',
    baseUrl: there.models.openAiUrl,
    prompts: 3,
    answered: true,
  })
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
  await start(deps, arena)
  await progressWhen(deps, arena)
  expect(await shown()).toEqual({ leaked: 0, all: 4 })
  expect(await callsOf(deps, arena)).toEqual([{ status: 'ok', cause: null, calls: 8 }])

  const leaks = await deps.db.selectFrom('leaks').select('id').where('arena_id', '=', arena.id).execute()
  const ids = leaks.map(({ id }) => id)
  await deps.db
    .transaction()
    .execute((trx) =>
      releaseOpenLeaks(trx, arena.id, ids, { by: 'operator', because: 'false', at: deps.clock() }),
    )
  await start(deps, arena)
  await progressWhen(deps, arena)
  expect(await shown()).toEqual({ leaked: 5, all: 9 })

  async function shown() {
    const rows = await deps.db
      .selectFrom('judgements')
      .select(['answer_ids', 'prompt_id'])
      .where('arena_id', '=', arena.id)
      .where('status', '=', 'done')
      .execute()
    const leaked = rows.filter((row) => row.answer_ids.includes(answer!.id) || row.prompt_id === prompt)
    return { leaked: leaked.length, all: rows.length }
  }
})
