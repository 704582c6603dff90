/** An arena from a dropped table, and the voting link on top of its page. */
import { expect, test } from 'vitest'
import { VOTES_A_CONTESTANT } from '../../shared/contracts/limits.ts'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf } from '../server/arena-import.ts'
import { Visitor } from '../server/visitor.ts'
import { choose, goTo, operated, signedIn } from './operator.ts'
import { PHONE } from './site.ts'
import { violations } from './violations.ts'

const there = operated()

test('a table becomes an arena whose page begins with its voting link', async () => {
  const page = await signedIn(there, '/admin/new', { viewport: PHONE })
  const table = 'prompt,Short,Long\nHi?,Yes.,"Yes, indeed."\nBye?,No.,Not at all.\n'
  await choose(page, { 'Kind replies.csv': table })
  await page.getByText('Would add 2 contestants, 2 prompts, 4 answers and 0 votes.').waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('kind-replies')
  expect(await page.getByLabel('Title').inputValue()).toBe('')
  await page.keyboard.type('Kind replies')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('What voters are asked').fill('Which is kinder?')
  expect(await page.getByLabel('Votes', { exact: true }).inputValue()).toBe(String(2 * VOTES_A_CONTESTANT))
  const prompts = page.locator('select[aria-label="Read the column prompt as"] option')
  expect(await prompts.first().textContent()).toBe('Question')
  await page.getByRole('button', { name: 'Create the arena' }).click()
  const link = `${there.site.address}/a/kind-replies/vote`
  await page.getByRole('link', { name: link }).waitFor()
  await page.getByText('Next: send the link. Nobody has voted yet.').waitFor()
  await page.getByText('0 of about 10 votes until the first ratings.').waitFor()
  expect(await there.site.app.json('/api/arenas/kind-replies')).toMatchObject({
    decides: { votes: 2 * VOTES_A_CONTESTANT },
  })
  expect(await violations(page)).toEqual([])
})

test('voting is closed and opened again on the overview, and a limit that is passed says so before it is saved', async ({
  task,
}) => {
  // each try has an arena of its own
  const slug = `closing-${task.result?.retryCount ?? 0}`
  const { app, address } = there.site
  await importInto(app.deps, arenaOf(slug))
  const visitor = new Visitor(app)
  await visitor.vote(await visitor.battle(slug), 'left')
  const page = await signedIn(there, `/admin/a/${slug}`)
  const listed = await there.site.visit('/')
  const vote = listed.getByRole('link', { name: `Vote in Arena ${slug}` })
  await vote.waitFor()
  await page
    .getByRole('heading', { name: 'Next: wait. 1 of about 30 votes until the first ratings.' })
    .waitFor()
  await page.getByRole('button', { name: 'Close voting now' }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Close voting' }).click()
  await page.getByRole('link', { name: 'Next: take the result away.' }).waitFor()
  expect(await page.getByRole('link', { name: `${address}/a/${slug}/vote` }).count()).toBe(0)
  await expect
    .poll(async () => {
      await listed.reload()
      return listed.getByText('Closed on').count()
    })
    .toBeGreaterThan(0)
  expect(await vote.count()).toBe(0)
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('link', { name: 'Set an end' }).click()
  await page.getByText('This arena has decided.').waitFor()
  await page.getByLabel('Then').selectOption('voting closes')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await goTo(page, 'Settings', 'Log')
  const acts = page.locator('li h2')
  await acts.first().waitFor()
  expect((await acts.allInnerTexts()).slice(0, 3)).toEqual(['Voting closed', 'Voting opened', 'Decided'])
})

test('a table is read as its columns are usually meant, until they are read otherwise', async () => {
  const page = await signedIn(there, '/admin/new', { viewport: PHONE })
  const table = 'Question,GPT-4o,gpt-4o,Notiz\nWarum?,Darum.,None,x\nWozu?,Dazu.,Nichts.,y\n'
  await choose(page, { 'Fragen.csv': table })
  await page.getByText('a contestant: GPT-4o, gpt-4o, Notiz').waitFor()
  await page.getByRole('cell', { name: 'Warum? · Wozu?' }).waitFor()
  const question = page.getByLabel('Read the column Question as')
  await question.selectOption({ index: 0 })
  expect(await page.getByRole('alert').innerText()).toMatch(/was not recognised by its columns(?!.*--)/)
  await question.selectOption('prompt')
  await page.getByLabel('Read the column Notiz as').selectOption('Ignore')
  await page.getByText('Would add 2 contestants, 2 prompts, 4 answers and 0 votes.').waitFor()
  await page.getByText('For example: on "Warum?", GPT-4o answered "Darum.".').waitFor()
  // it was proposed for three before
  expect(await page.getByLabel('Votes', { exact: true }).inputValue()).toBe(String(2 * VOTES_A_CONTESTANT))
  expect(await violations(page)).toEqual([])
  const create = page.getByRole('button', { name: 'Create the arena' })
  expect(await create.isDisabled()).toBe(true)
  await page.getByText('look alike').waitFor()
  await page.getByLabel('Yes, this is meant').check()
  await page.getByLabel('Title').fill('Fragen')
  await create.click()
  await page.getByRole('link', { name: `${there.site.address}/a/fragen/vote` }).waitFor()
  // one more variant: two columns that were copied from the spreadsheet
  await page.goto(`${there.site.address}/admin/a/fragen?show=contestants`)
  await page.getByRole('link', { name: '+ Add a variant', exact: true }).click()
  const pasted = page.getByLabel('Or paste columns of a spreadsheet', { exact: false })
  await pasted.fill('prompt\tWarm\nWarum?\tWeil.\nWozu?\tFür dich.\n')
  await pasted.blur()
  await page.getByText('Would add 1 contestant, 0 prompts, 2 answers and 0 votes.').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.getByLabel('Yes, this is meant').count()).toBe(0)
  await page.getByRole('button', { name: 'Import 1 file' }).click()
  await page.getByText('Added 1 contestant, 0 prompts, 2 answers and 0 votes.').waitFor()
})

