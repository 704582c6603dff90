import { describe, expect, test } from 'vitest'
import { checked, DESCRIBED } from './arena-files.ts'

describe('live battles in an arena.yaml', () => {
  const live = (settings: object, more: object = {}) =>
    checked({ ...DESCRIBED, ...more, live: { budgetUsd: 5, ...settings } })

  test('keep their values, with those that are left out', async () => {
    const { plan, problems } = await live({ keepDays: 7 })
    expect(problems).toEqual([])
    expect(plan.incoming?.setUp.settings.live).toEqual({
      budgetUsd: 5,
      vote: 'end',
      turns: 5,
      characters: 4000,
      tokens: 1000,
      keepDays: 7,
    })
  })

  test.each<[string, object, string]>([
    ['no budget', { budgetUsd: undefined }, 'live.budgetUsd: '],
    ['a budget of nought', { dailyUsd: 0 }, 'live.dailyUsd: '],
    ['an unknown key', { budget: 5 }, 'live.budget: unknown key; did you mean "budgetUsd"?'],
    [
      'a check by nobody',
      { moderation: { provider: 'nowhere' } },
      'live.moderation.provider: there is no provider "nowhere"',
    ],
    ['a vote at another time', { vote: 'never' }, 'live.vote: '],
  ])('%s is refused at its line', async (_what, settings, expected) => {
    const { plan, problems } = await live(settings)
    expect(problems.join('\n')).toMatch(/^arena\.yaml:\d+: live/)
    expect(problems.join('\n')).toContain(expected)
    expect(plan.incoming).toBeNull()
  })

  test('need two contestants that a model answers for, at a known price, and a moderation that there is', async () => {
    const [first, second] = DESCRIBED.contestants
    const given = { name: 'Given', responses: 'given.jsonl' }
    const answers = DESCRIBED.prompts
      .map(({ id }) => `${JSON.stringify({ prompt: id, text: `So ${id}.` })}\n`)
      .join('')
    const alone = await checked(
      { ...DESCRIBED, contestants: [first, given], live: { budgetUsd: 5 } },
      { 'given.jsonl': answers },
    )
    expect(alone.problems).toEqual([
      expect.stringMatching(/live: .*at least two need a `provider` and a `model`/),
    ])
    const unpriced = await live(
      {},
      { contestants: [first, second, { ...second, name: 'New', model: 'nobody-knows-1' }] },
    )
    expect(unpriced.warnings).toContainEqual(
      expect.stringMatching(/live: the price of New is not known, so visitors never meet it/),
    )
    const low = await live({ visitorUsd: 0.0000001 })
    expect(low.warnings).toContainEqual(
      expect.stringMatching(/live\.visitorUsd: \$1e-7 is less than the \$0\.\d+ that two answers may cost/),
    )
    expect((await live({})).warnings.join()).not.toContain('that two answers may cost')
    const providers = { ...DESCRIBED.providers, claude: { type: 'anthropic', apiKeyEnv: 'LOCAL_KEY' } }
    const other = await live({ moderation: { provider: 'claude' } }, { providers })
    expect(other.problems).toEqual([
      expect.stringMatching(/live\.moderation\.provider: "claude" has no moderation/),
    ])
  })
})
