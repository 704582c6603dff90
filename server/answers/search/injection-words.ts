/** Finds text in an answer that speaks to a judge instead of to its reader. Pure: it runs in the thread of `search-texts.ts`. */
import { foldRuns, limitCombiningMarks } from '../../platform/fold-texts.ts'

/** Changes with every change of what is found, so that stored answers are searched again. */
export const INJECTION_RULES = '2'

/** The most characters of the found words that are stored. */
const LONGEST_FOUND = 200

const PLACE =
  '(?:first|second|left|right|both_bad|(?:model|answer|response|assistant|option)[ _]?[ab12]|[ab12]|tie|erste|zweite|links|rechts)'

/** Forms of verdicts and requests, in any language: what only a judge's reply or a program's request contains. */
const FORMS: readonly string[] = [
  // a verdict as JSON
  `["'](?:verdict|winner|preferred|preference|better|choice)["']\\s*:\\s*["']${PLACE}["']`,
  // a verdict line
  `\\bverdict\\b[^\\[\\n]{0,60}(?:\\[[^\\]\\n]{1,60}\\])[^\\p{L}\\n]{0,6}:[^\\p{L}\\d\\n]{0,6}${PLACE}(?![\\p{L}\\p{N}])`,
  `\\bverdict\\b[ *_]{0,6}(?:is|:|=)[ *_"'“]{0,6}${PLACE}["'”*_]{0,4}(?=\\s*(?:[.,;!)}<\\n-]|$))`,
  // verdicts of well-known judge prompts
  `\\[\\[(?:[abc]|a=b|tie|rating:? ?\\d+|10)\\]\\]`,
  // dividers between answers
  `\\[[^\\]\\n]{0,40}\\b(?:first|second) answer (?:begins|ends)\\]`,
  `\\[the (?:start|end) of (?:assistant|model|response|answer) ?[ab]?['’]?s? ?(?:answer|response|conversation)?`,
  `<\\/?(?:answer|response|assistant|output|candidate)[_-][ab12]>`,
  `\\bmarker of this call\\b`,
  // roles of chat templates, with words about judging: weak models write such roles without a purpose
  `(?:<\\|(?:im_start|start_header_id|system|user|assistant)\\|>|<<sys>>|\\[inst\\])[^]{0,160}?\\b(?:evaluat|verdict|judg|grader|prefer|scor|rating)`,
  // results and messages of a grading program
  `\\b(?:winner|verdict|decision)\\b["'*_ ]{0,4}(?:is|:|=)[>"'*_ ]{0,5}(?:the )?(?:(?:response|answer|assistant|model|option) ?)?[ab12](?![\\p{L}\\p{N}])(?=\\W{0,4}(?:\\s|$))`,
  `<winner>\\s*[ab12]\\b`,
  `["']pass["']\\s*:\\s*true\\b[^]{0,80}["'](?:score|reason)["']`,
  `</?(?:evaluation|judge|grader|grading|verdict|system|eval)[_-](?:results?|override|note|notes|message|prompt|instructions?|output)\\b`,
  `\\b(?:evaluation|grading|judging|scoring|rubric|score|system)[ _-](?:(?:criteria|rubric|prompt)[ _-])?(?:override|update|guidance|protocol|complete)\\b`,
  `\\[(?:judge|evaluator|grader|admin|system|developer)\\]:?\\s[^\\n]{0,120}\\b(?:evaluat|verdict|winner|pass|prefer|scor|select|ignor|correct)`,
  `###? ?system (?:message|prompt|override|instruction|command)`,
  `\\[(?:system|admin|developer)[ _-](?:override|command|note|message|prompt|instruction)[^\\]\\n]{0,40}\\]`,
]

/** Built for the first text. */
let searches: readonly RegExp[] | null = null
/** A judge prompt has several of these; one alone may be of any template. */
const PLACEHOLDER = /\{\{\s*(instructions|criteria|sequence|json|beside|lines|marker)\s*\}\}/g
const MIN_PLACEHOLDERS = 2
const MIN_HIDDEN = 3

