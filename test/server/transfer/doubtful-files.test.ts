/** Files whose times, names or cells may mean something else: `rate`, `import` and HTTP refuse them alike, or warn. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { FileLooks, ImportReceipt } from '../../../shared/contracts/index.ts'
import { appFor, AS_ADMIN, formOf } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { answersOf, everything, importFile, votesOf } from './formats/tools/tool-import.ts'

const app = appFor({}, async () => {
  await app.work()
})

const rate = (text: string) =>
  deadheatHere(['rate', '-', '--rounds', '0', '--json', '--yes'], { input: text })
const namesIn = (board: string) =>
  (JSON.parse(board) as { contestants: { name: string }[] }).contestants.map(({ name }) => name).sort()

/** The import of a file over HTTP, which the operator's page uses too. */
const send = (slug: string, text: string) =>
  app.asAdmin(`/api/admin/arenas/${slug}/import?create&yes`, formOf({ 'votes.csv': text }))

const votes = (times: readonly (string | number)[]) =>
  [
    'id,model_a,model_b,winner,tstamp',
    ...times.map((time, i) => `${i},A,B,model_${i % 2 ? 'a' : 'b'},"${time}"`),
  ].join('\n')
const days = (form: (day: string) => string) =>
  Array.from({ length: 28 }, (_, i) => form(String(i + 1).padStart(2, '0')))

describe('times', () => {
  it.each([
    [
      'dd.mm.yyyy',
      votes(days((day) => `${day}.05.2025`)),
      'tstamp of 28 of 28 rows is no time ("01.05.2025"',
    ],
    [
      'days of a spreadsheet',
      votes([45_000.1, 45_001.2]),
      'tstamp of 2 of 2 rows is no time ("45000.1", "45001.2")',
    ],
    [
      'many words',
      votes(['2025-05-01', 'soon', '2025-05-02']),
      'tstamp of 1 of 3 rows is no time ("soon"), so nothing was read',
    ],
    [
      'a zone that is a word',
      votes(days((day) => `2025-03-${day} 09:30:00 CET`)),
      'tstamp of 28 of 28 rows is no time ("2025-03-01 09:30:00 CET"',
    ],
    ['counts of seconds', votes([1, 2, 3, '2025-05-01']), 'tstamp of 3 of 4 rows is no time ("1", "2", "3")'],
  ])('as %s refuse the file everywhere, with the form that is wanted', async (_, text, message) => {
    const before = await everything(app)
    const rated = await rate(text)
    expect([rated.code, rated.stdout]).toEqual([2, ''])
    expect(rated.stderr).toContain(message)
    expect(rated.stderr).toContain('Write times like 2025-05-01T12:30:00Z or as seconds since 1970')
    await expect(importFile(app, 'times', 'votes.csv', text)).rejects.toThrow(message)
    const sent = await send('times', text)
    expect(sent.status).toBe(400)
    expect(JSON.stringify(await sent.json())).toContain(JSON.stringify(message).slice(1, -1))
    expect(await everything(app)).toEqual(before)
  })

  it('that are ignored keep no file from being read', async () => {
    const text = votes(days((day) => `${day}.05.2025`))
    const { result } = await importFile(app, 'untimed', 'votes.csv', text, { ignore: 'tstamp' })
    expect(result.votesAdded).toBe(28)
  })

  it('of a few rows cost these rows alone', async () => {
    const { code, stdout } = await rate(votes([...days((day) => `2025-05-${day}`), 'soon']))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ votes: 28, warnings: [{ code: 'dirty_rows', count: 1 }, {}] })
  })
})

const COMPOSED = 'Caf\u00e9'
const DECOMPOSED = 'Cafe\u0301'
const pair = (a: string, b: string, id: number) => `${id},${a},${b},model_a,1767225600`
const HEADER = 'id,model_a,model_b,winner,tstamp'

