import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import { textField, FileError, formOf, lookOf, quoted } from '../fields.ts'
import { PROMPT_COLUMNS } from '../answers.ts'
import { keyOfText, OWN, type FileHead, type ToolFormat } from './tool-format.ts'
import { outcomeCode, outcomeWord, hasOutcome } from '../../../../shared/stats/outcome-words.ts'
import { ANSWER_OF, type ReadPlan } from '../../../../shared/contracts/read-plan.ts'
import { translateBy } from '../../read-plan/translate.ts'
import type { ImportPortion } from '../../import/arena-import.ts'
import { countsIn, isMark, type Watcher } from '../doubts.ts'
import type { OpenFile } from '../open-file.ts'
import { keptColumns } from '../column-changes.ts'
import { areAsked, isNo, isOfAnswers, isPart, MODEL, SHOWN, VERDICT } from '../near-columns.ts'

/** Columns of a votes file that such a table may have, too. */
const OF_VOTE = new Set(['judge', 'judge_type', 'criterion', 'tstamp'])

const isOfRow = (column: string): boolean =>
  column === '' || PROMPT_COLUMNS.has(column) || OF_VOTE.has(column)

const verdictsIn = ({ header, kept }: FileHead): string[] =>
  header.filter((column) => VERDICT.test(column) && !kept.has(column))

function contestantsIn(head: FileHead): string[] {
  const verdicts = verdictsIn(head)
  return head.header.filter(
    (column) =>
      !verdicts.includes(column) && (!isOfRow(column) || (OF_VOTE.has(column) && head.kept.has(column))),
  )
}

/**
 * A table of answers with the verdict of a vote in each row: `prompt, NAME, NAME, winner`. The verdict names a
 * contestant or says what `winner` of a votes file says; the first contestant is on the left. An empty verdict is no
 * vote. The same answers may be in several rows, one for each vote.
 */
export const answersWithVerdict: ToolFormat = {
  name: 'a table of answers with votes',
  source: OWN,
  matches: (head) =>
    head.columns.has('prompt') &&
    !['model', 'model_a', 'model_b', 'text', 'turns'].some((column) => head.columns.has(column)) &&
    verdictsIn(head).length > 0 &&
    contestantsIn(head).length > 1,
  open: (head) => {
    const [verdict, ...others] = verdictsIn(head)
    const contestants = contestantsIn(head)
    const { file } = head
    if (others.length > 0)
      throw new FileError(msg('verdicts_several', { file, columns: [verdict, ...others] }))
    const shown = contestants.length > 2 ? contestants.find((column) => SHOWN.test(column)) : undefined
    if (shown !== undefined) throw new FileError(msg('swaps_not_read', { file, column: shown }))
    if (contestants.length > 2) {
      if (!nameBest(head, verdict, contestants))
        throw new FileError(msg('verdict_among_many', { file, column: verdict, contestants }))
      head.notes.told.push(msg('best_of_many', { file }))
      return translateBy(planOfBest(head, verdict, contestants))
    }
    const [left, right] = contestants
    return (fields) => {
      // a row of JSON may add columns
      const added = Object.keys(fields).filter((column) => !head.columns.has(column) && !isOfRow(column))
      if (added.length > 0)
        throw new FileError(
          msg('verdict_among_many', { file, column: verdict, contestants: [...contestants, ...added] }),
        )
      const { prompt: text, category, group, reference, context } = fields
      if (textField(text) === null) return msg('field_empty', { field: 'prompt' })
      const id = fields['question_id'] ?? fields['id']
      const answers = contestants.flatMap((model) => {
        const answer = textField(fields[model])
        return answer === null
          ? []
          : [{ model, text: typeof fields[model] === 'string' ? fields[model] : answer }]
      })
      if (contestants.some((model) => typeof fields[model] === 'object' && fields[model] !== null))
        return msg('answer_no_text')
      if (answers.length === 0) return msg('no_answer')
      const winner = textField(fields[verdict])
      if (winner !== null && answers.length < 2) return msg('verdict_on_one')
      const { judge, judge_type, criterion, tstamp } = fields
      const vote = {
        model_a: left,
        model_b: right,
        winner,
        judge,
        judge_type,
        criterion,
        tstamp,
        category,
        group,
      }
      return {
        prompt: { id: textField(id) ?? keyOfText(String(text)), text, category, group, reference, context },
        answers,
        votes: winner === null ? [] : [vote],
      }
    }
  },
  watchers: (file) => [new DoubtfulColumns(file), { doubts: () => countsIn(file) }],
  outcomes: (head) => verdictsIn(head)[0],
}

