import { describe, expect, it } from 'vitest'
import { detectKind } from '../../../../server/transfer/formats/detect-kind.ts'
import { Complaints } from '../../../../server/transfer/formats/complaints.ts'
import { readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { opened } from './text-file.ts'

const long = 'x'.repeat(200_000)

describe('detecting the kind of a file', () => {
  it.each([
    ['votes', 'model_a,model_b,winner\n'],
    ['votes', 'question_id;model_a;model_b;winner\r\n1;A;B;tie'],
    ['votes', '{"question_id":1,"model_a":"A","model_b":"B","winner":"tie"}\n'],
    ['votes', `{"conversation_a":[{"content":"model"}],"model_a":"A","text":"${long}`],
    ['votes', '[\n  {"id": 1, "tags": {"model": 1}, "winner": "tie"}]'],
    ['votes', '{"battles":[{"model_a":"A"}]}'],
    ['votes', '{"about":{"by":{"prompt":"x","model":"y"}},"battles":[{"model_a":"A"}]}'],
    ['votes', 'model_a,model_b\nA,B\n'],
    ['votes', 'id,prompt,model_a,model_b,winner\n'],
    ['answers-wide', 'prompt,model_a,model_b\nx,1,2\n'],
    ['answers-wide', 'prompt,winner,loser\nx,1,2\n'],
    ['prompts', '{"id":"a","text":"x"}\n'],
    ['prompts', '{"question_id":"a","messages":[{"role":"user","content":"x"}]}\n'],
    ['prompts', `{"question_id":"a","turns":["${long}`],
    ['prompts', `{"id":"a","text":"{ \\"winner\\": ${long}`],
    ['prompts', 'question_id,category,text\n'],
    ['answers', '{"question_id":"a","model":"A","turns":["x"]}\n'],
    ['answers', 'prompt,model,text\np,A,x\n'],
    ['answers-wide', 'prompt,One,Two\nx,1,2\n'],
    ['answers-wide', '\ufeff"prompt","One, the first","Two"\n'],
    ['answers-wide', 'prompt,One,Two\nx,"the file:\narena: mine",2\n'],
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
    ['answers-wide', `{"prompt":"${long}","A":"x","B":"y"}\n`],
  ])('%s, even if the first row is long', async (kind, text) => {
    for (const size of [50_000, 1_000_000]) expect(detectKind(await opened(text, size))).toBe(kind)
  })

  it.each([
    ['.data.votes', '{"about":[1],"data":{"n":2,"votes":[{"model_a":"A"}]}}'],
    ['.["a b"].rows', '{\n "a b": {"rows": [\n {"x": 1}]}}'],
  ])('names the list that is nested too deeply: %s', async (path, text) => {
    const file = await opened(text)
    expect(() => detectKind(file)).toThrow(`has its list at ${path}. `)
    await expect(readFileVotes(await opened(text), new Complaints())).rejects.toThrow(path)
  })

  it.each([
    ['id,Prompt,v1,v2\n', 'Prompt=prompt'],
    ['Model_A,Model_B,Winner\n', 'Model_A=model_a,Model_B=model_b,Winner=winner'],
    ['promt,v1\n', 'promt=prompt'],
    ['input,v1\n', 'input=prompt'],
    ['Modell;Frage;Antwort\n', 'Frage=prompt,Antwort=response,Modell=model'],
    ['Modell A,Modell B,Sieger\n', "'Modell A=model_a,Modell B=model_b,Sieger=winner'"],
    ['a,v1\n', 'COLUMN=NAME'],
  ])('says how to rename the columns of %j', async (text, map) => {
    const file = await opened(text)
    expect(() => detectKind(file)).toThrow(`To read a column under another name: --map ${map}.`)
  })
})
