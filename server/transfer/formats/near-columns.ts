/** Columns of a file whose names are nearly those that Deadheat reads. */
import { distanceBetween, withoutSlips } from '../../../shared/messages/few.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { outcomeCode, outcomeWord } from '../../../shared/stats/outcome-words.ts'
import { spellingOf } from './column-changes.ts'
import type { OpenFile } from './open-file.ts'
import { cellsOf, columnsOf, formatIn, rowsOfHead } from './rows.ts'
import { quoted, textField, timeField, type Fields } from './fields.ts'

export const VOTE_COLUMNS =
  'model_a model_b winner question_id judge judge_type criterion category group language turn pair_id order tstamp conversation_a conversation_b sample_a sample_b pair_probability'.split(
    ' ',
  )

const COLUMNS_WITH_VOTES = 'id prompt response_a response_b answer_a answer_b'.split(' ').concat(VOTE_COLUMNS)

/**
 * The names that columns of a votes file may have in another spelling: also of texts beside votes, and that of the winner
 * only where no other column names the loser.
 */
export const voteNamesIn = (columns: readonly string[]): string[] =>
  COLUMNS_WITH_VOTES.filter(
    (name) => name !== 'winner' || !columns.some((column) => spellingOf(column) === 'loser'),
  )

/** The columns of votes, answers and prompts that a file needs to be recognised. */
export const NEEDED_COLUMNS = ['model_a', 'model_b', 'winner', 'prompt', 'model', 'text', 'id', 'question_id']

/** Names that people often give to columns of votes, without `_id` at their ends. */
const USUAL_NAMES = new Map(
  [
    ['question_id', 'prompt question item task example'],
    [
      'judge',
      'voter user annotator rater worker participant evaluator name username email session respondent expert juror student reviewer labeler',
    ],
    ['tstamp', 'timestamp created_at date time tstamp'],
  ].flatMap(([meant, names]) => names.split(' ').map((name) => [name, meant] as const)),
)

/** Names of columns that say which of the answers beside them is better. */
export const VERDICT =
  /^(?!(?:vote|judge?ment|decision|result)[ _-]id$)(?:(?:human|judge|overall|final|gold|llm)[ _-]?)?(?:win|won|winner|winning[ _-](?:answer|model)|preferred(?:[ _-](?:answer|response|output|model))?|preference|better(?:[ _-](?:answer|response|output|model))?|best|choice|chosen|verdict|vote|outcome|result|label|decision|pick|judge?ment|selected|selection)(?:[ _-](?:name|model|side|idx|index|id))?$/i

/** Whether the left one won, as yes or no. */
const WON_BY_A = /^(?:model_)?a_(?:wins?|won|is_better|better|preferred)$|^(?:wins?|won|winner_is)_a$/i

/** What columns are called in other languages and tools, by the part of a file that they hold. */
const USUAL_PARTS: Record<'prompt' | 'answer' | 'model' | 'winner', RegExp> = {
  prompt:
    /^(?:prompts?|questions?|inputs?|instructions?|quer(?:y|ies)|tasks?|frage|fragen|eingabe|aufgabe|anfrage|pregunta|entrada|demande|requête|invite|domanda|richiesta|pergunta|vraag|pytanie|вопрос|问题|問題|提示|質問|질문|سؤال|soru|प्रश्न)$/i,
  answer:
    /^(?:answers?|responses?|outputs?|completions?|repl(?:y|ies)|antwort|antworten|ausgabe|respuesta|salida|réponse|sortie|risposta|resposta|antwoord|odpowiedź|ответ|回答|答案|답변|جواب|yanıt|cevap|उत्तर)$/i,
  model:
    /^(?:models?(?:[ _-]?(?:name|id))?|systems?|variants?|contestants?|llm|modell|modelle|variante|modelo|modèle|modello|модель|模型|モデル|모델|मॉडल)$/i,
  winner:
    /^(?:gewinner|sieger|bessere?|beste|ganador|mejor|melhor|meilleure?|migliore|vainqueur|gagnant|vincitore|vencedor|winnaar|zwycięzca|победитель|获胜者|胜者|勝者|승자)$/i,
}

