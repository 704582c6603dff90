/** Files as people have them: each is read as it is meant, or refused with what to do. `look`, `import` and `rate` agree. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { stringify } from 'csv-stringify/sync'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { FileError } from '../../../server/transfer/formats/fields.ts'
import type { ColumnOptions } from '../../../server/transfer/formats/column-changes.ts'
import { FileLooks, type Board, type FileLook } from '../../../shared/contracts/index.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { casesIn } from '../../support/cases.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { workbook } from '../../support/workbook.ts'
import { lookAt as look } from './formats/text-file.ts'

type Content = string | Uint8Array
type FileCase = [what: string, name: string, content: Content, how?: ColumnOptions]

interface WrittenCase {
  file?: string
  text: string
  how?: ColumnOptions
}
type Written<Expected = object> = Record<string, string | (WrittenCase & Expected)>
const CASES = casesIn<{
  votes: Written
  doubtful: Written
  read_by_exact_names: Written
  scores: Record<string, WrittenCase & { how: ColumnOptions; outcomes: [decided: number, tied: number] }>
  answers: Record<string, WrittenCase & { counts: number[]; names: string[] }>
}>(import.meta.url, 'hostile-files')
const casesOf = (written: Written, usualFile = 'x.csv'): FileCase[] =>
  Object.entries(written).map(([what, one]) => {
    const { file = usualFile, text, how } = typeof one === 'string' ? { text: one } : one
    return how ? [what, file, text, how] : [what, file, text]
  })

/** A command in a new folder with these files. */
async function run(files: Record<string, Content>, ...args: string[]) {
  const cwd = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true })
    await writeFile(join(cwd, name), content)
  }
  return deadheatHere(args, { cwd })
}

const COLUMNS = ['model_a', 'model_b', 'winner', 'question_id']
const CELLS = [
  ['A', 'B', 'model_a', 'q1'],
  ['B', 'C', 'model_b', 'q2'],
  ['C', 'A', 'tie', 'q3'],
]
const ROWS = CELLS.map((cells) => Object.fromEntries(COLUMNS.map((column, i) => [column, cells[i]])))
const table = (separator: string) => [COLUMNS, ...CELLS].map((cells) => cells.join(separator)).join('\n')
const CSV = table(',')
const json = (value: unknown) => JSON.stringify(value)
const jsonl = (rowOf: (row: object, i: number) => string = json) => ROWS.map(rowOf).join('\n')
const byColumn = (of: (cells: string[]) => unknown) =>
  Object.fromEntries(COLUMNS.map((column, i) => [column, of(CELLS.map((cells) => cells[i]))]))
const zipOf = (files: Record<string, Content>, level: 0 | 6 = 6) => {
  const bytes = Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])
  return Buffer.from(zipSync(Object.fromEntries(bytes), { level }))
}

/** The same with the flag of encryption in its only file. */
function encrypted(zip: Uint8Array): Uint8Array {
  zip[6]! |= 1
  return zip
}

