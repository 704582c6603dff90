/** What makes a prompt in a file: its context, an instruction and its input, and columns that tell rows apart. */
import { describe, expect, it } from 'vitest'
import { ReadPlan, type WrittenReadPlan } from '../../../shared/contracts/read-plan.ts'
import { lookAt as look } from './formats/text-file.ts'

describe('the context of a prompt', () => {
  it.each([
    ['a table', 'prompt,context,Warm,Cold\nSum up.,c1,a,b\nSum up.,c2,c,d\nSum up.,c1,e,f\n', 2],
    ['a table with votes', 'prompt,context,Warm,Cold,winner\nSum up.,c1,a,b,Warm\nSum up.,c2,c,d,Cold\n', 2],
    [
      'votes with prompts',
      'prompt,context,model_a,model_b,winner\nSum up.,c1,A,B,A\nSum up.,c2,A,B,B\nSum up.,,A,B,B\n',
      3,
    ],
    ['pairs', 'winner,loser,prompt,context\nA,B,Sum up.,c1\nA,B,Sum up.,c2\n', 2],
    ['prompts without ids', 'prompt,context\nSum up.,c1\nSum up.,c2\nSum up.,c2\n', 2],
    // each answer may have retrieved other passages
    ['answers', 'prompt,model,response,context\nWhy?,A,a,c1\nWhy?,B,b,c2\n', 1],
    ['an id', 'question_id,prompt,context,Warm,Cold\nq,Sum up.,c1,a,b\nr,Sum up.,c1,c,d\n', 2],
  ])('is part of it in %s', async (_, content, count) => {
    const { prompts, refused } = await look('file.csv', content)
    expect([refused, prompts]).toEqual([null, count])
  })
})

describe('rows by which one prompt differs', () => {
  const COPIES = 'prompt,input,model_a,model_b,winner,judge\nDo it,x,A,B,A,w\nDo it,y,A,B,A,w\n'
  it.each([
    ['votes with an input', COPIES, '--map input=prompt'],
    ['votes with a column that says it', COPIES.replace('input', 'passage'), '--map passage=prompt'],
    ['answers with an input', 'prompt,input,model,text\nDo it,x,A,r\nDo it,y,A,s\n', '--map input=prompt'],
    [
      'answers with a context',
      'prompt,context,model,response\nDo it,x,A,r\nDo it,y,A,s\n',
      '--map context=prompt',
    ],
  ])('are asked about first, and are not equal: %s', async (_, content, remedy) => {
    const { doubts } = await look('file.csv', content)
    expect(doubts[0]).toMatchObject({ code: 'rows_told_apart', message: expect.stringContaining(remedy) })
    expect(doubts.map(({ code }) => code)).not.toContain('rows_copied')
    const read = await look('file.csv', content, { map: remedy.slice('--map '.length) })
    expect([read.refused, read.doubts, read.rows[1]]).toMatchObject([
      null,
      [],
      { prompt: expect.stringMatching(/Do it.*y/) },
    ])
  })

  it('are not told apart by the id of a vote, nor without a remedy that works', async () => {
    const votes = (column: string) => `${column},question_id,model_a,model_b,winner,judge\n`
    const shared = `${votes('id')}0,q,A,B,A,w\n1,q,A,B,B,w\n0,r,A,B,A,w\n1,r,A,B,A,w\n`
    expect((await look('v.csv', shared)).doubts.map(({ code }) => code)).toEqual(['ids_shared'])
    const { doubts } = await look('v.csv', shared.replace('id', 'passage'))
    expect(doubts[0]).toMatchObject({ code: 'rows_told_apart' })
    expect(doubts[0]!.message).not.toContain('=prompt')
  })
})

describe('the first row of a table', () => {
  it.each([
    [
      'with the outcome in words of a column',
      'model_a,model_b,winner,\nA,B,model_a,a note\nA,B,model_b,\n',
      {},
    ],
    ['of votes without a judge', 'judge,model_a,model_b,winner,\n,A,B,model_a,a note\n,A,B,model_b,\n', {}],
    [
      'below other names',
      'left one,right one,won,\nA,B,model_a,a note\n',
      {
        map: 'left one=model_a,right one=model_b,won=winner',
      },
    ],
    ['of one contestant', 'prompt,Warm\nHi,Hi\nYo,Yo!\n', {}],
  ])('is no header: %s', async (_, content, how) => {
    const { refused } = await look('file.csv', content, how)
    expect(refused).toBeNull()
  })
})

describe('a remedy', () => {
  const TABLE = 'instruction,input,Warm,Cold\nDo it.,x,a,b\nDo it.,y,c,d\n'
  const ITEMS = ['x', 'y'].map((input) => ({ instruction: 'Do it.', input, output: 'a' }))
  const JOINED = ['instruction', 'input']
  it.each([
    ['t.csv', TABLE, {}, { prompt: JOINED, 'answer of Warm': 'Warm', 'answer of Cold': 'Cold' }],
    ['a.json', JSON.stringify(ITEMS), {}, { prompt: JOINED, 'answer of response': 'output' }],
    ['t.csv', TABLE, { map: 'instruction=prompt' }, { prompt: JOINED }],
    ['v.csv', 'prompt,input,model_a,model_b,winner\nDo it.,x,A,B,A\nDo it.,y,A,B,B\n', {}, {}],
  ])('makes one prompt of an instruction and its input: %s, %#', async (name, content, how, sources) => {
    const { refused, doubts } = await look(name, content, how)
    const said = [refused, ...doubts].map((found) => found?.message ?? '').join(' ')
    const map = /--map (\S*input=prompt)\.?/.exec(said)?.[1]
    const read = await look(name, content, { map })
    expect(read).toMatchObject({ refused: null, prompts: 2, plan: { columns: sources } })
    expect(read.contestants).not.toContain('input')
    const again = await look(name, content, { plan: read.plan! })
    expect(again).toMatchObject({ refused: null, rows: read.rows, plan: read.plan })
  })

  it('takes two columns as one prompt in the order of the option, and no other two as one', async () => {
    const { rows } = await look('t.csv', TABLE, { map: 'input=prompt,instruction=prompt' })
    expect(rows[0]).toMatchObject({ prompt: expect.stringMatching(/^x.*Do it/) })
    const { refused } = await look('v.csv', 'model_a,b,c,winner\nA,B,C,A\n', { map: 'b=model_b,c=model_b' })
    expect(refused).toMatchObject({ code: 'columns_as_one', message: expect.stringContaining('--ignore c') })
  })
})

describe('sources that begin with =', () => {
  it('take a column of exactly the name for it, and a text after = else', async () => {
    const table = 'prompt,=A,B\nQ1?,x,y\nQ2?,,z\n'
    const answers = async (columns: WrittenReadPlan['columns']) =>
      (
        await look('t.csv', table, {
          plan: ReadPlan.parse({
            kind: 'table',
            columns: { prompt: 'prompt', ...columns },
            ignore: ['B', '=A'],
          }),
        })
      ).rows.map((row) => (row.what === 'answer' ? row.text : null))
    expect(await answers({ 'answer of A': '=A' })).toEqual(['x'])
    expect(await answers({ 'answer of A': "'=A" })).toEqual(['x'])
    expect(await answers({ 'answer of A': '=B' })).toEqual(['B', 'B'])
    const { rows, doubts, warnings } = await look('t.csv', table)
    expect(rows[0]).toMatchObject({ contestant: '=A', text: 'x' })
    expect([...doubts, ...warnings].map(({ code }) => code)).toEqual(['columns_are_contestants'])
  })
})