/** How to read the columns of answers or of a table of answers that have usual names of other languages. */
export function meantTextColumns(columns: readonly string[]): NearColumn[] {
  const of = (part: keyof typeof USUAL_PARTS) =>
    columns.find((column) => USUAL_PARTS[part].test(column.replace(/^.*\./, '')))
  const [prompt, answer, model, winner] = [of('prompt'), of('answer'), of('model'), of('winner')]
  if (prompt === undefined) return []
  const pairs =
    answer !== undefined && model !== undefined
      ? [
          [prompt, 'prompt'],
          [answer, 'response'],
          [model, 'model'],
        ]
      : [[prompt, 'prompt'], ...(winner === undefined ? [] : [[winner, 'winner']])]
  return pairs.flatMap(([column, meant]) => (column === meant ? [] : [{ column, meant }]))
}

/** What stands before `_a` and `_b` in columns that hold texts of two sides, and not their names. */
const TEXTS = /^(response|conversation|answer|output|completion|text|sample)$/

/** A column, and the one that was probably meant. */
interface NearColumn {
  column: string
  meant: string
}

/** Of a file with more columns, which is refused, the others are compared with nothing. */
const MOST_COMPARED = 2000

/**
 * The columns that are none of `known`, but nearly one that the file lacks.
 * @param columns those of the file
 * @param known those that are read
 */
export function nearColumns(columns: readonly string[], known: readonly string[]): NearColumn[] {
  const missing = known.filter((name) => !columns.includes(name))
  return columns
    .slice(0, MOST_COMPARED)
    .filter((column) => !known.includes(column))
    .flatMap((column) => {
      const meant = slipOf(column, missing)
      return meant === undefined ? [] : [{ column, meant }]
    })
}

/** The columns of votes that the file has under other names: those nearly right, and names that people often give. */
export function meantVoteColumns(columns: readonly string[]): NearColumn[] {
  // people write Modèle A where programs write model_a
  const written = new Map(columns.map((column) => [column.replace(/ (?=[ab12]$)/i, '_'), column]))
  const sides = sidesIn([...written.keys()]).map(({ column, meant }) => ({
    column: written.get(column)!,
    meant,
  }))
  const near = [...nearColumns(columns, VOTE_COLUMNS), ...sides, ...scoresIn(columns), ...losersIn(columns)]
  const others = columns.flatMap((column) => {
    // Mechanical Turk writes Answer.winner, others WorkerId
    const bare = column.replace(/ *\(.*\)$|^.*\./g, '').replace(/[_ -]?id$/i, '')
    const meant =
      USUAL_NAMES.get(bare.toLowerCase()) ??
      (USUAL_PARTS.winner.test(bare) ||
      WON_BY_A.test(bare) ||
      (VERDICT.test(bare.replace(/[ _-]?1$/, '')) &&
        !(bare.endsWith('1') && columns.includes(bare.replace(/1$/, '0'))))
        ? 'winner'
        : undefined)
    const isFree = meant !== undefined && !columns.includes(meant) && !near.some((one) => one.meant === meant)
    return isFree ? [{ column, meant }] : []
  })
  const seen = new Set<string>()
  return [...near, ...others].filter(({ meant }) => !seen.has(meant) && seen.add(meant))
}

/** A winner and a loser, written with capitals. */
function losersIn(columns: readonly string[]): NearColumn[] {
  const found = ['winner', 'loser'].flatMap((meant) => {
    const column = columns.find((one) => one !== meant && one.trim().toLowerCase() === meant)
    return column === undefined ? [] : [{ column, meant }]
  })
  return found.length === 2 ? found : []
}

const SCORED = '(?:scores?|goals|points|clicks|ratings?|grades?|sets|runs|votes)'
const OF_LEFT = new RegExp(
  `^(?:(home|left|white)[ _-]?(${SCORED})|(${SCORED})[ _-]?(home|left|white|a|1))$`,
  'i',
)
const OTHER: Readonly<Record<string, string>> = {
  home: 'away',
  left: 'right',
  white: 'black',
  a: 'b',
  1: '2',
}

/** What the two sides of a comparison scored. */
function scoresIn(columns: readonly string[]): NearColumn[] {
  for (const column of columns) {
    const side = OF_LEFT.exec(column)
      ?.slice(1)
      .find((part) => part && part.toLowerCase() in OTHER)
    const other =
      side && column.replace(new RegExp(`${side}(?=[ _-]?${SCORED}$|$)`, 'i'), OTHER[side.toLowerCase()])
    const second = other && columns.find((one) => one.toLowerCase() === other.toLowerCase())
    if (second && !columns.includes('score_a'))
      return [
        { column, meant: 'score_a' },
        { column: second, meant: 'score_b' },
      ]
  }
  return []
}

