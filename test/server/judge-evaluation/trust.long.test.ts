/** Which judges count: calibrated, unmeasured and uncalibrated ones. */
import { finishBoard } from '../../../shared/finish/index.ts'
import { expect, test } from 'vitest'
import type { ImportedVote } from '../../../server/transfer/import/arena-import.ts'
import { differencesBetween, verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { trustState } from '../../../server/judge-evaluation/trust.ts'
import { Board, JudgesReport, TrustTerms, type Outcome } from '../../../shared/contracts/index.ts'
import { binomialTail } from '../../../shared/stats/numbers/distributions.ts'
import { votesIn } from '../transfer/formats/text-file.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { casesIn } from '../../support/cases.ts'
import { msg, warning } from '../../../shared/messages/index.ts'

const PROMPTS = 60
const DAY = 24 * 3600

const app = appFor()

const [one, other] = NAMES as [string, string, string]
const outcomeOf = (n: number): Outcome => (n % 2 === 0 ? 'left' : 'right')
const turned = (outcome: Outcome): Outcome => (outcome === 'left' ? 'right' : 'left')

/** A vote on each of the first prompts, by what `says` has the voter say; sides swapped on every third. */
const votesBy = (
  source: 'human' | 'judge',
  voter: string,
  says: (n: number) => Outcome,
  prompts = PROMPTS,
): ImportedVote[] =>
  Array.from({ length: prompts }, (_, n) => {
    const isSwapped = n % 3 === 0 && source === 'judge'
    const outcome = says(n)
    const sides = isSwapped ? ([other, one] as const) : ([one, other] as const)
    const shown = isSwapped && outcome !== 'tie' ? turned(outcome) : outcome
    return voteOf(...sides, shown, { source, voter, prompt: `p${n + 1}` })
  })

const add = async (slug: string, votes: ImportedVote[]) => {
  await app.import(arenaOf(slug, { votes, prompts: PROMPTS }))
  await app.settle()
}
const get = async (path: string, headers: Record<string, string> = {}) =>
  (await app.request(path, { headers })).json()
const board = async (slug: string, source: string) =>
  Board.strict().parse(await get(`/api/arenas/${slug}/leaderboard?source=${source}`))
const report = async (slug: string) => JudgesReport.strict().parse(await get(`/api/arenas/${slug}/judges`))
const statesIn = async (slug: string) =>
  Object.fromEntries((await report(slug)).judges.map(({ judge, state }) => [judge, state]))
const codes = ({ warnings }: Board) => warnings.map(({ code }) => code)

test('a calibrated judge counts everywhere, an uncalibrated one nowhere, and an unmeasured one only among judges', async () => {
  await add('court', [
    ...votesBy('human', 'ann', outcomeOf),
    ...votesBy('judge', 'agrees', (n) => (n < 54 ? outcomeOf(n) : turned(outcomeOf(n)))),
    ...votesBy('judge', 'fails', (n) => (n < 40 ? outcomeOf(n) : turned(outcomeOf(n)))),
    ...votesBy('judge', 'few', outcomeOf, 49),
    ...votesBy('judge', 'ties', () => 'tie'),
  ])
  expect(await statesIn('court')).toEqual({
    agrees: 'calibrated',
    fails: 'uncalibrated',
    few: 'not_measured',
    ties: 'uncalibrated',
  })
  const judges = await board('court', 'judges')
  expect(judges).toMatchObject({ votes: 60 + 49, view: { judges: { except: ['fails', 'ties'] } } })
  expect(judges.warnings).toContainEqual(
    warning(msg('judges_not_measured', { judges: ['few'] }), { kind: 'uncalibrated_judge' }),
  )
  expect(judges.warnings).toContainEqual(
    warning(
      msg('judges_left_out', {
        judges: [
          msg('judge_agrees', { judge: 'fails', agreed: 40, decided: 60, percentAsked: 75 }),
          msg('judge_undecided', { judge: 'ties' }),
        ],
      }),
      { kind: 'judge_left_out', count: 2 },
    ),
  )
  // what it says of a judge that passed, too
  expect(judges.warnings).toContainEqual(
    warning(
      msg('judges_and_people', {
        judges: [
          msg('judge_beside_people', {
            judge: 'agrees',
            agreed: 54,
            decided: 60,
            low: 80,
            high: 95,
            prefers: [],
          }),
        ],
      }),
      { kind: 'judge_agreement' },
    ),
  )
  const all = await board('court', 'all')
  expect(all).toMatchObject({ votes: 60 + 60, view: { judges: { only: ['agrees'] } } })
  expect(codes(all)).toEqual(expect.arrayContaining(['mixed_sources', 'judge_left_out']))
  expect(await board('court', 'people')).toMatchObject({ votes: 60, view: { source: 'people' } })
  const failed = await board('court', 'judge:fails')
  expect(failed.votes).toBe(60)
  expect(failed.warnings.find(({ code }) => code === 'uncalibrated_judge')?.message).toMatch(
    /failed.*40 of 60/,
  )
  const detail = (await get('/api/arenas/court')) as { sources: { source: string; votes: number }[] }
  expect(detail.sources.filter(({ source }) => ['judges', 'all'].includes(source))).toMatchObject([
    { votes: 109 },
    { votes: 120 },
  ])
})

test('a judge whose agreement may be chance is not calibrated: it is flagged, and left out beside people', async () => {
  await add('chance', [
    ...votesBy('human', 'ann', outcomeOf),
    ...votesBy('judge', 'lucky', (n) => (n < 48 ? outcomeOf(n) : turned(outcomeOf(n)))),
  ])
  const [judge] = (await report('chance')).judges
  expect(judge).toMatchObject({
    state: 'not_measured',
    failure: { reason: 'agreement', hits: 48, n: 60 },
    pairsMissing: 289 - 60,
  })
  expect(judge.findings[0]).toMatchObject({
    code: 'by_chance',
    message:
      'It agrees with humans on 80 % of 60 pairs, and 75 % are required. By chance it may really be 68 %, so more pairs must show it.',
  })
  const all = await board('chance', 'all')
  expect(all.votes).toBe(60)
  expect(all.warnings.find(({ code }) => code === 'judge_left_out')!.message).toContain(
    'lucky (48 of 60 show at least 68 %, 75 % are required)',
  )
  const judges = await board('chance', 'judges')
  expect([judges.votes, codes(judges)]).toEqual([60, expect.arrayContaining(['uncalibrated_judge'])])
})

/** A judge of the family of GPT has the first of two contestants win everywhere. */
async function judgedByKin(slug: string, names: [string, string]) {
  const votes = Array.from({ length: PROMPTS }, (_, n) =>
    voteOf(...names, 'left', { source: 'judge', voter: 'gpt-9', prompt: `p${n + 1}` }),
  )
  await app.import(arenaOf(slug, { names, votes, prompts: PROMPTS }))
  await app.settle()
  return (await report(slug)).judges
}

test('a judge of the leader’s own family, inferred from names, counts, with a warning, on the board and when it is verified', async () => {
  expect(await judgedByKin('kin', ['gpt-9-mini', 'claude-9'])).toMatchObject([
    { family: 'gpt', kin: ['gpt-9-mini'] },
  ])
  for (const source of ['judges', 'judge:gpt-9']) {
    const own = await board('kin', source)
    expect(own.leader).toBe('gpt-9-mini')
    expect(own.warnings).toContainEqual(
      warning(msg('judge_same_family', { judge: 'gpt-9', contestants: ['gpt-9-mini'] }), {
        kind: 'same_family',
      }),
    )
    // both other ways to a board, from an export and from the database, find no difference
    const { votes: rows } = await votesIn(await app.text('/api/arenas/kin/export/votes.jsonl'))
    expect(verifyBoard(own, rows, { version: 'test' }).differences).toEqual([])
    const arena = await app.arena('kin')
    const view = await resolveView(app.deps, arena, { source })
    expect(differencesBetween(own, await recountBoard(app.deps, arena, view, own))).toEqual([])
  }
})

test('no board warns of a shared family if all contestants are of it, since none gains by it', async () => {
  expect(await judgedByKin('all-kin', ['gpt-9-mini', 'gpt-9-nano'])).toMatchObject([
    { family: 'gpt', kin: [] },
  ])
  expect(codes(await board('all-kin', 'judges'))).not.toContain('same_family')
})

test('boards without some judges can be computed again from exported votes', async () => {
  for (const source of ['judges', 'all'])
    for (const query of ['', `?source=${source}`]) {
      const { votes: rows } = await votesIn(await app.text(`/api/arenas/court/export/votes.jsonl${query}`))
      const verification = verifyBoard(await board('court', source), rows, { version: 'test' })
      expect(verification.differences).toEqual([])
    }
})

test('further human votes change the state of a judge, and boards follow', async () => {
  await add('turns', [...votesBy('human', 'ann', outcomeOf, 49), ...votesBy('judge', 'critic', outcomeOf)])
  expect(await statesIn('turns')).toEqual({ critic: 'not_measured' })
  expect((await board('turns', 'all')).votes).toBe(49)
  await add('turns', [voteOf(one, other, outcomeOf(49), { voter: 'ann', prompt: 'p50' })])
  expect(await statesIn('turns')).toEqual({ critic: 'calibrated' })
  expect((await board('turns', 'all')).votes).toBe(50 + 60)
  expect(codes(await board('turns', 'judges'))).not.toContain('uncalibrated_judge')

  // two more humans each time, with the opposite votes
  await add('turns', [
    ...votesBy('human', 'ben', (n) => turned(outcomeOf(n))),
    ...votesBy('human', 'cy', (n) => turned(outcomeOf(n))),
  ])
  expect(await statesIn('turns')).toEqual({ critic: 'uncalibrated' })
  expect((await board('turns', 'judges')).votes).toBe(0)
  expect((await board('turns', 'all')).votes).toBe(170)
})

test('the arena sets the requirements for judges', async () => {
  const votes = [...votesBy('human', 'ann', outcomeOf, 14), ...votesBy('judge', 'critic', outcomeOf, 12)]
  const asking = (minVotes: number) => {
    const settings = { trust: { minAgreement: 0.75, minVotes, recheckDays: 30 } }
    return app.import(arenaOf('terms', { votes, prompts: PROMPTS, settings }))
  }
  await asking(12)
  await app.settle()
  expect(await statesIn('terms')).toEqual({ critic: 'calibrated' })
  await asking(13)
  await app.settle()
  expect((await report('terms')).judges[0]).toMatchObject({
    state: 'not_measured',
    pairsMissing: 1,
    due: false,
  })
})

test('a measurement is due when half of its votes are older than the period, and one new vote does not renew it', async () => {
  app.clock.set('2024-06-01T12:00:00Z')
  await add('due', [...votesBy('human', 'ann', outcomeOf, 50), ...votesBy('judge', 'critic', outcomeOf)])
  expect((await report('due')).judges[0]).toMatchObject({
    state: 'calibrated',
    measuredAt: '2024-06-01',
    due: false,
  })
  app.clock.advance(31 * DAY)
  expect((await report('due')).judges[0]).toMatchObject({ state: 'calibrated', due: true })
  await add('due', [voteOf(one, other, outcomeOf(51), { voter: 'ann', prompt: 'p52' })])
  const { due, findings } = (await report('due')).judges[0]
  expect(due).toBe(true)
  expect(findings.map(({ code }) => code)).toContain('due')
})

test('a month that differs significantly from the month before is drift', async () => {
  const months = ['2024-01', '2024-02', '2024-03', '2024-04']
  const names = ['one', 'two', 'three', 'four']
  const votes = months.flatMap((month, m) => {
    const castAt = new Date(`${month}-15T12:00:00Z`)
    const says = (n: number) => (n < [54, 51, 52, 24][m] ? outcomeOf(n) : turned(outcomeOf(n)))
    const ofMonth = [...votesBy('human', 'ann', outcomeOf), ...votesBy('judge', 'critic', says)]
    return ofMonth.map((vote) => ({
      ...vote,
      castAt,
      prompt: `${names[m]} ${vote.prompt}`,
      category: names[m % 2],
    }))
  })
  await app.import({ ...arenaOf('drifts', { votes }), prompts: [], answers: [] })
  await app.settle()
  const judge = (await report('drifts')).judges[0]
  expect(
    judge.byMonth.map(({ month, figures }) => [month, figures.decisive.hits, figures.decisive.n]),
  ).toEqual(months.map((month, m) => [month, [54, 51, 52, 24][m], 60]))
  expect(judge.drift).toMatchObject([{ measure: 'decisive', before: '2024-03', period: '2024-04', to: 0.4 }])
  expect(judge.findings.find(({ code }) => code === 'drift')!.message).toBe(
    'Agreement with humans went from 87 % in 2024-03 to 40 % in 2024-04.',
  )
  expect(judge.byCategory.map(({ category, figures }) => [category, figures.decisive.hits])).toEqual([
    ['one', 54 + 52],
    ['two', 51 + 24],
  ])
})

const MONTHS = ['2024-01', '2024-02', '2024-03', '2024-04', '2024-05']

/** In each month, pairs decided by both ann and the judge, of which so many agree. */
const votesInMonths = (months: string) =>
  months.split(' ').flatMap((month, m) => {
    const [agreed, of] = month.split('/').map(Number) as [number, number]
    const says = (n: number) => (n < agreed ? outcomeOf(n) : turned(outcomeOf(n)))
    const ofMonth = [...votesBy('human', 'ann', outcomeOf, of), ...votesBy('judge', 'critic', says, of)]
    const castAt = new Date(`${MONTHS[m]}-15T12:00:00Z`)
    return ofMonth.map((vote) => ({ ...vote, castAt, prompt: `${MONTHS[m]} ${vote.prompt}` }))
  })
interface Drift {
  title: string
  slug: string
  /** Of so many pairs in each month, how many agree. */
  agreed: string
  expected: object
  finding?: string
  leftOut?: string
}
const CASES = casesIn<{ drift: Drift[] }>(import.meta.url, 'drift')

test.each(CASES.drift)('$title', async ({ slug, agreed, expected, finding, leftOut }) => {
  await app.import({ ...arenaOf(slug, { votes: votesInMonths(agreed) }), prompts: [], answers: [] })
  await app.settle()
  const [judge] = (await report(slug)).judges
  expect(judge).toMatchObject(expected)
  expect(judge.findings.find(({ code }) => code === 'uncalibrated')?.message).toBe(finding)
  const ofJudges = await board(slug, 'judges')
  expect(finishBoard(ofJudges).areAllLeftOut).toBe(Boolean(leftOut))
  const warnings = ofJudges.warnings.filter(({ code }) => code === 'judge_left_out')
  expect(warnings.map(({ message }) => message)).toEqual(leftOut ? [expect.stringContaining(leftOut)] : [])
})

test('votes in quarantine do not count for a judge', async () => {
  await add('quarantined', [
    ...votesBy('human', 'ann', outcomeOf, 50),
    ...votesBy('judge', 'critic', outcomeOf),
  ])
  await app.sql`insert into quarantines (arena_id, vote_id, released, reason, at)
    select arena_id, v.id, false, 'odd', ${app.clock.now()} from votes v join arenas a on a.id = arena_id
    where slug = 'quarantined' and source = 'human' limit 1`
  await add('quarantined', [])
  expect((await report('quarantined')).judges[0]).toMatchObject({ state: 'not_measured', pairsMissing: 1 })
})

test('a report contains no prompts and no texts', async () => {
  const text = JSON.stringify(await report('court'))
  expect(text).not.toMatch(/"p1"|Question|Reply/)
})

test('the chances to be called calibrated are those of the binomial distribution', () => {
  const chance = (right: number, pairs: number) => {
    const evidence = { decidedByHumans: pairs, decided: pairs, ordered: pairs, consistent: pairs }
    const least = Array.from({ length: pairs + 1 }, (_, agreed) => agreed).find(
      (agreed) => trustState({ ...evidence, agreed }, TrustTerms.parse({})) === 'calibrated',
    )!
    return [least, Number(binomialTail(least, pairs, right).toFixed(4))]
  }
  expect(chance(0.96, 163)).toEqual([134, 1])
  expect(chance(0.9, 60)).toEqual([52, 0.8584])
  expect(chance(0.7, 100)).toEqual([84, 0.001])
  expect(chance(0.75, 100)).toEqual([84, 0.0211])
})
