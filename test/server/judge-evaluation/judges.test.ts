/** How far judges agree with each other, and a judge with its earlier version. */
import { expect, test, describe } from 'vitest'
import { judgesText } from '../../../server/judge-evaluation/render/judges-text.ts'
import { evaluateJudges } from '../../../server/judge-evaluation/evaluate-judges.ts'
import { JudgesReport, type Outcome, BattleList, DecidedBattle } from '../../../shared/contracts/index.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { evaluatedArena } from './evaluated-arena.ts'
import { setQuarantine } from '../../../server/integrity/index.ts'
import { selectAaControls } from '../../../server/judge-evaluation/controls.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import '../visitor.ts'

const app = appFor()

describe('a jury', () => {
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
    await app.import(arenaOf('jury', { votes, prompts: 11 }))
    const arena = await app.arena('jury')
    const report = JudgesReport.strict().parse(await evaluateJudges(app.deps, arena))
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
    expect(text.split('\n').slice(2, 4)).toEqual([
      'judge  agrees with people  flips with order  picks the first  tells apart  $ for 1,000',
      expect.stringMatching(/^amos +– +\S+ ?%? +/),
    ])
    expect(text).toContain(`Krippendorff's α ${byHand().toFixed(2)}`)
    expect(text).toMatch(/amos, bela +88 % \(53–98 %\) of 8, κ 0\.81/)
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
})

describe('A/A controls', () => {
  const NAMES = ['Warm', 'Warm again', 'Terse']

  async function findings(slug: string, votes: [string, string, string, Outcome][]) {
    const arena = arenaOf(slug, { names: NAMES, prompts: 12, settings: {} })
    arena.votes = votes.map(([voter, left, right, outcome], i) =>
      voteOf(left, right, outcome, { voter, source: 'judge', prompt: `p${(i % 12) + 1}` }),
    )
    const contestants = NAMES.map((name) => ({ name, controlOf: name === 'Warm again' ? 'Warm' : null }))
    await app.import({ ...arena, contestants })
    const { id } = await app.arena(slug)
    return selectAaControls(app.deps.db, id)
  }

  test('votes between a contestant and its control are counted by judge, on either side', async () => {
    expect(
      await findings('counted', [
        ['even', 'Warm', 'Warm again', 'left'],
        ['even', 'Warm again', 'Warm', 'left'],
        ['even', 'Warm again', 'Warm', 'right'],
        ['even', 'Warm', 'Warm again', 'tie'],
        ['even', 'Warm', 'Terse', 'left'],
        ['other', 'Warm', 'Warm again', 'both_bad'],
      ]),
    ).toEqual(
      [
        { judge: 'even', wins: 2, losses: 1, ties: 1 },
        { judge: 'other', wins: 0, losses: 0, ties: 1 },
      ].map((counts) => ({
        ...counts,
        criterion: 'overall',
        contestant: 'Warm',
        control: 'Warm again',
        p: expect.closeTo(1, 9),
        isToldApart: false,
      })),
    )
  })

  test('a judge that prefers one of them is reported', async () => {
    const [finding] = await findings('apart', Array(10).fill(['biased', 'Warm again', 'Warm', 'left']))
    expect(finding).toMatchObject({ losses: 10, isToldApart: true })
    expect(finding!.p).toBeCloseTo(2 / 2 ** 10, 12)
  })

  test('votes in quarantine do not count for a control', async () => {
    const [before] = await findings('odd', Array(4).fill(['odd', 'Warm', 'Warm again', 'left']))
    expect(before).toMatchObject({ wins: 4 })
    const arena = await app.arena('odd')
    const { rows } = await app.database.pool.query('select id from votes where arena_id = $1', [arena.id])
    const ids = rows.map(({ id }) => Number(id))
    await setQuarantine(app.deps, arena, ids.slice(0, 3), { released: false, reason: 'looked odd' })
    expect(await selectAaControls(app.deps.db, arena.id)).toMatchObject([{ wins: 1, losses: 0, ties: 0 }])
  })
})