/** Whether the verdicts of the first rows name contestants, whatever their case and blanks, and nothing else. */
function nameBest({ rows }: FileHead, verdict: string, contestants: readonly string[]): boolean {
  const looks = new Set(contestants.map(lookOf))
  const said = rows.flatMap((row) => textField(row[verdict]) ?? [])
  return said.length > 0 && said.every((text) => looks.has(lookOf(text)))
}

const planOfBest = ({ columns }: FileHead, verdict: string, contestants: readonly string[]): ReadPlan => ({
  kind: 'table',
  columns: {
    ...Object.fromEntries(
      [...PROMPT_COLUMNS, ...OF_VOTE].filter((one) => columns.has(one)).map((one) => [one, one]),
    ),
    ...(columns.has('id') && !columns.has('question_id') && { question_id: 'id' }),
    ...Object.fromEntries(contestants.map((name) => [`${ANSWER_OF}${name}`, name])),
    winner: verdict,
  },
  ignore: [],
  outcomes: {},
})

/** What a long table calls its answers. */
const ANSWER = /^(?:response|outputs?|answer|completion)$/

/** Names of columns that say who lost. */
const LOST =
  /(?:^|[\s_-])(?:rejected|loser|losing|lost|worse|worst|least(?!-to)|schlechter\w*|pire|peor|peggio|pior)(?:$|[\s_?？-])/i

/** Names of columns that say something about a prompt, where others are called otherwise. */
const OF_PROMPT =
  /^(?:prompt|question|passage|article|image|img|picture|audio|video|retrieved|docs?|documents?|rubrics?|facts?|ideal|persona|customer)(?:$|[\s_-])/i

/** Words in names of columns that say something about a prompt or an answer. */
const ABOUT =
  /(?:^|[\s_-])(?:solutions?|key|canonical|expert|gold|must|hints?|critiques?|corrections?|background|scenarios?|(?:source|input|original)[\s_-]text|keywords?|follow[\s_-]?up|comments?)(?:$|[\s_-])|^model[\s_-]answer|lösung|解答|答案|正解/i
/** Names of columns of texts, where others are called otherwise. */
const TEXTS = /(?:^|[\s_-])(?:answers?|summary|antwort|respuesta|réponse|risposta|resposta)(?:$|[\s_-])/i

/** A question of a form for a verdict. */
const WHO_IS_BETTER =
  /(?:better|best\b|prefer|besser|beste|bevorzug|meilleur|préf[éè]r|mejor|prefier|melhor|prefer|migliore).*[?？]$/i

