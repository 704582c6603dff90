/** Files as people have them: each is read as it is meant, or refused with what to do. `look`, `import` and `rate` agree. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { stringify } from 'csv-stringify/sync'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { previewFiles } from '../../../server/transfer/index.ts'
import type { FileError } from '../../../server/transfer/formats/fields.ts'
import { openFile } from '../../../server/transfer/formats/open-file.ts'
import type { ColumnOptions } from '../../../server/transfer/formats/column-changes.ts'
import { FileLooks, type Board, type Comparison, type FileLook } from '../../../shared/contracts/index.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { workbook } from '../../support/workbook.ts'

type Content = string | Uint8Array

const look = async (name: string, content: Content, how: ColumnOptions = {}): Promise<FileLook> =>
  previewFiles([await openFile('-', { stdin: Readable.from([Buffer.from(content)]), name })], how)

async function withFiles(files: Record<string, string>, act: (cwd: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'deadheat-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    await act(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
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
const byColumn = (of: (cells: string[]) => unknown) =>
  Object.fromEntries(COLUMNS.map((column, i) => [column, of(CELLS.map((cells) => cells[i]))]))
/** The same with the flag of encryption in its only file. */
function encrypted(zip: Uint8Array): Uint8Array {
  zip[6]! |= 1
  return zip
}

/** An archive of files that are not packed, with another letter in the name of a contestant. */
function damaged(files: Record<string, Uint8Array>): Uint8Array {
  const zip = Buffer.from(zipSync(files, { level: 0 }))
  zip[zip.indexOf('\nA,') + 1]! ^= 1
  return zip
}

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

/** What became of each file, for the table in the documentation. */
const found: [file: string, content: string, result: string, message: string][] = []

/** Files whose columns have exact names: they are read so, whatever their cells hold. */
const READ_BY_NAMES: ReadonlySet<string> = new Set([
  'a title that turns the table',
  'answers called response, to ids of prompts',
  'both orders of a judge, said',
  'chats without a model that end with an answer',
  'ids that number rows',
  'merged groups',
  'merged prompts, a row for each answer',
  'texts called left and right',
  'texts for ids',
  'votes of the future',
  'who won and who lost by their texts',
  'a failure mapped to passed',
  'a mapped loss',
])

/** What becomes of a file. What it says of that is in the table of the documentation. */
async function resultOf(what: string, name: string, content: Content, how?: ColumnOptions): Promise<string> {
  // what cannot be unpacked is thrown: there are no columns to look at
  const { refused, doubts } = await look(name, content, how).catch((error: FileError) => ({
    refused: error,
    doubts: [],
  }))
  const said = refused ? [refused] : doubts
  const result = refused ? 'refused' : doubts.length > 0 ? 'asks' : 'read'
  found.push([name, what, result, said.map(({ message }) => message).join(' ')])
  return result
}
const notReadSilently = (what: string) =>
  READ_BY_NAMES.has(what) ? 'read' : expect.stringMatching(/^(?:asks|refused)$/)