/** An archive of a file that is not packed, with another letter in the name of a contestant. */
function damaged(): Uint8Array {
  const zip = zipOf({ 'a.csv': CSV }, 0)
  zip[zip.indexOf('\nA,') + 1]! ^= 1
  return zip
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const JUNIT = (...failed: string[]) =>
  `<?xml version="1.0"?><testsuites>${failed.map((how) => `<testsuite><testcase classname="t" name="one"/><testcase name="two" classname="t"><${how} message="&lt;testcase&gt;"/></testcase></testsuite>`).join('')}</testsuites>`

/** What became of each file, for the table in the documentation. */
const found: [file: string, content: string, result: string, message: string][] = []

it.each<FileCase>([
  ['tabs', 'v.tsv', table('\t')],
  ['bars', 'v.csv', table('|')],
  ['columns in capitals', 'v.csv', CSV.replace(/^.*/, (header) => header.toUpperCase())],
  ['its header again, in capitals', 'v.csv', CSV.replace('B,C', `${COLUMNS.join().toUpperCase()}\nB,C`)],
  ['names of columns with dashes', 'v.csv', CSV.replace(/^.*/, (header) => header.replaceAll('_', '-'))],
  ['columns as titles', 'v.csv', CSV.replace(/^.*/, 'Model A,Model B,Winner,Question ID')],
  [
    'keys as titles',
    'v.json',
    json(ROWS).replaceAll('model_a":', 'Model A":').replaceAll('winner":', 'Winner":'),
  ],
  ['semicolons with a line that names them', 'v.csv', `sep=;\n${table(';')}`],
  ['blanks before quotes', 'v.csv', CSV.replaceAll(/[^,\n]+/g, ' "$&" ').replaceAll(/^ /gm, '')],
  ['old ends of lines', 'v.csv', CSV.replaceAll('\n', '\r')],
  ['UTF-8 with a mark, packed', 'v.csv.gz', gzipSync(`\ufeff${CSV}`)],
  ['a zip of one file', 'v.zip', zipOf({ 'a/v.csv': CSV, '__MACOSX/a/._v.csv': 'x' })],
  ['a zip of a folder of samples', 'v.zip', zipOf({ 'samples/v.csv': CSV })],
  ['a zip of a gzipped file', 'v.zip', zipOf({ 'v.csv.gz': gzipSync(CSV) })],
  ['a zip of JSON lines', 'v.zip', zipOf({ 'v.jsonl': jsonl() })],
  ['a comment on top', 'v.csv', `# from our tool, on Monday\n${CSV}`],
  ['a title and an empty line on top', 'v.csv', `Votes of May\n\n${CSV}`],
  ['a title in a cell of a wide sheet', 'v.csv', `"Votes, of May",,,\n,,,\n${CSV}`],
  ['JSON lines called CSV', 'v.csv', jsonl()],
  ['lines cut out of a list of JSON', 'v.jsonl', jsonl((row) => `${json(row)},`)],
  ['a list of JSON with a comma too many', 'v.json', json(ROWS).replace(/]$/, ',]')],
  ["pandas' to_json", 'v.json', json(byColumn((cells) => ({ ...cells })))],
  ['to_json split', 'v.json', json({ columns: COLUMNS, index: [0, 1, 2], data: CELLS })],
  ['to_json as a table', 'v.json', json({ schema: { fields: [{ name: 'index' }] }, data: ROWS })],
  ['lists by column', 'v.json', json(byColumn((cells) => cells))],
  ['the only sheet, below a title', 'v.xlsx', workbook({ Votes: [['Our votes'], COLUMNS, ...CELLS] })],
  [
    'one of several sheets',
    'v.xlsx',
    workbook({ Notes: [['read me']], Votes: [COLUMNS, ...CELLS], Empty: [] }),
  ],
  ["R's write.csv2", 'v.csv', table('";"').replaceAll(/^/gm, '"').replaceAll(/$/gm, '"')],
  ['two rows of heads', 'v.xlsx', workbook({ Votes: [['Who', '', 'Verdict', ''], COLUMNS, ...CELLS] })],
  ['files put together, with heads and marks', 'v.csv', CSV.replace(/^B/m, `\ufeff${COLUMNS.join()}\nB`)],
  ["NULLs of Postgres' COPY", 'v.tsv', `id\t${table('\t').replaceAll(/^(?=[A-C]\t)/gm, '\\N\t')}`],
  ['ids of 64 bits', 'v.jsonl', jsonl((row, i) => json(row).replace('{', `{"id":123456789012345678${i},`))],
  ['ids that are NaN', 'v.csv', `id,${CSV.replaceAll(/^(?=[A-C],)/gm, 'NaN,')}`],
  ['single quotes', 'v.csv', table("','").replaceAll(/^|$/gm, "'")],
  ['a table as psql prints it', 'v.txt', `${table(' | ').replace('\n', '\n---+---+---+---\n')}\n(3 rows)\n`],
  ['NaN as Python writes it', 'v.jsonl', jsonl((row) => json(row).replace('}', ',"turn":NaN}'))],
  ['a list beside an empty one', 'v.json', json({ votes: ROWS, errors: [] })],
  ['a table of Weights & Biases', 'v.json', json({ _type: 'table', columns: COLUMNS, data: CELLS })],
  ['ordinal numbers as outcomes', 'v.csv', CSV.replace('model_a,q', '1st,q').replace('model_b,q', '2nd,q')],
  ...casesOf(CASES.votes, 'v.csv'),
])('votes that are read as they are meant: %s', async (what, name, content, how) => {
  const read = await look(name, content, how)
  found.push([name, what, 'read', ''])
  expect(read).toMatchObject({
    refused: null,
    kind: 'votes',
    votes: 3,
    contestants: ['A', 'B', 'C'],
    doubts: [],
  })
  expect(read.outcomes).toEqual({ left: 1, right: 1, tie: 1, both_bad: 0 })
})