/** Where judges that are asked here and people disagree, and who may read why. */
describe('disagreements', () => {
  const rig = withModels()
  const { arenaOptions, humansSay } = evaluatedArena(rig)

  test('everyone sees where they differ, but texts and reasons only for prompts that are no longer voted on', async () => {
    const { app } = rig
    const arena = await rig.judged(
      arenaOptions('disputed-openly', { contestants: ['amber', 'birch'], prompts: 2 }),
    )
    await humansSay(arena, ['birch', 'amber'], 'left', 2)
    const path = '/api/arenas/disputed-openly/battles?show=disagreement&judge=judge%201'
    const text = await app.text(path)
    for (const secret of [' on 1', 'Question', 'It is.']) expect(text).not.toContain(secret)
    const open = BattleList.strict().parse(JSON.parse(text))
    expect(open.total).toBe(2)
    expect(open.battles[0]).toMatchObject({ withheld: 'in_use', texts: null, reason: null })
    await app.sql`update prompts set retired_at = now() - interval '1 hour', retired_by = 'admin'
      where arena_id = ${arena.id} and key = 'p2'`
    const after = await app.read(BattleList, path)
    const byPrompt = new Map(after.battles.map((one) => [one.prompt!.key, one]))
    expect(byPrompt.get('p1')).toMatchObject({ withheld: 'in_use', texts: null })
    expect(byPrompt.get('p2')).toMatchObject({
      withheld: null,
      texts: { messages: [{ content: 'Question 2?' }] },
      requests: [{ reason: 'It is.' }, { reason: 'It is.' }],
    })
    const battleOf = (prompt: string, headers = {}) =>
      app.read(DecidedBattle.strict(), `/api/battles/${byPrompt.get(prompt)!.id}`, { headers })
    const closed = await battleOf('p1')
    expect(closed).toMatchObject({ source: 'judge', judge: 'judge 1', reason: null })
    expect(closed.requests.map(({ said, reason }) => [said, reason])).toEqual([
      [closed.outcome, null],
      [closed.outcome, null],
    ])
    const read = await battleOf('p2')
    expect(read.requests.map(({ shownFirst }) => shownFirst).sort()).toEqual(['left', 'right'])
    expect(read.requests.map(({ said, reason }) => [said, reason])).toEqual([
      [read.outcome, 'It is.'],
      [read.outcome, 'It is.'],
    ])
    const [request] = (await battleOf('p1', AS_ADMIN)).requests
    expect(request!.reply).toContain('"verdict"')
  })

  test('a ranking gives an order for each pair of its answers, in both orders', async () => {
    rig.models.become({
      reply: () => JSON.stringify({ overall: { reason: 'As they stand.', order: [[1], [2, 3]] } }),
    })
    const arena = await rig.judged(
      arenaOptions('ranks-openly', { prompts: 1, judges: [{ form: 'listwise', listSize: 3 }] }),
    )
    const rows = await rig.app.sql<{ id: string }>`
    select battle_id as id from votes where arena_id = ${arena.id}`
    expect(rows).toHaveLength(3)
    const verdictCounts = new Map<string, number>()
    for (const { id } of rows) {
      const battle = await rig.app.read(DecidedBattle, `/api/battles/${id}`)
      expect(new Set(battle.requests.map(({ shownFirst }) => shownFirst)).size).toBe(2)
      for (const { shownFirst, said: what } of battle.requests) {
        const seen = what === 'tie' ? 'tie' : what === shownFirst ? 'first' : 'second'
        verdictCounts.set(seen, (verdictCounts.get(seen) ?? 0) + 1)
      }
    }
    // of three ranked 1 > 2 = 3 in either order: the first beats two, the others tie
    expect(Object.fromEntries(verdictCounts)).toEqual({ first: 4, tie: 2 })
  })
})
