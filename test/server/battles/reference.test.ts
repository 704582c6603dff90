/** Voters see the reference of a prompt under a criterion whose judges see it, or that compares with it by itself. */
import { stringify } from 'yaml'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { promptsOfPosts } from '../../../server/transfer/index.ts'
import { DESCRIBED, ENV, lines, NOW } from '../transfer/arena-files.ts'
import { Visitor } from '../visitor.ts'

let app: TestApp
const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
const questions = ['p1', 'p2'].map((id) => ({
  id,
  text: `Question ${id}?`,
  reference: `The answer to ${id}.`,
}))
/** Made from two texts of three paragraphs each. */
const middles = promptsOfPosts(
  ['p1', 'p2'].map((id) => ({
    file: `${id}.md`,
    text: `Question ${id}?\n\nThe answer to ${id}.\n\nThe end of it.`,
  })),
  2,
).prompts

async function send(
  slug: string,
  { prompts = questions, ...change }: { prompts?: { id: string }[]; [key: string]: unknown },
): Promise<void> {
  const contestants = ['Terse', 'Warm'].map((name) => ({ name, responses: `${name}.jsonl` }))
  const files = {
    'arena.yaml': stringify({ ...DESCRIBED, arena: slug, contestants, prompts, ...change }),
    ...Object.fromEntries(
      contestants.map(({ name, responses }) => [
        responses,
        lines(prompts.map(({ id }) => ({ prompt: id, text: `${name} says ${id}.` }))),
      ]),
    ),
  }
  const sent = await app.request('/api/admin/arenas', { json: { files }, headers })
  expect([sent.status, await sent.text()]).toEqual([201, expect.any(String)])
}
const judge = (name: string, rubric?: string) => ({ ...DESCRIBED.judges[0], name, rubric })

beforeAll(async () => {
  app = await createTestApp({ clock: NOW.toISOString(), env: ENV })
  await send('close', {
    criteria: ['closeness', 'overall'],
    judges: [judge('near', 'reference'), judge('careful', 'overall')],
  })
  await send('blunt', { judges: [judge('careful', 'overall')] })
  await send('middles', { criteria: ['voice', 'overall'], prompts: middles, judges: [judge('ear')] })
  await send('by-people', { criteria: ['voice', 'overall'], prompts: middles, judges: [] })
})
afterAll(() => app?.close())

it.each([
  ['close', 'closeness', true],
  ['close', 'overall', false],
  ['blunt', 'overall', false],
  ['middles', 'voice', true],
  ['middles', 'overall', false],
  ['by-people', 'voice', true],
  ['by-people', 'overall', false],
])('in arena %s under %s: %s', async (arena, criterion, isShown) => {
  const { battle } = await new Visitor(app).battle(arena, { criterion })
  const key = /p\d/.exec(battle.prompt.messages[0]!.content)![0]
  expect(battle.prompt.reference).toBe(isShown ? `The answer to ${key}.` : undefined)
})
