/** How far judges agree with each other, and a judge with its earlier version. */
import { expect, test } from 'vitest'
import { judgesText } from '../../../scripts/cli/judging/judges-text.ts'
import { evaluateJudges } from '../../../server/judge-evaluation/evaluate-judges.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { JudgesReport, type Outcome } from '../../../shared/contracts/index.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { alphabetically, judged, modelsThat, shownIn } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { evaluatedArena } from './evaluated-arena.ts'

const rig = withModels()
const { arenaOptions } = evaluatedArena(rig)

/** What each judge said of each prompt; a dot: nothing. */
const VERDICTS = {
  amos: 'l r t t r l l r . . .',
  bela: 'l r t t r r l r r . t',
  cleo: '. t t t r t r r r l .',
}
const OUTCOMES: Record<string, Outcome> = { l: 'left', r: 'right', t: 'tie' }

test('the report has α over all judges and κ of each two, on the pairs that they judged together', async () => {
  const [one, other] = NAMES as [string, string]
  const votes = Object.entries(VERDICTS).flatMap(([voter, verdicts]) =>
    verdicts.split(' ').flatMap((word, n) => {
      const outcome = OUTCOMES[word]
      if (!outcome) return []
      // some with sides swapped: the order shown must not matter
      const isSwapped = n % 2 === 1 && voter === 'bela'
      const turned = outcome === 'left' ? 'right' : outcome === 'right' ? 'left' : outcome
      const vote = isSwapped ? voteOf(other, one, turned) : voteOf(one, other, outcome)
      return [{ ...vote, source: 'judge' as const, voter, prompt: `p${n + 1}` }]
    }),
  )
  await importInto(rig.app.deps, arenaOf('jury', { votes, prompts: 11 }))
  const arena = await arenaNamed(rig.app.deps.db, 'jury')
  const report = JudgesReport.strict().parse(await evaluateJudges(rig.app.deps, arena))
  const { pairs, together } = report.jury!
  expect(together).toMatchObject([{ judges: ['amos', 'bela', 'cleo'], pairs: 9 }])
  expect(together[0]!.alpha).toBeCloseTo(byHand(), 12)
  expect(pairs.map(({ judges }) => judges)).toEqual([
    ['amos', 'bela'],
    ['amos', 'cleo'],
    ['bela', 'cleo'],
  ])
  // l r t t r l l r against l r t t r r l r: 7 of 8; chance (3·2 + 3·4 + 2·2) / 64
  expect(pairs[0]!.agreement).toMatchObject({ hits: 7, n: 8 })
  expect(pairs[0]!.agreement.kappa).toBeCloseTo((7 / 8 - 22 / 64) / (1 - 22 / 64), 12)
  const text = judgesText(report, 200)
  expect(text).toContain(`Krippendorff's α ${byHand().toFixed(2)}`)
  expect(text).toMatch(/amos, bela +88 % \(53–98\) of 8, κ 0\.81/)
})

/** α from the pairs of ratings within and between things, without the formula of the code. */
function byHand(): number {
  const rows = Object.values(VERDICTS).map((row) => row.split(' '))
  const things = rows[0]!
    .map((_, n) => rows.map((row) => row[n]!).filter((word) => word !== '.'))
    .filter((ratings) => ratings.length > 1)
  const differing = (ratings: string[]) =>
    ratings.flatMap((one, i) => ratings.filter((other, j) => i !== j && one !== other)).length
  const all = things.flat()
  const within = things.reduce((sum, ratings) => sum + differing(ratings) / (ratings.length - 1), 0)
  return 1 - within / all.length / (differing(all) / (all.length * (all.length - 1)))
}

test('after a change of the judge, its old verdicts are compared with the new ones on the same answers', async () => {
  const contestants = ['amber', 'birch']
  await judged(rig.app.deps, arenaOptions('revised', { contestants, prompts: 12 }))
  rig.models.become({
    reply: modelsThat((call) =>
      /Question [123]\?/.test(call.text)
        ? shownIn(call)[0] === 'birch'
          ? 'first'
          : 'second'
        : alphabetically(call),
    ),
  })
  const judges = [{ params: { temperature: 0.5 } }]
  const arena = await judged(rig.app.deps, arenaOptions('revised', { contestants, prompts: 12, judges }))
  const [judge] = (await evaluateJudges(rig.app.deps, arena)).judges
  expect(judge!.figures.votes).toBe(12)
  const [now, before] = judge!.versions
  expect([before!.standing, now!.standing]).toEqual([0, 12])
  expect(judge!.betweenVersions).toMatchObject([
    { versions: [before!.version, now!.version], criterion: 'overall', agreement: { hits: 9, n: 12 } },
  ])
})
