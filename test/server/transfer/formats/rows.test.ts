import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rowsIn, collect, opened } from './text-file.ts'
import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import { readLines } from '../../../../server/transfer/formats/lines.ts'
import { bothFates, fates, long, MB, readAndLeftOut, small } from './row-fates.ts'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { openFile } from '../../../../server/transfer/formats/open-file.ts'
import { IN_MEMORY } from '../../../support/in-memory.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { jsonTokens } from '../../../../server/transfer/formats/json.ts'

const at = (line: number, fields: object = { a: '1', b: '2' }) => ({ line, fields })
const bad = (line: number, wrong: CodedMessage) => ({ line, wrong })

describe('rows have the lines on which they begin, and a bad one costs no other', () => {
  it.each<[what: string, content: string | Buffer, rows: object[]]>([
    [
      'of CSV, with line breaks in quotes',
      'a,b\n1,"x\ny"\n\n"3",4\n',
      [at(2, { a: '1', b: 'x\ny' }), at(5, { a: '3', b: '4' })],
    ],
    ['behind a BOM', '\ufeffa,b\n1,2\n', [at(2)]],
    ['with CRLF', 'a,b\r\n1,2\r\n', [at(2)]],
    ['without a line break at the end', 'a,b\n1,2', [at(2)]],
    ['between semicolons', 'a;b\n1;2\n', [at(2)]],
    ['between tabs', 'a\tb\n1\t2\n', [at(2)]],
    ['below spaces in the header', ' a , b \n1,2\n', [at(2)]],
    ['before empty cells behind the last column', 'a,b,\n1,2,,\n', [at(2)]],
    [
      'beside a quote that stays open',
      'a,b\n1,2\n"1,2\n1,2\n1,2\n',
      [at(2), bad(3, msg('row_broken', { why: 'a quote that is never closed' })), at(4), at(5)],
    ],
    [
      'beside quotes that close in the middle of a cell',
      'a,b\n"1"x,2\n1,2\n"1,2\n1,"2"\n',
      [
        bad(2, msg('row_broken', { why: 'a quote in the wrong place; within a cell, quotes are doubled' })),
        at(3),
        bad(4, msg('row_broken', { why: 'a quote in the wrong place; within a cell, quotes are doubled' })),
        at(5),
      ],
    ],
    [
      'beside one that is not UTF-8',
      Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from([0xe9]), Buffer.from('\n1,2\né,2\n')]),
      [bad(2, msg('not_utf8')), at(3), at(4, { a: 'é', b: '2' })],
    ],
    [
      'with more cells than the header, or fewer',
      'a,b\n1,2,3\n1\n',
      [bad(2, msg('row_broken', { why: 'more cells than the header has' })), at(3, { a: '1' })],
    ],
    [
      'of JSONL',
      '{"a":1}\r\n{"a":\n\n[1]\n{"a":2}',
      [at(1, { a: 1 }), bad(2, msg('no_json')), bad(4, msg('no_json_object')), at(5, { a: 2 })],
    ],
    ['of JSONL whose first line is broken', 'oops\n{"a":1}\n', [bad(1, msg('no_json')), at(2, { a: 1 })]],
    [
      'of JSON in any layout',
      JSON.stringify([{ a: 1 }, { a: 2 }], null, 2),
      [at(2, { a: 1 }), at(5, { a: 2 })],
    ],
    ['of JSON without any', '[]', []],
    ['of JSON without any in its list', '{"votes":[]}', []],
  ])('%s', async (_, content, rows) => {
    expect(await rowsIn(content)).toEqual(rows)
  })

  it('reads back whatever was written, wherever the file is split into pieces', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab ,;"\'\n\r\té=-'), maxLength: 6 })
    // a text that already looks like an escaped formula cannot be distinguished from one
    const plainTexts = cell.filter((text) => !/^'./s.test(text))
    const table = fc.array(fc.tuple(fc.constant('x'), plainTexts, plainTexts), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
        const text = stringify(rows, { header: true, columns: ['key', 'one', 'two'], escape_formulas: true })
        const read = await rowsIn(text, size)
        const expected = rows.map(([key, one, two]) => ({ key, one, two }))
        expect(read.map((row) => ('fields' in row ? { ...row.fields } : row))).toEqual(expected)
      }),
    )
  })
})