describe('names', () => {
  it('with é as one character or two are one contestant, which never meets itself', async () => {
    const text = [
      HEADER,
      pair(COMPOSED, 'B', 1),
      pair(DECOMPOSED, 'B', 2),
      pair(COMPOSED, DECOMPOSED, 3),
    ].join('\n')
    const { code, stdout } = await rate(text)
    expect(code).toBe(0)
    expect(namesIn(stdout)).toEqual(['B', COMPOSED])
    expect(JSON.parse(stdout)).toMatchObject({
      votes: 2,
      warnings: [{ message: expect.stringContaining('against itself') }, {}],
    })
    const { result } = await importFile(app, 'letters', 'votes.csv', text)
    expect(result).toMatchObject({ votesAdded: 2, contestantsNamed: ['B', COMPOSED] })
    const answers = `prompt,B,${DECOMPOSED}\nWhy?,So.,Thus.\n`
    expect((await importFile(app, 'letters', 'table.csv', answers)).result.contestantsAdded).toBe(0)
    expect(await answersOf(app, 'letters')).toEqual({ 'Why?': { B: 'So.', [COMPOSED]: 'Thus.' } })
  })

  it('of an arena stay as they are stored, and the file that brought them adds nothing', async () => {
    const text = [HEADER, pair(DECOMPOSED, 'B', 1), pair('B', DECOMPOSED, 2)].join('\n')
    await importFile(app, 'stored', 'votes.csv', text)
    // as a version that knew no other spelling stored it
    await app.deps.db
      .updateTable('contestants')
      .set({ name: DECOMPOSED })
      .where('name', '=', COMPOSED)
      .execute()
    const { result } = await importFile(app, 'stored', 'votes.csv', text)
    expect(result).toMatchObject({
      votesAdded: 0,
      votesAlreadyThere: 2,
      contestantsAdded: 0,
      contestantsNamed: ['B', DECOMPOSED],
    })
    expect((await votesOf(app, 'stored')).map(({ model_a }) => model_a)).toEqual([DECOMPOSED, 'B'])
    await app.deps.db
      .updateTable('contestants')
      .set({ name: COMPOSED })
      .where('name', '=', DECOMPOSED)
      .execute()
  })

  it('that differ by case, width or blanks alone are told apart and warned of', async () => {
    const names = ['GPT-4O', 'gpt-4o', 'Haiku 3', 'Haiku  3', 'Ｑwen', 'Qwen', 'B']
    const text = [HEADER, ...names.slice(0, -1).map((name, i) => pair(name, 'B', i))].join('\n')
    const said = '"GPT-4O" / "gpt-4o"; "Haiku 3" / "Haiku␣␣3"; "Ｑwen" / "Qwen"'
    const { stdout } = await rate(text)
    expect(namesIn(stdout)).toHaveLength(7)
    expect(JSON.parse(stdout)).toMatchObject({
      warnings: [{ code: 'names_alike', message: expect.stringContaining(said) }, {}],
    })
    const receipt = ImportReceipt.parse(await (await send('alike', text)).json())
    expect(receipt.warnings.map(({ message }) => message).join()).toContain('"GPT-4O" / "gpt-4o"')
    // also of a contestant that an earlier file brought, but not of those that this file does not name
    const later = await importFile(app, 'alike', 'more.csv', [HEADER, pair('QWEN', 'B', 9)].join('\n'))
    expect(later.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/look alike: (?:"[^"]*wen"(?: \/ )?){3}\./i),
    ])
  })

  it.each(['nan', 'None', 'null', '#REF!', '#N/A', 'N/A'])('such as %s name no contestant', async (name) => {
    const { code, stdout } = await rate([HEADER, pair('A', 'B', 1), pair('A', name, 2)].join('\n'))
    expect(code).toBe(0)
    expect(namesIn(stdout)).toEqual(['A', 'B'])
    const reason = `the name of a contestant stands for an empty cell: 1 ("${name}")`
    expect(JSON.parse(stdout)).toMatchObject({
      warnings: [{ code: 'dirty_rows', message: expect.stringContaining(reason) }, {}],
    })
    const answers = `prompt,model,text\np,A,x\np,${name},y\n`
    const read = await importFile(app, 'no-name', 'answers.csv', answers)
    expect(read.result.contestantsNamed).toEqual(['A'])
    await expect(importFile(app, 'no-name', 'table.csv', `prompt,A,${name}\np,x,y\n`)).rejects.toThrow(
      'the name of a contestant stands for an empty cell',
    )
  })
})