it.each<[what: string, name: string, content: Content, how?: ColumnOptions]>([
  ['tabs', 'v.tsv', table('\t')],
  ['bars', 'v.csv', table('|')],
  ['columns in capitals', 'v.csv', CSV.replace(/^.*/, (header) => header.toUpperCase())],
  ['its header again, in capitals', 'v.csv', CSV.replace('B,C', `${COLUMNS.join().toUpperCase()}\nB,C`)],
  [
    'its header in capitals, and again',
    'v.csv',
    CSV.replace(COLUMNS.join(), (header) => header.toUpperCase()).replace('B,C', `${COLUMNS.join()}\nB,C`),
  ],
  [
    'a title of two cells above titles',
    'v.csv',
    `Export,2026\n${CSV.replace(/^.*/, 'Model A,Model B,Winner,Question ID')}`,
  ],
  ['names of columns with dashes', 'v.csv', CSV.replace(/^.*/, (header) => header.replaceAll('_', '-'))],
  ['columns as titles', 'v.csv', CSV.replace(/^.*/, 'Model A,Model B,Winner,Question ID')],
  [
    'keys as titles',
    'v.json',
    json(ROWS).replaceAll('"model_a":', '"Model A":').replaceAll('"winner":', '"Winner":'),
  ],
  [
    'columns in capitals, of which one is mapped',
    'v.csv',
    CSV.replace(/^.*/, 'MODEL_A,MODEL_B,WINNER,item'),
    { map: 'item=question_id' },
  ],
  ['semicolons with a line that names them', 'v.csv', `sep=;\n${table(';')}`],
  [
    'a table of Markdown',
    'v.md',
    `| ${table(' | ').replaceAll('\n', ' |\n| ')} |`.replace('|\n', '|\n|---|---|---|---|\n'),
  ],
  ...['links rechts unentschieden', 'gauche droite égalité', 'izquierda derecha empate'].map(
    (said): [string, string, string] => {
      const [left, right, tie] = said.split(' ')
      const spoken = CSV.replace(',model_a,q', `,${left},q`).replace(',model_b,q', `,${right},q`)
      return [`outcomes called ${said}`, 'v.csv', spoken.replace(',tie', `,${tie}`)]
    },
  ),
  [
    'a column for each outcome without texts',
    'v.csv',
    'model_a,model_b,question_id,winner_model_a,winner_model_b,winner_tie\nA,B,q1,1,0,0\nB,C,q2,0,1,0\nC,A,q3,0,0,1\n',
  ],
  ['blanks before quotes', 'v.csv', CSV.replaceAll(/[^,\n]+/g, ' "$&" ').replaceAll(/^ /gm, '')],
  ['old ends of lines', 'v.csv', CSV.replaceAll('\n', '\r')],
  ['UTF-8 with a mark, packed', 'v.csv.gz', gzipSync(`\ufeff${CSV}`)],
  ['a zip of one file', 'v.zip', zipSync({ 'a/v.csv': strToU8(CSV), '__MACOSX/a/._v.csv': strToU8('x') })],
  ['a zip of a folder of samples', 'v.zip', zipSync({ 'samples/v.csv': strToU8(CSV) })],
  ['a zip of a gzipped file', 'v.zip', zipSync({ 'v.csv.gz': gzipSync(CSV) })],
  ['a zip of JSON lines', 'v.zip', zipSync({ 'v.jsonl': strToU8(ROWS.map(json).join('\n')) })],
  ['a comment on top', 'v.csv', `# from our tool, on Monday\n${CSV}`],
  ['a title and an empty line on top', 'v.csv', `Votes of May\n\n${CSV}`],
  ['a title in a cell of a wide sheet', 'v.csv', `"Votes, of May",,,\n,,,\n${CSV}`],
  ['JSON lines called CSV', 'v.csv', ROWS.map(json).join('\n')],
  ['lines cut out of a list of JSON', 'v.jsonl', ROWS.map((row) => `${json(row)},`).join('\n')],
  ['a list of JSON with a comma too many', 'v.json', json(ROWS).replace(/]$/, ',]')],
  ["pandas' to_json", 'v.json', json(byColumn((cells) => ({ ...cells })))],
  ['to_json split', 'v.json', json({ columns: COLUMNS, index: [0, 1, 2], data: CELLS })],
  ['to_json as a table', 'v.json', json({ schema: { fields: [{ name: 'index' }] }, data: ROWS })],
  ['lists by column', 'v.json', json(byColumn((cells) => cells))],
  [
    'a page of the Hugging Face API',
    'v.json',
    json({
      features: [{ feature_idx: 0, name: 'model_a', type: { dtype: 'string' } }],
      rows: ROWS.map((row, row_idx) => ({ row_idx, row, truncated_cells: [] })),
      num_rows_total: 3,
    }),
  ],
  ['the only sheet, below a title', 'v.xlsx', workbook({ Votes: [['Our votes'], COLUMNS, ...CELLS] })],
  [
    'one of several sheets',
    'v.xlsx',
    workbook({ Notes: [['read me']], Votes: [COLUMNS, ...CELLS], Empty: [] }),
  ],
  [
    'German names of columns, mapped',
    'v.csv',
    CSV.replace('model_a,model_b,winner', 'Modell A,Modell B,Sieger'),
    { map: 'Modell A=model_a,Modell B=model_b,Sieger=winner' },
  ],
  ["R's write.csv2", 'v.csv', table('";"').replaceAll(/^/gm, '"').replaceAll(/$/gm, '"')],
  ['two rows of heads', 'v.xlsx', workbook({ Votes: [['Who', '', 'Verdict', ''], COLUMNS, ...CELLS] })],
  ['files put together, with heads and marks', 'v.csv', CSV.replace(/^B/m, `\ufeff${COLUMNS.join()}\nB`)],
  ["NULLs of Postgres' COPY", 'v.tsv', `id\t${table('\t').replaceAll(/^(?=[A-C]\t)/gm, '\\N\t')}`],
  [
    'ids of 64 bits',
    'v.jsonl',
    ROWS.map((row, i) => json(row).replace('{', `{"id":123456789012345678${i},`)).join('\n'),
  ],
  ['ids that are NaN', 'v.csv', `id,${CSV.replaceAll(/^(?=[A-C],)/gm, 'NaN,')}`],
  [
    'a question as the name of a column, mapped',
    'v.csv',
    CSV.replace('winner', '"Which is better, A or B?"'),
    { map: 'Which is better, A or B?=winner' },
  ],
  [
    'names with commas and equals signs, in quotes',
    'v.csv',
    CSV.replace('model_a', '"a=b, ""x"""').replaceAll(/$/gm, ',9').replace(',9', ',"s, t"'),
    { map: '"a=b, ""x"""=model_a', ignore: '"s, t"' },
  ],
  ['single quotes', 'v.csv', table("','").replaceAll(/^|$/gm, "'")],
  ['a table as psql prints it', 'v.txt', `${table(' | ').replace('\n', '\n---+---+---+---\n')}\n(3 rows)\n`],
  [
    'NaN as Python writes it',
    'v.jsonl',
    ROWS.map((row) => json(row).replace('}', ',"turn":NaN}')).join('\n'),
  ],
  ['a list beside an empty one', 'v.json', json({ votes: ROWS, errors: [] })],
  ['a table of Weights & Biases', 'v.json', json({ _type: 'table', columns: COLUMNS, data: CELLS })],
  [
    'names of models below colours, with prompts',
    'v.csv',
    'prompt,Red,Blue,best\nHow?,A,B,Red\nWhy?,B,C,Blue\nWho?,C,A,tie\n',
    {
      map: 'Red=model_a,Blue=model_b,prompt=question_id,best=winner',
      outcomes: 'Red=model_a,Blue=model_b',
    },
  ],
  ['ordinal numbers as outcomes', 'v.csv', CSV.replace('model_a,q', '1st,q').replace('model_b,q', '2nd,q')],
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

const SCORES = 'prompt,A,B\np1,0.5,0.7\np2,0.1,0.1\np3,0.9,0.2\n'
const JUNIT = (...failed: string[]) =>
  `<?xml version="1.0"?><testsuites>${failed.map((how) => `<testsuite><testcase classname="t" name="one"/><testcase name="two" classname="t"><${how} message="&lt;testcase&gt;"/></testcase></testsuite>`).join('')}</testsuites>`

it.each<
  [what: string, name: string, content: unknown, counts: number[], contestants: string[], how?: ColumnOptions]
>([
  ['names of columns on two lines', 'x.csv', 'prompt,"A\n(May)",B\nHow?,x,y\n', [1, 2], ['A (May)', 'B']],
  [
    'reasoning that is left out',
    'x.csv',
    'prompt,A,B\nHow?,<think>Hm</think>so,Use <think> and </think>\n',
    [1, 2],
    ['A', 'B'],
    { ignore: '<think>' },
  ],
  ['rows of blanks among answers', 'x.csv', 'prompt,A,B\nHow?,x,y\n,,\nWhy?,z,w\n , ,\n', [2, 4], ['A', 'B']],
])('files of other tools that hold answers: %s', async (what, name, content, counts, contestants, how) => {
  const text = typeof content === 'string' ? content : (content as unknown[]).map(json).join('\n')
  const { refused, prompts, answers, doubts, ...read } = await look(name, text, how)
  found.push([name, what, 'read', ''])
  const others = doubts.filter(({ code }) => code !== 'columns_are_contestants')
  expect([refused, [prompts, answers], read.contestants, others]).toEqual([null, counts, contestants, []])
})

it.each<[what: string, name: string, content: Content, how?: ColumnOptions]>([
  ['nothing', 'x.csv', ''],
  ['a web page', 'x.csv', '<!DOCTYPE html><html><body>Sign in</body></html>'],
  ['a pointer', 'x.parquet', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'],
  ['XML', 'x.xml', '<?xml version="1.0"?>\n<votes/>'],
  ['JUnit without being asked', 'x.xml', JUNIT('failure')],
  ['a report that was cut off', 'x.xml', JUNIT('failure').slice(0, 150), { from: 'results' }],
  [
    'a report that defines entities',
    'x.xml',
    JUNIT('failure').replace('<testsuite>', '<!DOCTYPE x [<!ENTITY a "aaaa">]><testsuite>'),
    { from: 'results' },
  ],
  ['lists without names', 'x.json', json(CELLS)],
  ['JSON of several lines', 'x.jsonl', ROWS.map((row) => JSON.stringify(row, null, 1)).join('\n')],
  ['JSON objects side by side', 'x.json', ROWS.map(json).join('')],
  ['JSON lists one after another', 'x.json', `${json(ROWS)}\n${json(ROWS)}`],
  ['pages of an API one after another', 'x.json', json({ votes: ROWS }).repeat(2)],
  ['a PDF', 'x.csv', '%PDF-1.7\n%\u00e2\n1 0 obj\n'],
  ['a picture', 'x.csv', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['an old workbook', 'x.xls', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')],
  ['a text document', 'x.rtf', '{\\rtf1\\ansi model_a}'],
  ['a sheet of OpenDocument', 'x.ods', zipSync({ 'content.xml': strToU8('<x/>') })],
  ['a database', 'x.db', `SQLite format 3\0${'\0'.repeat(50)}`],
  ['a pickle', 'x.pkl', Buffer.from([0x80, 4, 0x95, 0])],
  ['a file of Arrow', 'x.feather', 'ARROW1\0\0'],
  ['UTF-16 with a mark', 'x.csv', utf16(`\ufeff${CSV}`)],
  ['UTF-16 with a mark, big end first', 'x.csv', utf16(`\ufeff${CSV}`, true)],
  ['UTF-16 without a mark', 'x.csv', utf16(CSV)],
  ['UTF-16 of JSON lines', 'x.jsonl', utf16(ROWS.map(json).join('\n'), true)],
  ['another packing', 'x.csv.zst', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])],
  ['a packed archive', 'x.tar.gz', gzipSync(`${'v'.padEnd(257, '\0')}ustar`)],
  ['a list of JSON that was cut off', 'x.json', json(ROWS).slice(0, -30)],
  ['a nested list', 'x.json', json({ data: { rows: ROWS } })],
  ['two lists', 'x.json', json({ votes: ROWS, others: ROWS })],
  ['Latin-1', 'x.csv', Buffer.from(`${CSV}\nKäse,B,tie,q\nKäse,C,tie,q\n`, 'latin1')],
  ['two sheets of votes', 'x.xlsx', workbook({ May: [COLUMNS, ...CELLS], June: [COLUMNS, ...CELLS] })],
  ['sheets of nothing known', 'x.xlsx', workbook({ a: [['x', 'y']], b: [['z', 'w']] })],
  ['a suite of tests', 'x.xml', '<testsuite name="s"><testcase name="t"/></testsuite>'],
  ['scores in rows', 'x.csv', 'model,prompt,score\nA,p,1\nB,p,2\n'],
  ['passed and failed', 'x.csv', 'task,model,passed\nt,A,true\n'],
  ['a verdict among notes', 'x.csv', 'prompt,A,B,winner,notes\np,yes,no,A,x\n'],
  ['days before months', 'x.csv', `${CSV.replaceAll(/$/gm, ',01.05.2025').replace('01.05.2025', 'tstamp')}`],
  ['sides without names', 'x.csv', 'prompt,response_a,response_b,winner\np,x,y,a\n'],
  ['preferences without names', 'x.jsonl', json({ chosen: 'a', rejected: 'b' })],
  ['words as scores', 'x.csv', 'prompt,A,B\np,good,bad\n', { from: 'scores' }],
  ['tasks that nobody shares', 'x.csv', 'model,prompt,score\nA,p,1\nB,q,1\n', { from: 'scores' }],
  ['scores with thousands', 'x.csv', 'prompt;A;B\np;1.234;987\n', { from: 'scores' }],
  [
    "Prodigy's export",
    'x.jsonl',
    json({ id: 1, text: 'Q', accept: ['A'], answer: 'accept', _input_hash: 1, _task_hash: 2 }),
  ],
  ['a table of HTML', 'x.csv', '<table><tr><td>model_a,model_b,winner</td></tr></table>'],
  ['a header alone', 'x.csv', 'model_a,model_b,winner\n'],
  ['outcomes in numbers', 'x.csv', 'model_a,model_b,winner\nA,B,1\nA,B,2\nB,A,3\n'],
  ['outcomes in pictures', 'x.csv', CSV.replace('model_a,q', '👈,q')],
  [
    'preferences between models that have names',
    'x.csv',
    'prompt,model_a,model_b,preference\nq,A,B,5\nr,B,A,1\n',
  ],
  [
    'Windows-1252 below a plain header',
    'x.csv',
    Buffer.from('prompt,A,B,winner\n¿Qué?,Está bien,Así es,A\n', 'latin1'),
  ],
  [
    'many merged cells',
    'x.csv',
    `prompt,A,B\n${Array.from({ length: 10 }, (_, i) => `Why ${i}?,x,y\n,x,y\n`).join('')}`,
  ],
  ['a header in Latin-1', 'x.csv', Buffer.from('prompt,Käse,B\nWie?,x,y\n', 'latin1')],
  ['answers by one model with ids', 'x.csv', 'ID,Model,Text\np1,A,so it is\np2,A,thus\n'],
  [
    'a column in two spellings',
    'x.csv',
    CSV.replace('winner', 'Model A,winner').replaceAll(/,(model_|tie)/g, ',X,$1'),
  ],
  [
    'a key twice in JSON',
    'x.jsonl',
    '{"model_a":"A","model_b":"B","winner":"A","winner":"B"}\n{"model_a":"A","model_b":"B","winner":"B","winner" : "A"}\n',
  ],
  ['winners of answers that nobody is', 'x.csv', 'prompt,A,B,winner\nHow?,x,y,alpha\nWhy?,z,w,beta\n'],
  ['an archive of two files', 'x.zip', zipSync({ 'a.csv': strToU8(CSV), 'b.csv': strToU8(CSV) })],
  ['an archive in an archive', 'x.zip', zipSync({ 'b.zip': zipSync({ 'a.csv': strToU8(CSV) }) })],
  ['an encrypted archive', 'x.zip', encrypted(zipSync({ 'a.csv': strToU8(CSV) }))],
  ['an archive with a changed letter', 'x.zip', damaged({ 'a.csv': strToU8(CSV) })],
  ['an empty archive', 'x.zip', zipSync({ 'folder/': new Uint8Array() })],
  ['a list of YAML', 'x.yaml', '- model_a: A\n  model_b: B\n'],
  ['win rates', 'x.csv', 'model,gpt,claude\ngpt,0.5,0.6\nclaude,0.4,0.5\n'],
  ['win rates of pandas', 'x.csv', ',gpt,claude\ngpt,,0.6\nclaude,0.4,\n'],
  [
    'models and answers in lists',
    'x.jsonl',
    json({ prompt: 'Hi?', responses: ['a', 'b'], models: ['A', 'B'] }),
  ],
  ['a scale of preferences', 'x.csv', 'model_a,model_b,winner\nA,B,-3\nA,B,0\nB,A,1\n'],
  [
    'a scale of which some values are explained',
    'x.csv',
    'model_a,model_b,winner\nA,B,1\nA,B,2\nB,A,5\n',
    { outcomes: '5=model_b' },
  ],
  [
    'who won and who lost by their texts',
    'x.csv',
    'prompt,winner,loser\nHow?,so it is,no way\nWhy?,as it was,not now\n',
  ],
  [
    "Argilla's rankings",
    'x.jsonl',
    json({ id: '1', 'ranking.responses': [], 'reply-1': 'x', 'reply-2': 'y' }),
  ],
  ['a misspelt column', 'x.csv', CSV, { map: 'wimmer=winner' }],
  [
    'answers called response, to ids of prompts',
    'x.jsonl',
    json({ question_id: 'p1', model: 'A', response: 'Hello there' }),
  ],
  ['whether the left one won', 'v.csv', 'model_a,model_b,a_wins\nA,B,TRUE\nB,A,FALSE\n'],
  ['a winner that is an object', 'v.jsonl', `${json({ model_a: 'A', model_b: 'B', winner: {} })}\n`],
  ['seconds since 2001', 'v.csv', 'model_a,model_b,winner,tstamp\nA,B,A,790000000\nB,A,A,790000100\n'],
  [
    'days and months that may be swapped',
    'v.csv',
    'Date,White,Black,Result\n11/08/2023,Ann,Bob,1-0\n12/08/2023,Bob,Ann,0-1\n',
  ],
  [
    'a report of pytest',
    'r.json',
    json({ exitcode: 1, summary: { total: 1 }, tests: [{ nodeid: 't.py::a', outcome: 'failed' }] }),
  ],
  ...['0.97 0.02 0.5', '0 1 1 0', '1 0.2'].map((all): [string, string, string] => [
    `AlpacaEval's preferences ${all}`,
    'x.csv',
    `instruction,output_1,output_2,generator_1,generator_2,preference${` ${all}`.replaceAll(' ', '\nHow?,x,y,A,B,')}`,
  ]),
  ['two criteria', 'x.csv', 'prompt,model,helpfulness,accuracy\np,A,4,3\np,B,3,5\n', { from: 'scores' }],
  [
    'names, answers and a preference',
    'x.csv',
    'model_a,model_b,response_a,response_b,preference\nA,B,It is so,It was so,A\nB,A,Yes it is,No it is not,B\n',
  ],
  ...['swapped TRUE FALSE', 'order AB BA', 'first GPT Claude'].map((said): [string, string, string] => {
    const [column, one, other] = said.split(' ')
    return [
      `a verdict beside a column ${column}`,
      'x.csv',
      `prompt,GPT,Claude,winner,${column}\nWhy 0?,It is,That is,A,${one}\nWhy 1?,So it is,So that is,A,${other}\n`,
    ]
  }),
])('files that mean something else: %s', async (what, name, content, how) => {
  expect(await resultOf(what, name, content, how)).toEqual(notReadSilently(what))
})

/** Votes with one more column, whose cells come again and again. */
const VOTES_BESIDE = (column: string, ...cells: string[]) =>
  `model_a,model_b,winner,${column}\n${['gpt,claude,A', 'claude,gem,B', 'gem,gpt,A', 'claude,gpt,tie']
    .map((row, i) => `${row},${cells[i % cells.length]}`)
    .join('\n')}`

/** A question that is judged again with the sides exchanged. */
const ORDERS = (column: string, one: string, other = one) =>
  `question_id,model_a,model_b,winner,judge,${column}\nq,A,B,A,j,${one}\nq,B,A,A,j,${other}`

describe('files of which something may not be meant', () => {
  it.each<[what: string, content: Content, how?: ColumnOptions]>([
    ['case', 'model_a,model_b,winner\nGPT,B,A\ngpt,B,A\n'],
    ['a character of no width', 'model_a,model_b,winner\nA\u200b,B,A\nA,B,A\n'],
    ['commas without quotes', 'prompt,A,B\nHow?,so, so,x\nWhy?,y,z\n'],
    ['rows pasted twice', `${'model_a,model_b,winner,judge,question_id\n'}${'A,B,tie,j,q\n'.repeat(2)}`],
    ['ids that several votes have', 'id,model_a,model_b,winner\n1,A,B,A\n1,A,B,B\n'],
    ['texts for ids', 'prompt,model,text\nHow are you today?,A,x\n'],
    ['a column with another name', `${CSV.replace('question_id', 'prompt_id')}`],
    ['pairs with a count', 'winner,loser,n\nA,B,10\nB,A,5\n'],
    ['left and right with a count', 'left,right,winner,votes\nA,B,left,10\n'],
    ['models in a column beside', 'model_a,model_b,winner,judge_model\nA,B,A,gpt-4o\n'],
    ['a model among the people', 'model_a,model_b,winner,judge\nA,B,A,gpt-4o\n'],
    ['losses as scores', 'prompt,A loss,B loss\np,1,2\n', { from: 'scores' }],
    ['a mapped loss', 'prompt,model,loss\np,A,1\np,B,2\n', { from: 'scores', map: 'loss=score' }],
    ['a loss beside', 'prompt,model,loss,score\np,A,1,3\np,B,2,4\n', { from: 'scores' }],
    ['quotes around a name', 'model_a,model_b,winner\n“A”,B,B\nA,B,B\n'],
    ['two kinds of dash', 'model_a,model_b,winner\ngpt‑4,B,B\ngpt-4,B,B\n'],
    ['sides that were exchanged', 'model_a,model_b,winner,swapped\nA,B,A,True\nA,B,B,False\n'],
    ['merged prompts', 'prompt,A,B\nHow?,x,y\n,z,w\nWhy?,v,u\n'],
    ['merged prompts, a row for each answer', 'prompt,model,response\nHow?,A,x\n,B,y\n'],
    ['merged models', 'model,prompt,response\nA,How?,x\n,Why?,y\nB,How?,z\n,Why?,w\n'],
    ['merged groups', 'id,text,group\n1,a,g\n2,b,\n3,c,h\n4,d,\n'],
    ['a quote that never closes', 'prompt,A,B\nHow?,"x,y\nWhy?,z,w\nWho?,q,r\n'],
    ['more rows lost than read', 'prompt,A,B\nHow?,x,y\nMath,,\nCode,,\n'],
    ['voters that are contestants', 'prompt,gpt-4o,ann\nHow?,It is,x\nWhy?,So,y\n', { map: 'ann=ann' }],
    ['a Cyrillic letter', 'model_a,model_b,winner\nalpha,B,A\n\u0430lpha,B,A\n'],
    ['Greek letters', 'model_a,model_b,winner\nNOVA-2,B,A\nN\u039fV\u0391-2,B,A\n'],
    ['votes of the future', 'model_a,model_b,winner,tstamp\nA,B,A,2026-06-03\n'],
    ['ids that number rows', 'id,model,prompt,response\n1,A,p,x\n2,A,q,y\n3,B,p,v\n4,B,q,w'],
    [
      'chats without a model that end with an answer',
      json({ id: 'c', messages: ['user', 'assistant'].map((role) => ({ role, content: `I am ${role}` })) }),
    ],
    ['both orders of a judge, unsaid', ORDERS('judge_type', 'llm')],
    [
      'numbers of orders, which are no places',
      `${CSV.replace(/$/gm, ',llm,100').replace(',llm,100', ',judge_type,order').replace(/100$/, '101').replace('q2,llm,100', 'q2,llm,102')}`,
    ],
    ['both orders of a judge, said', ORDERS('order,judge_type', '1,llm', '2,llm')],
    ['a verdict beside answers in rows', 'prompt,model,response,winner\nHow?,A,x,A\nHow?,B,y,A\n'],
    [
      "Nectar's lists with ranks",
      json({ prompt: '\n\nHuman: Hi?\n\nAssistant: ', answers: [{ model: 'A', answer: 'x', rank: 1 }] }),
    ],
    ['tests that ended in an error', 'test,A,B\nt,pass,ERROR\n', { from: 'results' }],
    [
      'turns in rows',
      `prompt,model,turn,response\n${['A,1,x', 'A,2,y', 'B,1,z', 'B,2,w'].map((row) => `How?,${row}\n`).join('')}`,
    ],
    [
      'metrics in rows',
      'model,task,metric,score\nA,t,acc,1\nA,t,f1,2\nB,t,acc,2\nB,t,f1,1\n',
      { from: 'scores' },
    ],
    ...['inverted', 'ab_swapped', 'vertauscht'].map((column): [string, Content] => [
      `sides that are ${column}`,
      VOTES_BESIDE(column, '1', '0'),
    ]),
    ...[
      ['order', 'BA', 'AB'],
      ['presentation_order', 'b_first', 'a_first'],
      ['shown_left', 'gpt', 'gem'],
      ['position_a', '1', '2'],
    ].map(([column, one, other]): [string, Content] => [
      `where answers were shown, in ${column}`,
      VOTES_BESIDE(column, one, other),
    ]),
    ['ids of prompts', 'id,model_a,model_b,winner\nq1,A,B,A\nq1,A,B,A\nq2,A,B,B\n'],
    [
      'a title that turns the table',
      'Which answer is worse?\nmodel_a,model_b,winner\ngpt,claude,A\nllama,gpt,B\n',
    ],
    ...['aspect', 'Kriterium', 'phase_of_day'].map((column): [string, Content] => [
      `verdicts by ${column}`,
      `question_id,judge,model_a,model_b,winner,${column}\n${['1', '2']
        .flatMap((id) => ['A,fluency', 'B,accuracy'].map((one) => `${id},ann,gpt,claude,${one}`))
        .join('\n')}`,
    ]),
    ['half of the rows lost', 'model_a,model_b,winner\nA,B,A\nA,,B\nA,,B\nA,B,B\n'],
    ...['failures', 'failed'].map((what): [string, string, ColumnOptions] => [
      `${what} as results`,
      `task,A ${what},B ${what}\nt,1,0\n`,
      { from: 'results' },
    ]),
    [
      'a failure mapped to passed',
      'task,model,failed\nt,A,0\nt,B,1\n',
      { from: 'results', map: 'failed=passed' },
    ],
    [
      'texts called left and right',
      `left,right,winner\n${['a', 'b', 'c'].map((one) => `It is very ${one},I do not ${one},left\n`).join('')}`,
    ],
  ])('%s', async (what, content, how) => {
    expect(await resultOf(what, 'x.csv', content, how)).toEqual(notReadSilently(what))
  })

  it('two forms of the same letters are one contestant, and hidden characters are shown', async () => {
    const same = await look('x.csv', 'model_a,model_b,winner\nCafe\u0301,B,A\nCaf\u00e9,B,A\n')
    expect(same).toMatchObject({ contestants: ['B', 'Cafe\u0301'], doubts: [] })
    const [doubt] = (await look('x.csv', 'model_a,model_b,winner\nA\u200b,B,A\nA,B,A\n')).doubts
    expect(doubt.message).toContain(String.raw`"A" / "A\u200b"`)
    const alike = async (one: string, other: string) =>
      (await look('x.csv', `model_a,model_b,winner\n${one},C,C\n${other},C,C\n`)).doubts[0].message
    expect(await alike('alpha', '\u0430lpha')).toContain('"alpha" / "\u0430lpha" (U+0430)')
    expect(await alike('v 2', 'v\u00a02')).toContain('"v 2" / "v\u00a02" (U+00A0)')
    expect(await alike('v-2 b', 'v\u20112  b')).toContain('"v-2 b" / "v\u20112␣␣b" (U+2011)')
  })
})

const FOO = [true, false].map((success, promptIdx) => ({
  promptIdx,
  success,
  testCase: { vars: { q: 'Hi?' } },
  prompt: { raw: 'P', label: 'P' },
  provider: { id: `openai:${promptIdx}` },
  response: { output: 'x' },
}))
const INSPECT = (value: string) => {
  const scores = (epoch: number) => ({ match: { value: epoch === 1 ? 'C' : value } })
  const output = { model: 'm', completion: 'y' }
  const samples = [1, 2].map((epoch) => ({
    id: 7,
    epoch,
    input: 'Hi?',
    target: 'x',
    output,
    scores: scores(epoch),
  }))
  return json({ version: 2, status: 'success', eval: { model: 'm' }, samples })
}

it('a row in another encoding is doubtful, other scores are named, and A beside H is away', async () => {
  const codes = ({ doubts, warnings }: FileLook) => [...doubts, ...warnings].map(({ code }) => code)
  const mixed = Buffer.concat([
    Buffer.from('model_a,model_b,winner\nA,B,A\nA,B,B\nCaf\u00e9,B,A\n'),
    Buffer.from('Caf\u00e9,A,A\n', 'latin1'),
  ])
  expect(codes(await look('x.csv', mixed))).toContain('rows_doubtful')
  const scores = 'prompt,model,score,honesty\np,A,4,1\np,B,3,5\n'
  expect(codes(await look('x.csv', scores, { from: 'scores' }))).toContain('columns_not_read')
  const games = 'model_a,model_b,winner\nx,y,H\ny,z,D\nz,x,A\n'
  const { outcomes } = await look('x.csv', games, { outcomes: 'H=model_a,D=tie' })
  expect(outcomes).toMatchObject({ left: 1, right: 1, tie: 1 })
})

it.each<[what: string, name: string, content: string, how: ColumnOptions, outcomes: number[]]>([
  ['by column', 'x.csv', SCORES, { from: 'scores' }, [2, 1]],
  [
    'by row, with repeats',
    'x.csv',
    'model,task,epoch,score\nA,t,1,1\nA,t,2,3\nB,t,1,2\n',
    { from: 'scores' },
    [2, 0],
  ],
  ['with a comma as point', 'x.csv', 'prompt;A;B\np;0,5;0,4\n', { from: 'scores' }, [1, 0]],
  ['as shares', 'x.csv', 'prompt,A,B\np,50%,4/10\n', { from: 'scores' }, [1, 0]],
  [
    'of two sides',
    'x.csv',
    'model_a,model_b,score_a,score_b\nA,B,7,8\nA,B,9,8\n',
    { from: 'scores' },
    [2, 0],
  ],
  ['ranks', 'x.csv', 'prompt,A,B\np,1,2\nq,1,1\n', { from: 'ranks' }, [1, 1]],
  [
    'of raters as judges',
    'x.csv',
    'prompt,rater,A,B\np,ann,4,3\np,bob,2,5\n',
    { from: 'scores', map: 'rater=judge' },
    [2, 0],
  ],
  [
    'passed and failed',
    'x.csv',
    'instance_id,model,resolved\nt,A,True\nt,B,False\n',
    { from: 'results' },
    [1, 0],
  ],
  ['one that did not run', 'x.csv', 'test,A,B\nt,TRUE,FALSE\nu,skipped,TRUE\n', { from: 'results' }, [1, 0]],
  ['of test cases', 'x.csv', 'Test Case,A,B\nt,ok,error\n', { from: 'results' }, [1, 0]],
  ["promptfoo's lines", 'x.jsonl', FOO.map(json).join('\n'), { from: 'results' }, [1, 0]],
  [
    'of a judge, each with its own',
    'x.csv',
    'model,prompt,judge,score\nA,p,j,1\nB,p,k,2\nB,p,j,0\n',
    { from: 'scores' },
    [1, 0],
  ],
])('scores as votes: %s', async (what, name, content, how, [decided, tied]) => {
  const { refused, outcomes, warnings } = await look(name, content, how)
  found.push([name, `scores: ${what}`, `read --from ${how.from}`, warnings[0].message])
  expect(refused).toBeNull()
  expect([outcomes.left + outcomes.right, outcomes.tie]).toEqual([decided, tied])
  expect(warnings[0].code).toBe('scores_paired')
})

it('rate asks what import asks about a judge in both orders, unless each is to count', async () => {
  await withFiles({ 'x.csv': ORDERS('judge_type', 'llm') }, async (cwd) => {
    const rate = (...args: string[]) =>
      deadheatHere(['rate', 'x.csv', '--rounds', '0', '--json', ...args], { cwd })
    const codes = async (...args: string[]) =>
      (JSON.parse((await rate(...args)).stdout) as Board).warnings.map(({ code }) => code)
    expect(await rate()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a column order, such as'),
    })
    expect(await codes('--yes')).toContain('orders_unsaid')
    expect(await codes('--orders', 'separate')).not.toContain('orders_unsaid')
  })
})

describe('results of tests', () => {
  it('of a file for each contestant are compared by task, with repeats; skipped tests give no vote', async () => {
    await withFiles(
      { 'old/t.xml': JUNIT('failure', 'skipped'), 'new/t.xml': JUNIT('system-out') },
      async (cwd) => {
        const { code, stdout } = await deadheatHere(
          ['rate', 'old/t.xml', 'new/t.xml', '--from', 'results', '--rounds', '0', '--json'],
          { cwd },
        )
        const { votes, contestants, warnings } = JSON.parse(stdout) as Board
        expect([code, votes, contestants.map(({ name }) => name).sort()]).toEqual([0, 3, ['new/t', 'old/t']])
        const said = warnings.map(({ message }) => message).join(' ')
        expect(said).toContain('5 results of 2 contestants on 2 tasks became 3 votes, 2 of them ties')
        expect(said).toContain('1 row without a value')
        expect(said).toContain('Passed: new/t 100.0 % of 2 tasks, old/t 50.0 % of 2 tasks.')
      },
    )
  })

  it('of pytest-repeat are repeats of one task, if all of them are there', async () => {
    const report = (names: string) =>
      `<testsuite>${names.replaceAll(/(\S+)/g, '<testcase name="$1"/>').replace('/>', '><error/></testcase>')}</testsuite>`
    const parameters = 'u[1-1] u[1-2] u[2-1] u[2-2] v[1-2] w[2-3] w[3-3]'
    const files = {
      'a.xml': report(`t[1-3] t[2-3] t[3-3] t[a-1-2] t[a-2-2] ${parameters}`),
      'b.xml': report(`t[a-2-2] t[a-1-2] t[3-3] t[2-3] t[1-3] ${parameters}`),
    }
    await withFiles(files, async (cwd) => {
      const args = ['compare', 'a.xml,b.xml', 'a', 'b', '--from', 'results', '--json']
      const { criteria } = JSON.parse((await deadheatHere(args, { cwd })).stdout) as Comparison
      expect(criteria[0]).toMatchObject({ cluster: 'prompt', votes: 20, units: 9 })
    })
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
    await withFiles({ 'a.xml': hostile, 'b.xml': plain }, async (cwd) => {
      const { code, stderr, stdout } = await deadheatHere(
        ['rate', 'a.xml', 'b.xml', '--from', 'results', '--rounds', '0', '--json'],
        { cwd },
      )
      expect([code, stderr]).toEqual([0, ''])
      const said = (JSON.parse(stdout) as Board).warnings.map(({ message }) => message).join(' ')
      expect(said).toContain('5 results of 2 contestants on 2 tasks became 2 votes')
      expect(said).toContain('1 row without a value')
      expect(said).toContain('Passed: a 50.0 % of 2 tasks, b 66.7 % of 3 tasks.')
    })
  })

  it('of files that name no contestant are compared by task, each as the contestant of its name', async () => {
    const one = (file: string, passed: boolean) => ({
      [file]: json({ task_id: 't', completion: 'x', passed }),
    })
    await withFiles({ ...one('a.jsonl', true), ...one('b.jsonl', false) }, async (cwd) => {
      const { stdout } = await deadheatHere(
        ['rate', 'a.jsonl', 'b.jsonl', '--from', 'results', '--json', '--yes'],
        {
          cwd,
        },
      )
      expect(stdout).toContain('Passed: a 100.0 % of 1 task, b 0.0 % of 1 task.')
    })
  })

  it('get a remedy that was tried, or none', async () => {
    const files = {
      'read.csv': 'task,variant,ok\nt,A,1\nt,B,0\n',
      'unread.csv': 'task,variant,ok\nt,A,maybe\nt,B,0\n',
    }
    await withFiles(files, async (cwd) => {
      const told = async (file: string) =>
        (await deadheatHere(['rate', file, '--from', 'results'], { cwd })).stderr
      expect(await told('read.csv')).toContain('--map variant=model,ok=result')
      expect(await told('unread.csv')).not.toContain('--map variant=model')
    })
  })

  it('of one model in two logs of Inspect are those of two runs', async () => {
    await withFiles({ 'a.json': INSPECT('C'), 'b.json': INSPECT('I') }, async (cwd) => {
      const { stdout } = await deadheatHere(['rate', 'a.json', 'b.json', '--from', 'results', '--json'], {
        cwd,
      })
      expect(stdout).toContain('Passed: a 100.0 % of 1 task, b 50.0 % of 1 task.')
    })
  })

  it('decide between two: half the difference of what they passed, with the task as unit', async () => {
    // A passes 3 of 4 in every task, B 1 of 4; task 0 is passed by both
    const rows = Array.from({ length: 30 }, (_, task) =>
      [0, 1, 2, 3].flatMap((epoch) => [
        `${task},A,${epoch},${task === 0 || epoch < 3 ? 'pass' : 'fail'}`,
        `${task},B,${epoch},${task === 0 || epoch < 1 ? 'pass' : 'fail'}`,
      ]),
    )
    const file = ['task,model,epoch,passed', ...rows.flat()].join('\n')
    await withFiles({ 'runs.csv': file }, async (cwd) => {
      const compare = (...args: string[]) =>
        deadheatHere(['compare', 'runs.csv', ...args, '--from', 'results'], { cwd })
      const { code, stdout } = await compare('A', 'B', '--json')
      const { answer, ship, criteria } = JSON.parse(stdout) as Comparison
      expect([code, answer, ship]).toEqual([0, 'better', true])
      expect(criteria[0]).toMatchObject({ votes: 480, cluster: 'prompt' })
      expect(criteria[0].winRate).toBeCloseTo(0.5 + (0.5 * 29) / 30 / 2, 9)
      expect((await compare('B', 'A')).code).toBe(1)
      expect(await compare('A', 'C')).toMatchObject({ code: 2, stderr: expect.stringContaining('"A", "B"') })
      expect((await compare('A', 'B', '--sequential')).stderr).toContain('--sequential and --from cannot be combined')
    })
  })
})

it('the documentation lists them all', async () => {
  const rows = [['file', 'content', 'result', 'message'], ...found]
  await expect(stringify(rows)).toMatchFileSnapshot('../../../docs/validation/files.csv')
})

describe('a look', () => {
  it('in the terminal needs no database, and exits 1 for what import would not take without a yes', async () => {
    await withFiles({ 'good.csv': CSV, 'frage.csv': 'Frage,A,B\nWas?,x,y\n' }, async (cwd) => {
      const good = await deadheatHere(['look', 'good.csv'], { cwd })
      expect([good.code, good.stderr]).toEqual([0, ''])
      for (const line of [
        'winner       vote: winner       model_a · model_b · tie',
        '3 votes.',
        'Left won 1, right 1',
      ])
        expect(good.stdout).toContain(line)
      const both = await deadheatHere(['look', 'good.csv', 'frage.csv', '--json'], { cwd })
      const { files } = FileLooks.parse(JSON.parse(both.stdout))
      expect([both.code, files.map(({ kind }) => kind)]).toEqual([1, ['votes', null]])
      const asked = await deadheatHere(['look', 'frage.csv', '--map', 'Frage=prompt'], { cwd })
      expect([asked.code, asked.stdout]).toEqual([
        1,
        expect.stringContaining('belongs to a contestant: A, B'),
      ])
      expect((await deadheatHere(['look', 'none.csv'], { cwd })).code).toBe(2)
      await writeFile(join(cwd, 'x.zip'), zipSync({ 'a.csv': strToU8(CSV), 'b.csv': strToU8(CSV) }))
      await writeFile(join(cwd, 'rows.yaml'), '- model_a: A\n')
      for (const [name, says] of [
        ['x.zip', 'x.zip: cannot be used'],
        ['rows.yaml', 'rows.yaml: cannot be used (YAML)'],
      ])
        expect(await deadheatHere(['look', name], { cwd })).toMatchObject({
          code: 1,
          stdout: expect.stringContaining(says),
        })
      const example = join(import.meta.dirname, '../../../examples/live/arena.yaml')
      const arena = await deadheatHere(['look', example], { cwd })
      expect(arena.stdout).toMatch(/To check it: .* run FILE --dry-run/)
      const one = await deadheatHere(['look', '-'], { cwd, input: 'model,prompt,text\nA,p,x\n' })
      expect(one.stdout).toContain('1 contestant: A.')
    })
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
