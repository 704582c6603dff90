/**
 * A tournament: the whole field on a few prompts, then those in the dead heat for first against its leader, stage by stage, until
 * one wins, nothing is left to judge among them, or a tenth of everything is judged. Pure.
 */
import { rateBoard } from '../../../shared/stats/board/rate-board.ts'
import type { Votes } from '../../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { JudgementForm } from '../../../shared/contracts/index.ts'
import { countCoveringLists, MIN_IN_LIST } from './draw-groups.ts'
import { allPairs, shuffled, type AnswersToJudge, type JudgeCall, type PlanAnswer } from './planned.ts'

/** On so many prompts everybody is judged before anybody rests: fewer would hardly give intervals over prompts. */
const FIELD_PROMPTS = 8
/** Between two looks at the board. */
const STAGE_PROMPTS = 8
/** A dead heat of so many is a result. A larger one is judged against those behind it, too. */
const SMALL_HEAT = 6
/** Judgements of a stage that sets a large dead heat against those behind it. */
const OUTSIDE = 30
/** Of judging everything. */
const MAX_SHARE = 0.1
/** A small arena may take so many times what its field takes. */
const MAX_FIELDS = 4
const STAGE = 0x70a7

/** Who is still in the race, by the votes so far. Contestants are places in the rows of the votes. */
export interface TournamentStanding {
  /** The rated contestants, highest first. */
  byRating: number[]
  /** All that nobody is above, highest first. */
  deadHeat: number[]
  /** Those to judge next, highest first. Empty: nobody is rated yet. */
  contenders: number[]
  /** Whether one wins, however often somebody looks. */
  isDecided: boolean
}

/** Behind a leader that has not won yet, so many are judged with it. */
const RIVALS = 3

/** Reads the race off a board that somebody may look at any time: a tournament stops by what it shows. */
export function tournamentStanding(votes: Votes): TournamentStanding {
  const { rated, measured, reading, state } = rateBoard(votes, { rounds: 0, seed: 1, looks: 'any' })
  if (!measured || !reading) return { byRating: [], deadHeat: [], contenders: [], isDecided: false }
  const { theta } = measured
  const byRating = [...theta.keys()].sort((i, j) => theta[j] - theta[i] || i - j)
  const contenders = reading.deadHeat.length > 1 ? reading.deadHeat : byRating.slice(0, 1 + RIVALS)
  return {
    byRating: byRating.map((i) => rated[i]),
    deadHeat: reading.deadHeat.map((i) => rated[i]),
    contenders: contenders.map((i) => rated[i]),
    isDecided: state === 'wins',
  }
}

/** What a stage is drawn from. `Contestant` is an id. */
export interface StageInput {
  /** Those that judges may be shown, one of each contestant to each prompt. */
  answers: readonly PlanAnswer[]
  calls: readonly Pick<JudgeCall, 'form' | 'listSize'>[]
  /** Whether judges of a form have judged two contestants on a prompt. */
  isJudged: (form: JudgementForm, promptId: number, first: number, second: number) => boolean
  /** Whether judges of a form are asked about a prompt. */
  isAsked: (form: JudgementForm, promptId: number) => boolean
  /** Ids, as of `TournamentStanding`. */
  standing: TournamentStanding
  /** Judgements of a form that are left for the dead heat. The field is always judged. */
  left: (form: JudgementForm) => number
  seed: number
}

/** The answers that a stage shows together, in the order of judging; none: the tournament is over. */
export function drawStage(input: StageInput): AnswersToJudge[] {
  const { answers, calls, standing, left } = input
  const byPrompt = new Map<number, Map<number, PlanAnswer>>()
  for (const answer of answers) {
    const onPrompt = byPrompt.get(answer.promptId) ?? new Map<number, PlanAnswer>()
    byPrompt.set(answer.promptId, onPrompt.set(answer.contestantId, answer))
  }
  const newcomers = findNewcomers(byPrompt, input)
  if (standing.isDecided && newcomers.length === 0) return []
  const listSize = Math.min(...calls.filter(({ form }) => form === 'listwise').map((call) => call.listSize))
  const crowd = newcomers.length > 0 ? newcomers.length : standing.contenders.length
  for (const form of formsFor(crowd, listSize, calls)) {
    const draw = stageDraw(byPrompt, form, listSize, input)
    draw.field(newcomers, standing.byRating)
    if (draw.drawn.length > 0) return draw.drawn
    if (standing.isDecided) continue
    draw.contest(standing.contenders, standing.byRating)
    if (draw.drawn.length === 0 && standing.contenders.length > SMALL_HEAT)
      draw.outside(standing.contenders, standing.byRating)
    if (draw.drawn.length > 0) return draw.drawn.slice(0, Math.max(0, left(form)))
  }
  return []
}

