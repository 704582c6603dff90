/** Parquet files, Excel workbooks and logs of Inspect in a zip archive; and such files that are meant to do harm. */
import { crc32, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { strToU8, Zip, zipSync, type ZipInputFile } from 'fflate'
import { workbook as workbookOf } from '../../../../support/workbook.ts'
import { parquetMetadata } from 'hyparquet'
import { ByteWriter, parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer'
import { writeMetadata } from 'hyparquet-writer/src/metadata.js'
import { describe, expect, it, onTestFinished, test } from 'vitest'

import { openFile, textOfPacked } from '../../../../../server/transfer/formats/open-file.ts'
import { appFor, createTestApp, AS_ADMIN, formOf } from '../../../../support/app.ts'
import { answersOf, everything, importFile, votesOf, type Row } from './tool-import.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Board } from '../../../../../shared/contracts/index.ts'

/** A Parquet file with the columns of LMArena's battles, conversations as lists of structs. */
const conversation = (answer: string) => [
  { role: 'user', content: 'Why?' },
  { role: 'assistant', content: answer },
]
const BATTLES: ColumnSource[] = [
  { name: 'question_id', data: ['q1', 'q2'] },
  { name: 'model_a', data: ['alpha', 'alpha'] },
  { name: 'model_b', data: ['beta', 'beta'] },
  { name: 'winner', data: ['model_a', 'tie'] },
  { name: 'conversation_a', data: [conversation('So.'), conversation('Thus.')], type: 'JSON' },
  { name: 'conversation_b', data: [conversation('A.'), conversation('B.')], type: 'JSON' },
  { name: 'turn', data: [1n, 1n] },
  { name: 'tstamp', data: [new Date(1_700_000_000_000), new Date(1_700_000_001_000)] },
]
const parquet = (options: Partial<Parameters<typeof parquetWriteBuffer>[0]> = {}) =>
  new Uint8Array(parquetWriteBuffer({ columnData: BATTLES, ...options }))

/** A workbook with a second sheet. @param sheet the XML of the first one, if it is not made of rows */
const workbook = (rows: (string | number | Date)[][], sheet?: string): Uint8Array =>
  workbookOf({ One: sheet ?? rows, Two: [['other']] })
const TABLE = [
  ['prompt', 'One', 'Two'],
  ['Why?', 'So.', 42],
  ['=How, then?', 'Thus, "so"', 'Yes.'],
]
const sampleOf = (id: string) =>
  JSON.stringify({
    id,
    epoch: 1,
    input: `Question ${id}?`,
    target: '4',
    output: { model: 'm', choices: [], completion: `Answer ${id}` },
  })

describe('a packed or tabular file', () => {
  const app = appFor({}, async () => {
    await app.work()
  })

  it.each([
    ['snappy', parquet()],
    ['uncompressed, in groups of one row', parquet({ codec: 'UNCOMPRESSED', rowGroupSize: 1 })],
    ['gzip', parquet({ codec: 'GZIP', compressors: { GZIP: (input) => new Uint8Array(gzipSync(input)) } })],
    [
      'zstd',
      parquet({ codec: 'ZSTD', compressors: { ZSTD: (input) => new Uint8Array(zstdCompressSync(input)) } }),
    ],
  ])('of Parquet is read, %s', async (name, bytes) => {
    const arena = name.split(/\W/)[0]
    const { tool, warnings } = await importFile(app, arena, 'battles.parquet', bytes)
    expect(tool).toBe('LMArena battles with conversations')
    expect(warnings).toEqual([])
    expect(await votesOf(app, arena)).toMatchObject([
      { question_id: 'q1', winner: 'model_a', tstamp: 1_700_000_000 },
      { question_id: 'q2', winner: 'tie', tstamp: 1_700_000_001 },
    ])
    expect(await answersOf(app, arena)).toEqual({ 'Why?': expect.anything() })
    const again = await importFile(app, arena, 'battles.parquet', bytes)
    expect(again.result).toMatchObject({ votesAdded: 0, answersAdded: 0 })
  })

  it('of Excel is a table of answers, votes or answers, from the sheet that is recognised', async () => {
    const { result, warnings } = await importFile(app, 'excel', 'table.xlsx', workbook(TABLE))
    expect(warnings).toMatchObject([{ code: 'sheet_chosen' }])
    expect(result).toMatchObject({ contestants: 2, promptsAdded: 2, answersAdded: 4 })
    expect(await answersOf(app, 'excel')).toEqual({
      'Why?': { One: 'So.', Two: '42' },
      '=How, then?': { One: 'Thus, "so"', Two: 'Yes.' },
    })
    const votes = workbook([
      ['model_a', 'model_b', 'winner', 'tstamp'],
      ['One', 'Two', 'tie', 1_700_000_000],
    ])
    expect((await importFile(app, 'excel', 'votes.xlsx', votes)).result.votesAdded).toBe(1)
  })

  it('of Excel with notes beside a table in other words is that table', async () => {
    const [header, ...rows] = TABLE
    const asked = workbook([['Question', ...header!.slice(1)], ...rows])
    await expect(importFile(app, 'excel', 'asked.xlsx', asked)).rejects.toThrow(
      /not recognised by its columns \(Question, /,
    )
  })

  it('of Excel has the value of merged cells in each of them, but not of a title, a note or a header', async () => {
    const votes = workbookOf(
      {
        One: [
          ['Votes of May'],
          ['question_id', 'model_a', 'model_b', 'winner'],
          ['q1', 'One', 'Two', 'tie'],
          ['', 'One', 'Three', 'model_a'],
          ['q2', 'Two', '', 'model_b'],
          ['Two of three were asked twice'],
        ],
      },
      ['A1:D1', 'A3:A4', 'B5:C5', 'A6:D6'],
    )
    const { warnings } = await importFile(app, 'merged', 'votes.xlsx', votes)
    const read = await votesOf(app, 'merged')
    expect(read.map((vote) => [vote['question_id'], vote['model_a'], vote['model_b']])).toEqual([
      ['q1', 'One', 'Two'],
      ['q1', 'One', 'Three'],
    ])
    expect(warnings).toMatchObject([{ code: 'dirty_rows' }])
    const table = workbookOf({ One: [...TABLE, ['Well?', 'Yes.', '']] }, ['B4:C4'])
    await importFile(app, 'merged-table', 'table.xlsx', table)
    expect(await answersOf(app, 'merged-table')).toMatchObject({ 'Well?': { One: 'Yes.', Two: 'Yes.' } })
    const header = workbookOf(
      {
        One: [
          ['prompt', 'Answers', ''],
          ['', 'One', 'Two'],
          ['Why?', 'So.', 'Thus.'],
        ],
      },
      ['A1:A2', 'B1:C1'],
    )
    await expect(importFile(app, 'merged-header', 'table.xlsx', header)).rejects.toThrow('second header')
    const overlapping = workbookOf({ One: TABLE }, ['A2:C3', 'A2:C3'])
    await expect(importFile(app, 'overlapping', 'table.xlsx', overlapping)).rejects.toThrow('overlap')
  })

  it('of Excel has the seconds of its dates, which are no whole numbers of days', async () => {
    const seconds = Array.from({ length: 24 }, (_, hour) => 1_740_787_200 + 3600 * hour)
    const rows = seconds.map((time) => ['A', 'B', 'tie', new Date(1000 * time)])
    const votes = workbook([['model_a', 'model_b', 'winner', 'tstamp'], ...rows])
    await importFile(app, 'dates', 'votes.xlsx', votes)
    expect((await votesOf(app, 'dates')).map(({ tstamp }) => tstamp)).toEqual(seconds)
  })

  it('is read the same over HTTP, as the body of a request and in a form', async () => {
    const send = (arena: string, body: Blob | FormData) =>
      app.request(`/api/admin/arenas/${arena}/import?create&yes`, {
        method: 'POST',
        headers: AS_ADMIN,
        body,
      })
    const parquetReceipt = await send('http-parquet', new Blob([parquet()]))
    expect([parquetReceipt.status, await parquetReceipt.json()]).toMatchObject([
      200,
      {
        created: true,
        votesAdded: 2,
        contestantsNamed: ['alpha', 'beta'],
        files: [{ tool: 'LMArena battles with conversations' }],
      },
    ])
    const excelReceipt = await send('http-excel', formOf({ 'table.xlsx': workbook(TABLE) }))
    expect([excelReceipt.status, await excelReceipt.json()]).toMatchObject([
      200,
      { answersAdded: 4, contestantsNamed: ['One', 'Two'], files: [{ name: 'table.xlsx', bad: 0 }] },
    ])
    expect(await answersOf(app, 'http-excel')).toEqual(await answersOf(app, 'excel'))
  })

  it('of Inspect is the log in it', async () => {
    const log = zipSync({
      'header.json': strToU8(
        JSON.stringify({ version: 2, status: 'success', eval: { model: 'openai/gpt' } }),
      ),
      'samples/a_epoch_1.json': strToU8(sampleOf('a')),
      'samples/b_epoch_1.json': strToU8(sampleOf('b')),
      'summaries.json': strToU8('[]'),
    })
    const { tool } = await importFile(app, 'inspect', 'log.eval', log)
    expect(tool).toBe('Inspect log')
    expect(await answersOf(app, 'inspect')).toEqual({
      'Question a?': { 'openai/gpt': 'Answer a' },
      'Question b?': { 'openai/gpt': 'Answer b' },
    })
  })

  it('comes through standard input and over HTTP too', async () => {
    const file = await openFile('-', { stdin: Readable.from([Buffer.from(workbook(TABLE))]) })
    expect(file.head.toString()).toContain('"prompt","One","Two"')
  })

  /** A page header that states 2 GiB of unpacked bytes, in a file of a few hundred. */
  const lying = () => {
    const bytes = parquet({ columnData: [{ name: 'model_a', data: ['x'.repeat(3000)] }] })
    const stated = Buffer.from(bytes).indexOf(Buffer.from([0x15]))
    const copy = Buffer.from(bytes)
    // the second field of the first page header is the unpacked size, a zigzag varint of two bytes
    copy.set([0x15, 0xfe, 0xff, 0xff, 0xff, 0x0f], stated + 2)
    return new Uint8Array(copy)
  }
  /** A page of 2 GiB of equal integers in a file of a few hundred bytes: one block of differences without a bit. */
  const endless = () => {
    const data = new BigInt64Array(8).map((_, i) => BigInt(i * i))
    const column = { name: 'model_a', data, encoding: 'DELTA_BINARY_PACKED' as const }
    const bytes = Buffer.from(parquet({ columnData: [column], codec: 'UNCOMPRESSED' }))
    const [size, count, page] = [7, 12, bytes.indexOf('800104', 0, 'hex')]
    // the page gives the four bytes that its header needs for 2^28 values
    const left = bytes[size]! / 2 - 4
    bytes[size] = bytes[size + 2] = left * 2
    const block = Buffer.concat([Buffer.from('80808080010108000000', 'hex'), Buffer.alloc(left - 10)])
    const header = [Buffer.from('8080808002', 'hex'), bytes.subarray(count + 1, page)]
    const rest = bytes.subarray(page + left + 4)
    return new Uint8Array(Buffer.concat([bytes.subarray(0, count), ...header, block, rest]))
  }
  /** A row group that states 900 columns of a million values, all of them at the same place. */
  const wide = () => {
    const file = parquet({ columnData: [{ name: 'model_a', data: new Int32Array(8) }] })
    const metadata = parquetMetadata(file.buffer)
    const [[root, column], [group]] = [metadata.schema, metadata.row_groups]
    const chunk = {
      ...group!.columns[0]!,
      meta_data: { ...group!.columns[0]!.meta_data!, num_values: 1_000_000n },
    }
    const writer = new ByteWriter()
    writer.appendBytes(file.subarray(0, file.length - metadata.metadata_length - 8))
    writeMetadata(writer, {
      ...metadata,
      schema: [{ ...root!, num_children: 900 }, ...Array(900).fill(column!)],
      row_groups: [{ ...group!, num_rows: 1_000_000n, columns: Array(900).fill(chunk) }],
    })
    writer.appendBytes(Buffer.from('PAR1'))
    return new Uint8Array(writer.getBuffer())
  }
  /** An archive of 300 files of a megabyte, which is packed once. */
  const bomb = () => {
    const huge = Buffer.alloc(2 ** 20, '0')
    const [packed, crc] = [deflateRawSync(huge), crc32(huge)]
    const parts: Uint8Array[] = []
    const zip = new Zip((_, part) => parts.push(part))
    for (let i = 0; i < 300; i++) {
      const filename = `xl/${i === 0 ? 'workbook.xml' : i}`
      const file: ZipInputFile = { filename, size: huge.length, crc, compression: 8 }
      zip.add(file)
      file.ondata!(null, packed, true)
    }
    zip.end()
    return new Uint8Array(Buffer.concat(parts))
  }
  it.each([
    ['a zip bomb', bomb, 'unpacks to more than 256 MB'],
    ['a Parquet page that states 2 GiB', lying, /cannot be unpacked|row group/],
    ['a Parquet page that unpacks to 2 GiB', endless, 'took more than 1024 MB of memory'],
    ['Parquet that states 900 million values', wide, 'has a row group of more than'],
    ['Parquet cut short', () => parquet().slice(0, -20), 'cannot be unpacked'],
    ['a workbook cut short', () => workbook(TABLE).slice(0, 400), 'cannot be unpacked'],
    [
      'a workbook whose sheet is broken',
      () => workbook([], '<worksheet><sheetData><row><c'),
      /cannot be unpacked|not recognised/,
    ],
    [
      'another archive',
      () => zipSync({ 'notes.txt': strToU8('x'), 'more.txt': strToU8('y') }),
      'a zip archive of several files: notes.txt, more.txt',
    ],
    ['an empty workbook', () => workbook([]), 'was not recognised'],
    ['Parquet of other columns', () => parquet({ columnData: [{ name: 'x', data: [1] }] }), 'not recognised'],
  ])('is refused and changes nothing: %s', async (_, bytes, message) => {
    const before = await everything(app)
    await expect(importFile(app, 'refused', 'file', bytes())).rejects.toThrow(message)
    expect(await everything(app)).toEqual(before)
  })

  it('that repeats one long text ends at a limit, and gives a few rows at a time', async () => {
    const data = Array<string>(600).fill('y'.repeat(2 ** 20))
    const bytes = parquet({
      columnData: [{ name: 'prompt', data, encoding: 'RLE_DICTIONARY' }],
      rowGroupSize: 600,
    })
    expect(bytes.length).toBeLessThan(100_000)
    let longest = 0
    const reading = async () => {
      for await (const { length } of textOfPacked({ packing: 'parquet', name: 'texts', source: { bytes } }))
        longest = Math.max(longest, length)
    }
    await expect(reading()).rejects.toThrow(/texts unpacks to more than \d{3} MB/)
    expect(longest).toBeLessThan(2 ** 22)
  })
})

/** The real annotations of AlpacaEval, put back into the form of its annotations.json. */
const folder = process.env['DEADHEAT_REFERENCE_DATA']
test.skipIf(!folder)('the annotations of AlpacaEval give the strengths of an independent fit', async () => {
  const read = (name: string) =>
    readFileSync(join(folder!, 'alpacaeval', name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)
  const texts = new Map(read('prompts.jsonl').map((row) => [row['question_id'], row['text']]))
  const rows = read('battles_judge.jsonl').map((row) => ({
    instruction: texts.get(row['question_id']) ?? row['question_id'],
    output_1: `${row['question_id']} by ${row['model_a']}`,
    generator_1: row['model_a'],
    dataset: row['dataset'],
    output_2: `${row['question_id']} by ${row['model_b']}`,
    generator_2: row['model_b'],
    annotator: row['judge'],
    preference: 1 + Number(row['preference_b']),
  }))
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const { result } = await importFile(app, 'real', 'annotations.json', JSON.stringify(rows))
  expect(result).toMatchObject({ votesAdded: 12_069, prompts: 805 })
  await app.settle()
  const board = Board.parse(await (await app.request('/api/arenas/real/leaderboard?source=judges')).json())
  const thetas = new Map(board.contestants.map(({ name, theta }) => [name, theta]))
  const expected = JSON.parse(
    readFileSync(join(folder!, 'alpacaeval', 'battles_judge.expected.json'), 'utf8'),
  ) as { bt_ties_half: { table: { contestant: string; log_strength: number }[] } }
  expect(expected.bt_ties_half.table.length).toBe(thetas.size)
  // The independent fit counts every vote alike. The board weighs prompts with more votes a little less.
  for (const { contestant, log_strength } of expected.bt_ties_half.table)
    expect(Math.abs(thetas.get(contestant)! - log_strength)).toBeLessThan(0.01)
})
