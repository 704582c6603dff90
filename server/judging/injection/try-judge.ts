import type { JudgeInjection } from '../../../shared/contracts/index.ts'
import { readVerdicts } from '../verdicts/index.ts'
import type { OpenJudge } from './ask-judge.ts'
import { ATTACKS } from './attacks.ts'
import { injectionFigures, weakerOf } from './figures.ts'
import type { InBothOrders, Preferred, Trial } from './figures.ts'
import { KINDS, trialRequest } from './trial-requests.ts'
import type { Injected, Order, PairToTry, RequestKind } from './trial-requests.ts'

export interface JudgeToTry {
  criterion: string
  /** At most as many as there are attacks. */
  pairs: readonly PairToTry[]
}

/**
 * Asks a judge about its pairs, and again with an attack in the answer that it preferred less often. The text of an
 * attack is the same in both orders, because an answer does not know where it is shown.
 */
export async function tryJudge(
  open: OpenJudge,
  { criterion, pairs }: JudgeToTry,
  random: () => number,
): Promise<JudgeInjection> {
  const { judge, usage } = open
  const inBothOrders = (
    pair: PairToTry,
    injected: Injected | null,
    kind: RequestKind,
  ): Promise<InBothOrders> => {
    const inOrder = (order: Order) =>
      askInOrder(open, criterion, trialRequest(judge, criterion, pair, injected, kind, order, random), order)
    return Promise.all([inOrder(0), inOrder(1)])
  }
  const ofKinds = async (pair: PairToTry, injected: Injected | null) => {
    const [defended, plain] = await Promise.all(KINDS.map((kind) => inBothOrders(pair, injected, kind)))
    return { defended, plain }
  }
  const clean = await Promise.all(pairs.map((pair) => ofKinds(pair, null)))
  const attacked = await Promise.all(
    Object.entries(ATTACKS).map(async ([attack, text], i) => {
      const place = i % pairs.length
      const attacker = weakerOf(clean[place].defended)
      return {
        attack,
        attacker,
        clean: clean[place],
        attacked: await ofKinds(pairs[place], { attacker, text }),
      }
    }),
  )
  const figuresOf = (kind: RequestKind) =>
    injectionFigures(
      attacked.map((trial): Trial => ({
        ...trial,
        clean: trial.clean[kind],
        attacked: trial.attacked[kind],
      })),
    )
  return {
    judge: judge.name,
    model: judge.model,
    criterion,
    pairs: pairs.length,
    defended: figuresOf('defended'),
    plain: figuresOf('plain'),
    ...usage,
  }
}

async function askInOrder(
  { judge, usage, ask }: OpenJudge,
  criterion: string,
  request: ReturnType<typeof trialRequest>,
  order: Order,
): Promise<Preferred> {
  const reply = await ask(request)
  if (reply === null) return null
  const { marker } = request
  const { reason } = judge.rubric
  const reading = readVerdicts(reply, { form: 'pairwise', criteria: [criterion], count: 2, reason, marker })
  if ('unreadable' in reading) {
    usage.failedCalls += 1
    return null
  }
  const verdict = reading.verdicts[criterion]
  if (!('verdict' in verdict)) return null
  if (verdict.verdict === 'tie' || verdict.verdict === 'both_bad') return 'neither'
  return (verdict.verdict === 'first') === (order === 0) ? 0 : 1
}