describe('JSON', () => {
  const rows = [
    { line: 2, fields: { a: 1, s: 'x]},[{' } },
    { line: 3, fields: { a: 2, list: [[1], { b: 2 }] } },
  ]
  const elements = '\n{"a":1,"s":"x]},[{"},\n{"a":2,"list":[[1],{"b":2}]}\n'

  it.each([1, 3, 65_536])('gives each element of an array, read in pieces of %i bytes', async (size) => {
    expect(await rowsIn(`[${elements}]`, size)).toEqual(rows)
    expect(await rowsIn(`{"v":"[x","rows":[${elements}],"n":{"x":[1]}}`, size)).toEqual(rows)
  })

  it('reports an element that is no JSON and reads the others', async () => {
    const read = await rowsIn('[\n{"a":1},\n{"a":},\n{"a":"2\n"},\n{"a":3}\n]')
    expect(read.map((row) => ('wrong' in row ? `line ${row.line}` : row.fields['a']))).toEqual([
      1,
      'line 3',
      'line 4',
      3,
    ])
  })

  it.each([
    ['a missing bracket', '[\n{"a":1},\n{"a":{"b":2},\n{"a":3}\n]', 'ends within the row of line 3'],
    ['a bracket too many', '[\n{"a":1},\n{"a":2}},\n{"a":3}\n]', 'has a bracket too many in line 3'],
    ['an open string', '[\n{"a":1},\n{"a":"2},\n{"a":3}\n]', 'ends within the row of line 3'],
    ['an end in the middle of a row', '[\n{"a":1},\n{"a"', 'ends within the row of line 3'],
    ['an end between rows', '[\n{"a":1},\n', 'ends before its list does, after line 3'],
    ['something behind the list', '[\n{"a":1}\n]\nend', 'has something behind its list'],
    [
      'an object with two arrays',
      '{"rows":[{"a":1}],"more":[2]}',
      'has several lists, and only one can be read: rows, more.',
    ],
    ['a header that names a column twice', 'a,b,a\n1,2,3\n', 'line 1: the column "a" appears twice'],
  ])('refuses %s, since nobody knows what is missing', async (_, text, wrong) => {
    await expect(rowsIn(text)).rejects.toThrow(wrong)
    await expect(rowsIn(text, 1)).rejects.toThrow(wrong)
  })
})

describe('rows of many megabytes', () => {
  it('of 10 MB are read, of 20 MB left out, in JSONL', async () => {
    const file = (size: number) => [small, long(size), small].join('\n')
    expect(await bothFates(file)).toEqual(readAndLeftOut(() => [1, 2, 3]))
  })

  it('are not searched for again after each of many blank lines', async () => {
    const blank = 300_000
    expect(await fates(`a\n1\n${'\n'.repeat(blank)}22\n`)).toEqual([
      [2, '1'],
      [3 + blank, '2'],
    ])
  })

  it('are not kept in memory', async () => {
    const piece = Buffer.alloc(MB, 'x')
    let most = 0
    async function* endless() {
      for (let i = 0; i < 300; i++) {
        yield piece
        most = Math.max(most, process.memoryUsage().arrayBuffers)
      }
    }
    const before = process.memoryUsage().arrayBuffers
    const lines = await collect(readLines(endless()))
    expect(lines).toEqual([{ number: 1, text: '', wrong: msg('row_over', { megabytes: 16 }) }])
    expect(most - before).toBeLessThan(150 * MB)
  })
})

const textOf = async (content: string | Buffer, size?: number) => {
  const { chunks } = await opened(content, size)
  return text(chunks)
}