/** Lists part a crowd for the least money, pairs tell the last ones apart. The second form is for what the first cannot show. */
function formsFor(crowd: number, listSize: number, calls: StageInput['calls']): JudgementForm[] {
  const usableForms = (['listwise', 'pairwise'] as const).filter((form) =>
    calls.some((call) => call.form === form),
  )
  return crowd > listSize ? usableForms : usableForms.toReversed()
}

/** Those judged on fewer prompts than the field, of those on which a judge may be shown them and another answer. */
function findNewcomers(
  byPrompt: ReadonlyMap<number, ReadonlyMap<number, PlanAnswer>>,
  { calls, isJudged, isAsked }: StageInput,
): number[] {
  const forms = [...new Set(calls.map(({ form }) => form))]
  const judgedOn = new Map<number, number>()
  const possible = new Map<number, number>()
  for (const [promptId, onPrompt] of byPrompt) {
    const promptForms = forms.filter((form) => isAsked(form, promptId))
    if (promptForms.length === 0) continue
    const ids = [...onPrompt.keys()]
    for (const id of ids) {
      const rivals = ids.filter((rival) => onPrompt.get(rival)!.text !== onPrompt.get(id)!.text)
      if (rivals.length === 0) continue
      possible.set(id, (possible.get(id) ?? 0) + 1)
      if (rivals.some((rival) => promptForms.some((form) => isJudged(form, promptId, id, rival))))
        judgedOn.set(id, (judgedOn.get(id) ?? 0) + 1)
    }
  }
  return [...possible]
    .filter(([id, prompts]) => (judgedOn.get(id) ?? 0) < Math.min(FIELD_PROMPTS, prompts))
    .map(([id]) => id)
    .sort((a, b) => a - b)
}

/** Whether a stage is drawn to judge these two. */
type Matters = (first: number, second: number) => boolean

