/** Two contestants over HTTP: what anybody may ask, what only an operator is shown, what is refused and how. */
import { withModels } from '../judging/judge-pair/with-models.ts'
import { describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { Comparison, type Problem, type CheckSpec } from '../../../shared/contracts/index.ts'
import { createTestApp, appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { compared, votesOn } from './compared.ts'
import type { RefusalCode } from '../../../shared/contracts/problem.ts'
import { englishText, msg } from '../../../shared/messages/index.ts'
import { alphabetically, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { answerWords } from '../../../server/comparisons/render/comparison-words.ts'

/** The whole sentence of a refused parameter. */
const refusal = (field: string, code: Exclude<RefusalCode, `no_${string}`>) =>
  new RegExp(`^${field}: ${englishText(msg(code)).replace(/[.()]/g, '\\$&')}\\.$`)

const TWO: [string, string] = ['Quillon-7b', 'Zephrite-v2']
const OPERATOR = { headers: AS_ADMIN }

const app = appFor({}, async () => {
  const votes = votesOn(TWO, { wins: 27, losses: 12, ties: 1 })
  await app.import(arenaOf('good', { prompts: 40, votes }))
  const hidden = { votes: votesOn(TWO, { wins: 3 }), arena: { visibility: 'private' as const } }
  await app.import(arenaOf('hidden', { prompts: 3, ...hidden }))
})

const compare = (query: string, arena = 'good', init = {}) =>
  app.request(`/api/arenas/${arena}/compare${query}`, init)

const A_AND_B = '?a=quillon-7b&b=zephrite-v2'

describe('a comparison', () => {
  it('is the same as in the terminal, by name or by slug', async () => {
    const response = await compare(`${A_AND_B}&minVotes=40&minWinRate=0.6&sequential=false`)
    expect(response.status).toBe(200)
    const body = Comparison.parse(await response.json())
    expect(body).toEqual(await compared(app, 'good', TWO, { gate: { minVotes: 40, minWinRate: 0.6 } }))
    expect(body).toMatchObject({ slugs: ['quillon-7b', 'zephrite-v2'], contestants: TWO, ship: true })
    const named = await compare(
      `?a=${TWO[0]}&b=${TWO[1]}&minVotes=40&minWinRate=0.6&source=&criterion=&preset=&sequential=false`,
    )
    expect(await named.json()).toEqual(body)
  })

  it('takes preset, criteria, significance and bounds from the address', async () => {
    const query = `${A_AND_B}&criterion=overall&preset=critical&alpha=0.01&sequential=true`
    const body = Comparison.parse(await (await compare(query)).json())
    expect(body).toMatchObject({ sequential: true, level: 0.99, answer: 'not_shown' })
    expect(body.gate).toEqual({
      preset: 'critical',
      setBy: 'request',
      minWinRate: 0.6,
      minVotes: 800,
      alpha: 0.01,
    })
    expect(body.criteria[0]).toMatchObject({ votes: 40, significantFor: null })
  })

  it('does not count votes that are not published yet', async () => {
    const later = await createTestApp({ publishEvery: 3600, database: app.database })
    const [challenger, incumbent] = TWO
    await importInto(
      later.deps,
      arenaOf('timed', { prompts: 2, votes: votesOn([challenger, incumbent], { wins: 2 }) }),
    )
    const early = await later.request(`/api/arenas/timed/compare${A_AND_B}`)
    expect([early.status, ((await early.json()) as Problem).detail]).toEqual([
      400,
      expect.stringContaining('Import votes on the two'),
    ])
    await later.publish()
    expect((await later.request(`/api/arenas/timed/compare${A_AND_B}`)).status).toBe(200)
    await later.close()
  })

  it('of a private arena is for operators only', async () => {
    expect((await compare(A_AND_B, 'hidden')).status).toBe(404)
    expect((await compare(A_AND_B, 'hidden', OPERATOR)).status).toBe(200)
    const wrong = { headers: { authorization: 'Bearer nonsense' } }
    expect((await compare(A_AND_B, 'hidden', wrong)).status).toBe(401)
  })

  it('that is not possible says what to do', async () => {
    const refused: [query: string, status: number, detail: RegExp][] = [
      ['', 400, refusal('a', 'contestant_asked')],
      ['?a=quillon-7b', 400, refusal('b', 'contestant_asked')],
      ['?a=quillon-7b&b=nobody', 404, /Arena "good" has no contestant "nobody"; there are .*Quillon-7b/],
      ['?a=quillon-7b&b=quillon-7b', 400, /cannot be compared with itself: name two contestants/],
      ['?a=quillon-7b&b=marlowe-xl', 400, /Import votes on the two/],
      [`${A_AND_B}&source=aliens`, 400, refusal('source', 'source_asked')],
      [`${A_AND_B}&source=judge:jo`, 400, /no judge "jo" has voted/],
      [`${A_AND_B}&criterion=kindness`, 400, /no criterion "kindness"; there is "overall"/],
      [
        `${A_AND_B}&preset=lax`,
        400,
        /^preset: is not an allowed value; choose cosmetic, default, critical\.$/,
      ],
      [
        `${A_AND_B}&minWinRate=55`,
        400,
        /^minWinRate: "55" is not a share from 0 to 1; write 0\.55 for 55 %\.$/,
      ],
      [`${A_AND_B}&minVotes=1.5`, 400, /^minVotes: "1\.5" is not a number of votes;/],
      [`${A_AND_B}&alpha=0`, 400, /^alpha: "0" is not between 0\.000000001 and 1;/],
      [`${A_AND_B}&alpha=1e-10`, 400, /^alpha: "1e-10" is not between/],
      [`${A_AND_B}&sequential=maybe`, 400, /^sequential: is not an allowed value; choose true, false\.$/],
      [`${A_AND_B}&maxCostRatio=1.2`, 400, /known cost.*costUsd/],
    ]
    for (const [query, status, detail] of refused) {
      const response = await compare(query)
      const problem = (await response.json()) as Problem
      expect([query, response.status, response.headers.get('content-type')]).toEqual([
        query,
        status,
        'application/problem+json',
      ])
      expect(problem.detail).toMatch(detail)
    }
    expect((await compare(A_AND_B, 'nowhere')).status).toBe(404)
  })
})

/** A against B as judges of an arena saw them: failed judgements stand apart, checks are guardrails. */
describe('judged comparisons', () => {
  const { app, judged } = withModels({
    reply: (call) =>
      call.schema && call.text.includes('Question 3?')
        ? 'I would rather not say.'
        : modelsThat(alphabetically)(call),
  })

  const CHECKS: CheckSpec[] = [{ name: 'amber', kind: 'contains', value: 'I am amber', ignoreCase: false }]

  it('counts failed judgements separately and does not ship a contestant that passes a check less often', async () => {
    const arenaOptions = { checks: CHECKS, contestants: ['amber', 'birch'], prompts: 6 }
    await judged({ slug: 'failing', ...arenaOptions })
    const gate = { minVotes: 5, minWinRate: 0.55, alpha: 0.2 }
    const better = await compared(app, 'failing', ['amber', 'birch'], { gate })
    expect(better).toMatchObject({
      source: 'judges',
      answer: 'better',
      ship: true,
      criteria: [
        {
          wins: 5,
          losses: 0,
          ties: 0,
          votes: 5,
          failed: 1,
          inconsistent: 0,
        },
      ],
      guardRails: [{ rail: 'check', check: 'amber', prompts: 6, passed: [6, 0], holds: true }],
    })
    const lenient = { ...gate, minWinRate: 0, alpha: 0.01 }
    const worse = await compared(app, 'failing', ['birch', 'amber'], {
      gate: lenient,
      source: 'judge:judge 1',
    })
    expect(worse).toMatchObject({
      answer: 'not_shown',
      because: 'guardrail',
      ship: false,
      criteria: [{ losses: 5, failed: 1, answer: 'not_shown', because: 'could_not_show' }],
      guardRails: [{ passed: [0, 6], holds: false }],
    })
  })

  it('a preset asks a judge for no more votes than the prompts can give, and says what is missing', async () => {
    const pair: [string, string] = ['amber', 'birch']
    const small = await compared(app, 'failing', pair)
    const reach = { prompts: 6, judges: 1, mostVotes: 5 }
    expect(small).toMatchObject({
      answer: 'not_shown',
      because: 'could_not_show',
      gate: { preset: 'default', minVotes: 5 },
      criteria: [{ because: 'could_not_show', minVotes: 5, reach, leastWins: { tasks: 6, wins: null } }],
    })
    expect(answerWords(small)).toMatch(
      /^Not shown\. These 6 prompts could not have shown it: even 6 wins of 6 on criterion overall would not be enough\.$/,
    )
    const asked = await compared(app, 'failing', pair, { gate: { minVotes: 400, alpha: 0.2 } })
    expect(asked).toMatchObject({
      answer: 'better',
      moreVotes: null,
      criteria: [{ because: 'too_few_votes', minVotes: 400, moreVotes: null }],
    })
    expect(answerWords(asked)).toContain(
      '6 prompts and 1 judge give at most 5 votes: add 395 prompts or judges, or require fewer votes',
    )
    // without significance, the number of votes is all that keeps chance out
    const cosmetic = await compared(app, 'failing', pair, { gate: { preset: 'cosmetic' } })
    expect(cosmetic.criteria[0]).toMatchObject({ because: 'too_few_votes', minVotes: 200 })
    const loose = await compared(app, 'failing', pair, { gate: { alpha: 0.2 } })
    expect([loose.ship, loose.gate.minVotes]).toEqual([true, 5])
    const reversed = await compared(app, 'failing', ['birch', 'amber'], { gate: { alpha: 0.2 } })
    expect(reversed).toMatchObject({ answer: 'worse', ship: false })
  })
})
