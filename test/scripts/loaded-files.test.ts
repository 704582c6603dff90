/** Most of the time of a command on a small file goes into loading files. What it does not need, it does not load. */
import { expect, test } from 'vitest'
import { filesLoadedBy } from '../support/loaded-files.ts'
import { deadheat } from './deadheat.ts'

const VOTES = 'model_a,model_b,winner\nA,B,model_a\nB,A,tie\n'

test('rate loads neither pictures nor formats of other tools nor contracts of the server', async () => {
  let printed = ''
  const files = await filesLoadedBy(async (env) => {
    printed = (await deadheat(['rate', '-'], { input: VOTES, env })).stdout
  })
  expect(printed).toContain('No winner yet. Too little is known')
  const unused =
    /shared\/plate\/plate|shared\/contracts\/(index|arena)\b|formats\/(tools|answers)|platform\/config\/(config|secrets)|node_modules\/(pg|kysely|hono|openai|@resvg)\//
  expect(files.filter((file) => unused.test(file))).toEqual([])
  // of which zod and commander are a hundred
  expect(files.length).toBeLessThan(460)
})