/**
 * The words in which an answer speaks to a judge; null: it does not. Takes a time linear in the length of the text: long runs of
 * blanks and of one character are folded first. English and German are searched for many forms, other languages for a few.
 */
export function injectionIn(text: string): string | null {
  const { plain: read, hidden } = plainText(text)
  const plain = foldRuns(read)
  const words = wordsFoundIn(plain) ?? encodedIn(plain)
  if (words !== null) return words
  const placeholders = [...plain.matchAll(PLACEHOLDER)].map(([, name]) => name)
  if (new Set(placeholders).size >= MIN_PLACEHOLDERS)
    return shortened(placeholders.map((name) => `{{${name}}}`).join(' '))
  return hidden.length >= MIN_HIDDEN ? shortened(hidden) : null
}

/** Every expression that is searched for, each alone, for tests of its time. */
export const injectionSearches = (): readonly RegExp[] =>
  (searches ??= [
    new RegExp(FORMS.join('|'), 'iu'),
    ...[...PATTERNS, ...ELSEWHERE, ...COMMENTS].map((pattern) => new RegExp(withWordStart(pattern), 'imu')),
  ])

function wordsFoundIn(plain: string): string | null {
  for (const search of injectionSearches()) {
    const match = search.exec(plain)
    if (match) return shortened(match[0])
  }
  return null
}

/** Text in Base64, at least 18 characters of it, in one line or in several. */
const ENCODED = /[A-Za-z0-9+/_-]{24,}={0,2}|(?:[A-Za-z0-9+/_-]{12,}\s{1,4}){2,}[A-Za-z0-9+/_-]{1,}={0,2}/g
/** So many characters of Base64 in a text are decoded. */
const MAX_ENCODED = 65_536
/** Control characters, and what stands for bytes that are no UTF-8: no text has them. */
const isBinary = (text: string): boolean => /[\p{Cc}\uFFFD]/u.test(text.replace(/[\t\n\r\f]/g, ' '))

/** Words that speak to a judge in what this Base64 stands for; null: none, or it stands for no text. */
function decodedIn(code: string): string | null {
  const bytes = Buffer.from(code, 'base64')
  const isWide = bytes.length > 8 && bytes.subarray(0, 64).filter((byte) => byte === 0).length >= 16
  const text = bytes.toString(isWide ? 'utf16le' : 'utf8')
  // the first and the last letter may be cut
  if (isBinary(text.slice(1, 200).replace(/\uFFFD+$/, ''))) return null
  return wordsFoundIn(foldRuns(plainText(text).plain))
}

/** Words that speak to a judge in Base64, which models read; null: none. */
function encodedIn(plain: string): string | null {
  let left = MAX_ENCODED
  for (const [run] of plain.matchAll(ENCODED)) {
    const code = run.replace(/\s+/g, '').slice(0, left)
    // what stands before it without a blank shifts all that follows
    for (let shift = 0; shift < 4; shift++) {
      const words = decodedIn(code.slice(shift))
      if (words !== null) return words
    }
    left -= code.length
    if (left <= 0) return null
  }
  return null
}

const shortened = (words: string) => words.trim().replace(/\s+/g, ' ').slice(0, LONGEST_FOUND)

// Orders to a judge, in English and German.

const JUDGE_EN = '(?:judges?|evaluators?|graders?|raters?|assessors?|adjudicators?|jury)'
const JUDGE_DE =
  '(?:Richter|Richterin|Bewerter|Bewerterin|Gutachter|Gutachterin|Juror|Jurorin|Jury|Prüfer|Prüferin|Schiedsrichter|Schiedsrichterin|Punktrichter)'

const ANSWER_EN = '(?:answer|response|reply|output|submission|completion|text|assistant|model|solution|essay)'
const ANSWER_DE = '(?:Antwort|Ausgabe|Lösung|Einreichung|Reaktion|Text)'