/** `meantVoteColumns` of a file, without times that cannot be read, and voters that are verdicts. */
export const meantIn = (file: OpenFile): NearColumn[] =>
  meantVoteColumns(columnsOf(file)).filter(({ column, meant }) =>
    meant === 'tstamp'
      ? rowsOfHead(file).every((row) => timeField(row[column]) !== undefined)
      : meant !== 'judge' || !namesSides(file, column),
  )

/** Whether a column is called as one that holds prompts, answers, models or verdicts, and so is no contestant. */
export const isPart = (column: string): boolean =>
  Object.values(USUAL_PARTS).some((name) => name.test(column))
/** Whether a column is called like answers, or like the model that gave them. */
export const isOfAnswers = (column: string): boolean => USUAL_PARTS.answer.test(column) || BRAND.test(column)

/** Whether most of these cells are several words, and no two are the same. */
export const areTexts = (cells: readonly unknown[]): boolean =>
  new Set(cells).size === cells.length &&
  2 * cells.filter((cell) => typeof cell === 'string' && /\S\s+\S/.test(cell.trim())).length > cells.length

/** What contestants are asked: a question, a sentence, or the number of a question. */
const ASKED = /[?？؟]\s*$|\S(?:\s+\S+){5}|^(?:q|question|task|item|frage|aufgabe)[ ._-]?\d+$/i

/** Whether more than half of these texts are what contestants are asked. */
export const areAsked = (texts: readonly string[]): boolean =>
  2 * texts.filter((text) => ASKED.test(text)).length > texts.length

/** How many votes a row stands for. */
export const COUNT =
  /^(?:n|count ?\(.*\)|count of .*|cnt|size|occurrences|(?:n_)?games|nombre|件数|votes? \(n\)|weights?|freq|frequency|(?:num_|n_|vote_)?(?:votes|counts?)|times|anzahl|gewicht)$/i

/** Whether a row is a tie. */
export const TIE =
  /^(?:(?:is|was)[ _-]?)?(?:ties?|tied|draws?|drawn|equal|no[ _-]?preference|both[ _-]?(?:good|bad)|unentschieden|gleichstand|égalité|empate)$/i
/** A result of equal scores, such as 1-1 or ½-½. */
const EVEN = /^(\d+(?:[.,/]\d+)?|½)\s*[-–:]\s*\1$/

/** Whether an unread column says of some rows that they are ties. */
const tellsTies = (file: OpenFile, column: string): boolean =>
  isUnread(column) &&
  rowsOfHead(file).some((row) => {
    const cell = textField(row[column]) ?? ''
    return EVEN.test(cell) || outcomeCode(outcomeWord(cell), 0) === 2
  })

const KNOWN = new Set([
  'id',
  'winner',
  'loser',
  'left',
  'right',
  'prompt',
  'reference',
  'context',
  ...VOTE_COLUMNS,
])
/** That unread columns say of some rows with a winner and a loser that they are ties. */
export const tiesIn = (file: OpenFile): CodedMessage[] =>
  columnsThat('ties_not_read', file, (column) => !TIE.test(column) && tellsTies(file, column))

/** Whether no reader of votes knows a column. */
export const isUnread = (column: string): boolean => column !== '' && !KNOWN.has(column)

/** Who lost, which the winner of the same row cannot be. */
const LOSER = /^(?:loser|losing[ _-](?:model|side))$/i
const isContradicted = (file: OpenFile, column: string): boolean =>
  LOSER.test(column) &&
  rowsOfHead(file).some((row) => textField(row[column]) !== null && row[column] === row['winner'])

/** A third side, where a vote compares two. */
const THIRD = /^(?:model|contestant|system|variant|answer|response|player)[ _-]?(?:c|3)$/i

/** Who played at home, or began. */
const AT_HOME = /^(?:home|host|white|first[ _-]?(?:player|mover)|serves?)(?:[ _-]?(?:team|side))?$/i