it.each(Object.entries(CASES.answers))(
  'files of other tools that hold answers: %s',
  async (what, { file = 'x.csv', text, how, counts, names }) => {
    const { refused, prompts, answers, doubts, contestants } = await look(file, text, how)
    found.push([file, what, 'read', ''])
    const others = doubts.filter(({ code }) => code !== 'columns_are_contestants')
    expect([refused, [prompts, answers], contestants, others]).toEqual([null, counts, names, []])
  },
)

/** What becomes of a file. What it says of that is in the table of the documentation. */
async function resultOf(what: string, name: string, content: Content, how?: ColumnOptions): Promise<string> {
  // what cannot be unpacked is thrown: there are no columns to look at
  const thrown = (error: FileError) => ({ refused: error, doubts: [] })
  const { refused, doubts } = await look(name, content, how).catch(thrown)
  const result = refused ? 'refused' : doubts.length > 0 ? 'asks' : 'read'
  const messages = (refused ? [refused] : doubts).map(({ message }) => message)
  found.push([name, what, result, messages.join(' ')])
  return result
}

const XML = { from: 'results' } as const
it.each<FileCase>([
  ...casesOf(CASES.doubtful),
  ['JUnit without being asked', 'x.xml', JUNIT('failure')],
  ['a report that was cut off', 'x.xml', JUNIT('failure').slice(0, 150), XML],
  [
    'a report that defines entities',
    'x.xml',
    JUNIT('failure').replace('s>', 's><!DOCTYPE x [<!ENTITY a "aaaa">]>'),
    XML,
  ],
  ['lists without names', 'x.json', json(CELLS)],
  ['JSON of several lines', 'x.jsonl', jsonl((row) => JSON.stringify(row, null, 1))],
  ['JSON objects side by side', 'x.json', ROWS.map(json).join('')],
  ['JSON lists one after another', 'x.json', `${json(ROWS)}\n${json(ROWS)}`],
  ['pages of an API one after another', 'x.json', json({ votes: ROWS }).repeat(2)],
  ['a picture', 'x.csv', latin1('\x89PNG\r\n\x1a\n')],
  ['an old workbook', 'x.xls', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['a sheet of OpenDocument', 'x.ods', zipOf({ 'content.xml': '<x/>' })],
  ['a database', 'x.db', `SQLite format 3\0${'\0'.repeat(50)}`],
  ['a pickle', 'x.pkl', Buffer.from([0x80, 4, 0x95, 0])],
  ['UTF-16 with a mark', 'x.csv', utf16(`\ufeff${CSV}`)],
  ['UTF-16 with a mark, big end first', 'x.csv', utf16(`\ufeff${CSV}`, true)],
  ['UTF-16 without a mark', 'x.csv', utf16(CSV)],
  ['UTF-16 of JSON lines', 'x.jsonl', utf16(jsonl(), true)],
  ['another packing', 'x.csv.zst', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])],
  ['a packed archive', 'x.tar.gz', gzipSync(`${'v'.padEnd(257, '\0')}ustar`)],
  ['a list of JSON that was cut off', 'x.json', json(ROWS).slice(0, -30)],
  ['a nested list', 'x.json', json({ data: { rows: ROWS } })],
  ['two lists', 'x.json', json({ votes: ROWS, others: ROWS })],
  ['two sheets of votes', 'x.xlsx', workbook({ May: [COLUMNS, ...CELLS], June: [COLUMNS, ...CELLS] })],
  ['sheets of nothing known', 'x.xlsx', workbook({ a: [['x', 'y']], b: [['z', 'w']] })],
  ['days before months', 'x.csv', `${CSV.replaceAll(/$/gm, ',01.05.2025').replace('01.05.2025', 'tstamp')}`],
  ['outcomes in pictures', 'x.csv', CSV.replace('model_a,q', '👈,q')],
  ['Windows-1252 below a plain header', 'x.csv', latin1('prompt,A,B,winner\n¿Qué?,Está bien,Así es,A\n')],
  [
    'many merged cells',
    'x.csv',
    `prompt,A,B\n${Array.from('0123456789', (i) => `Why ${i}?,x,y\n,x,y\n`).join('')}`,
  ],
  ['a header in Latin-1', 'x.csv', latin1('prompt,Käse,B\nWie?,x,y\n')],
  [
    'a column in two spellings',
    'x.csv',
    CSV.replace('winner', 'Model A,winner').replaceAll(/,(model_|tie)/g, ',X,$1'),
  ],
  ['an archive of two files', 'x.zip', zipOf({ 'a.csv': CSV, 'b.csv': CSV })],
  ['an archive in an archive', 'x.zip', zipOf({ 'b.zip': zipOf({ 'a.csv': CSV }) })],
  ['an encrypted archive', 'x.zip', encrypted(zipOf({ 'a.csv': CSV }))],
  ['an archive with a changed letter', 'x.zip', damaged()],
  ['an empty archive', 'x.zip', zipOf({ 'folder/': '' })],
  ['a misspelt column', 'x.csv', CSV, { map: 'wimmer=winner' }],
  ['a column with another name', 'x.csv', CSV.replace('question_id', 'prompt_id')],
])('files of which something may not be meant: %s', async (what, name, content, how) => {
  expect(await resultOf(what, name, content, how)).toEqual(expect.stringMatching(/^(?:asks|refused)$/))
})