/** What earlier text a judge is told to leave aside. */
const EARLIER_EN =
  '(?:previous|prior|preceding|earlier|above|foregoing|former|existing|original|initial|system|other|your|judging|grading|evaluation)'
const RULES_EN =
  '(?:instructions?|directions?|directives?|rules?|rubrics?|criteri(?:a|on)|guidelines?|prompts?|commands?|orders?|system messages?)'
const EARLIER_DE =
  '(?:vorherigen?|vorigen?|bisherigen?|vorangegangenen?|vorangehenden?|früheren?|obigen?|oben stehenden?|ursprünglichen?|anderen?|bestehenden?)'
const RULES_DE =
  '(?:Anweisung(?:en)?|Anleitung(?:en)?|Vorgaben?|Regeln?|Instruktion(?:en)?|Befehle?|Richtlinien?|Kriterien|Maßstäbe?|Prompts?|Aufträge?)'

const BEST_EN =
  '(?:(?:as |to be )?(?:the )?(?:highest|best|better|winner|top|superior|first)|(?:the )?(?:full|perfect|maximum|top|highest|best) (?:marks?|scores?|points?|ratings?|grades?)|(?:an? )?(?:10|ten|100|5|five)(?: ?\\/ ?\\d+| out of \\d+| points?)?)'
const BEST_DE =
  '(?:(?:als |am )?(?:die |den )?(?:beste[nrs]?|bessere[nrs]?|höchste[nrs]?|höchsten|Siegerin|Sieger|Gewinner)|mit (?:der )?(?:vollen? Punktzahl|Höchstnote|Bestnote|Höchstpunktzahl|Höchstwertung)|mit (?:10|zehn)(?: (?:von|Punkten))?)'

const CHOOSE_EN =
  '(?:choose|select|pick|prefer|favou?r|vote for|declare|output|return|answer with|respond with|say|give)'
const RATE_EN = '(?:rate|score|rank|grade|mark|judge|evaluate|assess|award|give|deem|consider)'
const MAY_EN = '(?:must|should|shall|will|have to|need to|are (?:required|instructed|ordered|asked|to))'
const SURELY_EN = '(?:clearly |obviously |definitely |far |much |strictly |objectively |simply )*'
const SURELY_DE = '(?:klar |eindeutig |deutlich |offensichtlich |viel |weit |objektiv )*'

