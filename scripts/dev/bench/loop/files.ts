/** Large files, good and bad ones, as somebody with the admin token may send them. */
import { gzipSync } from 'node:zlib'

const MEGABYTE = 2 ** 20
/** Just under what an upload may have. */
const UPLOAD_BYTES = 15.5 * MEGABYTE

function linesOf(bytes: number, head: string, line: (n: number) => string): string {
  const lines = [head]
  for (let size = head.length, n = 0; size < bytes; n++) {
    const next = line(n)
    lines.push(next)
    size += next.length + 1
  }
  return `${lines.filter((one) => one !== '').join('\n')}\n`
}

const OUTCOMES = ['model_a', 'model_b', 'tie']

const voteLine = (n: number) =>
  JSON.stringify({
    model_a: `model-${n % 50}`,
    model_b: `model-${(n + 1 + (Math.floor(n / 50) % 49)) % 50}`,
    winner: OUTCOMES[n % 3],
    judge: `voter-${n % 5000}`,
    question_id: `q${n % 1000}`,
    note: 'x'.repeat(120),
  })

const answerOf = (n: number) => `Answer ${n}. ${'It depends on what you need, and on how often. '.repeat(20)}`

/** Each as the body of an import. */
export const FILES = {
  votesJsonl: () => linesOf(UPLOAD_BYTES, '', voteLine),
  /** 100 MB of JSON lines, gzipped. */
  votesPacked: () => gzipSync(linesOf(100 * MEGABYTE, '', voteLine)),
  votesCsv: () =>
    linesOf(
      UPLOAD_BYTES,
      'model_a,model_b,winner,judge,question_id',
      (n) => `model-${n % 50},model-${(n + 1) % 50},${OUTCOMES[n % 3]},voter-${n % 5000},q${n % 1000}`,
    ),
  answersWide: () =>
    linesOf(
      UPLOAD_BYTES,
      'prompt,v1,v2,v3,v4,v5',
      (n) => `Question ${n},${[1, 2, 3, 4, 5].map((v) => answerOf(n * 5 + v)).join(',')}`,
    ),
  wideHead: () => `prompt,${Array.from({ length: 200_000 }, (_, n) => `c${n}`).join(',')}\n1,2\n`,
  deepJson: () => `${'['.repeat(8 * MEGABYTE)}\n`,
  oneLongLine: () => JSON.stringify({ prompt: 'q', text: 'y'.repeat(15 * MEGABYTE) }),
  bomb: () => gzipSync(Buffer.alloc(1000 * MEGABYTE)),
  tooLarge: () => Buffer.alloc(100 * MEGABYTE, 'a,b,c\n'),
}

/** An arena.yaml with this many keys that nobody knows. */
export const unknownKeys = (bytes: number): string => linesOf(bytes, 'arena: keys', (n) => `key-${n}: 1`)

/** An arena of answers that a judge compares. */
export function judgedArena(
  slug: string,
  judge: { address: string; apiKeyEnv: string },
  { contestants, prompts }: { contestants: number; prompts: number },
): FormData {
  const names = Array.from({ length: contestants }, (_, n) => `c${n + 1}`)
  const keys = Array.from({ length: prompts }, (_, n) => `p${n + 1}`)
  const yaml = {
    arena: slug,
    contestants: names.map((name) => ({ name, responses: `${name}.jsonl` })),
    prompts: keys.map((id) => ({ id, text: `Question ${id}` })),
    judges: [
      { name: 'careful', provider: 'local', model: 'loop-1', rubric: 'overall', params: { max_tokens: 300 } },
    ],
    providers: {
      local: { type: 'openai', baseUrl: judge.address, apiKeyEnv: judge.apiKeyEnv, concurrency: 8 },
    },
  }
  const form = new FormData()
  form.set('arena.yaml', new Blob([JSON.stringify(yaml)]))
  for (const [place, name] of names.entries())
    form.set(
      `${name}.jsonl`,
      new Blob(keys.map((prompt, n) => `${JSON.stringify({ prompt, text: answerOf(n * 50 + place) })}\n`)),
    )
  return form
}
