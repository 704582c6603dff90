import { expect, it, describe } from 'vitest'
import {
  type AdminContestants,
  type AuditLog,
  AdminPrompts,
  type AdminVoters,
} from '../../../shared/contracts/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

/** Lists of operators: searched and sent in parts, with what was noticed about each row. */
describe('lists of operators', () => {
  const ask = (path: string) => app.asAdmin(`/api/admin/arenas/noticed/${path}`)

  const app = appFor({}, async () => {
    // prompt 1: all alike; 2: one answers; 3: a leak; the third contestant answers nothing but prompts 1 and 3
    const says = (name: string, n: number) => {
      if (n === 1) return 'Same.'
      if (name === NAMES[2]) return n === 3 ? `I am ${name}.` : null
      if (n === 2 && name === NAMES[1]) return null
      return `${name.length} to ${n}`
    }
    await app.import(arenaOf('noticed', { prompts: 12, says, categories: ['odd', 'even'] }))
    const fourth = arenaOf('noticed', { names: ['Silent'], prompts: 12, says: () => null })
    await app.import(fourth)
  })

  it('Contestants say what they did not answer, and how many answers name a model', async () => {
    const { contestants } = (await (await ask('contestants')).json()) as AdminContestants
    expect(
      contestants.map(({ name, answers, unanswered, leaks }) => [name, answers, unanswered, leaks]),
    ).toEqual([
      ['Marlowe-xl', 2, 10, 1],
      ['Quillon-7b', 12, 0, 0],
      ['Silent', 0, 12, 0],
      ['Zephrite-v2', 11, 1, 0],
    ])
    await app.asAdmin('/api/admin/arenas/noticed/prompts/retire', { keys: ['p12'] })
    const later = (await (await ask('contestants')).json()) as AdminContestants
    expect(later.contestants.map(({ unanswered }) => unanswered)).toEqual([9, 0, 11, 1])
  })

  const prompts = async (query: string) =>
    AdminPrompts.strict().parse(await (await ask(`prompts?${query}`)).json())
  const keys = async (query: string) => (await prompts(query)).prompts.map(({ key }) => key)

  it('Prompts come in parts, p2 before p10, and are found by key, category and text', async () => {
    const all = Array.from({ length: 12 }, (_, i) => `p${i + 1}`)
    expect(await keys('')).toEqual(all)
    expect([
      ...(await keys('limit=5')),
      ...(await keys('offset=5&limit=5')),
      ...(await keys('offset=10')),
    ]).toEqual(all)
    expect(await prompts('find=P1&limit=2')).toMatchObject({ matching: 4, total: 12 })
    expect(await keys('find=QUESTION%2011')).toEqual(['p11'])
    expect(await prompts('find=odd')).toMatchObject({ matching: 6 })
    expect(await prompts('find=%25')).toMatchObject({ matching: 0, total: 12, prompts: [] })
    for (const bad of ['limit=0', 'limit=201', 'offset=-1', 'what=1'])
      expect([bad, ...(await problemOf(await ask(`prompts?${bad}`)))]).toEqual([bad, 400, 'invalid_request'])
  })

  it('Prompts say that all answers are alike, that one contestant answered, and what names a model', async () => {
    const { prompts: shown } = await prompts('limit=4')
    expect(shown.map(({ contestants, alike, leaks }) => [contestants, alike, leaks])).toEqual([
      [3, true, 0],
      [1, false, 0],
      [3, false, 1],
      [2, false, 0],
    ])
  })

  it('The log is searched by what was done and by its details', async () => {
    await app.asAdmin('/api/admin/arenas/noticed/visibility', { visibility: 'link' })
    const acts = async (query: string) =>
      ((await (await ask(`audit?${query}`)).json()) as AuditLog).entries.map(({ act }) => act)
    expect(await acts('act=visibility_changed')).toEqual(['visibility_changed'])
    expect(await acts('find=P12')).toEqual(['prompts_retired'])
    expect(await acts('find=nowhere')).toEqual([])
    expect((await acts('')).length).toBe(4)
    await expect(ask('audit?act=baked')).toBeProblem(400, 'invalid_request')
  })
})

/** The list of voters: their votes, their agreement with the others, and what is in quarantine. */
describe('the list of voters', () => {
  const app = appFor({}, async () => {
    // one pair on two prompts, so that everybody decides the same pairs
    const votes = [voteOf(NAMES[0], NAMES[1], 'left', { voter: 'imported' })]
    await app.import(arenaOf('peopled', { prompts: 2, names: NAMES.slice(0, 2), votes }))
  })

  const listed = async () =>
    (await (await app.asAdmin('/api/admin/arenas/peopled/voters')).json()) as AdminVoters

  /** Votes on both pairs, always for the contestant of this number or for a tie. */
  async function votesFor(choice: 1 | 2 | 'tie'): Promise<void> {
    const visitor = new Visitor(app)
    for (let i = 0; i < 2; i++) {
      const shown = await visitor.battle('peopled')
      const isLeft = ({ text = '' }: { text?: string | undefined }) => text.includes(`Reply ${choice}`)
      const outcome = choice === 'tie' ? 'tie' : isLeft(shown.battle.left) ? 'left' : 'right'
      await visitor.vote(shown, outcome)
      app.clock.advance(1)
    }
  }

  it('Agreement counts the counted votes of others on the same pairs, whichever side was shown', async () => {
    expect(await listed()).toEqual({ voters: [], more: false })
    await votesFor(1)
    await votesFor(1)
    await votesFor(2)
    await votesFor('tie')
    const { voters } = await listed()
    // the last first; each has three others on each of two pairs
    expect(voters.map(({ votes, shared, same }) => [votes, shared, same])).toEqual([
      [2, 6, 0],
      [2, 6, 0],
      [2, 6, 2],
      [2, 6, 2],
    ])
    expect(voters.every(({ name, group }) => name === null && group === null)).toBe(true)
  })

  it('One request puts all votes of a voter into quarantine, where they agree with nobody, and one releases them', async () => {
    const [{ voter }] = (await listed()).voters
    const judge = (what: string) =>
      app.asAdmin(`/api/admin/arenas/peopled/suspicions/${what}`, { voter, reason: 'a test' })
    expect((await judge('quarantine')).status).toBe(200)
    const held = (await listed()).voters
    expect(held.map(({ quarantined, shared }) => [quarantined, shared])).toEqual([
      [2, 0],
      [0, 4],
      [0, 4],
      [0, 4],
    ])
    expect((await judge('release')).status).toBe(200)
    expect((await listed()).voters.map(({ quarantined, shared }) => [quarantined, shared])).toEqual(
      Array(4).fill([0, 6]),
    )
  })
})
