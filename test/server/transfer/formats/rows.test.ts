import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsIn } from './text-file.ts'
import { msg } from '../../../../shared/messages/index.ts'

const AB = { a: '1', b: '2' }

describe('CSV', () => {
  it('gives each row with the line it starts on, quoted line breaks included', async () => {
    expect(await rowsIn('a,b\n1,"x\ny"\n\n"3",4\n')).toEqual([
      { line: 2, fields: { a: '1', b: 'x\ny' } },
      { line: 5, fields: { a: '3', b: '4' } },
    ])
  })

  it.each([
    ['BOM', '\ufeffa,b\n1,2\n'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['no line break at the end', 'a,b\n1,2'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['spaces in the header', ' a , b \n1,2\n'],
    ['empty cells behind the last column', 'a,b,\n1,2,,\n'],
  ])('accepts %s', async (_, text) => {
    expect(await rowsIn(text)).toEqual([{ line: 2, fields: AB }])
  })

  it('loses only the first line of a row with an unclosed quote', async () => {
    expect(await rowsIn('a,b\n1,2\n"1,2\n1,2\n1,2\n')).toEqual([
      { line: 2, fields: AB },
      { line: 3, wrong: msg('quote_open') },
      { line: 4, fields: AB },
      { line: 5, fields: AB },
    ])
  })

  it('reports a quote that closes in the middle of a cell, and continues', async () => {
    expect(await rowsIn('a,b\n"1"x,2\n1,2\n"1,2\n1,"2"\n')).toEqual([
      { line: 2, wrong: msg('quote_broken') },
      { line: 3, fields: AB },
      { line: 4, wrong: msg('quote_broken') },
      { line: 5, fields: AB },
    ])
  })

  it('reports the one row that is not UTF-8', async () => {
    const text = Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from([0xe9]), Buffer.from('\n1,2\n')])
    expect(await rowsIn(text)).toEqual([
      { line: 2, wrong: msg('not_utf8') },
      { line: 3, fields: AB },
    ])
  })

  it('reports a row with more cells than the header, and accepts one with fewer', async () => {
    expect(await rowsIn('a,b\n1,2,3\n1\n')).toEqual([
      { line: 2, wrong: msg('cells_more') },
      { line: 3, fields: { a: '1' } },
    ])
  })

  it('refuses a header that names a column twice', async () => {
    await expect(rowsIn('a,b,a\n1,2,3\n')).rejects.toThrow('line 1: the column "a" appears twice')
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

describe('JSONL', () => {
  it('gives each line, and the error of a broken one', async () => {
    expect(await rowsIn('{"a":1}\r\n{"a":\n\n[1]\n{"a":2}')).toEqual([
      { line: 1, fields: { a: 1 } },
      { line: 2, wrong: msg('no_json') },
      { line: 4, wrong: msg('no_json_object') },
      { line: 5, fields: { a: 2 } },
    ])
  })

  it('is detected by its content even if its first line is broken', async () => {
    expect(await rowsIn('oops\n{"a":1}\n')).toEqual([
      { line: 1, wrong: msg('no_json') },
      { line: 2, fields: { a: 1 } },
    ])
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

  it('has rows with their first lines, in any layout', async () => {
    const text = JSON.stringify([{ a: 1 }, { a: 2 }], null, 2)
    expect((await rowsIn(text)).map(({ line }) => line)).toEqual([2, 5])
    expect(await rowsIn('[]')).toEqual([])
    expect(await rowsIn('{"votes":[]}')).toEqual([])
  })

  it('refuses an object with two arrays', async () => {
    await expect(rowsIn('{"rows":[{"a":1}],"more":[]}')).rejects.toThrow('more than one array')
  })

  it.each([
    ['a missing bracket', '[\n{"a":1},\n{"a":{"b":2},\n{"a":3}\n]', [1, 'line 3', 3]],
    ['a bracket too many', '[\n{"a":1},\n{"a":2}},\n{"a":3}\n]', [1, 'line 3', 3]],
    ['an open string', '[\n{"a":1},\n{"a":"2},\n{"a":3}\n]', [1, 'line 3', 3]],
    ['no value', '[\n{"a":1},\n{"a":},\n{"a":3}\n]', [1, 'line 3', 3]],
    ['an end in the middle of a row', '[\n{"a":1},\n{"a"', [1, 'line 3']],
    ['an end between rows', '[\n{"a":1},\n', [1, 'line 2']],
  ])('reports %s and reads the other rows', async (_, text, expected) => {
    const read = await rowsIn(text)
    expect(read.map((row) => ('wrong' in row ? `line ${row.line}` : row.fields['a']))).toEqual(expected)
  })
})
