/** An arena with all data of the pages of contestants, battles and disagreements, in the hardest texts. */
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import type { ReceivedCall } from '../../workshop/model-server/wires.ts'
import { arenaForOperator } from '../../server/arenas/index.ts'
import { importInto } from '../../server/transfer/index.ts'
import type { ImportedVote } from '../../server/transfer/import/arena-import.ts'
import { retirePrompts } from '../../server/prompts/index.ts'
import type { Outcome } from '../../shared/contracts/index.ts'
import { KEYS, progressWhen, start } from '../server/judging/judge-pair/judged-arena.ts'
import { voteOf } from '../server/arena-import.ts'
import { modelsAndJudges } from '../server/judging/judge-pair/models-and-judges.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { HOSTILE } from './hostile-texts.ts'

export const RECORDED = 'recorded'
export const JUDGE = '<b>الحَكَم</b>'
export const LONG = `Variante-${'ohne-Umbruch-'.repeat(9)}v12`
export const RTL = 'النسخة الثانية من المساعد'
export const CJK = '簡潔な返答・第三版'
export const NAMES = [LONG, RTL, CJK]

const PROMPTS = 12
const LAWLESS = HOSTILE.join('\n\n')
const REASON = `${HOSTILE[0]} ${HOSTILE[1]} \u202eلأن الإجابة الأولى أوضح. ${'noch-ein-Wort-'.repeat(12)}`
const QUESTIONS = [
  'Wie oft darf ein Paket zugestellt werden?',
  'كم مرة يمكن تسليم الطرد قبل إعادته إلى المرسل؟',
  '荷物は何回まで再配達できますか。',
]

/** Prefers the contestant with the lower number; on the third prompt the first answer. */
function judged({ schema, messages }: ReceivedCall): string {
  const text = messages.at(-1)!.content
  const [one, other] = Array.from(text.matchAll(/Answer (\d)\./g), ([, number]) => Number(number))
  const verdict = text.includes('Question 3') || one! < other! ? 'first' : 'second'
  const criteria = Object.keys((schema as { properties: object }).properties)
  return JSON.stringify(Object.fromEntries(criteria.map((key) => [key, { reason: REASON, verdict }])))
}

/** The app with the arena in it: judged, voted on by people who see much of it otherwise, two prompts retired. */
export async function recordedApp(): Promise<TestApp> {
  const models = await startModelServer({ reply: judged })
  const app = await createTestApp({ clock: 'runs', env: KEYS })
  try {
    await app.work()
    await describe(app, models.openAiUrl)
    const arena = await arenaForOperator(app.deps.db, RECORDED)
    await start(app.deps, arena)
    await progressWhen(app.deps, arena)
    const longAgo = new Date(Date.now() - 3_600_000)
    await retirePrompts(app.deps, arena, { keys: ['p1', 'p2'] }, longAgo)
    await app.settle()
  } finally {
    await models.close()
  }
  return app
}

async function describe(app: TestApp, baseUrl: string): Promise<void> {
  const numbers = Array.from({ length: PROMPTS }, (_, i) => i + 1)
  await importInto(app.deps, {
    arena: { slug: RECORDED, title: 'On record — سجلّ', criteria: ['overall'] },
    contestants: NAMES.map((name, i) => ({
      name,
      model: 'writer-2026-01-01',
      system: `Be kind${i === 1 ? '' : ' and brief'}. ${HOSTILE[1]}\nSign as {{name}}.`,
      template: i === 2 ? null : `{{prompt}}\n\n${QUESTIONS[1]}`,
      params: { temperature: i / 2 },
      owner: 'ana',
    })),
    prompts: numbers.map((n) => ({
      key: `p${n}`,
      messages: [{ role: 'user', content: `Question ${n}. ${QUESTIONS[n % 3]} ${LAWLESS}` }],
      category: ['delivery', 'الاسترداد'][n % 2],
      reference: n === 1 ? LAWLESS : null,
    })),
    answers: numbers.flatMap((n) =>
      NAMES.map((contestant, i) => ({
        prompt: `p${n}`,
        contestant,
        text: `Answer ${i + 1}. ${QUESTIONS[(n + i) % 3]}\n\n${LAWLESS}\n\n\`\`\`js\n${'long'.repeat(60)}\n\`\`\``,
        turns: null,
        context: i === 0 ? [LAWLESS] : null,
      })),
    ),
    votes: numbers.flatMap((n) => opinionsOn(n)),
    setUp: {
      settings: {},
      ...(await modelsAndJudges({ baseUrl, rubric: 'overall', namedAfter: '', judges: [{ name: JUDGE }] })),
      checks: [{ name: 'says <i>when</i>', kind: 'contains', value: 'Paket', ignoreCase: false }],
    },
  })
}

/** People: against the judge on even prompts, and never for the first name on p1. */
function opinionsOn(n: number): ImportedVote[] {
  const voters = ['ann', 'ben', 'cy', 'dee', 'eve', 'fay', 'gus', 'hal']
  const pairs = [
    [LONG, RTL],
    [RTL, CJK],
    [CJK, LONG],
  ] as const
  return pairs.flatMap(([left, right], pair) =>
    voters.map((voter, nth): ImportedVote => {
      let outcome: Outcome = (n + nth) % 3 === 0 ? 'right' : 'left'
      if (n % 2 === 0) outcome = nth === 0 ? 'tie' : 'right'
      if (n === 1 && pair !== 1) outcome = left === LONG ? 'right' : 'left'
      return voteOf(left, right, outcome, { key: `${n} ${pair} ${voter}`, prompt: `p${n}`, voter })
    }),
  )
}