/** Names of columns that say something about a prompt, an answer or a row. */
const ASIDE =
  /^(unnamed(:? ?\d+)?|user|index|idx|#|nr|loser|rejected|notes?|comments?|remarks?|labels?|tags?|author|feedback|date|time|notiz(en)?|kommentare?|(an|be)merkung(en)?|begründung|bewertung|punkte|datum|sprache|quelle|remarques?|commentaires?|notas?|comentarios?|observaciones|comentários?|observações|commenti?|osservazioni|opmerking(en)?|uwagi|комментари[йи]|备注|備考|コメント|비고|(created|updated)([_ ]at)?|timestamp|zeitstempel|horodateur|marca temporal|carimbo de data\/hora|((expected|ideal|gold(en)?|targets?|correct|reference|ground[ _-]?truth)([ _-](answer|output|response|text))?)|topics?|subjects?|domains?|splits?|reviewers?|bewerter(in)?|types?|kinds?|thema|kategorie|schwierigkeit|musterl(ö|oe)sung|正解|(.*[\s_-])?(erwartete?[rs]?|attendue?|esperad[ao]|attes[ao])([\s_-].*)?|system[ _-]?prompt|explanation|reason(ing)?|rationale|\d+|language|lang|difficulty|source|url|(.*[\s_-])?(scores?|ratings?|grades?|tokens|cost|latency)([\s_-].*)?|.*[\s_-](explanation|reasoning|rationale|comments?|notes?|feedback))$/i

const NUMBER = /^[-+]?[\d.,]+\s*(%|\$|€|s|ms)?$/

/** So many different texts of a column are kept to see whether all say who is better. */
const MOST_TEXTS = 50
const LONGEST_TEXT = 200

/** What is longer, or a sentence, is no label. */
const LABEL = /^.{1,30}(?<![.!?…。！？])$/u
/** Two words, or as many characters as few labels have. */
const WORDS = /\S\s+\S|.{16}/su
/** What a column holds that says something about each row: ids, addresses, shares, letters or words in lower case, times. */
const FORMS = [
  /^(?=\S*\d)[\w.:#+/-]+$|^[\da-f]{6,}$/i,
  /^[^\s@]+@[^\s@]+\.\w+$/,
  /^[\d.,]+\s*(?:\/|(?:out )?of|von)\s*\d+$/,
  /^(?:\p{L}|\p{Ll}[\p{Ll}_-]*)$/u,
  /^(?:\p{L}+,? )?(?:\d{1,4}(?:[-./]\d{1,2}[-./]|\.? \p{L}+ )|\p{L}+\.? \d{1,2}, )\d{1,4}(?!\d).{0,25}$/u,
]
const haveForm = (cells: readonly string[]) => FORMS.some((form) => cells.every((cell) => form.test(cell)))
/** So many cells are looked at; so many at least have one form, and so many at least the same texts. */
const [MOST_CELLS, LEAST_FORMED, LEAST_EQUAL] = [100, 3, 6]

/** Whether cells are labels, ids or times of rows rather than answers. */
function areAside(cells: readonly string[]): boolean {
  const areFew = cells.length >= LEAST_EQUAL && 2 * new Set(cells).size <= cells.length
  const areLabels = areFew && cells.every((cell) => LABEL.test(cell))
  return areLabels || (cells.length >= LEAST_FORMED && haveForm(cells))
}

/** Whether nearly all cells are different, and most have words. */
const areAnswers = (cells: readonly string[]) =>
  10 * new Set(cells).size >= 9 * cells.length &&
  2 * cells.filter((cell) => WORDS.test(cell)).length > cells.length &&
  !haveForm(cells)

interface Column {
  filled: number
  /** The beginnings of the first ones. */
  cells: string[]
  numbers: number
  /** Its different texts; null if they are many or long, as answers are. */
  texts: Set<string> | null
}

/** Watches the columns of a table of answers for those that hardly hold answers. */
export class DoubtfulColumns implements Watcher {
  readonly #file: OpenFile
  readonly #kept: ReadonlySet<string>
  #rows = 0
  #columns = new Map<string, Column>()
  readonly #prompts: string[] = []

  /** @param contestants  its columns, also those without any answer */
  constructor(file: OpenFile, contestants: readonly string[] = []) {
    this.#file = file
    this.#kept = keptColumns(file.changes)
    for (const name of contestants)
      this.#columns.set(formOf(name), { filled: 0, cells: [], numbers: 0, texts: new Set() })
  }

  portion({ prompts = [], answers = [] }: ImportPortion): void {
    this.#rows += new Set(answers.map(({ prompt }) => prompt)).size
    for (const { messages } of prompts.slice(0, MOST_TEXTS - this.#prompts.length))
      this.#prompts.push(String(messages?.[0]?.content ?? '').slice(0, LONGEST_TEXT))
    for (const { contestant, text } of answers) {
      const column = this.#columns.get(contestant) ?? { filled: 0, cells: [], numbers: 0, texts: new Set() }
      this.#columns.set(contestant, column)
      column.filled++
      const cell = text?.trim() ?? ''
      if (column.cells.length < MOST_CELLS) column.cells.push(cell.slice(0, LONGEST_TEXT))
      if (NUMBER.test(cell)) column.numbers++
      column.texts?.add(cell)
      if (cell.length > LONGEST_TEXT || (column.texts?.size ?? 0) > MOST_TEXTS) column.texts = null
    }
  }

  /**
   * @throws {FileError} if columns are named like verdicts, notes, scores or parts of a row, or if they hold only names of others, only
   *   numbers or few cells where others do not. A column that the user maps to its own name is a contestant.
   */
  #refuse(): void {
    const columns = this.#rows === 0 ? [] : [...this.#columns]
    const names = new Set(this.#columns.keys())
    const sides = this.#sides()
    if (sides) throw new FileError(msg('columns_are_sides', { file: this.#file.name, ...sides }))
    const looks = new Set([...names].map(lookOf))
    const isVerdict = ({ texts }: Column, name: string): boolean => {
      if (LOST.test(name)) return false
      const namesOther = (text: string) => lookOf(text) !== lookOf(name) && looks.has(lookOf(text))
      const named = [...(texts ?? [])].filter(namesOther).length
      const others = [...(texts ?? [])].filter((text) => !namesOther(text))
      const areOutcomes = others.every(isOutcome)
      // letters and numbers alone may be answers to a choice
      const areWords = areOutcomes && others.every((text) => /\p{L}{2}/u.test(text))
      return named > 0 ? areOutcomes || (named > 1 && others.length <= named) : others.length > 1 && areWords
    }
    const signs = [
      ({ numbers, filled }: Column) => numbers === filled,
      ({ filled }: Column) => 2 * filled < this.#rows,
      isVerdict,
    ]
    const isNamed = (name: string) =>
      [ASIDE, VERDICT, WHO_IS_BETTER].some((names) => names.test(name)) || isMark(name) || isPart(name)
    const others = columns.filter(([name]) => !isNamed(name))
    const standingOut = signs.filter((is) => columns.some(([name, column]) => !is(column, name)))
    const words = [OF_PROMPT, ABOUT, TEXTS, LOST].filter((of) => others.some(([name]) => !of.test(name)))
    const doubtful = columns
      .filter(([name]) => !this.#kept.has(name))
      .filter(
        ([name, column]) =>
          isNamed(name) || words.some((of) => of.test(name)) || standingOut.some((is) => is(column, name)),
      )
      .map(([name]) => name)
    const verdict = doubtful.find(
      (name) => !LOST.test(name) && (WHO_IS_BETTER.test(name) || isVerdict(this.#columns.get(name)!, name)),
    )
    const answer = doubtful.find((name) => ANSWER.test(name))
    if (answer !== undefined && doubtful.length === columns.length)
      throw new FileError(msg('answers_unnamed', { file: this.#file.name, column: answer }))
    if (doubtful.length > 0)
      throw new FileError(
        msg('columns_doubtful', {
          file: this.#file.name,
          columns: doubtful,
          ...(verdict !== undefined && { verdict }),
        }),
      )
  }

  /** Two columns of labels that are called like who won and who lost. */
  #sides(): { winner: string; loser: string } | null {
    const columns = [...this.#columns]
    const areLabels = columns.every(
      ([name, { cells, filled }]) =>
        filled > 0 && !this.#kept.has(name) && cells.every((cell) => LABEL.test(cell)),
    )
    const loser = columns.findIndex(([name]) => LOST.test(name))
    if (columns.length !== 2 || !areLabels || loser < 0 || LOST.test(columns[1 - loser][0])) return null
    return { winner: columns[1 - loser][0], loser: columns[loser][0] }
  }

  /** Columns whose cells are labels, ids or times, beside those that hold answers. */
  #aside(): CodedMessage[] {
    const all = [...this.#columns].map(([name, { cells }]) => ({ name, cells }))
    if (!all.some(({ cells }) => areAnswers(cells))) return []
    const aside = all.filter(({ name, cells }) => !this.#kept.has(name) && areAside(cells))
    const columns = aside.map(({ name }) => name)
    const texts = first(aside.flatMap(({ cells }) => cells))
    return columns.length > 0 ? [msg('columns_aside', { file: this.#file.name, columns, texts })] : []
  }

  /**
   * What the table as a whole may be instead: one on its side, one of ids, or one of scores or verdicts.
   * @throws {FileError} as `#refuse`
   */
  doubts(): CodedMessage[] {
    this.#refuse()
    if (this.#rows === 0) return []
    const [file, prompts, names] = [this.#file.name, this.#prompts, [...this.#columns.keys()]]
    const areModels = 2 * prompts.filter((prompt) => MODEL.test(prompt)).length > prompts.length
    if (areModels || (areAsked(names) && !areAsked(prompts)))
      return [msg('table_exchanged', { file, columns: names.slice(0, 2), rows: prompts.slice(0, 2) })]
    const columns = [...this.#columns.values()]
    const texts = columns.flatMap(({ texts }) => [...(texts ?? [''])])
    const found = (all: readonly string[]) => ({ file, texts: first(all) })
    const shared = names.some((name) => this.#kept.has(name))
      ? []
      : namesIn(columns.map(({ cells }) => cells))
    return [
      ...this.#aside(),
      ...(shared.length > 0 ? [msg('columns_hold_names', { ...found(shared), columns: names })] : []),
      ...(prompts.every((prompt) => ID.test(prompt)) ? [msg('prompts_are_ids', found(prompts))] : []),
      ...(areValues(texts) ? [msg('answers_are_values', found(texts))] : []),
    ]
  }
}

/** The few names that these columns hold, as those of votes or pairs do; empty if they may be answers. */
export function namesIn(columns: readonly (readonly string[])[]): string[] {
  const all = columns.flat()
  const texts = [...new Set(all)]
  const areLabels = texts.every(
    (text) => LABEL.test(text) && !isValue(text) && !isNo(text) && /\p{L}{2}|\p{L}\d/u.test(text),
  )
  if (all.length === 0 || !areLabels) return []
  // labels that contestants give agree in some rows
  const differ = columns[0].every(
    (_, row) => new Set(columns.map((cells) => cells[row])).size === columns.length,
  )
  const models = all.filter(isOfAnswers).length
  if (differ && 3 * models >= all.length) return texts
  const comeAgain = all.length >= LEAST_EQUAL && 2 * texts.length <= all.length
  const isShared = (text: string) => columns.filter((cells) => cells.includes(text)).length > 1
  return comeAgain && 2 * texts.filter(isShared).length >= texts.length && (differ || models > 0) ? texts : []
}

const isOutcome = (text: string): boolean => hasOutcome(outcomeCode(outcomeWord(text), 0))
/** Whether a text says how good something is, or has no letter at all: a number, an outcome, a grade, stars. */
const isValue = (text: string): boolean =>
  NUMBER.test(text) || isOutcome(text) || !/\p{L}/u.test(text) || GRADE.test(text)
const GRADE =
  /^(?:(?:in)?correct|wrong|wins?|won|loss|lost|[a-f][+−–-]|T-?\d+|[\d.,]+ ?(?:(?:out of|of|von) ?[\d.,]+|points?|pts?|tokens?|words|st|nd|rd|th))$/i

/** Whether all texts of a table are values. Letters alone, and letters and numbers, may be answers to a choice. */
const areValues = (texts: readonly string[]): boolean => {
  const isLetter = (text: string) => /^\p{L}$/u.test(text)
  const areMarks = texts.every((text) => text !== '' && (isValue(text) || isLetter(text)))
  const isChoice = texts.some(isLetter) && !texts.some((text) => GRADE.test(text) || /\p{L}{2}/u.test(text))
  return (areMarks && !isChoice) || texts.every((text) => /^x$/i.test(text))
}

const first = (texts: readonly string[]) => [...new Set(texts)].slice(0, 3).map(quoted)

/** What hardly is the text of a prompt: a number, perhaps after a word, or digits of a program. */
const ID = /^(?:[a-z]{1,10}[ ._#-]?)?\d+$|^[\da-f-]{24,}$/i