/** Which answer was shown where, or whether the sides of a row were exchanged. */
export const SHOWN =
  /(?:^|[ _-])(?:left|right|positions?|orders?|first|shown|displayed|sides?|swap\w*|flip\w*|revers\w*|switch\w*|invert\w*|mirror\w*|vertauscht|exchanged)(?:$|[ _-])/i
const SWAPPED = /(?:^|[ _-])(?:swap|flip|revers|switch|invert|mirror|vertausch|exchang)\w*$/i

/** A column by which the sides of some rows were exchanged. Not one that names the same side in every row. */
function tellsSwaps(file: OpenFile, column: string): boolean {
  if (!SHOWN.test(column) || !(isUnread(column) || column === 'order')) return false
  const rows = rowsOfHead(file).filter((row) => textField(row[column]) !== null)
  const values = new Set(rows.map((row) => row[column]))
  // the order in which a judge was asked is read; there are two
  const isRead =
    column === 'order' && values.size < 3 && !rows.some(({ judge_type: type = 'human' }) => type === 'human')
  if (SWAPPED.test(column)) return rows.some((row) => !isNo(String(row[column])))
  const sides = new Set(rows.map((row) => sideNamed(row, row[column])))
  const isOneSide = sides.size === 1 && [0, 1].some((side) => sides.has(side))
  return !isRead && !isOneSide && values.size > 1
}

/** Which side of a row a text names: 0 the left, 1 the right, 2 neither in a tie; as the codes of outcomes. */
function sideNamed(row: Fields, cell: unknown): number {
  const text = textField(cell) ?? ''
  const named = [row['model_a'], row['model_b']].findIndex((name) => textField(name) === text)
  return named < 0 ? outcomeCode(outcomeWord(text), 0) : named
}

const BRAND = /^(?:gpt|claude|gemini|llama|mistral|mixtral|qwen|deepseek)/i
export const MODEL = new RegExp(String.raw`${BRAND.source}[-_ ]?\w*\d`, 'i')

/** The verdict under a criterion of its own. */
const FURTHER = /^winner_(?!name|model|side|text|answer|label|index|tie)[a-z]{3,}|[a-z]{3,}_winner$/i

/** What the columns of a file of votes seem to mean otherwise than they are read. */
export const doubtsIn = (file: OpenFile): CodedMessage[] => [
  ...namesDoubted(file),
  ...rowsOfHead(file)
    .filter((row) => !('judge_type' in row) && MODEL.test(String(row['judge'])))
    .slice(0, 1)
    .map(({ judge }) => msg('judge_is_model', { file: file.name, judge: String(judge) })),
  ...meantIn(file)
    .filter(
      ({ column }) =>
        !rowsOfHead(file).some((row) => typeof row[column] === 'object' && row[column] !== null),
    )
    .map((near) => msg('column_not_read', { file: file.name, ...near })),
  ...countsIn(file),
  ...repeatedColumn(file),
  ...(columnsOf(file).includes('winner')
    ? columnsThat('verdict_not_read', file, (column) => isFurtherVerdict(file, column)).slice(0, 1)
    : []),
  ...columnsThat('swaps_not_read', file, (column) => tellsSwaps(file, column)),
  ...columnsThat('ties_not_read', file, (column) => TIE.test(column) && isSet(file, column)),
  ...zoneIn(file),
  ...variantsIn(file),
  ...columnsThat('third_not_read', file, (column) => THIRD.test(column)),
]

/** What is said of the columns of a file that are so. */
const columnsThat = (
  code: `${'counts' | 'swaps' | 'third' | 'ties' | 'variants' | 'verdict'}_not_read`,
  file: OpenFile,
  is: (column: string, i: number) => boolean,
): CodedMessage[] =>
  columnsOf(file)
    .filter(is)
    .map((column) => msg(code, { file: file.name, column }))

/** Whether a column beside the winner says who is better, too. */
const isFurtherVerdict = (file: OpenFile, column: string): boolean =>
  !REPEATED.test(column) &&
  !tellsSwaps(file, column) &&
  (FURTHER.test(column) ||
    namesSides(file, column) ||
    isContradicted(file, column) ||
    (!/^winner/i.test(column) && VERDICT.test(column.replace(/[ _-]?\d+$/, '')))) &&
  rowsOfHead(file).some((row) => textField(row[column]) !== null)