test('equal rows of a new file are not already there', async () => {
  const page = await signedIn(there, '/admin/new')
  const rows = ['7,w1,gpt,llama,left', '7,w2,gpt,llama,left', '8,w1,gpt,llama,right']
  await choose(page, { 'workers.csv': ['id,worker,left,right,winner', ...rows].join('\n') })
  await page.getByText('repeat others of these files: 1 vote.').waitFor()
  expect(await page.getByText('Already there').count()).toBe(0)
  expect(await page.getByText('--map').count()).toBe(0)
  expect(await violations(page)).toEqual([])
})

test('a drop-down says each choice once, and only a file that could hold scores can be read so', async () => {
  const page = await signedIn(there, '/admin/new')
  const send = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer })
  await send(Buffer.from('prompt,context,Warm,note\nHi?,c1,Yes.,x\nHi?,c2,No.,y\n'))
  await page.getByText('Would add').waitFor()
  await page.getByLabel('Read the column note as').selectOption('Ignore')
  await page.getByText('Would add 1 contestant').waitFor()
  for (const select of await page.getByLabel('Read the column').all()) {
    const choices = await select.locator('option').allInnerTexts()
    expect(choices).toEqual([...new Set(choices)])
  }
  expect(await page.getByLabel('Read the column context as').locator('option:checked').innerText()).toBe(
    'Context',
  )
  await send(Buffer.from(`\ufeff${'question,x\nHi?,y\n'}`, 'utf16le'))
  await page.getByRole('alert').getByText('UTF-16').waitFor()
  expect(await page.getByText('For example').count()).toBe(0)
  expect(await page.getByLabel('Read numbers as votes').count()).toBe(0)
  await send(Buffer.from('name,points\nA,3\nB,2\n'))
  await page.getByLabel('Read numbers as votes').waitFor()
})

test('a file whose columns have usual names is read at once, and its rows are read back', async () => {
  const page = await signedIn(there, '/admin/new')
  const rows = [
    'p0,x,z,A is slightly better,anna',
    'p1,x,z,About the same,ben',
    'p2,x,y,B is much better,cleo',
  ]
  await choose(page, {
    'steps.csv': ['prompt_id,model_a,model_b,preference,annotator', ...rows].join('\n'),
  })
  for (const sentence of [
    'on "p0", anna preferred x to z.',
    'on "p1", ben found x and z equal.',
    'on "p2", cleo preferred y to x.',
  ])
    await page.getByText(`For example: ${sentence}`).waitFor()
  await page.getByText('Would add 3 contestants, 3 prompts, 0 answers and 3 votes.').waitFor()
  const winner = page.getByLabel('Read the column preference as')
  expect(await winner.locator('option:checked').innerText()).toBe('Who won')
  expect(await violations(page)).toEqual([])
})

test('what outcomes mean is said by clicks, where only the author of a file knows it', async () => {
  const page = await signedIn(there, '/admin/new', { viewport: PHONE })
  const table = 'question_id,model_a,model_b,winner\np,A,B,1\nq,B,C,0\nr,C,A,maybe\n'
  await choose(page, { 'wins.csv': table })
  await page.getByLabel('The outcome 1 means').selectOption('the left one won')
  const zero = page.getByLabel('The outcome 0 means')
  await zero.selectOption('the right one won')
  // what is not understood is asked about when the numbers are
  await page.getByLabel('The outcome maybe means').selectOption('no vote')
  await page.getByText('Left won 1, right 1, tied 0, both bad 0.').waitFor()
  await page.getByText('Would add 3 contestants, 2 prompts, 0 answers and 2 votes.').waitFor()
  expect(await violations(page)).toEqual([])
  await zero.selectOption('a tie')
  await page.getByText('Left won 1, right 0, tied 1, both bad 0.').waitFor()
  await zero.selectOption('?')
  await page.getByRole('alert').getByText('is not understood').waitFor()
  await choose(page, { 'wins.csv': 'model_a,model_b,winner\nA,B,A\n' })
  await page.getByText('Would add 2 contestants, 0 prompts, 0 answers and 1 vote.').waitFor()
  expect(await zero.count()).toBe(0)
})

test('results of tests in a file for each contestant become votes by a choice', async () => {
  const page = await signedIn(there, '/admin/new')
  const report = (inside: string) =>
    `<testsuite><testcase name="a"/><testcase name="b">${inside}</testcase></testsuite>`
  await choose(page, { 'old.xml': report('<failure/>'), 'new.xml': report('') })
  await page.getByLabel('Read numbers as votes').selectOption('a pass wins')
  await page.getByText('Would add 2 contestants, 2 prompts, 0 answers and 2 votes.').waitFor()
  expect(await violations(page)).toEqual([])
})

test('an arena.yaml among the tables leads to the page where it is edited', async () => {
  const page = await signedIn(there, '/admin/new')
  await choose(page, { 'arena.yaml': 'arena: replies\n' })
  await page.getByText('arena.yaml describes an arena.').waitFor()
  await page.getByRole('link', { name: 'Create an arena from arena.yaml and its files' }).click()
  await page.getByText('Drop arena.yaml').first().waitFor()
  expect(new URL(page.url()).searchParams.get('by')).toBe('form')
})