/** Draws one stage for judges of a form. Each way to draw adds to `drawn`. */
function stageDraw(
  allByPrompt: ReadonlyMap<number, ReadonlyMap<number, PlanAnswer>>,
  form: JudgementForm,
  listSize: number,
  { isJudged, isAsked, seed }: Pick<StageInput, 'isJudged' | 'isAsked' | 'seed'>,
) {
  const byPrompt = new Map([...allByPrompt].filter(([promptId]) => isAsked(form, promptId)))
  const stream = new RandomStream(seed, STAGE)
  const drawn: AnswersToJudge[] = []

  /** Newcomers in a ring or in lists, each prompt with some rated contestants by chance: else nothing would link the two groups. */
  function field(newcomers: readonly number[], byRating: readonly number[]): void {
    const isNew = new Set(newcomers)
    const rated = byRating.filter((id) => !isNew.has(id))
    onPrompts(
      newcomers,
      FIELD_PROMPTS,
      (present, promptId) => {
        const onPrompt = byPrompt.get(promptId)!
        const links = shuffled(
          rated.filter((id) => onPrompt.has(id)),
          stream,
        )
        if (form === 'pairwise') return ringPairs(shuffled([...present, ...links.slice(0, 2)], stream))
        const always = links.slice(0, Math.max(1, listSize - present.length))
        return splitIntoLists(shuffled(present, stream), listSize, always)
      },
      (a, b) => isNew.has(a) || isNew.has(b),
    )
  }

  /** The leader against each other contender; where it has met them all, the others among each other. */
  function contest(contenders: readonly number[], byRating: readonly number[]): void {
    const [leader] = contenders
    const isContender = new Set(contenders)
    const behind = byRating.filter((id) => !isContender.has(id))
    onPrompts(
      contenders,
      STAGE_PROMPTS,
      (present, promptId) => {
        const rivals = shuffled(
          present.filter((id) => id !== leader),
          stream,
        )
        const isThere = present.includes(leader)
        if (form === 'listwise')
          return splitIntoLists(rivals, listSize, isThere ? [leader] : []).map((list) =>
            list.length < MIN_IN_LIST ? [...list, ...behind].slice(0, MIN_IN_LIST) : list,
          )
        const unmet = isThere ? rivals.filter((id) => !isJudged('pairwise', promptId, leader, id)) : []
        if (unmet.length > 0) return unmet.map((id) => [leader, id])
        // some pairs that have not met, as many as there are contestants at most
        const unmetPairs = allPairs(rivals).filter(([a, b]) => !isJudged('pairwise', promptId, a, b))
        return unmetPairs.slice(0, rivals.length)
      },
      (a, b) => isContender.has(a) && isContender.has(b),
    )
  }

  /** A large dead heat whose members have all met: against the next behind it, one after another. */
  function outside(contenders: readonly number[], byRating: readonly number[]): void {
    const inHeat = new Set(contenders)
    for (const rival of byRating.filter((id) => !inHeat.has(id))) {
      for (const promptId of byPrompt.keys()) {
        if (drawn.length >= OUTSIDE) return
        const unmet = contenders.filter((id) => !isJudged(form, promptId, rival, id))
        const groups =
          form === 'pairwise' ? unmet.map((id) => [rival, id]) : splitIntoLists(unmet, listSize, [rival])
        for (const group of groups) take(promptId, group, (a, b) => a === rival || b === rival)
      }
      if (drawn.length > 0) return
    }
  }

  /** Draws groups on so many prompts, those on which these have met least first, else by chance. */
  function onPrompts(
    contestants: readonly number[],
    prompts: number,
    groupsOn: (present: number[], promptId: number) => number[][],
    matters: Matters,
  ): void {
    const metOn = (promptId: number) =>
      allPairs(contestants).filter(([a, b]) => isJudged(form, promptId, a, b)).length
    const order = shuffled(
      [...byPrompt.keys()].sort((a, b) => a - b),
      stream,
    )
      .map((promptId) => ({ promptId, battles: metOn(promptId) }))
      .sort((a, b) => a.battles - b.battles)
    let used = 0
    for (const { promptId } of order) {
      if (used === prompts) return
      const onPrompt = byPrompt.get(promptId)!
      const before = drawn.length
      const present = contestants.filter((id) => onPrompt.has(id))
      for (const group of groupsOn(present, promptId)) take(promptId, group, matters)
      if (drawn.length > before) used++
    }
  }

  /** Adds a group if two that matter have not met there, without contestants that say what another one in it says. */
  function take(promptId: number, group: readonly number[], matters: Matters): void {
    const onPrompt = byPrompt.get(promptId)!
    const answers: PlanAnswer[] = []
    for (const id of group) {
      const answer = onPrompt.get(id)
      if (answer && answers.every(({ text }) => text !== answer.text)) answers.push(answer)
    }
    if (answers.length < (form === 'listwise' ? MIN_IN_LIST : 2)) return
    const isNew = allPairs(answers).some(
      ([{ contestantId: a }, { contestantId: b }]) => matters(a, b) && !isJudged(form, promptId, a, b),
    )
    if (!isNew) return
    const answerIds = shuffled(answers, stream).map(({ id }) => id)
    drawn.push({ form, promptId, answerIds })
  }

  return { drawn, field, contest, outside }
}

/** Each with the next one, the last with the first. */
const ringPairs = (ids: readonly number[]): number[][] =>
  ids.length < MIN_IN_LIST ? allPairs(ids) : ids.map((id, i) => [id, ids[(i + 1) % ids.length]])

/** Lists of nearly equal sizes, each with all of `always`. One that is too short takes some of another. */
function splitIntoLists(ids: readonly number[], size: number, always: readonly number[]): number[][] {
  const lists = Math.max(1, Math.ceil(ids.length / Math.max(1, size - always.length)))
  return Array.from({ length: lists }, (_, list) => {
    const members = [...always, ...ids.filter((_, i) => i % lists === list)]
    if (members.length >= MIN_IN_LIST) return members
    return [...members, ...ids.filter((id) => !members.includes(id))].slice(0, MIN_IN_LIST)
  })
}

/**
 * The most judgements of one call in a tournament: a tenth of judging everything, but in a small arena up to four times what its
 * field takes, and never more than everything.
 */
export function mostInTournament(
  contestants: number,
  prompts: number,
  { form, listSize }: Pick<JudgeCall, 'form' | 'listSize'>,
): number {
  if (contestants < 2) return 0
  const isInPairs = form === 'pairwise'
  const size = Math.min(listSize, contestants)
  if (!isInPairs && size < MIN_IN_LIST) return 0
  const groups = isInPairs ? (contestants * (contestants - 1)) / 2 : countCoveringLists(contestants, size)
  const ofField = isInPairs ? contestants : Math.ceil(contestants / size)
  const everything = groups * prompts
  const fields = MAX_FIELDS * ofField * Math.min(FIELD_PROMPTS, prompts)
  return Math.min(everything, Math.max(Math.floor(MAX_SHARE * everything), fields))
}