/**
 * Whether an unread column holds nothing but outcomes and names of the row's sides. Not one that repeats a side or the
 * winner in each row.
 */
function namesSides(file: OpenFile, column: string): boolean {
  if (VOTE_COLUMNS.includes(column)) return false
  const rows = rowsOfHead(file).filter((row) => textField(row[column]) !== null)
  const sides = rows.map((row) => sideNamed(row, row[column]))
  const winners = rows.map((row) => sideNamed(row, row['winner']))
  const isName = rows.some((row) => sideNamed({}, row[column]) > 3)
  const repeats =
    LOSER.test(column) ||
    AT_HOME.test(column) ||
    (isName && !VERDICT.test(column) && new Set(sides).size === 1) ||
    sides.every((side, i) => side === winners[i])
  return sides.length > 0 && sides.every((side) => side < 4) && !repeats
}

/**
 * That rows seem to stand for several votes: by the name of a column, or where no pair has the same outcome twice and a column
 * holds whole numbers.
 */
export function countsIn(file: OpenFile): CodedMessage[] {
  const columns = columnsOf(file)
  if (!columns.includes('winner')) return []
  const rows = rowsOfHead(file)
  const outcomes = rows.map(({ model_a, model_b, winner, loser, criterion, judge, category }) =>
    JSON.stringify([model_a, model_b, winner, loser, criterion, judge, category]),
  )
  const areTotals =
    rows.length > 1 &&
    new Set(outcomes).size === rows.length &&
    !columns.some((column) => ['id', 'question_id', 'prompt', 'tstamp'].includes(column))
  // the numbers of games or rows go up by one
  const areNumbered = (column: string) =>
    rows.every((row, i) => i === 0 || [0, 1].includes(Number(row[column]) - Number(rows[i - 1][column])))
  const isCount = (column: string) =>
    COUNT.test(column) ||
    (areTotals &&
      isUnread(column) &&
      !SHOWN.test(column) &&
      !areNumbered(column) &&
      rows.every((row) => /^\d{1,7}(?:\.0)?$/.test(textField(row[column]) ?? '')))
  const areSeveral = (column: string) => rows.some((row) => Number(row[column] || 1) > 1)
  return columnsThat('counts_not_read', file, (column) => isCount(column) && areSeveral(column)).slice(0, 1)
}

/** That two unread columns, one for each side, have several values for one contestant, as versions of its prompt do. */
function variantsIn(file: OpenFile): CodedMessage[] {
  const columns = columnsOf(file)
  const rows = rowsOfHead(file)
  const isVariant = (column: string, i: number): boolean => {
    const other = columns.indexOf(column.replace(/a$/, 'b').replace(/1$/, '2'))
    if (!/[ _-](?:a|1)$/.test(column) || other === i || other < 0 || !isUnread(column)) return false
    const named = rows.flatMap((row) => [
      { name: row['model_a'], value: textField(row[column]) },
      { name: row['model_b'], value: textField(row[columns[other]]) },
    ])
    const kinds = new Set(named.map(({ value }) => value))
    const ofOne = [...Map.groupBy(named, ({ name }) => name).values()]
    return (
      kinds.size <= named.length / 2 &&
      ofOne.some((all) => new Set(all.flatMap(({ value }) => value ?? [])).size > 1)
    )
  }
  return columnsThat('variants_not_read', file, isVariant).slice(0, 1)
}

/** That times without a zone, which are read as UTC, are those of a zone in a column of its own. */
function zoneIn(file: OpenFile): CodedMessage[] {
  const column = columnsOf(file).find((one) => /^(?:time[ _-]?zone|tz|zeitzone)$/i.test(one))
  const rows = rowsOfHead(file).filter((row) => textField(row[column ?? '']) !== null)
  const isOther = (row: Fields) => !/^(?:utc|gmt|z|etc\/utc|[+-]?0?0:?00)$/i.test(textField(row[column!])!)
  const hasNone = (row: Fields) => /\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(textField(row['tstamp']) ?? '')
  const zoned = rows.find((row) => isOther(row) && hasNone(row))
  return zoned
    ? [msg('zone_not_read', { file: file.name, column: column!, zone: textField(zoned[column!])! })]
    : []
}