describe('opening a file', () => {
  it.each([1, 2, 1000])('unpacks gzip by its first bytes, in pieces of %i bytes', async (size) => {
    expect(await textOf(gzipSync('hello'), size)).toBe('hello')
    expect(await textOf(Buffer.concat([gzipSync('a'), gzipSync('b')]), size)).toBe('ab')
    expect(await textOf('hello', size)).toBe('hello')
  })

  it('removes a byte order mark, compressed or not', async () => {
    expect(await textOf('\ufeffhello')).toBe('hello')
    expect(await textOf(gzipSync('\ufeffhello'), 1)).toBe('hello')
    expect(await textOf('')).toBe('')
  })

  it.each([1, 7, 1000])('ends lines of CSV (Macintosh) with LF, in pieces of %i bytes', async (size) => {
    expect(await textOf('a,b\r1,2\r\r3,"4\r5"\r', size)).toBe('a,b\n1,2\n\n3,"4\n5"\n')
    expect(await textOf('a,b\r1,2\n3,4\r\n', size)).toBe('a,b\r1,2\n3,4\r\n')
  })

  it('ends lines with LF where the first LF comes after 64 kB', async () => {
    const line = `${'x'.repeat(99)}\r`
    const text = `${line.repeat(700)}y\r\nz`
    expect(await textOf(text, 1001)).toBe(`${line.repeat(700)}y\nz`.replaceAll('\r', '\n'))
  })

  it('reports how much was read', async () => {
    const file = join(await temporaryFolder(), 'votes.txt')
    await writeFile(file, 'x'.repeat(1_000_000))
    const shares: number[] = []
    const { chunks } = await openFile(file, { onProgress: (share) => shares.push(share) })
    await text(chunks)
    expect(shares.length).toBeGreaterThan(2)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
  })

  it.each([
    ['binary', Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 7) % 256)), 'is not text'],
    ['gzip of binary', gzipSync(Buffer.alloc(500)), 'is not text'],
    ['a damaged gzip', gzipSync('x'.repeat(500)).subarray(0, 20), 'cannot be unpacked'],
  ])('refuses %s', async (_, content, message) => {
    await expect(textOf(content)).rejects.toThrow(message)
  })

  it('reports the path and what is wrong with it', async () => {
    const folder = await temporaryFolder()
    await expect(openFile(join(folder, 'none.csv'))).rejects.toThrow('there is no such file')
    await expect(openFile(folder)).rejects.toThrow('is a folder')
  })

  it('names a device by its path', async () => {
    expect((await openFile('/dev/null')).name).toBe('/dev/null')
  })

  it.runIf(existsSync(IN_MEMORY))('names a file in memory like any other', async () => {
    const folder = await mkdtemp(join(IN_MEMORY, 'deadheat-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'votes.csv')
    await writeFile(file, 'model_a,model_b,winner')
    expect((await openFile(file)).name).toBe('votes.csv')
  })

  it('names standard input in the errors of its stream', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('gone'))
      },
    })
    await expect(openFile('-', { stdin: broken })).rejects.toThrow('standard input: could not be read (gone)')
  })
})

const tokens = (json: string) => [...jsonTokens(json)].map(({ text }) => text)

/** Keys and brackets in the order in which they are written. */
function shape(value: unknown): string[] {
  if (Array.isArray(value)) return ['[', ...value.flatMap(shape), ']']
  if (typeof value !== 'object' || value === null) return []
  return ['{', ...Object.entries(value).flatMap(([key, one]) => [key, ...shape(one)]), '}']
}

describe('the tokens of JSON', () => {
  it('are its keys and brackets, whatever its texts contain', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: fc.constantFrom(...'a\\":{}[],\né') }),
        fc.boolean(),
        (json, spaced) => {
          const value: unknown = JSON.parse(json)
          expect(tokens(JSON.stringify(value, null, spaced ? 1 : 0))).toEqual(shape(value))
        },
      ),
    )
  })

  it('of incomplete JSON are those before its end', () => {
    const json = '{"a\\u00e9\\"":"x\\\\","b":[{"c":1}]}'
    const all = tokens(json)
    expect(all).toEqual(['{', 'aé"', 'b', '[', '{', 'c', '}', ']', '}'])
    for (let end = 0; end <= json.length; end++) {
      const some = tokens(json.slice(0, end))
      expect(some).toEqual(all.slice(0, some.length))
    }
  })

  it('are found after a text of many megabytes', () => {
    const text = '\\"{'.repeat(5_000_000)
    expect(tokens(`{"a":"${text}","b":1}`)).toEqual(['{', 'a', 'b', '}'])
  })
})