const PATTERNS: readonly string[] = [
  // leave earlier instructions aside
  `\\b(?:ignore|disregard|forget|override|overrule|skip|discard|bypass)\\s+(?:(?:all|any|every|each|the|of|your|these|those|everything|and)\\s+){0,4}${EARLIER_EN}(?:\\s+(?:and|or)\\s+\\w+)?(?:\\s+(?:all|earlier|previous|prior|judging|grading|evaluation|scoring)){0,2}\\s+${RULES_EN}\\b`,
  `\\b(?:ignore|disregard|forget|override)\\s+(?:all\\s+|any\\s+)?(?:the\\s+)?${RULES_EN}\\s+(?:above|before|given|you (?:were|have been) given|so far)\\b`,
  `\\b(?:ignore|disregard|forget)\\s+(?:everything|all|anything)\\s+(?:above|before this|you (?:were|have been) told)\\b`,
  `\\b(?:ignorier(?:e|en|t)?|vergiss|vergessen|missachte[nt]?|verwirf|verwerfen|übergeh(?:e|en)|überspring(?:e|en))\\s+(?:(?:Sie|bitte|alle|allen|sämtliche[ns]?|die|deine|Ihre|jegliche)\\s+){0,4}${EARLIER_DE}\\s+(?:\\p{L}+\\s+)?${RULES_DE}`,
  `\\b(?:ignorier(?:e|en)?|vergiss|vergessen|missachte[n]?)\\s+(?:(?:Sie|bitte)\\s+)?(?:alles|alle ${RULES_DE}|die ${RULES_DE})\\s+(?:(?:was )?(?:davor|zuvor|oben|bisher|darüber|vorher))`,
  // speak to the judge by its role
  `\\b(?:note|message|attention|instructions?|notice|dear|hello|hi|hey|reminder|memo|hint)[,:]?\\s+(?:(?:to|for|all|the|any|our|esteemed|honou?rable|ai|llm|automated|automatic|human)\\s+){0,5}${JUDGE_EN}(?:\\s+(?:model|llm|ai|reading this|system))?\\s*(?:[:,!.—–-]|$)`,
  `\\b(?:as|you are|you['’]re|acting as)\\s+(?:the|an?|our|this)\\s+(?:\\p{L}+\\s+){0,3}?${JUDGE_EN}\\b[^.\\n]{0,60}?\\b(?:${CHOOSE_EN}|${RATE_EN})\\s+(?:the\\s+|this\\s+|my\\s+)?(?:(?:first|second|other|current)\\b|(?:${ANSWER_EN}\\s+)?[ab1](?=[\\s.!,]|$)|${ANSWER_EN}\\b|it\\s+${BEST_EN})`,
  `\\b(?:ai|llm|automated|automatic)\\s+(?:judges?|evaluators?|graders?|raters?)\\s*[:,]\\s*(?:please\\s+|you ${MAY_EN}\\s+)?(?:${CHOOSE_EN}|${RATE_EN}|ignore|note|stop)\\b`,
  `\\b(?:Hinweis|Nachricht|Achtung|Anweisung|Mitteilung|Notiz|Bitte|Liebe[rs]?|Hallo|Sehr geehrte[rs]?)[,:]?\\s+(?:(?:an|für|die|den|das|alle|KI|automatische[nr]?|verehrte[rnr]?)[\\s-]+){0,4}(?:KI-)?${JUDGE_DE}\\p{L}*\\s*(?:[:,!.—–-]|$)`,
  `\\b(?:als|du bist|Sie sind)\\s+(?:(?:der|die|eine?|unser|unsere|dieser)\\s+)?(?:\\p{L}+\\s+){0,2}?(?:KI-)?${JUDGE_DE}\\b[^.\\n]{0,60}?\\b(?:wähl(?:e|en|st)?|bevorzug(?:e|en|st)?|bewerte[nt]?|nimm|nehmen|gib|geben|entscheide[n]?)\\b`,
  `\\b(?:the|any|every|each|dear|ai|llm)\\s+(?:judge|evaluator|grader|rater)s?\\s+${MAY_EN}\\s+(?:always\\s+)?(?:${CHOOSE_EN}|${RATE_EN}|prefer|follow|ignore)\\b`,
  // say which answer wins
  `\\b(?:response|assistant|answer) [AB]\\s+(?:is\\s+${SURELY_EN}(?:better|superior|the winner|correct|best)|wins|won|deserves|should (?:win|be))\\b`,
  `\\b(?:select|choose|pick|prefer|favou?r)\\s+(?:response|assistant|answer|model) ?[AB12]\\b`,
  `(?:^|[.!?:;,\\n"'“]\\s*|\\bplease\\s+|\\b${MAY_EN}\\s+)(?:always\\s+|just\\s+|simply\\s+|only\\s+|now\\s+|therefore\\s+)?${CHOOSE_EN}\\s+(?:the\\s+(?:first|second|other|current)|this|my|assistant|model)\\s+(?:${ANSWER_EN}\\b|[ab]\\b)(?!\\s+(?:choice|option|that|which|from|of|for|to|below))`,
  `\\b${RATE_EN}\\s+(?:this|my|the (?:first|second|current))\\s+${ANSWER_EN}\\s+(?:with\\s+|as\\s+|a\\s+)?${BEST_EN}`,
  `\\b(?:give|award|assign)\\s+(?:this|my|the (?:first|second|current))\\s+${ANSWER_EN}\\s+(?:the |an? )?(?:highest|best|top|full|perfect|maximum|10|ten|100|5\\/5)\\b`,
  `\\b(?:this|my)\\s+(?:answer|response|reply|output|submission)\\s+(?:should|must|shall|deserves to|has to|needs to|is to|ought to|will)\\s+(?:always\\s+)?(?:be|get|receive|win)\\s+(?:rated|preferred|ranked|chosen|scored|selected|judged|graded|given|awarded|considered|declared|the (?:highest|best|winner)|full|top|a perfect|10)`,
  `\\b(?:this|my)\\s+(?:answer|response|reply|output|submission)\\s+deserves\\s+(?:the\\s+|an?\\s+)?(?:highest|best|top|full|perfect|maximum|10|win)`,
  `\\b(?:this|my|the (?:first|second|current)|assistant [ab]['’]?s?|response [ab])\\s*${ANSWER_EN}?\\s+is\\s+${SURELY_EN}(?:better|superior|preferable|the (?:better|best|superior|correct|winning) (?:one|${ANSWER_EN})|the winner)(?:\\s+(?:than|to)\\s+(?:the (?:other|first|second)|all other|any other|assistant|response))?(?=\\s*(?:[.!,;\\n]|$|and|in every|by))`,
  `\\b(?:do not|don['’]t|never|without)\\s+(?:even\\s+)?(?:read|reading|consider|considering|look at|evaluate|choose|select|pick|prefer)\\s+the\\s+other\\s+${ANSWER_EN}`,
  `\\bthe\\s+other\\s+(?:answer|response|reply|output|assistant)\\s+(?:is|was|contains|must|should)\\s+(?:\\w+\\s+)?(?:wrong|incorrect|worse|inferior|plagiari[sz]ed|harmful|unsafe|hallucinated|be (?:ignored|rejected|rated|scored)|useless|invalid)`,
  `\\b(?:choose|select|pick|vote(?: for)?)\\s+["'“\\[(]?(?:A|B)["'”\\])]?\\s*(?:\\.|!|$)(?=[^]{0,80}\\b(?:answer|response|instruction|verdict|judge|evaluat)|\\s*$)`,
  `\\b(?:wähl(?:e|en)|bevorzug(?:e|en)|nimm|nehmen|stimm(?:e|en) für|entscheide(?:n)? (?:dich|sich) für|bewerte(?:n)?|stufe(?:n)?|werte(?:n)?)\\s+(?:Sie\\s+)?(?:bitte\\s+|immer\\s+|unbedingt\\s+|nur\\s+)*(?:diese|meine|die erste|die zweite|die andere|die vorliegende)\\s+${ANSWER_DE}\\b(?:\\s+${BEST_DE})?`,
  `\\b(?:gib|geben Sie|vergib|vergeben Sie)\\s+(?:bitte\\s+)?(?:dieser|meiner|der ersten|der zweiten)\\s+${ANSWER_DE}\\s+(?:die|eine|den|das|volle|10|zehn)\\s*(?:volle|höchste|beste|Höchst|Best|Punkt)?`,
  `\\b(?:diese|meine)\\s+${ANSWER_DE}\\s+(?:muss|soll|sollte|verdient|ist zu)\\s+[^.\\n]{0,40}?(?:gewinnen|bevorzugt|gewählt|höchste|beste|Bestnote|Höchst\\p{L}+|volle)`,
  `\\b(?:die (?:erste|zweite)|diese|meine)\\s+${ANSWER_DE}\\s+ist\\s+${SURELY_DE}(?:besser|die bessere|die beste|überlegen|die Siegerin)(?=\\s*(?:[.!,;\\n]|$|als die andere))`,
  `\\b(?:lies|lesen Sie|beachte|beachten Sie|bewerte|bewerten Sie|wähle|wählen Sie)\\s+die andere\\s+${ANSWER_DE}\\s+nicht\\b`,
  `\\b(?:Urteil|Wertung|Entscheidung)[ *_]{0,4}(?::|lautet|ist)[ *_"'„“]{0,6}(?:erste|zweite|links|rechts|[ab]|first|second)["'“”*_]{0,4}(?=\\s*(?:[.,;!)\\n]|$))`,
]

