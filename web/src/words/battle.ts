import { count, counted } from '../ui/figures.ts'
import { withTerms } from './in-languages.ts'

/** One battle after its decision. */
export const battle = withTerms({
  en: {
    missing: 'There is no decided battle at this address.',
    missingMore: 'A battle can be seen once it is decided. [To the board]',
    withdrawn: 'The vote on this battle was taken back.',
    withdrawnMore:
      'Its voter took it back, or a later version of its judge replaced it. It does not count. [To the board]',
    loading: 'Loading the battle …',
    won: (winner: string, loser: string) => `${winner} won against ${loser}.`,
    tie: (left: string, right: string) => `${left} and ${right}: equally good.`,
    bothBad: (left: string, right: string) => `${left} and ${right}: both bad.`,
    by: {
      human: 'Decided by a person',
      judge: (name: string) => `Decided by the judge ${name}`,
      result: 'Decided by a known result',
      simulated: 'A simulated vote',
      live: 'Decided by the person who wrote the prompt',
    },
    inconsistent: 'It preferred a different answer in each order, which counts as a tie.',
    leaked:
      'Leaked: an answer names its model or maker, or the prompt asks for it. This vote counts on no board.',
    injected: (name: string, found: string) =>
      `The answer of ${name} speaks to a judge: “${found}”. The vote counts all the same.`,
    quarantined: 'This vote is in quarantine: it counts on no board.',
    criterion: (name: string) => `criterion ${name}`,
    prompt: (key: string, retired: boolean) => `prompt ${key}${retired ? ' (retired)' : ''}`,
    noPrompt: 'without a prompt',
    category: (name: string) => `category ${name}`,
    ties: (n: number) => counted(n, 'tie', 'ties'),
    bothBads: (n: number) => `${count(n)} both bad`,

    withheld: {
      in_use:
        'This prompt is still voted on. Voters must not know whose answer is whose, so names and answers are not shown together here.',
      of_visitor: 'A visitor wrote this prompt, so nobody else can read it here.',
      not_known: 'This server does not have the texts of this battle.',
    },
    ownPrompt: 'You wrote this prompt, so you can read the answers again. Others cannot.',
    ownVote:
      'You cast this vote, so you can read its texts again. Others cannot while the prompt is voted on.',
    readableFrom: (moment: string) =>
      `This prompt is no longer voted on. Its answers can be read here from ${moment}, when no open pair uses it.`,
    withToken: 'With the admin token you can read them now.',

    roles: { system: 'Instruction', user: 'User', assistant: 'Assistant' },
    context: (n: number) => `Context of the prompt (${n})`,
    turn: (n: number) => `Turn ${n}`,
    noAnswer: 'The text of this answer is not known.',
    sample: (n: number) => `answer ${n}`,
    chosen: 'preferred',
    sides: { left: 'Left', right: 'Right' },

    reason: 'Reason given',
    judged: 'The judge’s verdict in each order',
    said: {
      first: 'the first',
      second: 'the second',
      tie: 'equally good',
      both_bad: 'both bad',
      nothing: 'no readable verdict',
    },
    saidFor: (name: string, place: string) => `${name}, ${place}`,
    noReason: 'No reason given.',
    reply: 'Its reply, word for word',

    check: 'Check',
    passed: 'passed',
    failed: 'failed',
    notMade: 'could not be run',
    unchecked: 'not checked',
  },
  de: {
    missing: 'Unter dieser Adresse gibt es kein entschiedenes Duell.',
    missingMore: 'Ein Duell ist zu sehen, sobald es entschieden ist. [Zur Rangliste]',
    withdrawn: 'Die Stimme zu diesem Duell wurde zurückgenommen.',
    withdrawnMore:
      'Wer sie abgab, nahm sie zurück, oder eine spätere Fassung des Richters ersetzte sie. Sie zählt nicht. [Zur Rangliste]',
    loading: 'Das Duell wird geladen …',
    won: (winner, loser) => `${winner} hat gegen ${loser} gewonnen.`,
    tie: (left, right) => `${left} und ${right}: gleich gut.`,
    bothBad: (left, right) => `${left} und ${right}: beide schlecht.`,
    by: {
      human: 'Entschieden von einem Menschen',
      judge: (name) => `Entschieden vom Richter ${name}`,
      result: 'Entschieden durch ein bekanntes Ergebnis',
      simulated: 'Eine simulierte Stimme',
      live: 'Entschieden von dem Menschen, der den Prompt geschrieben hat',
    },
    inconsistent: 'Er zog in jeder Reihenfolge eine andere Antwort vor; das zählt als Unentschieden.',
    leaked:
      'Verraten: Eine Antwort nennt ihr Modell oder dessen Hersteller, oder der Prompt fragt danach. Diese Stimme zählt in keiner Rangliste.',
    injected: (name, found) =>
      `Die Antwort von ${name} spricht einen Richter an: „${found}“. Die Stimme zählt trotzdem.`,
    quarantined: 'Diese Stimme ist in Quarantäne: Sie zählt in keiner Rangliste.',
    criterion: (name) => `Kriterium ${name}`,
    prompt: (key, retired) => `Prompt ${key}${retired ? ' (zurückgezogen)' : ''}`,
    noPrompt: 'ohne Prompt',
    category: (name) => `Kategorie ${name}`,
    ties: (n) => `${count(n)} unentschieden`,
    bothBads: (n) => `${count(n)} beide schlecht`,

    withheld: {
      in_use:
        'Über diesen Prompt wird noch abgestimmt. Wer abstimmt, darf nicht wissen, von wem welche Antwort ist; deshalb sind Namen und Antworten hier nicht zusammen zu sehen.',
      of_visitor:
        'Diesen Prompt hat jemand beim Besuch geschrieben, deshalb ist er hier sonst für niemanden zu lesen.',
      not_known: 'Dieser Server hat die Texte dieses Duells nicht.',
    },
    ownPrompt:
      'Diesen Prompt hast du geschrieben, deshalb sind die Antworten hier wieder zu lesen. Andere sehen sie nicht.',
    ownVote:
      'Diese Stimme kommt aus diesem Browser, deshalb sind ihre Texte hier wieder zu lesen. Andere sehen sie nicht, solange über den Prompt abgestimmt wird.',
    readableFrom: (moment) =>
      `Über diesen Prompt wird nicht mehr abgestimmt. Die Antworten sind hier ab ${moment} zu lesen, wenn kein offenes Paar ihn mehr verwendet.`,
    withToken: 'Mit dem Admin-Token sind sie schon jetzt zu lesen.',

    roles: { system: 'Anweisung', user: 'Frage', assistant: 'Assistent' },
    context: (n) => `Kontext des Prompts (${n})`,
    turn: (n) => `Runde ${n}`,
    noAnswer: 'Der Text dieser Antwort ist nicht bekannt.',
    sample: (n) => `Antwort ${n}`,
    chosen: 'vorgezogen',
    sides: { left: 'Links', right: 'Rechts' },

    reason: 'Begründung',
    judged: 'Das Urteil des Richters in jeder Reihenfolge',
    said: {
      first: 'die erste',
      second: 'die zweite',
      tie: 'gleich gut',
      both_bad: 'beide schlecht',
      nothing: 'kein lesbares Urteil',
    },
    saidFor: (name, place) => `${name}, ${place}`,
    noReason: 'Keine Begründung.',
    reply: 'Die Antwort des Modells im Wortlaut',

    check: 'Prüfung',
    passed: 'bestanden',
    failed: 'nicht bestanden',
    notMade: 'nicht durchführbar',
    unchecked: 'nicht geprüft',
  },
})

