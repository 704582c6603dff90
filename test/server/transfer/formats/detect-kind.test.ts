import { describe, expect, it } from 'vitest'
import { proposedMappings } from '../../../../server/transfer/formats/aliases.ts'
import { detectKind } from '../../../../server/transfer/formats/detect-kind.ts'
import { RowProblems } from '../../../../server/transfer/formats/complaints.ts'
import { readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { opened, collect } from './text-file.ts'
import { ReadPlan } from '../../../../shared/contracts/read-plan.ts'
import {
  changesOfPlan,
  parseChanges,
  parseOptions,
  refuseUnknownOptions,
} from '../../../../server/transfer/formats/column-changes.ts'
import { mappedColumns, fileRows } from '../../../../server/transfer/formats/rows.ts'

const long = 'x'.repeat(200_000)

describe('detecting the kind of a file', () => {
  it.each([
    ['votes', 'model_a,model_b,winner\n'],
    ['votes', 'question_id;model_a;model_b;winner\r\n1;A;B;tie'],
    ['votes', '{"question_id":1,"model_a":"A","model_b":"B","winner":"tie"}\n'],
    ['votes', `{"conversation_a":[{"content":"model"}],"model_a":"A","model_b":"B","text":"${long}`],
    ['votes', '[\n  {"id": 1, "model_a": "A", "tags": {"model": 1}, "winner": "tie"}]'],
    ['votes', '{"battles":[{"model_a":"A","model_b":"B"}]}'],
    ['votes', '{"about":{"by":{"prompt":"x","model":"y"}},"battles":[{"model_a":"A","model_b":"B"}]}'],
    ['votes', 'model_a,model_b\nA,B\n'],
    ['votes', 'id,prompt,model_a,model_b,winner\n'],
    ['prompts', '{"id":"a","text":"x"}\n'],
    ['prompts', '{"question_id":"a","messages":[{"role":"user","content":"x"}]}\n'],
    ['prompts', `{"question_id":"a","turns":["${long}`],
    ['prompts', `{"id":"a","text":"{ \\"winner\\": ${long}`],
    ['prompts', 'question_id,category,text\n'],
    ['answers', '{"question_id":"a","model":"A","turns":["x"]}\n'],
    ['answers', 'prompt,model,text\np,A,x\n'],
    ['arena', '# my arena\narena: mine\ntitle: x\n'],
    ['arena', '---\ntitle: x\ndescription: |\n  Which one?\ncriteria:\n- tone\n\narena: mine\n'],
  ])('%s', async (kind, text) => {
    expect(detectKind(await opened(text))).toBe(kind)
  })

  it.each([
    ['answers', `{"prompt":"p","text":"${long}","model":"A"}\n{"prompt":"q","text":"x","model":"A"}\n`],
    ['answers', `[\n {\n  "prompt": "p",\n  "text": "${long}",\n  "model": "A"\n }\n]`],
    ['answers', `{"rows":[{"prompt":"p","text":"${'{'.repeat(200_000)}","model":"A"}]}`],
    ['answers', `\n\n\ufeff{"text":"${long}","model":"A"}`],
  ])('%s, even if the first row is long', async (kind, text) => {
    for (const size of [50_000, 1_000_000]) expect(detectKind(await opened(text, size))).toBe(kind)
  })

  it.each([
    ['.data.votes', '{"about":[1],"data":{"n":2,"votes":[{"model_a":"A"}]}}'],
    ['.["a b"].rows', '{\n "a b": {"rows": [\n {"x": 1}]}}'],
  ])('names the list that is nested too deeply: %s', async (path, text) => {
    const file = await opened(text)
    expect(() => detectKind(file)).toThrow(`has its list at ${path}. `)
    await expect(readFileVotes(await opened(text), new RowProblems())).rejects.toThrow(path)
  })

  it.each([
    ['id,turn\n', 'To be read as prompts, it also needs text. '],
    ['question_id,model\n', 'To be read as answers, it also needs text. '],
    ['model,notes\n', 'To be read as answers, it also needs prompt and text. '],
    ['model_a,text\n', '(model_a, text). Votes need '],
    ['a,b\n', '(a, b). Votes need '],
  ])('names the columns that are missing from %j', async (text, sentence) => {
    const file = await opened(text)
    expect(() => detectKind(file)).toThrow(sentence)
  })

  it.each([
    ['system_a,system_b,verdict\n', 'system_a=model_a,system_b=model_b,verdict=winner'],
    ['input,v1\n', 'input=prompt'],
  ])('proposes other names for the columns of %j', async (text, map) => {
    expect(proposedMappings(mappedColumns(await opened(text))).join(',')).toBe(map)
  })
})

const fieldsOf = async (text: string, options: { map?: string; ignore?: string }) => {
  const changes = parseChanges(options.map, options.ignore)
  const file = { ...(await opened(text)), changes }
  const columns = mappedColumns(file)
  const rows = (await collect(fileRows(file))).map((row) =>
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
    await expect(fieldsOf('a,b\n1,2\n', { map: 'a=b' })).rejects.toThrow(
      'the columns a, b are read as one, "b"',
    )
    expect((await fieldsOf('{"a":1,"b":2}', { map: 'a=b' })).rows).toEqual(['column_twice'])
  })

  it.each([
    ['prompt', 'does not have the form COLUMN=NAME'],
    ['=prompt', 'does not have the form COLUMN=NAME'],
    ['a=b,a=c', '"a" is named more than once'],
  ])('cannot be given as %s', (map, message) => {
    expect(() => parseChanges(map)).toThrow(message)
  })

  it.each([[{ columns: { prompt: 'a', category: 'a' } }], [{ columns: { prompt: 'a' }, ignore: ['a'] }]])(
    'cannot be two things in a plan of scores: %j',
    (columns) => {
      const plan = ReadPlan.parse({ kind: 'scores', ...columns })
      expect(() => changesOfPlan(plan)).toThrow('"a" is named more than once')
    },
  )

  it('must be in the file', () => {
    const file = { columns: ['a', 'b'], used: undefined }
    expect(() => refuseUnknownOptions(parseOptions({ map: 'a=prompt', ignore: 'c' }), [file])).toThrow(
      '--ignore: there is no column "c" (there is: a, b).',
    )
  })
})