it.each<FileCase>([
  ...casesOf(CASES.read_by_exact_names),
  ['Latin-1', 'x.csv', latin1(`${CSV}\nKäse,B,tie,q\nKäse,C,tie,q\n`)],
])('files whose columns have exact names: %s', async (what, name, content, how) => {
  expect(await resultOf(what, name, content, how)).toBe('read')
})

it('two forms of the same letters are one contestant, and hidden characters are shown', async () => {
  const same = await look('x.csv', 'model_a,model_b,winner\nCafe\u0301,B,A\nCaf\u00e9,B,A\n')
  expect(same).toMatchObject({ contestants: ['B', 'Cafe\u0301'], doubts: [] })
  for (const [name, alike, shown] of [
    ['A\u200b', 'A', String.raw`"A" / "A\u200b"`],
    ['v 2', 'v\u00a02', '"v 2" / "v\u00a02"'],
    ['v-2 b', 'v\u20112  b', '"v-2 b" / "v\u20112␣␣b"'],
  ]) {
    const { doubts } = await look('x.csv', `model_a,model_b,winner\n${name},C,C\n${alike},C,C\n`)
    expect(doubts[0].message).toContain(shown)
  }
})

it('a row in another encoding is doubtful, and other scores are named', async () => {
  const codes = ({ doubts, warnings }: FileLook) => [...doubts, ...warnings].map(({ code }) => code)
  const mixed = Buffer.concat([
    Buffer.from('model_a,model_b,winner\nA,B,A\nA,B,B\nCaf\u00e9,B,A\n'),
    latin1('Caf\u00e9,A,A\n'),
  ])
  expect(codes(await look('x.csv', mixed))).toContain('rows_doubtful')
  const scores = 'prompt,model,score,honesty\np,A,4,1\np,B,3,5\n'
  expect(codes(await look('x.csv', scores, { from: 'scores' }))).toContain('columns_not_read')
})