// The same in other languages, by a few forms each: an address of the judge, a choice, earlier instructions to be left aside.

const ELSEWHERE: readonly string[] = [
  // Chinese
  '(?:评委|评审员?|裁判|评判者|评估者|评分者|法官|評審|評估者)[^。！？\\n]{0,12}(?:请|請|必须|应该|应当|务必|選擇|选择|判定?|投票)[^。！？\\n]{0,12}(?:选|選|给|給|答案|回答|回复|胜|我)',
  '(?:忽略|无视|無視|忘记|忘掉|不要理会)[^。！？\\n]{0,12}(?:指令|指示|说明|規則|规则|提示|要求|命令)',
  '(?:选择|選擇|请选|請選|投票给|判定)(?:我|这个|這個|本|第一个|第二个|第一|第二)的?(?:回答|答案|回复|回覆|选项|模型)',
  '(?:这个|這個|本|我的)(?:回答|答案|回复|回覆)(?:是|应该|必须)?(?:最好|更好|最佳|获胜|優勝|胜出)',
  // Japanese
  '(?:審査員|審判|評価者|採点者|ジャッジ)[^。！？\\n]{0,20}(?:選んで|選択|選べ|選ぶ|評価して|無視)',
  '(?:以前|上記|これまで|前)の(?:指示|命令|ルール|プロンプト)[^。\\n]{0,10}(?:無視|忘れ)',
  // Korean
  '(?:심사위원|평가자|채점자|심판)[^.!?\\n]{0,20}(?:선택|골라|고르|무시|평가)',
  '(?:이전|위의|앞의) ?(?:지시|명령|규칙|프롬프트)[^.\\n]{0,10}(?:무시|잊)',
  // Russian
  '(?:судья|судьи|судье|судьям|оценщик|оценщику|оценщики)[^.\\n]{0,30}(?:выбери|выбрать|предпоч|голосуй|поставь)',
  '(?:игнорируй|игнорируйте|забудь|забудьте)\\s+(?:все\\s+)?(?:предыдущие|прежние|прошлые)\\s+(?:инструкции|указания|правила)',
  '(?:выбери|выберите)\\s+(?:этот|мой|первый|второй)\\s+ответ',
  // Spanish, Portuguese, French, Italian
  '\\b(?:ignora|ignore|ignorad|olvida|olvide|esquece?|desconsidere)\\s+(?:(?:todas?|las|as)\\s+){0,3}(?:instrucciones|instruções)\\s+(?:anteriores|previas|prévias)',
  '\\b(?:juez|jueces|juiz|juízes)\\s*[:,]\\s*(?:elige|elija|prefiere|prefiera|vota|vote|escolha|prefira)',
  '\\b(?:elige|elija|escolha)\\s+(?:esta|mi|minha|la primera|la segunda|a primeira|a segunda)\\s+(?:respuesta|resposta)',
  '\\b(?:ignore|ignorez|oublie|oubliez)\\s+(?:(?:toutes|les|tes|vos)\\s+){0,3}(?:instructions|consignes)\\s+(?:précédentes|antérieures|ci-dessus)',
  '\\bjuges?\\s*[:,]\\s*(?:choisis|choisissez|préfère|préférez|vote|votez)',
  '\\b(?:ignora|ignorate|dimentica|dimenticate)\\s+(?:(?:tutte|le)\\s+){0,3}istruzioni\\s+precedenti',
  // Arabic
  '(?:تجاهل|تجاهلوا|انس)\\s+(?:جميع\\s+|كل\\s+)?(?:التعليمات|الأوامر|القواعد)',
]

