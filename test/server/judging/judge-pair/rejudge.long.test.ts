/** After a change of its rubric, a judge judges the same pairs again, and both versions can be compared. */
import { expect, test } from 'vitest'
import { judgeArena } from '../../../../server/judging/index.ts'
import { evaluateJudges } from '../../../../server/judge-evaluation/evaluate-judges.ts'
import { alphabetically, modelsThat, shownIn, type Pick } from './judged-arena.ts'
import { withModels } from './with-models.ts'

const rig = withModels()
const PARAMS = [{ params: {} }, { params: { temperature: 0.5 } }]

const pairsByVersion = async (arenaId: number) => {
  const rows = await rig.app.sql<{ pairs: string[]; shown: string }>`
    select array_agg(prompt_id || ':' || answer_ids::text order by prompt_id, answer_ids) as pairs
    from judgements where arena_id = ${arenaId} and status = 'done'
    group by judge_version_id order by judge_version_id`
  return rows.map(({ pairs }) => pairs)
}

test('a new version judges exactly the pairs of the earlier one, whose verdicts stay on record', async () => {
  const { deps } = rig.app
  const options = { slug: 'again', prompts: 4, answered: true }
  const spec = { plan: { votesPerPair: 2 }, seed: 1 }
  const arena = await rig.judged({ ...options, judges: [PARAMS[0]] }, { spec })
  await expect(judgeArena(deps, arena, { rejudge: true })).rejects.toThrow(
    'No judge has an earlier version that judged something',
  )

  // more prompts, and a version that prefers birch to amber
  const turned: Pick = (call) => {
    const verdict = alphabetically(call)
    return shownIn(call).includes('cedar') ? verdict : verdict === 'first' ? 'second' : 'first'
  }
  rig.models.become({ reply: modelsThat(turned) })
  await rig.setUpJudged({ ...options, prompts: 8, judges: [PARAMS[1]] })
  await judgeArena(deps, arena, { rejudge: true })
  expect(await rig.progressWhen(arena)).toMatchObject({ status: 'done', judgements: { done: 6 } })
  const [before, after] = await pairsByVersion(arena.id)
  expect(before).toHaveLength(6)
  expect(after).toEqual(before)

  // the new version's votes count, and the old ones can still be compared with them
  expect(await rig.votesOf(arena)).toEqual([
    { judge: 'judge 1', winner: 'amber', inconsistent: false, votes: 2 },
    { judge: 'judge 1', winner: 'birch', inconsistent: false, votes: 4 },
  ])
  const [report] = (await evaluateJudges(deps, arena)).judges
  expect(report!.betweenVersions).toMatchObject([{ criterion: 'overall', agreement: { n: 6, hits: 4 } }])
  expect(report!.versions.map(({ standing }) => standing)).toEqual([6, 0])

  // asked again, it calls no model: all is judged
  rig.models.clear()
  await judgeArena(deps, arena, { rejudge: true })
  await rig.progressWhen(arena)
  expect(rig.models.calls).toHaveLength(0)
})
