/** Votes files of any length, as arenas export them. The same number gives the same file on every machine. */
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'

const FLUSH = 1 << 20
const [CONTESTANTS, PROMPTS, VOTERS] = [100, 10_000, 20_000]
const START = 1_767_225_600

/** Writes votes of voters on prompts, each with an id and a time, as CSV or JSON lines. */
export async function writeVotes(path: string, votes: number, format: 'csv' | 'jsonl'): Promise<void> {
  const stream = new RandomStream(votes, 0)
  const below = (count: number) => Math.floor(count * stream.uniform())
  const header = format === 'csv' ? 'id,question_id,model_a,model_b,winner,judge,tstamp,category\n' : ''
  await writeLines(path, votes, header, (vote) => {
    const a = below(CONTESTANTS)
    const b = (a + 1 + below(CONTESTANTS - 1)) % CONTESTANTS
    const prompt = below(PROMPTS)
    const row = {
      id: `vote-${vote}`,
      question_id: `q${prompt}`,
      model_a: `model-${a}`,
      model_b: `model-${b}`,
      winner: ['model_a', 'model_b', 'tie'][below(3)],
      judge: `voter-${below(VOTERS)}`,
      tstamp: START + vote,
      category: `category-${prompt % 7}`,
    }
    return format === 'csv' ? Object.values(row).join(',') : JSON.stringify(row)
  })
}

const WORDS = 'the answer of a model has some words that mean nothing and differ from row to row'.split(' ')

/** Writes answers to prompts as JSON lines, each of about so many characters. */
export async function writeAnswers(path: string, answers: number, characters: number): Promise<void> {
  const stream = new RandomStream(answers, 0)
  await writeLines(path, answers, '', (answer) => {
    let text = `Answer ${answer}:`
    while (text.length < characters) text += ` ${WORDS[Math.floor(WORDS.length * stream.uniform())]}`
    const model = `model-${answer % CONTESTANTS}`
    return JSON.stringify({ prompt: `q${Math.floor(answer / CONTESTANTS)}`, model, text })
  })
}

async function writeLines(
  path: string,
  count: number,
  header: string,
  line: (number: number) => string,
): Promise<void> {
  const file = createWriteStream(path)
  let text = header
  for (let number = 0; number < count; number++) {
    text += `${line(number)}\n`
    if (text.length < FLUSH) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text)
  await once(file, 'finish')
}
