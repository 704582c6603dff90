/** Files as people have them: each is read as it is meant, or refused with what to do. `look`, `import` and `rate` agree. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { stringify } from 'csv-stringify/sync'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { lookAt } from '../../../server/transfer/index.ts'
import type { FileError } from '../../../server/transfer/formats/fields.ts'
import { openFile } from '../../../server/transfer/formats/open-file.ts'
import type { ColumnOptions } from '../../../server/transfer/formats/column-changes.ts'
import { FileLooks, type Board, type Comparison, type FileLook } from '../../../shared/contracts/index.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { workbook } from '../../support/workbook.ts'

type Content = string | Uint8Array

const look = async (name: string, content: Content, how: ColumnOptions = {}): Promise<FileLook> =>
  lookAt([await openFile('-', { stdin: Readable.from([Buffer.from(content)]), name })], how)

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
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

/** What became of each file, for the table in the documentation. */
const found: [file: string, content: string, result: string, message: string][] = []

/** Files whose columns have exact names: they are read so, whatever their cells hold. */
const READ_BY_NAMES: ReadonlySet<string> = new Set([
  'a Winner and a Loser',
  'a column that says yes in every row',
  'a name in HTML',
  'a status that is left out',
  'a title that turns the table',
  'another title',
  'answers called model_a',
  'answers called response, to ids of prompts',
  'both orders of a judge, said',
  'both sides of a person',
  'chats that end with a question',
  'chats without a model that end with an answer',
  'codes of names',
  'ids of prompts with equal texts',
  'ids that Excel rounded',
  'ids that number rows',
  'lists of losers',
  'merged groups',
  'merged prompts, a row for each answer',
  'merged questions of votes',
  'merged voters',
  'names in Cyrillic',
  'names of a wrong encoding',
  'names that became dates',
  'numbers of names or of sides',
  'prompts that differ by case',
  'texts called left and right',
  'texts for ids',
  'voters without a name',
  'votes of another zone',
  'votes of the future',
  'who won and who lost by their texts',
  'a failure mapped to passed',
  'a mapped loss',
  'more mistakes',
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

/** Columns beside a prompt, with these cells again and again. */
const NAMES = (columns: string, ...cells: string[]) =>
  `prompt,${columns}\n${Array.from({ length: 12 }, (_, i) => `Why is it ${i}?,${cells[i % cells.length]}\n`).join('')}`

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
  ['UTF-16 with a mark', 'v.csv', utf16(`\ufeff${CSV}`)],
  ['UTF-16 with a mark, big end first', 'v.csv', utf16(`\ufeff${CSV}`, true)],
  ['UTF-16 without a mark', 'v.csv', utf16(CSV)],
  ['UTF-16 of JSON lines', 'v.jsonl', utf16(ROWS.map(json).join('\n'), true)],
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

/** Two samples of lm-evaluation-harness, of which one is right. */
const HARNESS = (metric: string, reply: unknown, right = 0) =>
  [0, 1]
    .map((doc_id) =>
      json({
        doc_id,
        doc: { question: `Q${doc_id}` },
        target: '4',
        arguments: { gen_args_0: { arg_0: `Question: Q${doc_id}`, arg_1: { until: ['.'] } } },
        resps: [[reply]],
        filtered_resps: [reply],
        filter: 'none',
        metrics: [metric],
        doc_hash: `hash ${doc_id}`,
        [metric]: Number(doc_id === right),
      }),
    )
    .join('\n')

/** Reports of three tests, of which the first passed and the last did not run. */
const PYTEST = (second: string) =>
  json({
    exitcode: 1,
    summary: { total: 3 },
    collectors: [{ nodeid: 't.py', outcome: 'passed', result: [{ nodeid: 't.py::a', type: 'Function' }] }],
    tests: ['passed', second, 'xfailed'].map((outcome, i) => ({ nodeid: `t.py::${i}`, outcome })),
  })
const JEST = (second: string) =>
  json({
    numTotalTests: 3,
    openHandles: [],
    testResults: [
      {
        name: 't.test.js',
        status: 'failed',
        assertionResults: ['passed', second, 'pending'].map((status, i) => ({ fullName: `t ${i}`, status })),
      },
    ],
  })
/** Answers of two contestants in words, with more columns. */
const TEXTS = (columns: string, ...cells: string[]) =>
  `prompt,GPT,Claude,${columns}\n${cells.map((cell, i) => `Why is it ${i}?,It is so ${i},That is ${i} more,${cell}\n`).join('')}`

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
  ['what Python prints', 'x.json', "[{'model_a': 'A', 'winner': 'tie'}]"],
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
  ['another packing', 'x.csv.zst', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])],
  ['a packed archive', 'x.tar.gz', gzipSync(`${'v'.padEnd(257, '\0')}ustar`)],
  ['a nested list', 'x.json', json({ data: { rows: ROWS } })],
  ['to_json by index', 'x.json', json({ ...ROWS })],
  ['rows below their ids', 'x.json', json({ '-N1': ROWS[0], '-N2': ROWS[1], '-N3': ROWS[2] })],
  ['two lists', 'x.json', json({ votes: ROWS, others: ROWS })],
  ['Latin-1', 'x.csv', Buffer.from(`${CSV}\nKäse,B,tie,q\nKäse,C,tie,q\n`, 'latin1')],
  ['two sheets of votes', 'x.xlsx', workbook({ May: [COLUMNS, ...CELLS], June: [COLUMNS, ...CELLS] })],
  ['sheets of nothing known', 'x.xlsx', workbook({ a: [['x', 'y']], b: [['z', 'w']] })],
  ['questions in German', 'x.csv', 'Frage,gpt,claude\nWas?,dies,das\n'],
  ['answers in German', 'x.csv', 'Modell;Frage;Antwort\ng;Was?;das\n'],
  ['a suite of tests', 'x.xml', '<testsuite name="s"><testcase name="t"/></testsuite>'],
  ['questions in English', 'x.csv', 'question,gpt,claude\nWhat?,this,that\n'],
  ['scores', 'x.csv', SCORES.replaceAll('prompt', 'question_id')],
  ['scores in rows', 'x.csv', 'model,prompt,score\nA,p,1\nB,p,2\n'],
  ['scores of two sides', 'x.csv', 'model_a,model_b,score_a,score_b\nA,B,7,8\n'],
  ['passed and failed', 'x.csv', 'task,model,passed\nt,A,true\n'],
  ['a verdict among notes', 'x.csv', 'prompt,A,B,winner,notes\np,yes,no,A,x\n'],
  ['what people thought, among answers', 'x.csv', 'prompt,A,B,feedback\np,yes,no,x\n'],
  ['notes among answers', 'x.csv', 'prompt,A,B,notes\np,yes,no,x\n'],
  ['days before months', 'x.csv', `${CSV.replaceAll(/$/gm, ',01.05.2025').replace('01.05.2025', 'tstamp')}`],
  [
    'outcomes of no known spelling',
    'x.csv',
    CSV.replaceAll('model_a,q', 'o,q').replaceAll('model_b,q', 'p,q'),
  ],
  ['sides without names', 'x.csv', 'prompt,response_a,response_b,winner\np,x,y,a\n'],
  ['preferences without names', 'x.jsonl', json({ chosen: 'a', rejected: 'b' })],
  ['scores without a task', 'x.csv', 'model,score\nA,1\nB,2\n', { from: 'scores' }],
  ['two columns of scores', 'x.csv', 'model,prompt,score,rating\nA,p,1,2\n', { from: 'scores' }],
  ['words as scores', 'x.csv', 'prompt,A,B\np,good,bad\n', { from: 'scores' }],
  ['scores of one contestant', 'x.csv', 'model,prompt,score\nA,p,1\nA,q,1\n', { from: 'scores' }],
  ['tasks that nobody shares', 'x.csv', 'model,prompt,score\nA,p,1\nB,q,1\n', { from: 'scores' }],
  ['scores with thousands', 'x.csv', 'prompt;A;B\np;1.234;987\n', { from: 'scores' }],
  ['scores with thousands, unasked', 'x.csv', 'prompt;A;B\np;1.234,5;987,25\n'],
  ['scores with errors, unasked', 'x.csv', 'prompt,A,B\np,0.5 ± 0.1,0.7 ± 0.1\n'],
  ['passed and failed by test', 'x.csv', 'test,A,B\nt1,pass,fail\n'],
  ['the status of test cases', 'x.csv', 'Test Case,model,status\nt,A,ok\nt,B,failed\n'],
  ['numbers of passed tests', 'x.csv', 'scenario,A,B\ns,1,0\nt,1,1\n'],
  ['passed and failed by column', 'x.csv', 'prompt,A,B\np,PASS,FAIL\nq,FAIL,PASS\n'],
  ["Label Studio's table", 'x.csv', 'prompt,answer1,answer2,comparison\np,so,thus,left\nq,x,y,right\n'],
  [
    "Prodigy's export",
    'x.jsonl',
    json({ id: 1, text: 'Q', accept: ['A'], answer: 'accept', _input_hash: 1, _task_hash: 2 }),
  ],
  [
    "Argilla's export",
    'x.json',
    json([{ id: '1', fields: { prompt: 'Q' }, suggestions: {}, responses: { better: [{ value: 'a' }] } }]),
  ],
  [
    'Argilla as a table',
    'x.csv',
    'prompt,reply-1,reply-2,better.responses,better.suggestion\nQ,x,y,reply-1,\n',
  ],
  ['rows of SQL', 'x.sql', "INSERT INTO votes (model_a, model_b, winner) VALUES ('A','B','tie');\n"],
  ['a dump of Postgres', 'x.sql', 'COPY votes (model_a, model_b, winner) FROM stdin;\nA\tB\ttie\n'],
  ['a table of HTML', 'x.csv', '<table><tr><td>model_a,model_b,winner</td></tr></table>'],
  ['a header alone', 'x.csv', 'model_a,model_b,winner\n'],
  ["HELM's statistics", 'x.json', json([{ instance_id: 'id1', stats: [] }])],
  ['choices weighed by lm-evaluation-harness', 'x.jsonl', HARNESS('acc', [-1.5, false])],
  ['sides by ordinal numbers', 'x.csv', 'prompt,1st,2nd\np,x,y\n'],
  ['answers beside a mark', 'x.csv', 'prompt,A,B,deleted\np,x,y,true\n'],
  ['an outcome below a question', 'x.csv', CSV.replace('winner', 'Better?')],
  [
    'times of a form',
    'x.csv',
    CSV.replaceAll(/$/gm, ',2026/05/01 9:12:33 AM GMT+2').replace(/,2026.*/, ',tstamp'),
  ],
  ['outcomes in numbers', 'x.csv', 'model_a,model_b,winner\nA,B,1\nA,B,2\nB,A,3\n'],
  ['outcomes in pictures', 'x.csv', CSV.replace('model_a,q', '👈,q')],
  [
    'a table on its side, below "model"',
    'x.csv',
    'model,Where is it?,Can I return it?\nA,There.,Yes.\nB,Here.,No.\n',
  ],
  [
    'a form in French',
    'x.csv',
    'Horodateur,prompt,Réponse A,Réponse B,Quelle est la meilleure ?\n1,Quoi ?,Ceci est bon,Cela est mieux,Réponse A\n2,Qui ?,Moi et toi,Lui et elle,Les deux se valent\n',
  ],
  [
    'preferences between models that have names',
    'x.csv',
    'prompt,model_a,model_b,preference\nq,A,B,5\nr,B,A,1\n',
  ],
  ["Label Studio's export", 'x.json', json([{ id: 1, annotations: [], data: {} }])],
  [
    'answers and verdicts in German',
    'x.csv',
    'Frage;Modell A;Modell B;Besser\nWie?;Das geht so.;Das geht nicht.;Modell A\n',
  ],
  ['verdicts in Portuguese', 'x.csv', 'Pergunta;GPT;Claude;Melhor\nComo?;Vou bem.;Tudo bem.;GPT\n'],
  ['votes in French', 'x.csv', 'Modèle A;Modèle B;Vainqueur\nGPT;Claude;GPT\n'],
  ['columns called scores', 'x.csv', 'prompt,GPT score,Claude score\nQ,8,9\n'],
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
  ['system prompts among answers', 'x.csv', 'system,prompt,A,B\nBe kind.,How?,x,y\n'],
  ['an answer and its explanation', 'x.csv', 'prompt,answer,explanation\nHi,yo,so\n'],
  ['the right answers among answers', 'x.csv', 'prompt,gold,A,B\nHow?,w,x,y\n'],
  ['topics among answers', 'x.csv', 'topic,prompt,A,B\nbills,How?,x,y\n'],
  ['sides by number', 'x.csv', 'model1,model2,outcome\nA,B,A\n'],
  ['sides called left and right', 'x.csv', 'left_model,right_model,winner\nA,B,left\n'],
  ['games of chess', 'x.csv', 'white,black,result\nA,B,1-0\n'],
  ['a column without any answer', 'x.csv', 'prompt,A,B,C\nHow?,x,y,\nWhy?,z,w,\n'],
  ['columns that are only numbered', 'x.csv', 'prompt,0,1\nHow?,x,y\n'],
  [
    'pairs of names without a verdict',
    'x.csv',
    'Prompt,Model A,Model B,Annotator\nHow is it?,A,B,A\nWhy is it?,A,B,B\n',
  ],
  ['answers by one model with ids', 'x.csv', 'ID,Model,Text\np1,A,so it is\np2,A,thus\n'],
  [
    'a column in two spellings',
    'x.csv',
    CSV.replace('winner', 'Model A,winner').replaceAll(/,(model_|tie)/g, ',X,$1'),
  ],
  ["Mechanical Turk's results", 'x.csv', 'Input.model_a,Input.model_b,Answer.winner\nA,B,A\n'],
  [
    'a key twice in JSON',
    'x.jsonl',
    '{"model_a":"A","model_b":"B","winner":"A","winner":"B"}\n{"model_a":"A","model_b":"B","winner":"B","winner" : "A"}\n',
  ],
  ['who won and who lost', 'x.csv', NAMES('model_chosen,model_rejected', 'A,B', 'B,C')],
  ['documents', 'x.csv', 'prompt,A,B,retrieved_docs,prompt_de\np,x,y,z,w\n'],
  ['winners that nobody is', 'x.csv', CSV.replaceAll(/model_(?=[ab],q)/g, 'team-')],
  ['winners of answers that nobody is', 'x.csv', 'prompt,A,B,winner\nHow?,x,y,alpha\nWhy?,z,w,beta\n'],
  ['an archive', 'x.zip', zipSync({ 'a.csv': strToU8(CSV) })],
  ['a list of YAML', 'x.yaml', '- model_a: A\n  model_b: B\n'],
  ['an outcome with a remark', 'x.csv', CSV.replace('winner', '"winner\n(A/B)"')],
  ['a long table with a name for models', 'x.csv', 'prompt,model name,response\nHow?,A,x\n'],
  ['scores beside answers', 'x.csv', 'model,response,score\nA,x,1\nB,y,2\n'],
  ['scores beside answers of one', 'x.csv', 'prompt,response,score\nHow?,x,1\n'],
  ['a notebook', 'x.ipynb', json({ cells: [{ cell_type: 'code', source: [] }], nbformat: 4 })],
  [
    "Airtable's records",
    'x.json',
    json({ records: ROWS.map((fields, i) => ({ id: `rec${i}`, createdTime: '2026', fields })) }),
  ],
  [
    "Qualtrics' survey",
    'x.csv',
    `StartDate,Q1\nStart Date,Which?\n"{""ImportId"":""startDate""}","{""ImportId"":""QID1""}"\n2026,A\n`,
  ],
  ['win rates', 'x.csv', 'model,gpt,claude\ngpt,0.5,0.6\nclaude,0.4,0.5\n'],
  ['win rates of pandas', 'x.csv', ',gpt,claude\ngpt,,0.6\nclaude,0.4,\n'],
  ['ratings', 'x.csv', 'model,elo,votes\ngpt,1200,20\nclaude,1100,30\n'],
  [
    "HelpSteer's preferences",
    'x.jsonl',
    json({
      context: [{ role: 'user', content: 'Hi?' }],
      response1: 'a',
      response2: 'b',
      overall_preference: -2,
    }),
  ],
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
  ["a form's replies", 'x.csv', 'Timestamp,Which is better?,And here?\n2026,A,B\n'],
  ['votes without a header', 'x.csv', 'A,B,tie\nB,C,model_a\n'],
  ['answers without a header', 'x.csv', 'How is it?,so,thus\nWhy is it?,x,y\n'],
  ['JavaScript', 'x.json', '[{model_a: "A", model_b: "B", winner: "A"}]'],
  ['what pandas shows', 'x.txt', '  model_a model_b winner\n0       A       B    tie\n'],
  ['what DuckDB shows', 'x.txt', '┌─────────┬────────┐\n│ model_a │ winner │\n└─────────┴────────┘\n'],
  ['averages of lm-evaluation-harness', 'x.json', json({ results: {}, configs: {}, versions: {} })],
  ["AlpacaEval's board", 'x.csv', ',win_rate,n_total\ngpt4,50.0,805\nclaude,45.0,805\n'],
  ['options with a choice', 'x.csv', 'prompt,option_a,option_b,choice\nHow?,x,y,A\n'],
  ['answers called models', 'x.csv', 'prompt,model_a,model_b\nHow?,so it is,no way\n'],
  ['explanations of answers', 'x.csv', 'prompt,A,A_explanation,B\nHow?,x,y,z\n'],
  ['passages', 'x.csv', 'prompt,passage,A,B\nHow?,w,x,y\n'],
  ['grades of one model', 'x.jsonl', json({ prompt: 'Hi?', response: 'yo', helpfulness: 3 })],
  [
    "OpenAI's preferences",
    'x.jsonl',
    `${json({ input: { messages: [] }, preferred_output: [], non_preferred_output: [] })}\n`.repeat(2),
  ],
  [
    "Argilla's rankings",
    'x.jsonl',
    json({ id: '1', 'ranking.responses': [], 'reply-1': 'x', 'reply-2': 'y' }),
  ],
  ['a misspelt column', 'x.csv', CSV, { map: 'wimmer=winner' }],
  [
    'short answers of Model A and Model B',
    'x.csv',
    'question,Model A,Model B\nWhat is 2+2?,4,five\nCapital of France?,Paris,Lyon\n',
  ],
  [
    'notes in German',
    'x.csv',
    'prompt,Modell A,Modell B,Notiz\nWas ist 2+2?,4,5,gut\nWer schrieb Faust?,Goethe,Schiller,naja\n',
  ],
  [
    'votes with prompts whose verdict has a name of its own',
    'x.csv',
    'prompt,model_a,model_b,overall,helpful\nWhat is it?,x,y,A,B\nWho is it?,x,y,B,A\n',
  ],
  [
    'votes for the worse one',
    'x.csv',
    'prompt,model_a,model_b,Which is worse?\nWhat is it?,x,y,A\nWho is it?,x,y,B\n',
  ],
  ...['Erwartete Antwort', 'réponse attendue', 'Respuesta esperada', 'Musterlösung', 'reviewer'].map(
    (column): [string, string, string] => [
      `a column ${column} beside answers`,
      'x.csv',
      `prompt,gpt-4o,claude,${column}\nWhat is it?,A cat,Cats,One cat\nWho is it?,Ann,Bo,It is Bo\n`,
    ],
  ),
  [
    'answers called response, to ids of prompts',
    'x.jsonl',
    json({ question_id: 'p1', model: 'A', response: 'Hello there' }),
  ],
  [
    'a model, its opponent and whether it won',
    'v.csv',
    'prompt,model,opponent,win\np,gpt,claude,1\nq,claude,gem,0\n',
  ],
  [
    'ids of runs beside their names',
    'v.csv',
    'run_id_a,run_id_b,experiment_a,experiment_b,preferred\nr1,r2,v1,v2,A\nr3,r4,v2,v1,B\n',
  ],
  ['whether the left one won', 'v.csv', 'model_a,model_b,a_wins\nA,B,TRUE\nB,A,FALSE\n'],
  [
    'the verdict within another object',
    'v.jsonl',
    `${json({ battle: { model_a: 'A', model_b: 'B' }, vote: { winner: 'A' } })}\n`,
  ],
  ['a winner that is an object', 'v.jsonl', `${json({ model_a: 'A', model_b: 'B', winner: {} })}\n`],
  ['lists in lines', 'v.jsonl', '["model_a","model_b","winner"]\n["A","B","A"]\n'],
  ['an empty list', 'v.json', '[]'],
  ['seconds since 2001', 'v.csv', 'model_a,model_b,winner,tstamp\nA,B,A,790000000\nB,A,A,790000100\n'],
  [
    'international football',
    'v.csv',
    'date,home_team,away_team,home_score,away_score,country\n2013-03-08,England,Wales,4,2,England\n2015-03-06,Wales,England,1,3,Wales\n',
  ],
  [
    'days and months that may be swapped',
    'v.csv',
    'Date,White,Black,Result\n11/08/2023,Ann,Bob,1-0\n12/08/2023,Bob,Ann,0-1\n',
  ],
  ['a Winner and a Loser', 'v.csv', 'Winner,Loser\nAnn,Bob\nBob,Ann\n'],
  ['labels of both sides', 'v.csv', 'model_0,model_1,label_0,label_1\ngpt,claude,1,0\nclaude,gpt,0,1\n'],
  [
    'clicks of both sides',
    'v.csv',
    'query,ranker_a,ranker_b,clicks_a,clicks_b\nshoes,bm25,dense,3,1\nhat,bm25,dense,0,2\n',
  ],
  ['a report of pytest', 'r.json', PYTEST('failed')],
  ['a report of Jest', 'r.json', JEST('failed')],
  ['chats of ChatGPT', 'c.json', json([{ title: 't', create_time: 1, mapping: {} }])],
  ['chats of Claude', 'c.json', json([{ uuid: 'u', name: 't', chat_messages: [] }])],
  ['a channel', 'c.json', json([{ type: 'message', user: 'U', text: 'hi', ts: '1.0' }])],
  [
    'a log of OpenAI evals',
    'e.jsonl',
    `${json({ spec: { completion_fns: ['m'], eval_name: 'e' } })}\n${json({ run_id: 'r', type: 'match', data: {} })}\n`,
  ],
  ...['0.97 0.02 0.5', '0 1 1 0', '1 0.2'].map((all): [string, string, string] => [
    `AlpacaEval's preferences ${all}`,
    'x.csv',
    `instruction,output_1,output_2,generator_1,generator_2,preference${` ${all}`.replaceAll(' ', '\nHow?,x,y,A,B,')}`,
  ]),
  ['two criteria', 'x.csv', 'prompt,model,helpfulness,accuracy\np,A,4,3\np,B,3,5\n', { from: 'scores' }],
  ['names of models beside a verdict', 'x.csv', 'prompt,A,B,winner\nWho?,gpt-4o,claude-3,A\n'],
  ['names of any models beside a verdict', 'x.csv', NAMES('Bot X,Bot Y,best', 'v1,v2,Bot X', 'v2,v1,Bot Y')],
  [
    'names of models beside a verdict on long prompts',
    'x.csv',
    `prompt,A,B,winner\n${'Why? '.repeat(50)},gpt-4o,claude-3,A\n`,
  ],
  [
    'names of models as options',
    'x.csv',
    'question,Option A,Option B,Preferred\nWho?,gpt-4o,claude-3,Option A\nWhy?,claude-3,gpt-4o,Option A\n',
  ],
  [
    'names, answers and a preference',
    'x.csv',
    'model_a,model_b,response_a,response_b,preference\nA,B,It is so,It was so,A\nB,A,Yes it is,No it is not,B\n',
  ],
  ...'solution,model answer,answer key,gold summary,respuesta correcta,模範解答,must include,hint,source text,follow-up,comment by Anna'
    .split(',')
    .map((column): [string, string, string] => [
      `a column ${column} among answers`,
      'x.csv',
      TEXTS(column, 'Because it is', 'Since it was'),
    ]),
  ...['Which is worse?', 'least preferred'].map((column): [string, string, string] => [
    `a column ${column} of a form`,
    'x.csv',
    TEXTS(column, 'GPT', 'Claude', 'GPT'),
  ]),
  ...['swapped TRUE FALSE', 'order AB BA', 'first GPT Claude'].map((said): [string, string, string] => {
    const [column, one, other] = said.split(' ')
    const rows = TEXTS(`winner,${column}`, `A,${one}`, `A,${other}`)
    return [`a verdict beside a column ${column}`, 'x.csv', rows]
  }),
  ['raters beside scores', 'x.csv', 'prompt,rater,A,B\np,ann,4,3\np,bob,2,5\n', { from: 'scores' }],
  ['rates of errors in rows', 'x.csv', 'prompt,model,wer\np,A,0.1\np,B,0.2\n'],
  ['scores with errors in brackets', 'x.csv', 'prompt,A,B\np,0.81 (0.02),0.7 (0.1)\n'],
  ['thumbs', 'x.csv', 'prompt,A,B\np,👍,👎\n'],
  ['scores with units', 'x.csv', 'prompt,A,B\np,1.2s,900ms\n', { from: 'scores' }],
])('files that mean something else: %s', async (what, name, content, how) => {
  expect(await resultOf(what, name, content, how)).toEqual(notReadSilently(what))
})

