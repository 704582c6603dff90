/** Retiring and restoring: for the admin alone; votes and place on the board stay. Families of models by name. */
import { describe, expect, it } from 'vitest'
import { contestantFamily } from '../../../server/contestants/index.ts'
import { ADMIN_TOKEN, appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import '../visitor.ts'

const [first, second, third] = NAMES as [string, string, string]

describe('a contestant', () => {
  const app = appFor({}, async () => {
    const votes = Array.from({ length: 20 }, (_, i) => [
      voteOf(first, second, 'left', { prompt: `p${i + 1}` }),
      voteOf(second, third, 'left', { prompt: `p${i + 1}` }),
      voteOf(third, first, 'left', { prompt: `p${i + 1}` }),
    ]).flat()
    await app.import(arenaOf('pub', { votes, prompts: 20 }))
    await app.import(arenaOf('hidden', { votes, prompts: 20, arena: { visibility: 'private' } }))
  })

  const send = (path: string, authorization?: string) =>
    app.request(`/api/admin/arenas/${path}`, {
      method: 'POST',
      headers: authorization ? { authorization } : {},
    })
  const asAdmin = (path: string) => send(path, `Bearer ${ADMIN_TOKEN}`)
  const retired = async () => {
    const board = await app.board('pub')
    expect(board.votes).toBe(60)
    return board.contestants.filter((one) => one.retired).map(({ name, status }) => [name, status])
  }

  it('is retired and restored, and keeps its rating meanwhile', async () => {
    const response = await asAdmin('pub/contestants/zephrite-v2/retire')
    expect(response.status).toBe(200)
    const { retiredAt } = (await response.json()) as { retiredAt: string }
    expect(retiredAt).toBe(app.clock.now().toISOString())
    expect(await retired()).toEqual([[second, 'rated']])
    app.clock.advance(60)
    const again = await asAdmin('pub/contestants/zephrite-v2/retire')
    expect(await again.json()).toEqual({ contestant: 'zephrite-v2', name: second, retiredAt })
    const restored = await asAdmin('pub/contestants/zephrite-v2/restore')
    expect(await restored.json()).toEqual({ contestant: 'zephrite-v2', name: second, retiredAt: null })
    expect(await retired()).toEqual([])
  })

  it('is not changed by a request without the token', async () => {
    const wrong = ['wrong', `${ADMIN_TOKEN}x`, ADMIN_TOKEN.slice(1), ADMIN_TOKEN.slice(0, -1)]
    const others = [
      '',
      'Bearer',
      `Ticket ${ADMIN_TOKEN}`,
      `Basic ${btoa(`admin:${ADMIN_TOKEN}`)}`,
      ADMIN_TOKEN,
    ]
    for (const authorization of [undefined, ...others, ...wrong.map((token) => `Bearer ${token}`)])
      for (const what of ['retire', 'restore'])
        await expect(send(`pub/contestants/zephrite-v2/${what}`, authorization)).toBeProblem(
          401,
          'token_invalid',
        )
    expect(await retired()).toEqual([])
  })

  it('gives an error if contestant or arena is unknown', async () => {
    await expect(asAdmin('pub/contestants/nobody/retire')).toBeProblem(404, 'contestant_unknown')
    await expect(asAdmin('nowhere/contestants/zephrite-v2/retire')).toBeProblem(404, 'arena_unknown')
  })

  it('of a private arena can be retired by the admin only', async () => {
    expect((await asAdmin('hidden/contestants/zephrite-v2/retire')).status).toBe(200)
  })
})

it.each([
  ['EXAONE-3.5-32B-Instruct-AWQ', 'exaone'],
  ['LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct', 'exaone'],
  ['Falcon Instruct (7B)', 'falcon'],
  ['meta-llama/Llama-3.1-8B-Instruct', 'llama'],
  ['gpt-4o-mini', 'gpt'],
  ['Warm-v3', null],
  ['model-1', null],
  ['Baseline', null],
])('the family of %s is %s', (name, family) => {
  expect(contestantFamily({ name, model: null, family: null })).toBe(family)
})