it.each(Object.entries(CASES.scores))(
  'scores as votes: %s',
  async (what, { file = 'x.csv', text, how, outcomes: expected }) => {
    const { refused, outcomes, warnings } = await look(file, text, how)
    found.push([file, `scores: ${what}`, `read --from ${how.from}`, warnings[0].message])
    expect(refused).toBeNull()
    expect([outcomes.left + outcomes.right, outcomes.tie]).toEqual(expected)
    expect(warnings.map(({ code }) => code)).toContain('scores_paired')
  },
)

it('who gave a score has voted, and a model among the raters is asked about', async () => {
  const scores = (...raters: string[]) =>
    look(
      'x.csv',
      ['prompt,model,judge,score', ...raters.flatMap((name) => [`p,A,${name},4`, `p,B,${name},5`])].join(
        '\n',
      ),
      { from: 'scores' },
    )
  expect(await scores('ann', 'bob')).toMatchObject({ votes: 2, people: 2, doubts: [] })
  expect((await scores('ann', 'gpt-4o')).doubts).toMatchObject([{ code: 'judge_is_model' }])
})

describe('results of tests', () => {
  /** What `rate` makes of the results in files, and all of its warnings. */
  const rated = async (files: Record<string, string>, ...more: string[]) => {
    const options = ['--from', 'results', '--rounds', '0', '--json', ...more]
    const { code, stdout, stderr } = await run(files, 'rate', ...Object.keys(files), ...options)
    const { votes, contestants, warnings } = JSON.parse(stdout) as Board
    const names = contestants.map(({ name }) => name).sort()
    return { code, stderr, votes, names, warned: warnings.map(({ message }) => message).join(' ') }
  }
  const sample = { id: 7, input: 'Hi?', target: 'x', output: { model: 'm', completion: 'y' } }
  const inspect = (value: string) => {
    const samples = [1, 2].map((epoch) => ({
      ...sample,
      epoch,
      scores: { match: { value: epoch === 1 ? 'C' : value } },
    }))
    return json({ version: 2, status: 'success', eval: { model: 'm' }, samples })
  }
  const passed = (isPassed: boolean) => json({ task_id: 't', completion: 'x', passed: isPassed })

  it('of a file for each contestant are compared by task, with repeats; skipped tests give no vote', async () => {
    const read = await rated({ 'old/t.xml': JUNIT('failure', 'skipped'), 'new/t.xml': JUNIT('system-out') })
    expect(read).toMatchObject({ code: 0, votes: 3, names: ['new/t', 'old/t'] })
    expect(read.warned).toContain('5 results of 2 contestants on 2 tasks became 3 votes, 2 of them ties')
    expect(read.warned).toContain('1 row without a value')
    expect(read.warned).toContain('Passed: new/t 100.0 % of 2 tasks, old/t 50.0 % of 2 tasks.')
  })

  it('are read from XML as a parser reads it', async () => {
    const report = (of: string) => `<testsuite xmlns:x="u" name="a > b">${of}</testsuite>`
    const hostile = report(`<x:testcase name='a &#38; "b"' classname="t">
      <system-out><![CDATA[<testcase name="no"><failure/></testcase>]]></system-out>
      <!-- <failure/> --><failure-count/></x:testcase>
      <testcase name="c" ><properties><property name="error"/></properties><failure></failure ></testcase>
      <testcase name="d" status="notrun"/>`)
    const plain = report(`<testcase classname="t" name="a &amp; &quot;b&quot;"><error/></testcase>
      <testcase name="c"/><testcase name="d"/>`)
    const { code, stderr, warned } = await rated({ 'a.xml': hostile, 'b.xml': plain })
    expect([code, stderr]).toEqual([0, ''])
    expect(warned).toContain('5 results of 2 contestants on 2 tasks became 2 votes')
    expect(warned).toContain('1 row without a value')
    expect(warned).toContain('Passed: a 50.0 % of 2 tasks, b 66.7 % of 3 tasks.')
  })

  it.each([
    [
      'files that name no contestant',
      { 'a.jsonl': passed(true), 'b.jsonl': passed(false) },
      'a 100.0 % of 1 task, b 0.0 % of 1 task',
      ['--yes'],
    ],
    [
      'one model in two logs of Inspect',
      { 'a.json': inspect('C'), 'b.json': inspect('I') },
      'a 100.0 % of 1 task, b 50.0 % of 1 task',
      [],
    ],
  ])('of %s are those of a contestant for each file', async (_, files, shares, options) => {
    expect((await rated(files, ...options)).warned).toContain(`Passed: ${shares}.`)
  })

  it('get a remedy that was tried, or none', async () => {
    const stderrOf = async (value: string) => {
      const files = { 'x.csv': `task,variant,ok\nt,A,${value}\nt,B,0\n` }
      return (await run(files, 'rate', 'x.csv', '--from', 'results')).stderr
    }
    expect(await stderrOf('1')).toContain('--map variant=model,ok=result')
    expect(await stderrOf('maybe')).not.toContain('--map variant=model')
  })
})

