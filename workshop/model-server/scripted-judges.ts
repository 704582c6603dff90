/** Thirteen judges that tests and the bench try: each judges four contestants, whose answers begin with their names. */
import type { ReceivedCall } from './wires.ts'
import * as replies from './reply.ts'
import type { Answer, BadReply } from './reply.ts'

export const CONTESTANTS = ['amber-1', 'birch-1', 'cedar-1', 'dogwood-1'] as const

/** The answer of a contestant. */
export const answerBy = (contestant: string, prompt: string): string => `${contestant} on ${prompt}.`

export interface ScriptedJudge {
  name: string
  /** The name of its model; default: the judge's. */
  model?: string
  does: string
  reply(call: ReceivedCall): Answer | BadReply
  /** The time before each reply, in ms. */
  latencyMs?: number
}

type Word = 'first' | 'second' | 'tie'

/** The contestants whose answers a call shows, in its order. */
function shownIn({ messages }: ReceivedCall): string[] {
  return [...messages.at(-1)!.content.matchAll(/^(\w+-1) on /gm)].map(([, name]) => name!)
}

/** The contestant that comes first in the alphabet is better, wherever it is shown. */
function fairly(call: ReceivedCall): Word {
  const [first, second] = shownIn(call)
  return first! < second! ? 'first' : 'second'
}

/** Either place, by chance, and the same again in each run. */
const byChance = ({ number }: ReceivedCall): Word => ((number * 2654435761) % 97 < 49 ? 'first' : 'second')

/** The contestant of its own family is better; between others it is fair. */
function forItsFamily(call: ReceivedCall): Word {
  const kin = shownIn(call).findIndex((name) => name.startsWith('dogwood'))
  return kin < 0 ? fairly(call) : kin === 0 ? 'first' : 'second'
}

const json = (word: Word, more: object = {}) =>
  JSON.stringify({ ...more, overall: { reason: 'It does what was asked.', verdict: word } })

/** The field with the marker, where a call asks for it. */
const markerIn = ({ messages }: ReceivedCall) => {
  const marker = /"marker_of_call": "(\w+)"/.exec(messages.at(-1)!.content)?.[1]
  return marker === undefined ? {} : { marker_of_call: marker }
}

const prose = 'Both answers are short. One of them does what was asked, the other does less.'

export const SCRIPTED_JUDGES: readonly ScriptedJudge[] = [
  { name: 'fair', does: 'prefers the same answer in both orders', reply: (call) => json(fairly(call)) },
  { name: 'random', does: 'throws a coin', reply: (call) => json(byChance(call)) },
  { name: 'position', does: 'takes the answer shown first', reply: () => json('first') },
  { name: 'refusing', does: 'refuses', reply: () => replies.refuses() },
  {
    name: 'reasoning',
    does: 'thinks in the reply and closes a tag that it never opened',
    reply: (call) => `${prose} So I say ${json('tie')}.\n</think>\n\n${json(fairly(call), markerIn(call))}`,
  },
  {
    name: 'cut',
    does: 'reasons until max_tokens',
    reply: () => ({ text: `${prose} `.repeat(20), finish: 'length' }),
  },
  {
    name: 'prose',
    does: 'writes prose and a verdict in its last line, whatever was asked',
    reply: (call) => `${prose}\n\nVERDICT [overall]: ${fairly(call)}`,
  },
  {
    name: 'fences',
    does: 'writes prose around a JSON object in a fence',
    reply: (call) =>
      `Here is my verdict:\n\n\`\`\`json\n${json(fairly(call), markerIn(call))}\n\`\`\`\n\nI hope this helps.`,
  },
  {
    name: 'SSE error body',
    model: 'sse-error',
    does: 'answers 200 with the events of an error',
    reply: () =>
      replies.sends(
        'event: error\ndata: {"error":{"message":"upstream is gone","code":502}}\n\n',
        'text/event-stream',
      ),
  },
  {
    name: 'drifting',
    does: 'is fair for 40 calls and then takes the answer shown first',
    reply: (call) => json(call.number < 40 ? fairly(call) : 'first'),
  },
  {
    name: 'own family',
    model: 'dogwood-2',
    does: 'prefers the contestant of its own family',
    reply: (call) => json(forItsFamily(call)),
  },
  { name: 'slow', does: 'takes three seconds', latencyMs: 3000, reply: (call) => json(fairly(call)) },
  {
    name: '404',
    model: 'retired',
    does: 'is a model that the server does not have',
    reply: () => replies.failure(404, 'model_not_found', 'The model retired does not exist.'),
  },
]
