/** Verdicts weighed by log-probabilities: asked for only on request, measured against people, and only then trusted. */
import { expect, test } from 'vitest'
import type { ReceivedCall } from '../../../workshop/model-server/index.ts'
import { evaluateJudges } from '../../../server/judge-evaluation/evaluate-judges.ts'
import { judgeBlock } from '../../../scripts/cli/judging/judges-text.ts'
import { judged, setUpJudged, shownIn, verdict, votesOf } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { evaluatedArena } from './evaluated-arena.ts'

const rig = withModels()
const { arenaOptions, humansSay } = evaluatedArena(rig)

/** Always says "first", but is surer of it if amber is first. */
function surerOfAmber(call: ReceivedCall) {
  const text = verdict(call, 'first')
  const share = shownIn(call)[0] === 'amber' ? 0.95 : 0.55
  const [before, after] = text.split('first')
  const certain = (token: string) => ({ token, logprob: 0, bytes: [], top_logprobs: [] })
  const written = {
    token: 'first',
    logprob: Math.log(share),
    top_logprobs: [
      { token: 'first', logprob: Math.log(share) },
      { token: 'second', logprob: Math.log(1 - share) },
    ],
  }
  return { text, logprobs: { content: [certain(before), written, certain(after)] } }
}

const options = (slug: string, logprobs?: 'measure' | 'weigh') =>
  arenaOptions(slug, { contestants: ['amber', 'birch'], prompts: 12, judges: [{ logprobs }] })
const reportOf = async (arena: Parameters<typeof evaluateJudges>[1]) =>
  (await evaluateJudges(rig.app.deps, arena)).judges[0]
const asked = () => rig.models.calls.map(({ body }) => [body['logprobs'], body['top_logprobs']])

test('no judge asks for log-probabilities by default', async () => {
  rig.models.become({ reply: surerOfAmber })
  const arena = await judged(rig.app.deps, options('plain'))
  expect(new Set(asked().flat())).toEqual(new Set([undefined]))
  expect((await reportOf(arena)).versions[0]).not.toHaveProperty('weighing')
})

test('they are measured against people first, votes stay plain meanwhile, and after a gain they are weighed', async () => {
  const { deps } = rig.app
  rig.models.become({ reply: surerOfAmber })
  await expect(setUpJudged(deps, options('gains', 'weigh'))).rejects.toThrow(
    /only after a measurement against people/,
  )
  const arena = await judged(deps, options('gains', 'measure'))
  expect(asked()).toContainEqual([true, 5])
  expect(await votesOf(deps, arena)).toEqual([
    { judge: 'judge 1', winner: null, inconsistent: true, votes: 12 },
  ])
  expect((await reportOf(arena)).versions[0].weighing).toMatchObject({
    verdicts: 12,
    withProbabilities: 12,
    pairs: 0,
  })
  await humansSay(arena, ['amber', 'birch'], 'left', 12)
  const report = await reportOf(arena)
  expect(report.versions[0].weighing).toEqual({
    verdicts: 12,
    withProbabilities: 12,
    pairs: 12,
    plainAgreed: 0,
    weighedAgreed: 12,
    betterPrompts: 12,
    worsePrompts: 0,
    p: expect.closeTo(13 / 2 ** 12),
    isBetter: true,
  })
  expect(judgeBlock(report, 200, []).join('\n')).toMatch(
    /^ {2}weighed, v\. \d+ +weighed 12 and plain 0 of 12 pairs as people \(p 0\.0032\): weighed verdicts are closer to people$/m,
  )
  await judged(deps, options('gains', 'weigh'))
  expect(await votesOf(deps, arena)).toEqual([
    { judge: 'judge 1', winner: 'amber', inconsistent: false, votes: 12 },
  ])
  const { versions } = await reportOf(arena)
  expect(versions.map(({ current, standing, figures }) => [current, standing, figures.decisive.n])).toEqual([
    [true, 12, 12],
    [false, 0, 0],
  ])
})

test('without a gain votes are not weighed', async () => {
  const { deps } = rig.app
  rig.models.become({ reply: surerOfAmber })
  const arena = await judged(deps, options('no-gain', 'measure'))
  await humansSay(arena, ['amber', 'birch'], 'tie', 12)
  await expect(setUpJudged(deps, options('no-gain', 'weigh'))).rejects.toThrow(
    /agree with people on 0 of 12 pairs, plain ones on 12 .*keep logprobs at measure/,
  )
})

test.each<[string, object]>([
  ['returns none', { reply: (call: ReceivedCall) => verdict(call, 'first') }],
  [
    'returns something else',
    {
      reply: (call: ReceivedCall) => ({
        text: verdict(call, 'first'),
        logprobs: { content: [{ token: 7 }] },
      }),
    },
  ],
  [
    'returns tokens of another text',
    {
      reply: (call: ReceivedCall) => ({
        text: verdict(call, 'first'),
        logprobs: { content: [{ token: 'x', logprob: 0 }] },
      }),
    },
  ],
  ['refuses the question', { reply: surerOfAmber, refuses: ['logprobs'] }],
])('a provider that %s gives plain votes, and the report says so', async (what, become) => {
  rig.models.become({ refuses: [], ...become })
  const arena = await judged(rig.app.deps, options(what.replaceAll(' ', '-'), 'measure'))
  rig.models.become({ refuses: [] })
  expect(await votesOf(rig.app.deps, arena)).toEqual([
    { judge: 'judge 1', winner: null, inconsistent: true, votes: 12 },
  ])
  const report = await reportOf(arena)
  expect(report.versions[0].weighing).toMatchObject({ verdicts: 12, withProbabilities: 0, pairs: 0 })
  expect(judgeBlock(report, 200, []).join('\n')).toMatch(
    /returned none for 12 of 12 verdicts, which are plain/,
  )
})