it.each(['', '\n\n', '[]'])('an empty file is refused, by rate too: %j', async (content) => {
  for (const command of ['rate', 'look']) {
    const { code, stdout, stderr } = await run({ 'e.csv': content }, command, 'e.csv')
    const told = expect.stringContaining('e.csv is empty')
    expect([command, code !== 0, `${stdout}${stderr}`]).toEqual([command, true, told])
  }
})

it('the documentation lists them all', async () => {
  const rows = [['file', 'content', 'result', 'message'], ...found]
  await expect(stringify(rows)).toMatchFileSnapshot('../../../docs/validation/files.csv')
})

describe('a look', () => {
  it('in the terminal needs no database, and exits 1 for what import would not take without a yes', async () => {
    const files = {
      'good.csv': CSV,
      'frage.csv': 'Frage,A,B\nWas?,x,y\n',
      'x.zip': zipOf({ 'a.csv': CSV, 'b.csv': CSV }),
      'rows.yaml': '- model_a: A\n',
    }
    const good = await run(files, 'look', 'good.csv')
    expect([good.code, good.stderr]).toEqual([0, ''])
    for (const line of [
      'winner       vote: winner       model_a · model_b · tie',
      '3 votes.',
      'Left won 1, right 1',
    ])
      expect(good.stdout).toContain(line)
    const mapped = ['look', 'good.csv', 'frage.csv', '--json', '--map']
    const refusals = async (map: string) =>
      FileLooks.parse(JSON.parse((await run(files, ...mapped, map)).stdout)).files.map(
        ({ refused }) => refused?.code ?? null,
      )
    expect(await refusals('Frage=prompt')).toEqual([null, null])
    expect(await refusals('Frage=prompt,Sieger=winner')).toEqual(['column_to_change_missing', null])
    const both = await run(files, 'look', 'good.csv', 'frage.csv', '--json')
    const looks = FileLooks.parse(JSON.parse(both.stdout)).files
    expect([both.code, looks.map(({ kind }) => kind)]).toEqual([1, ['votes', null]])
    const example = join(import.meta.dirname, '../../../examples/live/arena.yaml')
    for (const [args, code, says] of [
      [['frage.csv', '--map', 'Frage=prompt'], 1, /belongs to a contestant: A, B/],
      [['none.csv'], 2, /^/],
      [['x.zip'], 1, /x\.zip: cannot be used/],
      [['rows.yaml'], 1, /rows\.yaml: cannot be used \(YAML\)/],
      [[example], 0, /To check it: .* run FILE --dry-run/],
    ] as const)
      expect(await run(files, 'look', ...args)).toMatchObject({ code, stdout: expect.stringMatching(says) })
    const piped = await deadheatHere(['look', '-'], { input: 'model,prompt,text\nA,p,x\n' })
    expect(piped.stdout).toContain('1 contestant: A.')
  })

  it.each([
    ['answers', 'model,prompt,text', 'A,How is it?,so\nB,How is it?,thus'],
    ['answers with prompts', 'prompt,model,response', 'How is it?,A,so\nHow is it?,B,thus'],
    ['a table of answers', 'id,prompt,category,A,B', 'p1,How is it?,short,so it is,thus it is'],
    ['prompts', 'question_id,text,reference', 'p1,How is it?,so'],
    ['votes with texts', 'prompt,model_a,response_a,model_b,response_b,winner', 'How is it?,A,so,B,thus,tie'],
    ['votes whose prompts are elsewhere', 'prompt,model_a,model_b,winner', 'p1,A,B,tie\np2,B,A,model_a'],
  ])('of %s does not depend on the spelling of their columns', async (_, header, rows) => {
    const { columns, plan: _plan, ...plain } = await look('x.csv', `${header}\n${rows}\n`)
    for (const spelled of [
      header.toUpperCase(),
      header.replaceAll('_', ' ').replace(/\b[a-z]/g, (one) => one.toUpperCase()),
    ]) {
      const other = await look('x.csv', `${spelled}\n${rows}\n`)
      expect(other).toMatchObject(plain)
      expect(other.columns.map(({ name, field }) => [name, field])).toEqual(
        columns.map(({ field }, i) => [spelled.split(',')[i], field]),
      )
    }
  })

  it('says how a file is written, and that the id of a table is that of the prompt', async () => {
    const columns = await look(
      'v.json',
      json({ model_a: ['A', 'B'], model_b: ['B', 'A'], winner: ['model_a', 'tie'] }),
    )
    expect(columns).toMatchObject({ kind: 'votes', format: { kind: 'json', detail: null } })
    const { columns: read } = await look('t.csv', 'id,prompt,A,B\n1,p,x,y\n')
    expect(read[0]).toMatchObject({ part: 'prompt', field: 'question_id' })
  })

  it('of a column that an option names in another spelling follows the option', async () => {
    const votes = 'Prompt,Model A,Model B,Winner\np1,A,B,tie\np2,B,A,model_a\n'
    const read = await look('v.csv', votes, { map: 'prompt=question_id' })
    expect(read).toMatchObject({
      kind: 'votes',
      doubts: [],
      columns: [{ name: 'Prompt', field: 'question_id' }, {}, {}, {}],
    })
    expect(await look('v.csv', votes, { ignore: 'PROMPT' })).toMatchObject({ doubts: [] })
    // of two columns, an option names the one it spells
    const two = await look('v.csv', 'model_a,Model A,model_b,winner\nA,x,B,tie\n', { ignore: 'Model A' })
    expect(two).toMatchObject({ kind: 'votes', contestants: ['A', 'B'] })
  })

  it('says of each column what it becomes, by the values of the first rows', async () => {
    const experiments = json([
      {
        id: 'e1',
        inputs: { question: 'What is up?' },
        outputs: { answer: 'The sky' },
        runs: [{ id: 'r', session_name: 'v1', outputs: { answer: 'A bird', retrieved_context: ['doc'] } }],
        extra: 'nothing',
      },
    ])
    const { columns, tool } = await look('runs.json', experiments)
    expect(tool).toBe('LangSmith experiments')
    expect(columns.map(({ name, part, field, contestant }) => [name, part, field, contestant])).toEqual([
      ['id', 'row', null, null],
      ['inputs', 'row', null, null],
      ['outputs', 'row', null, null],
      ['runs', 'row', null, null],
      ['extra', null, null, null],
    ])
    const decided = await look('d.csv', 'prompt,A,B,winner\np,x,y,A\nq,v,w,B\n')
    expect(decided.columns.at(-1)).toMatchObject({ part: 'vote', field: 'winner' })
    // Python doubles the ends of lines on Windows
    const doubled = await look('d.csv', 'prompt,A,B\r\r\nHow?,x,y\r\r\n')
    expect(doubled.columns.at(-1)).toMatchObject({ contestant: 'B', samples: ['y'] })
    const wide = await look('t.csv', 'prompt,A,B,notes\n"two\nlines\u0007",x,y,z\nq,r,s,t\n', {
      ignore: 'notes',
    })
    expect(
      wide.columns.map(({ part, field, contestant, why, samples }) => [
        part,
        field,
        contestant,
        why,
        samples[0],
      ]),
    ).toEqual([
      ['prompt', 'text', null, null, String.raw`two\nlines\u0007`],
      ['answer', 'text', 'A', null, 'x'],
      ['answer', 'text', 'B', null, 'y'],
      [null, null, null, 'ignored', 'z'],
    ])
  })
})