/** Comments of HTML that speak to a judge or ask to be chosen: readers do not see them, models do. */
const COMMENTS: readonly string[] = [
  `<!--\\s*(?:(?:to|for|dear|the|all|any|ai|llm|note|attention|message|hidden|instructions?)[\\s:,]+){0,5}${JUDGE_EN}\\b`,
  `<!--[^>]{0,200}?\\b(?:choose|select|pick|prefer|favou?r|vote for|wähl(?:e|en|t)|bevorzug(?:e|en|t)|nimm|nehmt)\\s+(?:me|mine|mich|meine|this\\s+(?:${ANSWER_EN}|one)|diese\\s+${ANSWER_DE})\\b`,
  `<!--[^>]{0,200}?\\b(?:rate|score|grade|bewerte[nt]?)\\s+(?:this|me|mine|diese|mich)\\s+(?:${ANSWER_EN}\\s+|${ANSWER_DE}\\s+)?(?:with\\s+|as\\s+|mit\\s+)?(?:${BEST_EN}|${BEST_DE}|10|zehn)`,
]

/** Each begins at a word, so that every search is linear. `\b` knows ASCII letters alone, also with the flag `u`. */
function withWordStart(pattern: string): string {
  return pattern.startsWith('\\b') ? `(?<![\\p{L}\\p{N}])${pattern.slice(2)}` : pattern
}