it('what is doubtful is imported with a yes only; a dry run shows it, and so does a look over HTTP', async () => {
  const text = 'model_a,model_b,winner,valid\nGPT,B,A,yes\nC,B,B,no\n'
  const post = (path: string) => app.asAdmin(path, formOf({ 'votes.csv': text }))

  const refused = await post('/api/admin/arenas/yes/import?create')
  const { detail, finding } = (await refused.json()) as { detail: string; finding: { code: string } }
  expect([refused.status, finding.code]).toEqual([400, 'import_doubtful'])
  expect(detail).toMatch(/not read: valid.*--yes/s)
  expect((await post('/api/admin/arenas/yes/import?create&dry-run')).status).toBe(200)
  const { files } = FileLooks.parse(await (await post('/api/admin/look')).json())
  expect(files).toMatchObject([{ votes: 2, doubts: [{ code: 'columns_not_read' }], refused: null }])
  expect((await post('/api/admin/look?from=scores')).status).toBe(200)
  const said = await app.request('/api/admin/look', {
    method: 'POST',
    body: formOf({ 'votes.csv': text }),
    headers: { ...AS_ADMIN, accept: 'text/plain' },
  })
  expect(await said.text()).toMatch(/^votes\.csv: votes .*\n2 votes\.\n.*doubt: votes\.csv: /s)
  const path = join(await temporaryFolder(), 'votes.csv')
  await writeFile(path, text)
  const within = new Request('http://localhost/api/admin/look', { method: 'POST', headers: AS_ADMIN })
  const here = { filesHere: { files: new Map([['votes.csv', path]]) } }
  expect(FileLooks.parse(await (await createApp(app.deps).fetch(within, here)).json())).toEqual({ files })
  expect((await post('/api/admin/arenas/yes/import?create&yes')).status).toBe(200)
})

it('the columns of a table are its contestants by a yes only, and a column that says who won may be named', async () => {
  const verdicts = ['so,thus,A', 'no,yes,B', 'one,two,draw', 'x,y,A'].map((row, i) => `p${i},${row}`)
  const table = `prompt,A,B,verdict\n${verdicts.join('\n')}\n`
  const sent = await app.asAdmin('/api/admin/arenas/verdicts/import?create', formOf({ 'table.csv': table }))
  expect(await sent.text()).toMatch(/a contestant: A, B, verdict\..*--map verdict=winner/)
  const read = { map: 'verdict=winner' }
  const { result } = await importFile(app, 'verdicts', 'table.csv', table, read)
  expect(result).toMatchObject({ votesAdded: 4, contestantsNamed: ['A', 'B'] })
})

describe('cells', () => {
  const table = (columns: string, cell: (i: number) => string) =>
    [columns, ...Array.from({ length: 6 }, (_, i) => `p${i},${cell(i)},${cell(i + 3)}`)].join('\n')
  it.each([
    ['sums', table('prompt,A,B', (i) => String(40 + i))],
    ['words', table('prompt,A,B', (i) => `${i} apples`)],
    ['a few digits', 'prompt,A,B\nHow many?,3,2\n'],
    ['digits in rows of their own', 'model,prompt,response\nA,How many?,3\nB,How many?,0.5\n'],
  ])('of answers that are %s are read', async (_, text) => {
    expect((await importFile(app, 'sums', 'answers.csv', text, {})).result.answersAdded).toBeGreaterThan(0)
  })
})

it('answers that replace unseen ones are called replaced', async () => {
  const table = (answer: string) => `prompt,A,B\nWhy?,So.,${answer}\nHow?,Thus.,Well.\n`
  await importFile(app, 'replaced', 'table.csv', table('No.'))
  const { result, warnings } = await importFile(app, 'replaced', 'table.csv', table('Yes.'))
  expect(result.answersAdded).toBe(1)
  expect(warnings).toMatchObject([
    {
      code: 'answers_replaced',
      message: 'One of these answers replaced an earlier one that nobody had seen.',
    },
  ])
  expect(await answersOf(app, 'replaced')).toMatchObject({ 'Why?': { B: 'Yes.' } })
})
