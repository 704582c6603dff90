import { describe, expect, it } from 'vitest'
import { columnChanges, refuseUnknownColumns } from '../../../../server/transfer/formats/column-changes.ts'
import { columnsOf, rowsOf } from '../../../../server/transfer/formats/rows.ts'
import { DoubtfulColumns } from '../../../../server/transfer/formats/tools/answers-with-verdict.ts'
import { readWideAnswers } from '../../../../server/transfer/formats/answers.ts'
import { Complaints } from '../../../../server/transfer/formats/complaints.ts'
import { collect, opened } from './text-file.ts'

const fieldsOf = async (text: string, options: { map?: string; ignore?: string }) => {
  const changes = columnChanges(options)!
  const file = { ...(await opened(text)), changes }
  const columns = columnsOf(file)
  const rows = (await collect(rowsOf(file))).map((row) =>
    'fields' in row ? { ...row.fields } : row.wrong.code,
  )
  return { columns, rows }
}

describe('columns under other names', () => {
  it.each([
    ['CSV', 'input;notes;v1\nHi;x;a\n'],
    ['CSV of Excel', 'sep=;\r\ninput;notes;v1\r\nHi;x;a\r\n'],
    ['JSONL', '{"input":"Hi","notes":"x","v1":"a"}\n'],
    ['a JSON list', '[{"input":"Hi","notes":"x","v1":"a"}]'],
  ])('are read in %s', async (_, text) => {
    expect(await fieldsOf(text, { map: 'input=prompt', ignore: 'notes' })).toEqual({
      columns: ['prompt', 'v1'],
      rows: [{ prompt: 'Hi', v1: 'a' }],
    })
  })

  it('may change places', async () => {
    const { rows } = await fieldsOf('a,b\n1,2\n', { map: 'a=b,b=a' })
    expect(rows).toEqual([{ b: '1', a: '2' }])
  })

  it('may not become the same column', async () => {
    await expect(fieldsOf('a,b\n1,2\n', { map: 'a=b' })).rejects.toThrow('"b" appears twice')
    expect((await fieldsOf('{"a":1,"b":2}', { map: 'a=b' })).rows).toEqual(['column_twice'])
  })

  it.each([
    ['prompt', 'does not have the form COLUMN=NAME'],
    ['=prompt', 'does not have the form COLUMN=NAME'],
    ['a=b,a=c', 'the column "a" more than once'],
  ])('cannot be given as %s', (map, message) => {
    expect(() => columnChanges({ map })).toThrow(message)
  })

  it('must be in the file', () => {
    const changes = columnChanges({ map: 'a=prompt', ignore: 'c' })!
    expect(() => refuseUnknownColumns(changes, ['a', 'b'])).toThrow(
      '--ignore: there is no column "c" (there is: a, b).',
    )
  })
})

describe('columns that hardly hold answers', () => {
  const doubtful = async (text: string, map?: string) => {
    const changes = columnChanges({ map })
    const file = { ...(await opened(text)), ...(changes && { changes }) }
    const columns = new DoubtfulColumns(file)
    for await (const rows of readWideAnswers(file, new Complaints()))
      for (const { answers } of rows) columns.add(answers)
    try {
      columns.refuse()
    } catch (error) {
      return /--ignore (.*?) leaves out/.exec((error as Error).message)![1]
    }
    return null
  }

  it.each([
    ['names', 'prompt,v1,v2,Notes,score_v1,comment\np,a,b,x,y,z\n', 'Notes,score_v1,comment'],
    ['numbers beside texts', 'prompt,v1,v2,stars\np,a,b,4\nq,a,b,3.5\n', 'stars'],
    ['few cells', 'prompt,v1,v2,flag\np,a,b,\nq,a,b,x\nr,a,b,\n', 'flag'],
    ['a number of the row', 'Unnamed: 0,prompt,v1,v2\n0,p,a,b\n', "'Unnamed: 0'"],
    ['verdicts', 'prompt,v1,v2,who_won\np,a,b,v1\nq,c,d,v2\nr,e,f,tie\n', 'who_won'],
    ['a name of verdicts', 'prompt,winner,loser\np,a,b\n', 'winner,loser'],
    ['answers', 'prompt,v1,v2\np,a,b\nq,a,b\n', null],
    ['numbers alone', 'prompt,v1,v2\n1+1,2,2\n1+2,3,4\n', null],
    ['names of models that score', 'prompt,underscore-7b,costar\np,a,b\n', null],
  ])('are found by %s', async (_, text, found) => {
    expect(await doubtful(text)).toBe(found)
  })

  it('are contestants if they are mapped to their own names', async () => {
    expect(await doubtful('prompt,v1,v2,notes,stars\np,a,b,c,4\n', 'notes=notes,stars=stars')).toBeNull()
    expect(await doubtful('prompt,v1,v2,notes,stars\np,a,b,c,4\n', 'notes=notes')).toBe('stars')
  })
})