/** Votes with one more column, whose cells come again and again. */
const VOTES_BESIDE = (column: string, ...cells: string[]) =>
  `model_a,model_b,winner,${column}\n${['gpt,claude,A', 'claude,gem,B', 'gem,gpt,A', 'claude,gpt,tie']
    .map((row, i) => `${row},${cells[i % cells.length]}`)
    .join('\n')}`

/** A table of answers with one more column, whose cells come again and again. `#` is the number of the row. */
const beside = (column: string, ...cells: string[]) =>
  `prompt,gpt-4o,${column}\n${Array.from({ length: 12 }, (_, i) => `Why is it ${i}?,It is so ${i},${cells[i % cells.length].replace('#', `${i}`)}\n`).join('')}`

/** A question that is judged again with the sides exchanged. */
const ORDERS = (column: string, one: string, other = one) =>
  `question_id,model_a,model_b,winner,judge,${column}\nq,A,B,A,j,${one}\nq,B,A,A,j,${other}`

const CHAT = (...roles: string[]) =>
  json({ id: 'c', messages: roles.map((role) => ({ role, content: `I am ${role}` })) })

/** Answers of two contestants to the same two prompts, with ids of rows. */
const LONG = (id: string) => `${id},model,prompt,response\n1,A,p,x\n2,A,q,y\n3,B,p,v\n4,B,q,w`

