/** Files larger than the memory that a process may use go in and out, because they are read and written in portions. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeVotes } from '../../workshop/bench/votes.ts'
import { appFor } from '../support/app.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { deadheat } from './deadheat.ts'

/** In MB: the terminal needs half of it for itself. Objects for all rows of these files take more than the other half. */
const HEAP = 64
const VOTES = 36_000
const TALKS = 18_000
/** Together 40 MB. */
const [ANSWERS, CHARACTERS] = [2000, 20_000]

const app = appFor()

const inLittleMemory = (cwd: string, ...args: string[]) =>
  deadheat(args, {
    cwd,
    env: {
      DATABASE_URL: app.database.connectionString,
      DEADHEAT_DATA: cwd,
      NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
    },
  })

it('a votes file', async () => {
  const cwd = await temporaryFolder()
  await writeVotes(join(cwd, 'votes.csv'), VOTES)
  const first = await inLittleMemory(cwd, 'import', 'large', 'votes.csv')
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('36,000 votes') })
  const again = await inLittleMemory(cwd, 'import', 'large', 'votes.csv', '--dry-run')
  expect(again.stdout).toContain('0 votes (36000 already existed)')
  const out = await inLittleMemory(cwd, 'export', 'large', 'votes', '-o', 'out.csv')
  expect(out).toMatchObject({ code: 0 })
  expect((await readFile(join(cwd, 'out.csv'), 'utf8')).split('\n')).toHaveLength(VOTES + 2)
})

it('a file of votes with conversations', async () => {
  const cwd = await temporaryFolder()
  const said = (role: string, content: string) => ({ role, content })
  const rows = Array.from({ length: TALKS }, (_, i) => {
    const asked = said('user', `Question ${i}?`)
    return JSON.stringify({
      question_id: `q${i}`,
      model_a: 'one',
      model_b: 'two',
      winner: i % 3 ? 'model_a' : 'model_b',
      conversation_a: [asked, said('assistant', `One ${i}`)],
      conversation_b: [asked, said('assistant', `Two ${i}`)],
    })
  })
  await writeFile(join(cwd, 'battles.jsonl'), rows.join('\n'))
  const { code, stdout } = await inLittleMemory(cwd, 'import', 'talks', 'battles.jsonl', '--dry-run')
  expect([code, stdout]).toEqual([0, expect.stringContaining('36,000 answers, 18,000 votes')])
})

it('a file of answers', async () => {
  const cwd = await temporaryFolder()
  const text = 'word '.repeat(CHARACTERS / 5)
  const rows = Array.from({ length: ANSWERS }, (_, i) =>
    JSON.stringify({ prompt: `q${Math.floor(i / 100)}`, model: `model-${i % 100}`, text: `${i} ${text}` }),
  )
  await writeFile(join(cwd, 'answers.jsonl'), rows.join('\n'))
  const { code, stdout } = await inLittleMemory(cwd, 'import', 'long', 'answers.jsonl')
  expect([code, stdout]).toEqual([0, expect.stringContaining('2,000 answers')])
})