// Removes what hides words from a search and not from a model: invisible letters, look-alikes, text written backwards.

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Letters of the tag block, with the black flag before them. A few after it name a country, as in the flag of Scotland. */
const TAGS = /\u{1F3F4}?[\u{E0020}-\u{E007F}]+/gu
const FLAG = /^\u{1F3F4}[\u{E0020}-\u{E007E}]{2,7}\u{E007F}$/u
/** Text from a right-to-left override to its end. */
const BACKWARDS = /\u202E([^\u202C\u202D\n]*)/g

/** Whether anything here can change a text, apart from its normal form. */
const HAS_ANY = /[\p{Default_Ignorable_Code_Point}\p{Script=Cyrillic}\p{Script=Greek}\r\u0085\u2028\u2029]/u

/** Words in letters of these scripts. Those of more than one are written with look-alikes. */
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu
const HAS_LATIN = /\p{Script=Latin}/u
const HAS_OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
/** Letters of other alphabets, and the Latin letters that they look like. */
const OTHERS = 'аеорсухіјѕԁһԛԝαεορνικτυАВЕКМНОРСТУХІЈЅΑΒΕΗΙΚΜΝΟΡΤΥΧΖ'
const LATIN = 'aeopcyxijsdhqwaeopviktuABEKMHOPCTYXIJSABEHIKMNOPTYXZ'
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([...OTHERS].map((letter, i) => [letter, LATIN[i]]))

/**
 * A text as a model may read it. Line ends of other systems become `\n`.
 * @returns the text, and the words hidden in letters of the tag block; empty: there are none
 */
function plainText(text: string): { plain: string; hidden: string } {
  if (!HAS_ANY.test(text)) return { plain: limitCombiningMarks(text).normalize('NFKC'), hidden: '' }
  let hidden = ''
  const plain = limitCombiningMarks(text)
    .replace(TAGS, (letters) => {
      if (FLAG.test(letters)) return letters
      const words = [...letters]
        .map((letter) => letter.codePointAt(0)! - 0xe0000)
        .filter((code) => code >= 0x20 && code < 0x7f)
        .map((code) => String.fromCodePoint(code))
        .join('')
      hidden += words
      return ` ${words} `
    })
    .replace(BACKWARDS, (_all, words: string) => [...words].reverse().join(''))
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(WORD, (word) =>
      HAS_LATIN.test(word) && HAS_OTHER.test(word)
        ? word.replace(/./gu, (letter) => LOOK_ALIKES.get(letter) ?? letter)
        : word,
    )
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  return { plain, hidden }
}