describe('files of which something may not be meant', () => {
  it.each<[what: string, content: Content, how?: ColumnOptions]>([
    ['case', 'model_a,model_b,winner\nGPT,B,A\ngpt,B,A\n'],
    ['a character of no width', 'model_a,model_b,winner\nA\u200b,B,A\nA,B,A\n'],
    ['totals in French', 'prompt,A,B\nOù ?,ici,là\nTotal général,1,2\n'],
    ['commas without quotes', 'prompt,A,B\nHow?,so, so,x\nWhy?,y,z\n'],
    ['a list of JSON that was cut off', json(ROWS).slice(0, -30)],
    ['rows pasted twice', `${'model_a,model_b,winner,judge,question_id\n'}${'A,B,tie,j,q\n'.repeat(2)}`],
    ['ids that several votes have', 'id,model_a,model_b,winner\n1,A,B,A\n1,A,B,B\n'],
    ['an answer that is empty', 'prompt,A,B\np,yes,None\nq,no,x\n'],
    ['texts for ids', 'prompt,model,text\nHow are you today?,A,x\n'],
    ['a column with another name', `${CSV.replace('question_id', 'prompt_id')}`],
    ['a column that counts votes', 'model_a,model_b,winner,count,notes\nA,B,A,10,x\n'],
    ['pairs with a count', 'winner,loser,n\nA,B,10\nB,A,5\n'],
    ['left and right with a count', 'left,right,winner,votes\nA,B,left,10\n'],
    ['a second verdict with a name of its own', 'model_a,model_b,winner,helpful\nA,B,A,B\nB,A,tie,A\n'],
    ['models in a column beside', 'model_a,model_b,winner,judge_model\nA,B,A,gpt-4o\n'],
    ['a model among the people', 'model_a,model_b,winner,judge\nA,B,A,gpt-4o\n'],
    ['losses as scores', 'prompt,A loss,B loss\np,1,2\n', { from: 'scores' }],
    ['a mapped loss', 'prompt,model,loss\np,A,1\np,B,2\n', { from: 'scores', map: 'loss=score' }],
    ['a loss beside', 'prompt,model,loss,score\np,A,1,3\np,B,2,4\n', { from: 'scores' }],
    ['losses as ranks', 'prompt,A loss,B loss\np,1,2\n', { from: 'ranks' }],
    ['a row of totals', `${SCORES}Sum,1.5,1.0\n`, { from: 'scores' }],
    ['quotes around a name', 'model_a,model_b,winner\n“A”,B,B\nA,B,B\n'],
    ['two kinds of dash', 'model_a,model_b,winner\ngpt‑4,B,B\ngpt-4,B,B\n'],
    ['a second verdict', 'model_a,model_b,winner,winner_2\nA,B,A,B\n'],
    ['sides that were exchanged', 'model_a,model_b,winner,swapped\nA,B,A,True\nA,B,B,False\n'],
    ['a row of totals among answers', 'prompt,A,B\np,yes,no\nTotal,2,2\n'],
    ['votes marked as deleted', 'model_a,model_b,winner,deleted\nA,B,A,\nB,A,A,true\n'],
    ['votes with a status', 'model_a,model_b,winner,status\nA,B,A,ok\nB,A,A,rejected\n'],
    ['votes that are not valid', 'model_a,model_b,winner,is_valid\nA,B,A,1\nB,A,A,0\n'],
    ['a status that is left out', 'model_a,model_b,winner,status\nA,B,A,rejected\n', { ignore: 'status' }],
    ['errors as answers', 'prompt,A,B\np,[ERROR] timeout,yes\nq,no,Error: rate limit\n'],
    ['a column that pandas renamed', 'prompt,A,A.1\np,x,y\n'],
    ['versions with points', 'prompt,gpt-4,gpt-4.1\np,x,y\n'],
    ['a name in HTML', 'model_a,model_b,winner\nA&amp;B,C,C\n'],
    ['a table on its side', 'prompt,Where is it?,Can I return it?\nA,There.,Yes.\nB,Here.,No.\n'],
    ['a table on its side, of numbered questions', 'prompt,q1,q2\ngpt-4o,so,thus\nB,x,y\n'],
    ['a table on its side, in Chinese', 'prompt,在哪里？,可以吗？\nA,在仓库,可以\nB,在路上,不\n'],
    ['a table of models as prompts', 'prompt,one,two\ngpt-4o,so,thus\nclaude-3,x,y\n'],
    ['long names of contestants', 'prompt,A,A with the longer prompt of May\nWhy is the sky blue?,x,y\n'],
    ['merged prompts', 'prompt,A,B\nHow?,x,y\n,z,w\nWhy?,v,u\n'],
    [
      'merged prompts of a workbook',
      workbook({
        Answers: [
          ['prompt', 'A', 'B'],
          ['How?', 'x', 'y'],
          ['', 'z', 'w'],
          ['Why?', 'v', 'u'],
        ],
      }),
    ],
    ['merged prompts, a row for each answer', 'prompt,model,response\nHow?,A,x\n,B,y\n'],
    ['merged models', 'model,prompt,response\nA,How?,x\n,Why?,y\nB,How?,z\n,Why?,w\n'],
    ['merged questions of votes', 'question_id,model_a,model_b,winner\nq1,A,B,A\n,A,B,A\nq2,A,B,A\n,B,A,A\n'],
    ['merged voters', 'judge,model_a,model_b,winner\nann,A,B,A\n,A,B,A\nbob,A,B,A\n,B,A,A\n'],
    ['voters without a name', 'judge,model_a,model_b,winner\nann,A,B,A\n,A,B,A\nann,A,B,A\nann,B,A,A\n'],
    ['merged groups', 'id,text,group\n1,a,g\n2,b,\n3,c,h\n4,d,\n'],
    ['ids for prompts', 'prompt,A,B\n17,yes,no\n18,so,thus\n'],
    ['ids for prompts beside a verdict', 'prompt,A,B,winner\n17,yes,no,A\n18,so,thus,B\n'],
    ['a missing answer beside a verdict', 'prompt,A,B,winner\nHow?,so,x,A\nWhy?,y,z,B\nWho?,you,,\n'],
    ['a column for each voter', 'prompt,ann,bob\nHow?,A,tie\nWhy?,B,B\n'],
    ['ranks in few rows', 'prompt,A,B\nHow?,1,2\nWhy?,2,1\n'],
    ['addresses of answers', 'prompt,A,B\nHow?,https://x.org/a,out/b.txt\n'],
    ['UTF-8 read as Latin-1', 'prompt,A,B\nWie schÃ¶n?,grÃ¼n,nein\n'],
    ['characters that were lost', 'prompt,A,B\nWie?,gr\ufffdn,nein\n'],
    ['a cell as long as Excel allows', `prompt,A,B\nHow?,${'x'.repeat(32_767)},y\n`],
    ['ids that Excel rounded', 'question_id,model_a,model_b,winner\n1.23E+15,A,B,A\n1.23E+15,B,A,A\n'],
    ['prompts beside answers', 'id,text,gpt,claude\n1,How?,x,y\n'],
    [
      'prompts beside answers of contestants called A and B',
      'id,text,A,B\n1,How?,It is so,It was sent\n2,Why?,You do,We do it\n',
    ],
    ['JSON lines that were cut off', `${ROWS.map(json).join('\n')}\n{"model_a":"A","mod`],
    ['a quote that never closes', 'prompt,A,B\nHow?,"x,y\nWhy?,z,w\nWho?,q,r\n'],
    ['more rows lost than read', 'prompt,A,B\nHow?,x,y\nMath,,\nCode,,\n'],
    [
      'columns of time, voter and item',
      'model_a,model_b,winner,timestamp,user_id,item_id\nA,B,A,2025-01-01,u,i\n',
    ],
    ['votes in a count', 'model_a,model_b,winner,vote_count\nA,B,A,3\n'],
    ['prompts that differ by case', 'question_id,model_a,model_b,winner\nQ1,A,B,A\nq1,B,A,A\n'],
    ['questions that differ by case', 'prompt,A,B\nWho is he?,x,y\nwho is he?,z,w\n'],
    ['lines that a program escaped', 'prompt,A,B\nHow?,So.\\nOr so.,It is:\\n- so\n'],
    ['code and a page', 'prompt,A,B\nHow?,"use ""\\n"" here",<b>&amp;</b>\nWhy?,"a\nb",print(\\nx)\n'],
    ['voters among answers', beside('annotator', 'ann', 'bob')],
    ['addresses of voters', beside('email', 'a#@b.org')],
    ['times among answers', beside('when', '2026-01-01 10:0#', '# May 2026')],
    ['ids among answers', beside('session', '4f1c9a50-1b2c-4d3e-8f90-a1b2c3d4e5#')],
    ['intents', beside('intent', ...[...'abcdefghijkl'].map((one) => `to_${one}`))],
    ['the right choices', beside('correct_option', 'A', 'B', 'C', 'D')],
    ['shares of points', beside('how_good', '#/20', '# of 20')],
    ['voters that are contestants', beside('ann', 'x', 'y'), { map: 'ann=ann' }],
    [
      'voters among answers with a verdict',
      beside('annotator', 'ann', 'bob')
        .replace('annotator', 'annotator,winner')
        .replaceAll(/(ann|bob)$/gm, '$1,gpt-4o'),
    ],
    ['answers in one word', beside('B', 'yes', 'no').replaceAll(/It is so \d+/g, 'no')],
    ['answers by letter', beside('claude', 'A', 'C').replaceAll(/It is so \d+/g, 'B')],
    ['the same refusal again and again', beside('B', 'I cannot help.', 'No sorry.')],
    ['labels, one in words', beside('B', 'spam', 'ham').replaceAll(/It is so [^7]/g, 'ham')],
    ['a Cyrillic letter', 'model_a,model_b,winner\nalpha,B,A\n\u0430lpha,B,A\n'],
    ['Greek letters', 'model_a,model_b,winner\nNOVA-2,B,A\nN\u039fV\u0391-2,B,A\n'],
    ['names in Cyrillic', 'model_a,model_b,winner\n\u0432\u0435\u0440\u0430,\u043c\u0438\u0440,A\n'],
    ['votes of the future', 'model_a,model_b,winner,tstamp\nA,B,A,2026-06-03\n'],
    ['votes of another zone', 'model_a,model_b,winner,tstamp\nA,B,A,2026-06-02T11:00:00\n'],
    ['ids that number rows', LONG('id')],
    ['ids of prompts with equal texts', `${LONG('id')}\n1,B,p,z`],
    ['chats without a model that end with an answer', CHAT('user', 'assistant')],
    ['the same without ids', CHAT('user', 'assistant'), { ignore: 'id' }],
    ['chats that end with a question', CHAT('user', 'assistant', 'user')],
    ['sides without a verdict', NAMES('Model A,Model B', 'x1,y2', 'y2,z3', 'z3,x1')],
    ['models that voters prefer', NAMES('ann,bob', 'gpt,claude', 'gpt,gpt')],
    ['labels of contestants', NAMES('A,B', 'spam,ham', 'spam,spam')],
    ['variants of a prompt', 'prompt,prompt_v1,prompt_v2\np,x,y\n'],
    ['checks of attention', `${CSV.replaceAll(/$/gm, ',0').replace(',0', ',attention_check_passed')}`],
    ['a second verdict', CSV.replaceAll(/$/gm, ',A').replace(',A', ',winner_style')],
    ['both orders of a judge, unsaid', ORDERS('judge_type', 'llm')],
    [
      'numbers of orders, which are no places',
      `${CSV.replace(/$/gm, ',llm,100').replace(',llm,100', ',judge_type,order').replace(/100$/, '101').replace('q2,llm,100', 'q2,llm,102')}`,
    ],
    ['both orders of a judge, said', ORDERS('order,judge_type', '1,llm', '2,llm')],
    ['reasoning before answers', 'prompt,A,B\nHow?,<think>Hm,yes\nWhy?,So I say </think> no,x\n'],
    ['a verdict beside answers in rows', 'prompt,model,response,winner\nHow?,A,x,A\nHow?,B,y,A\n'],
    ['ranks beside answers in rows', 'prompt,model,response,rank\nHow?,A,x,1\nHow?,B,y,2\n'],
    [
      "Nectar's lists with ranks",
      json({ prompt: '\n\nHuman: Hi?\n\nAssistant: ', answers: [{ model: 'A', answer: 'x', rank: 1 }] }),
    ],
    ['tests that ended in an error', 'test,A,B\nt,pass,ERROR\n', { from: 'results' }],
    ['codes of names', 'model_a,model_b,winner\n1,2,1\n2,3,3\n'],
    [
      'answers called model_a',
      'model_a,model_b,winner\nIt is very much so,I do not know it,model_a\nYou may return it now,No we do not,model_b\n',
    ],
    ['marks of a chat template', 'prompt,A,B\nHow?,x<|im_end|>,y\n'],
    [
      'a loser who is the winner',
      'model_a,model_b,winner,loser\ngpt,claude,gpt,claude\ngpt,claude,gpt,gpt\n',
    ],
    ['messages of a chat in cells', `prompt,A,B\nHow?,"{""role"": ""assistant"", ""content"": ""x""}",y\n`],
    ['what Python prints of answers', `prompt,A,B\nHow?,"{'content': 'x'}",['y']\n`],
    ['prompts within answers', 'prompt,A,B\nHow is it now?,How is it now? So.,No.\n'],
    ['HTML in answers', 'prompt,A,B\nHow?,x &amp; y,z\n'],
    [
      'turns in rows',
      `prompt,model,turn,response\n${['A,1,x', 'A,2,y', 'B,1,z', 'B,2,w'].map((row) => `How?,${row}\n`).join('')}`,
    ],
    [
      'metrics in rows',
      'model,task,metric,score\nA,t,acc,1\nA,t,f1,2\nB,t,acc,2\nB,t,f1,1\n',
      { from: 'scores' },
    ],
    ['a score that stands for none', 'task,A,B\nt,0.5,-1\nu,0.2,0.1\n', { from: 'scores' }],
    ['rates of errors', 'task,A WER,B WER\nt,0.5,0.1\n', { from: 'scores' }],
    ['errors beside scores', 'task,A,A_stderr,B\nt,0.5,0.1,0.6\n', { from: 'scores' }],
    ...['attended', 'b_won_too'].map((column): [string, Content] => [
      `a column ${column} that says yes or no`,
      VOTES_BESIDE(column, 'yes', 'no'),
    ]),
    ['a column that says yes in every row', VOTES_BESIDE('is_code', '1', '1')],
    ...['Finished', 'consent', 'qc'].map((column): [string, Content] => [
      `rows without ${column}`,
      VOTES_BESIDE(column, '0', '0'),
    ]),
    ...['gold_question', 'catch_trial', 'failed_attention_check', 'ausgeschlossen', '無効', 'unsure'].map(
      (column): [string, Content] => [`rows marked ${column}`, VOTES_BESIDE(column, '1', '1')],
    ),
    ['the status of Prolific', VOTES_BESIDE('Status', 'APPROVED', 'TIMED-OUT')],
    ['rounds of practice', VOTES_BESIDE('phase', 'practice', 'main')],
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
    ['both are bad in a column', VOTES_BESIDE('both_bad', '1', '0')],
    [
      'a winner by name who is another',
      'model_a,model_b,winner,winner_model\ngpt,claude,left,claude\ngpt,claude,right,claude\n',
    ],
    ...[
      ['result', 'win', 'draw'],
      ['score', '2-1', '1-1'],
      ['result', '1-0', '1/2-1/2'],
    ].map(([column, one, other]): [string, Content] => [
      `draws beside winner and loser, in ${column} ${other}`,
      `winner,loser,${column}\ngpt,claude,${one}\nclaude,gpt,${other}\n`,
    ]),
    ['a zone of its own', VOTES_BESIDE('tstamp,timezone', '2026-01-02 10:00,Europe/Berlin')],
    ['a zone that is UTC', VOTES_BESIDE('tstamp,timezone', '2026-01-02 10:00,UTC')],
    ['names of a wrong encoding', 'model_a,model_b,winner\nMÃ¼ller,José,A\n'],
    ['names that became dates', 'model_a,model_b,winner\n04. Jan,2026-01-05,A\n'],
    ['numbers of names or of sides', 'model_a,model_b,winner\nv1,v2,2\nv2,v1,1\n'],
    ['ids of prompts', 'id,model_a,model_b,winner\nq1,A,B,A\nq1,A,B,A\nq2,A,B,B\n'],
    ...['COUNT(*)', '0', 'total', 'n_judges', 'Count of winner'].map((column): [string, Content] => [
      `totals in ${column}`,
      `model_a,model_b,winner,${column}\ngpt,claude,A,12\ngpt,claude,B,8\n`,
    ]),
    ['games won', 'winner,loser,games\ngpt,claude,12\nclaude,gpt,8\n'],
    [
      'seconds of each vote',
      'model_a,model_b,winner,took\ngpt,claude,A,12\ngpt,claude,B,8\ngpt,claude,A,9\n',
    ],
    ['the best of three', 'model_a,model_b,model_c,winner\ngpt,claude,llama,gpt\ngpt,claude,llama,claude\n'],
    [
      'a title that turns the table',
      'Which answer is worse?\nmodel_a,model_b,winner\ngpt,claude,A\nllama,gpt,B\n',
    ],
    ['another title', 'Votes of March\nmodel_a,model_b,winner\ngpt,claude,A\nllama,gpt,B\n'],
    ['messages of chats', 'id,role,text\nm1,user,What is a noun?\nm2,assistant,A naming word.\n'],
    ...['aspect', 'Kriterium', 'phase_of_day'].map((column): [string, Content] => [
      `verdicts by ${column}`,
      `question_id,judge,model_a,model_b,winner,${column}\n${['1', '2']
        .flatMap((id) => ['A,fluency', 'B,accuracy'].map((one) => `${id},ann,gpt,claude,${one}`))
        .join('\n')}`,
    ]),
    [
      'games of each player',
      'game,model_a,model_b,winner\n1,Ann,Bob,Ann\n1,Bob,Ann,Ann\n2,Ann,Cem,tie\n2,Cem,Ann,tie\n',
    ],
    ['lists of losers', 'winner,loser\ngpt,"claude, llama"\nclaude,"gpt, llama"\n'],
    ...['Name', 'email', 'respondent_id'].map((column): [string, Content] => [
      `voters in ${column}`,
      VOTES_BESIDE(column, 'ann', 'bob'),
    ]),
    ['more mistakes', 'prompt,model,mistakes\np,A,1\np,B,2\n', { from: 'scores', map: 'mistakes=score' }],
    [
      'versions of the prompt of each side',
      'model_a,version_a,model_b,version_b,winner\ngpt,v1,gpt2,v1,A\ngpt,v2,gpt2,v1,B\ngpt2,v2,gpt,v1,A\n',
    ],
    [
      'one family of each side',
      'model_a,family_a,model_b,family_b,winner\ngpt,o,claude,x,A\nclaude,x,gpt,o,B\n',
    ],
    ['a log of changes', VOTES_BESIDE('event', 'create', 'update')],
    ['half of the rows lost', 'model_a,model_b,winner\nA,B,A\nA,,B\nA,,B\nA,B,B\n'],
    ...['A', 'model_a', 'tie'].map((cell): [string, Content] => [
      `a second verdict of ${cell} alone`,
      `model_a,model_b,winner,rater2\ngpt,claude,A,${cell}\nclaude,gem,B,${cell}\n`,
    ]),
    ['a second verdict by name', 'model_a,model_b,winner,expert\ngpt,claude,A,gpt\nclaude,gem,A,gem\n'],
    ['the winner by name', 'model_a,model_b,winner,who\ngpt,claude,A,gpt\nclaude,gem,B,gem\n'],
    ['the left side again', 'model_a,model_b,winner,first\ngpt,claude,A,gpt\nclaude,gem,B,claude\n'],
    ['ties beside winners', 'model_a,model_b,winner,is_tie\nA,B,A,True\n'],
    ['practice', 'model_a,model_b,winner,practice\nA,B,A,yes\n'],
    ['votes of several people', 'model_a,model_b,winner,vote_2\nA,B,A,B\n'],
    ['right answers beside prompts', 'id,text,expected_output\n1,How?,so\n'],
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
    ...['(lower is better)', '↓'].map((what): [string, string, ColumnOptions] => [
      `a score ${what}`,
      `prompt,model,score ${what}\np,A,1\np,B,2\n`,
      { from: 'scores' },
    ]),
    [
      'tokens beside a share',
      'prompt,model,accuracy,tokens,seconds\np,A,0.4,300,1\np,B,0.3,200,2\n',
      { from: 'scores' },
    ],
    [
      'texts called left and right',
      `left,right,winner\n${['a', 'b', 'c'].map((one) => `It is very ${one},I do not ${one},left\n`).join('')}`,
    ],
    ['sides called left that were exchanged', 'left,right,winner,swapped\nA,B,left,1\n'],
    ...'8/10 7/10,8 points|7 points,#1 #2,★★★★☆ ★★☆☆☆,A B-,correct incorrect,2= 1,T2 1,win loss,x x'
      .split(',')
      .map((cells): [string, string] => {
        const [one, other] = cells.split(cells.includes('|') ? '|' : ' ')
        return [`marks such as ${one}`, `prompt,GPT,Claude\nHow?,${one},${other}\nWhy?,${other},${one}\n`]
      }),
    ...['is_winner', 'was chosen'].map((column): [string, string] => [
      `answers in rows with ${column}`,
      `prompt,model,response,${column}\nHow?,A,x,True\nHow?,B,y,False\n`,
    ]),
    ['answers of yes and no with votes', 'prompt,A,B,winner\nHow?,yes,no,A\nWhy?,no,yes,A\n'],
    ['answers of which one word is in both names', 'prompt,GPT answer,Claude answer\nHow?,x,y\n'],
    ['both sides of a person', ORDERS('judge_type', 'human')],
    ['columns in HTML', 'prompt,A&amp;B,C &lt;v2&gt;\np,x,y\n'],
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

  it('a page of a data set is one', async () => {
    const page = json({
      features: [{ feature_idx: 0 }],
      rows: ROWS.map((row) => ({ row })),
      num_rows_total: 57_477,
    })
    expect((await look('x.json', page)).doubts[0].message).toContain('a page of 3 rows of 57477')
    const some = { data: ROWS, next_cursor: null }
    expect((await look('x.json', json(some))).doubts).toEqual([])
    for (const [of, said] of [
      [{ next_cursor: 'abc' }, 'a page of 3 rows, and a next one follows'],
      [
        { next_cursor: null, meta: { page: 1, limit: 3, totalItems: 9, totalPages: 3 } },
        'a page of 3 rows of 9',
      ],
      [{ meta: { cursor: 'abc' } }, 'and a next one follows'],
    ] as const) {
      const { votes, doubts } = await look('x.json', json({ ...some, ...of }))
      expect([votes, doubts[0].message]).toEqual([3, expect.stringContaining(said)])
    }
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

it('rate warns of what import asks about a judge in both orders, unless each is to count', async () => {
  await withFiles({ 'x.csv': ORDERS('judge_type', 'llm') }, async (cwd) => {
    const rate = (...args: string[]) =>
      deadheatHere(['rate', 'x.csv', '--rounds', '0', '--json', ...args], { cwd })
    const codes = async (...args: string[]) =>
      (JSON.parse((await rate(...args)).stdout) as Board).warnings.map(({ code }) => code)
    expect(await codes()).toContain('orders_unsaid')
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
      const { stdout } = await deadheatHere(['rate', 'a.jsonl', 'b.jsonl', '--from', 'results', '--json'], {
        cwd,
      })
      expect(stdout).toContain('Passed: a 100.0 % of 1 task, b 0.0 % of 1 task.')
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
      expect((await compare('A', 'B', '--sequential')).stderr).toContain('--sequential cannot be combined')
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
      await writeFile(join(cwd, 'x.zip'), zipSync({ 'a.csv': strToU8(CSV) }))
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