/** The list of battles. */
export const battles = withTerms({
  en: {
    loading: 'Loading the battles …',
    failed: 'The battles could not be loaded.',
    missing: 'There is no such contestant, prompt or judge in this arena.',
    whole: 'All battles',
    choice: 'Selection',
    shows: {
      won: 'Won',
      lost: 'Lost',
      tied: 'Undecided',
      contradicted: 'Votes contradict each other',
      disagreement: 'Judges and people differ',
    },
    readable: 'With texts that all may read',
    onSet: 'on the arena’s prompts',
    onLive: 'on visitors’ own prompts',
    onPrompt: (key: string) => `On prompt ${key}.`,
    allPrompts: 'All prompts',
    found: (n: number) => `${counted(n, 'battle', 'battles')}.`,
    none: 'No battle matches this selection.',
    order: 'Opposite winners come first, the clearest majority against the judge on top.',
    people: 'People',
    withheld:
      'Answers and reasons are shown for prompts that are no longer voted on. With the admin token you can read all of them.',
  },
  de: {
    loading: 'Die Duelle werden geladen …',
    failed: 'Die Duelle konnten nicht geladen werden.',
    missing: 'Diesen Teilnehmer, Prompt oder Richter gibt es in dieser Arena nicht.',
    whole: 'Alle Duelle',
    choice: 'Auswahl',
    shows: {
      won: 'Gewonnen',
      lost: 'Verloren',
      tied: 'Unentschieden',
      contradicted: 'Stimmen widersprechen sich',
      disagreement: 'Richter und Menschen gehen auseinander',
    },
    readable: 'Mit Texten, die alle lesen dürfen',
    onSet: 'zu Prompts der Arena',
    onLive: 'zu eigenen Prompts von Besuchern',
    onPrompt: (key) => `Zu Prompt ${key}.`,
    allPrompts: 'Alle Prompts',
    found: (n) => `${counted(n, 'Duell', 'Duelle')}.`,
    none: 'Kein Duell passt zu dieser Auswahl.',
    order: 'Entgegengesetzte Sieger zuerst, die klarste Mehrheit gegen den Richter oben.',
    people: 'Menschen',
    withheld:
      'Antworten und Begründungen sind bei Prompts zu sehen, über die nicht mehr abgestimmt wird. Mit dem Admin-Token sind alle zu lesen.',
  },
})