/** Whether a column says yes in some row. */
const isSet = (file: OpenFile, column: string): boolean =>
  rowsOfHead(file).some((row) => !isNo(String(row[column] ?? '')))

/** What a spreadsheet makes of names such as 1-4 or 3/5. */
const DATE =
  /^\d{4}-\d\d-\d\d(?:T00:00:00(?:\.000)?Z?)?$|^\d{1,2}[. /-]+(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\.?$/i

/** Four words at least. */
const SENTENCE = /\S(?:\s+\S+){3}/

/** That names of contestants are numbers, as statistics programs write for labels, or texts of answers. */
function namesDoubted(file: OpenFile): CodedMessage[] {
  const names = rowsOfHead(file).flatMap(({ model_a, model_b }) => [model_a, model_b].map(textField))
  const all = [...new Set(names)].filter((name) => name !== null)
  const told = { file: file.name, names: all.slice(0, 3).map(quoted) }
  if (all.length > 1 && all.every((name) => /^\d{1,3}$/.test(name))) return [msg('names_are_numbers', told)]
  const numbers = new Set(all.map((name) => /(?<!\d)[12]$/.exec(name)?.[0]))
  const said = new Set(rowsOfHead(file).map(({ winner }) => textField(winner)))
  const isSaid = [...said].every((text) => text === '1' || text === '2')
  const changeSides = new Set(names.filter((_, i) => i % 2 === 0)).size > 1
  if (all.length === 2 && numbers.size === 2 && !numbers.has(undefined) && isSaid && changeSides)
    return [msg('names_numbered', told)]
  const dates = all.filter((name) => DATE.test(name))
  if (dates.length > 0) return [msg('names_are_dates', { ...told, names: dates.slice(0, 3).map(quoted) })]
  const sentences = all.filter((name) => SENTENCE.test(name)).length
  const areLong = names.length > 2 && areTexts(names) && 2 * sentences > all.length
  return areLong ? [msg('names_are_texts', told)] : []
}

/** What pandas, R and polars call a second column of the same name. After a digit it may be a version. */
const REPEATED = /^(?:(winner)[ _.-]?|(.*\D)(?:\.|_duplicated_))\d+$/

/** A column that repeats another one's name. */
export function repeatedColumn(file: OpenFile): CodedMessage[] {
  const columns = columnsOf(file)
  const pairs = columns.map((column) => ({
    column,
    first: REPEATED.exec(column)?.slice(1).find(Boolean) ?? '',
  }))
  return pairs
    .filter(({ first }) => first !== '' && columns.includes(first))
    .slice(0, 1)
    .map((pair) => msg('column_repeated', { file: file.name, ...pair }))
}

/** Columns that say which rows do not count: a mark of those, a mark of all others, or a word for either. */
const MARKS: readonly (readonly [column: RegExp, isOut: (cell: string) => boolean])[] = [
  [
    /^(?:(?:is|was)[ _-]?)?(?:deleted|removed|rejected|invalid|spam|flagged|excluded?|discard(?:ed)?|dropped|banned|hidden|void(?:ed)?|withdrawn|retracted|ignored?|skip(?:ped)?|practi[cs]e|dummy|duplicated?|superseded|cancell?ed|gold(?:[ _-]?question)?|honeypot|trap|(?:catch|training|test)[ _-]?trial|bot|test|outlier|suspicious|fraud|flag|disqualified|screened[ _-]?out|warm[ _-]?up|unsure|abstain(?:ed)?|failed[ _-]?attention(?:[ _-]?check)?|attention[ _-]?check[ _-]?failed|gelöscht|ungültig|ausgeschlossen|abgebrochen|supprimée?|exclue?|invalide|eliminad[oa]|無効)(?:[ _-]?(?:at|by))?$/i,
    (cell) => !isNo(cell) && cell.length < LONGEST_MARK,
  ],
  [
    /^(?:(?:is|was)[ _-]?)?(?:valid|approved|accepted|active|included?|usable|kept|keep|finished|completed?|consent(?:ed)?|qc|gültig|(?:passed[ _-]?)?attention[ _-]?checks?(?:[ _-]?(?:passed|ok|correct))?|passed[ _-]?attention)$/i,
    (cell) => cell !== '' && (isNo(cell) || /^fail(?:ed)?$/i.test(cell)),
  ],
  [
    /^(?:\w+[ _-]|[A-Z][a-z]+)?(?:status|state|quality|phase|stage|event|action|operation)\d*$/i,
    (cell) => OUT.test(cell),
  ],
]
const OUT =
  /reject|delet|remov|discard|invalid|spam|exclu|void|cancel|draft|withdr|retract|supersed|error|fail|abandon|return|timed|await|pending|preview|flag|practi[cs]e|training|warm|incomplete|partial|updat|edit|abgelehnt|gelöscht|ungültig/i
const LONGEST_MARK = 40

/** Whether a cell says no, or nothing. */
export const isNo = (cell: string) =>
  /^(?:|0|0\.0|false|no|n|f|none|null|nan|na|nein|non|falsch|-)$/i.test(cell)

/** Whether a column says which rows count. */
export const isMark = (column: string): boolean => MARKS.some(([name]) => name.test(column))

const YES = /^(?:1|1\.0|true|yes|y|x|ja|oui|sí|sim|wahr|vrai|checked|✓|✔|☑|✅)$/i
/** Columns of which something else is asked. */
const NAMED = [SHOWN, TIE, COUNT, LOSER, VERDICT, ...MARKS.map(([name]) => name)]

/** Columns that say what a row is about. One merged cell of a spreadsheet may stand for several rows. */
const KEYS =
  'prompt question input id question_id task model model_a model_b judge criterion category group'.split(' ')
/** Without these, nobody knows what an answer is to. */
const NEEDED = new Set(['prompt', 'question', 'input'])
/** An id of many digits, as a spreadsheet shows it. */
const ROUNDED = /^\d[.,]\d+E\+\d\d$/i

/** Counts the rows that a column of the file marks as none, and cells that are empty below filled ones. */
export class MarkedRows {
  /** By column of a key: the cell above, how many are filled and empty, and how many have an empty one below. */
  #keys: Map<string, { last: unknown; filled: number; empty: number; blocks: number }> | null = null
  #rounded: { column: string; id: string } | null = null
  readonly #columns = new Map<string, ((cell: string) => boolean) | undefined>()
  readonly #found = new Map<string, { count: number; value: string }>()
  /** By unread column of votes: in how many rows it says yes and no; null: it says other things too. */
  readonly #flags = new Map<string, { yes: number; no: number } | null>()

  /** The file, whose rows this counts when they are read. */
  watched(file: OpenFile): OpenFile {
    const columns = columnsOf(file)
    const mayHave = formatIn(file).kind !== 'csv' || columns.some(isMark)
    // the columns of a table of answers are read
    if (columns.includes('winner') && ['model_a', 'left', 'loser'].some((side) => columns.includes(side)))
      for (const column of columns)
        if (isUnread(column) && !NAMED.some((name) => name.test(column)))
          this.#flags.set(column, { yes: 0, no: 0 })
    return {
      ...file,
      watch: (row) => {
        this.#follow(row)
        if (mayHave) this.#see(row)
        this.#count(row)
      },
    }
  }

  #follow(row: Fields): void {
    this.#keys ??= this.#keysOf(row)
    for (const [column, seen] of this.#keys) {
      const cell = row[column] ?? ''
      if (cell === '') {
        seen.empty++
        if (seen.last !== '') seen.blocks++
      } else seen.filled++
      // what is written again below itself is written in every row
      if (cell !== '' && cell === seen.last && !NEEDED.has(column)) this.#keys.delete(column)
      seen.last = cell
    }
  }

  #keysOf(first: Fields) {
    const filled = KEYS.filter((column) => textField(first[column]) !== null)
    const rounded = filled.find((column) => ROUNDED.test(String(first[column])))
    if (rounded !== undefined) this.#rounded = { column: rounded, id: String(first[rounded]) }
    return new Map(filled.map((column) => [column, { last: '', filled: 0, empty: 0, blocks: 0 }]))
  }

  /** The columns in which one cell seems to stand for those below it. */
  get merged(): { column: string; count: number }[] {
    return [...(this.#keys ?? [])]
      .filter(([column, { filled, empty, blocks }]) =>
        NEEDED.has(column) ? empty > 0 : blocks > 1 && empty >= filled,
      )
      .map(([column, { empty }]) => ({ column, count: empty }))
  }

  #count(row: Fields): void {
    for (const [column, flag] of this.#flags) {
      const cell = flag && (textField(row[column]) ?? '')
      if (!flag || cell === '' || cell === null) continue
      if (YES.test(cell)) flag.yes++
      else if (isNo(cell)) flag.no++
      else this.#flags.set(column, null)
    }
  }

  #see(row: Fields): void {
    for (const column in row) {
      if (!this.#columns.has(column))
        this.#columns.set(column, MARKS.find(([name]) => name.test(column))?.[1])
      const isOut = this.#columns.get(column)
      const cell = isOut && typeof row[column] !== 'object' ? String(row[column]).trim() : ''
      if (!isOut?.(cell)) continue
      const { count, value } = this.#found.get(column) ?? { count: 0, value: cell }
      this.#found.set(column, { count: count + 1, value })
    }
  }

  doubts = (file: string): CodedMessage[] => [
    ...[...this.#found].map(([column, found]) => msg('rows_marked', { file, column, ...found })),
    ...[...this.#flags].flatMap(([column, flag]) =>
      flag && flag.yes > 0 && flag.no > 0 ? [msg('flags_not_read', { file, column, ...flag })] : [],
    ),
    ...this.merged.map((one) => msg('cells_below_empty', { file, ...one })),
    ...(this.#rounded ? [msg('ids_rounded', { file, ...this.#rounded })] : []),
  ]
}

const SIDES = [
  [/^(?:(?:model|contestant|system)[ _-]?)?left(?:[ _-]?(?:model|contestant|system))?$/i, 'model_a'],
  [/^(?:(?:model|contestant|system)[ _-]?)?right(?:[ _-]?(?:model|contestant|system))?$/i, 'model_b'],
  [/^(?:white|home(?:[ _-]?team)?|player[ _-]?a)$/i, 'model_a'],
  [/^(?:black|away(?:[ _-]?team)?|player[ _-]?b)$/i, 'model_b'],
] as const
const RUN = /[ _-]id[ _-]?[ab12]$/i
/** Whom a row compares its model with. */
const OPPONENT = /^(?:opponent|versus|vs|against|rival|gegner)(?:[ _-]?(?:model|name))?$/i

/**
 * The two columns that name the sides of a comparison, such as `contestant_a` and `contestant_b`, `model1`, `left_model`,
 * `white`, or `model` beside `opponent`.
 */
export function sidesIn(columns: readonly string[]): NearColumn[] {
  if (columns.includes('model_a') || columns.includes('model_b')) return []
  const sides = SIDES.flatMap(([name, meant]) =>
    columns.filter((column) => name.test(column)).map((column) => ({ column, meant })),
  )
  if (sides.length === 2 && sides[0]!.meant !== sides[1]!.meant) return sides
  const opponent = columns.find((column) => OPPONENT.test(column))
  const own = columns.find(
    (column) => USUAL_PARTS.model.test(column) || /^(?:player|team|agent)$/i.test(column),
  )
  if (opponent !== undefined && own !== undefined)
    return [
      { column: own, meant: 'model_a' },
      { column: opponent, meant: 'model_b' },
    ]
  // ids of runs stand beside the names of what ran
  for (const column of columns.toSorted((a, b) => Number(RUN.test(a)) - Number(RUN.test(b)))) {
    const [, base, between, first] = /^(.*[^_ ])(_?)(a|1|0)$/i.exec(column) ?? []
    if (
      base === undefined ||
      TEXTS.test(base) ||
      (between === '' && !USUAL_PARTS.model.test(base) && !/^(?:player|team|agent)$/i.test(base))
    )
      continue
    const second = `${base}${between}${{ a: 'b', A: 'B', 1: '2', 0: '1' }[first as 'a' | 'A' | '1' | '0']}`
    if (columns.includes(second))
      return [
        { column, meant: 'model_a' },
        { column: second, meant: 'model_b' },
      ]
  }
  return []
}

/** The first of these names that differs by one letter at most, apart from case, spaces and punctuation. */
function slipOf(name: string, names: readonly string[]): string | undefined {
  const bare = withoutSlips(name)
  const within = (most: number) => names.find((other) => distanceBetween(bare, withoutSlips(other)) <= most)
  // two letters differ by one from too many
  return within(0) ?? (bare.length > 2 ? within(1) : undefined)
}
