import { counted, count } from '../ui/figures.ts'
import { inLanguages, withTerms } from './in-languages.ts'

/** Voting on a pair. */
export const vote = withTerms({
  en: {
    today: (votes: number) => `${counted(votes, 'vote')} today`,
    ofAbout: (votes: number, needed: number) => `${count(votes)} of about ${count(needed)}`,
    forJudges: 'Models have judged these pairs. Your blind votes show how good these judges are.',
    pairsWanted: (n: number) => `A result needs ${counted(n, 'more pair')}.`,
    pairsEnough: 'There are enough pairs for a result. More make it more precise.',
    toJudges: 'To the judges',
    judgeBy: 'Judge by',

    roles: { system: 'Instruction', user: 'Prompt', assistant: 'Assistant' },
    user: 'User',
    asPage: 'as page',
    asPlain: 'as plain text',
    showLess: 'Show less',
    showTurns: (n: number) => `Show all ${n} turns`,
    showAll: 'Show all',

    sides: { left: { wide: 'Left', phone: 'Upper' }, right: { wide: 'Right', phone: 'Lower' } },
    /** On a phone: from each answer to the other. */
    jump: { left: 'Lower answer ↓', right: 'Upper answer ↑' },
    yourChoice: 'your choice',
    lookedUpNothing: 'Retrieved context: none',
    turn: (n: number) => `Turn ${n}`,

    yourVote: 'Your vote',
    choice: 'Your choice',
    /** Wide: the answers are side by side. On a phone: one above the other. */
    choices: {
      left: { wide: 'Left is better', phone: 'Upper' },
      tie: { wide: 'Tie', phone: 'Tie' },
      both_bad: { wide: 'Both bad', phone: 'Both bad' },
      right: { wide: 'Right is better', phone: 'Lower' },
    },
    kept: '[failure] Your choice is kept.',

    somethingWrong: 'Something wrong?',
    sentAlong: 'Something wrong? It is sent with your choice.',
    flags: {
      names_itself: 'An answer says who made it',
      broken: 'An answer is broken or cut off',
      unsafe: 'An answer is unsafe',
    },
    why: 'Why? One line, if you like',
    yourReason: 'Your reason',
    sayWhy: 'Say why',
    back: 'Back',
    skip: 'Skip',
    done: 'Done',

    sentLater: 'You are online again, and your vote is sent.',
    recorded: 'Your vote is recorded. The names follow in a moment.',
    withheld: 'Your vote counts. You have seen many names lately, so these stay hidden.',
    withdrawn: 'Taken back: your vote does not count, and this pair is closed.',
    atOnce: 'Always show names at once',
    atOnceMeans: 'Show the names right after each vote. The vote can then not be taken back.',
    /** [0] is the first of the two names, [1] the other; the preferred one comes first. */
    foundEqual: 'You found [0] and [1] equally good.',
    foundBad: 'You found both [0] and [1] bad.',
    preferred: 'You preferred [0] to [1].',
    takeBack: (seconds: number) => `Take it back, ${seconds} s`,
    theBattle: 'This battle',
    nextPair: 'Next pair',

    notSent: {
      offline: 'You are offline. Your vote is sent when the network is back.',
      unreachable: 'Not sent: the server does not answer.',
      tooQuick: 'Not sent: that was very quick. Wait a moment.',
    },
    waitSeconds: (n: number) => `Not sent: that was very quick. Wait ${n} s.`,
    tooLate: 'Too late: the vote can no longer be taken back.',

    /** Why the previous pair could no longer be voted on. */
    gone: {
      battle_expired: 'That pair had been open for too long. Here is a new one.',
      battle_already_decided: 'That pair was decided before, perhaps in another tab. Here is a new one.',
      battle_withdrawn: 'That pair was closed when its vote was taken back. Here is a new one.',
      battle_unknown: 'That pair is no longer known. Here is a new one.',
      ticket_invalid: 'That pair was drawn for another visit. Here is a new one.',
      proof_missing: 'Votes here now need a short computation. Here is a new pair.',
      proof_invalid: 'The computation for that pair was not accepted. Here is a new one.',
    },

    thatWasAll: 'That was all. Thank you.',
    preferredIn: (won: number, of: number) =>
      `You preferred [this one] in ${won} of ${counted(of, 'pair', 'pairs')}.`,
    seenEvery: 'You have seen every pair that is available to you.',
    nothingYet: 'Nothing to vote on yet.',
    noTwo: 'No prompt has two different answers yet.',
    slower: 'A little slower, please.',
    soManyPairs: 'Too many pairs in a short time.',
    soManyPairsWait: (seconds: number) =>
      `Too many pairs in a short time. The next one is available in ${seconds} s.`,
    arenaMissing: (arena: string) => `There is no arena “${arena}” here.`,
  },
  de: {
    today: (votes) => `heute ${counted(votes, 'Stimme', 'Stimmen')}`,
    ofAbout: (votes, needed) => `${count(votes)} von etwa ${count(needed)}`,
    forJudges:
      'Über diese Paare haben Modelle geurteilt. Deine blinden Stimmen zeigen, wie gut diese Richter sind.',
    pairsWanted: (n) =>
      `Für ein Ergebnis ${n === 1 ? 'fehlt noch ein Paar' : `fehlen noch ${count(n)} Paare`}.`,
    pairsEnough: 'Es gibt genug Paare für ein Ergebnis. Mit mehr wird es genauer.',
    toJudges: 'Zu den Richtern',
    judgeBy: 'Bewerten nach',

    roles: { system: 'Anweisung', user: 'Prompt', assistant: 'Assistent' },
    user: 'Mensch',
    asPage: 'als Seite',
    asPlain: 'als Rohtext',
    showLess: 'Weniger zeigen',
    showTurns: (n) => `Alle ${n} Beiträge zeigen`,
    showAll: 'Alles zeigen',

    sides: { left: { wide: 'Links', phone: 'Oben' }, right: { wide: 'Rechts', phone: 'Unten' } },
    jump: { left: 'Untere Antwort ↓', right: 'Obere Antwort ↑' },
    yourChoice: 'deine Wahl',
    lookedUpNothing: 'Abgerufener Kontext: keiner',
    turn: (n) => `Beitrag ${n}`,

    yourVote: 'Deine Stimme',
    choice: 'Deine Wahl',
    choices: {
      left: { wide: 'Links ist besser', phone: 'Oben' },
      tie: { wide: 'Gleich gut', phone: 'Gleich' },
      both_bad: { wide: 'Beide schlecht', phone: 'Beide schlecht' },
      right: { wide: 'Rechts ist besser', phone: 'Unten' },
    },
    kept: '[failure] Deine Wahl bleibt erhalten.',

    somethingWrong: 'Stimmt etwas nicht?',
    sentAlong: 'Stimmt etwas nicht? Das wird mit deiner Wahl gesendet.',
    flags: {
      names_itself: 'Eine Antwort verrät, von wem sie ist',
      broken: 'Eine Antwort ist kaputt oder abgeschnitten',
      unsafe: 'Eine Antwort ist gefährlich',
    },
    why: 'Warum? Eine Zeile, wenn du magst',
    yourReason: 'Dein Grund',
    sayWhy: 'Grund nennen',
    back: 'Zurück',
    skip: 'Auslassen',
    done: 'Fertig',

    sentLater: 'Du bist wieder online, und deine Stimme ist gesendet.',
    recorded: 'Deine Stimme ist gespeichert. Die Namen folgen gleich.',
    withheld: 'Deine Stimme zählt. Du hast zuletzt viele Namen gesehen, deshalb bleiben diese verborgen.',
    withdrawn: 'Zurückgenommen: Deine Stimme zählt nicht, und dieses Paar ist geschlossen.',
    atOnce: 'Namen immer sofort zeigen',
    atOnceMeans: 'Die Namen gleich nach jeder Stimme zeigen. Sie lässt sich dann nicht mehr zurücknehmen.',
    foundEqual: 'Du fandest [0] und [1] gleich gut.',
    foundBad: 'Du fandest [0] und [1] beide schlecht.',
    preferred: 'Du fandest [0] besser als [1].',
    takeBack: (seconds) => `Zurücknehmen, ${seconds} s`,
    theBattle: 'Dieses Duell',
    nextPair: 'Nächstes Paar',

    notSent: {
      offline: 'Keine Verbindung zum Netz. Deine Stimme wird gesendet, sobald es wieder da ist.',
      unreachable: 'Nicht gesendet: Der Server antwortet nicht.',
      tooQuick: 'Nicht gesendet: Das ging sehr schnell. Einen Moment warten.',
    },
    waitSeconds: (n) => `Nicht gesendet: Das ging sehr schnell. ${n} s warten.`,
    tooLate: 'Zu spät: Die Stimme lässt sich nicht mehr zurücknehmen.',

    gone: {
      battle_expired: 'Das Paar war zu lange offen. Hier ist ein neues.',
      battle_already_decided:
        'Über das Paar war schon entschieden, vielleicht in einem anderen Tab. Hier ist ein neues.',
      battle_withdrawn:
        'Das Paar wurde geschlossen, als seine Stimme zurückgenommen wurde. Hier ist ein neues.',
      battle_unknown: 'Das Paar ist nicht mehr bekannt. Hier ist ein neues.',
      ticket_invalid: 'Das Paar wurde für einen anderen Besuch gezogen. Hier ist ein neues.',
      proof_missing: 'Stimmen brauchen hier jetzt eine kurze Rechnung. Hier ist ein neues Paar.',
      proof_invalid: 'Die Rechnung für das Paar wurde nicht angenommen. Hier ist ein neues.',
    },

    thatWasAll: 'Das war alles. Danke.',
    preferredIn: (won, of) => `Du hast [diese] in ${won} von ${counted(of, 'Paar', 'Paaren')} vorgezogen.`,
    seenEvery: 'Du hast jedes Paar gesehen, das es hier für dich gibt.',
    nothingYet: 'Noch nichts zum Abstimmen.',
    noTwo: 'Noch hat kein Prompt zwei verschiedene Antworten.',
    slower: 'Etwas langsamer, bitte.',
    soManyPairs: 'Zu viele Paare in kurzer Zeit.',
    soManyPairsWait: (seconds) => `Zu viele Paare in kurzer Zeit. Das nächste gibt es in ${seconds} s.`,
    arenaMissing: (arena) => `Eine Arena „${arena}“ gibt es hier nicht.`,
  },
})

/** What differs between the two answers of a decided pair. */
export const differences = inLanguages({
  en: {
    title: 'What differs',
    only: (name: string) => `only ${name}:`,
    key: 'Struck out: only [0]. Underlined: only [1].',
    turn: (n: number) => `Turn ${n}`,
  },
  de: {
    title: 'Unterschiede',
    only: (name) => `nur ${name}:`,
    key: 'Durchgestrichen: nur [0]. Unterstrichen: nur [1].',
    turn: (n) => `Beitrag ${n}`,
  },
})

/** Voting with an invitation. */
export const invited = inLanguages({
  en: {
    own: (votes: number) => `${counted(votes, 'vote')} by you`,
    ownOf: (votes: number, goal: number) => `${count(votes)} of your ${count(goal)}`,
    complete: (votes: number, goal: number) => `${count(votes)} of ${count(goal)}. Thank you!`,
    all: (votes: number) => `${count(votes)} by everyone invited`,
    allOf: (votes: number, goal: number) => `${count(votes)} of about ${count(goal)} by everyone invited`,
    assigned: (votes: number, wanted: number) =>
      `${count(votes)} of ${count(wanted)} votes on your group’s pairs`,

    closed: 'Voting is closed.',
    result: 'What the board says',
    ended: 'This link cannot be used.',
    voteWithout: 'Vote without an invitation',
    other: 'This link is for another voter.',
    keepMine: 'Keep my invitation',
    useThis: 'Use this link',
  },
  de: {
    own: (votes) => `${counted(votes, 'Stimme', 'Stimmen')} von dir`,
    ownOf: (votes, goal) => `${count(votes)} von deinen ${count(goal)}`,
    complete: (votes, goal) => `${count(votes)} von ${count(goal)}. Danke!`,
    all: (votes) => `${count(votes)} von allen Eingeladenen`,
    allOf: (votes, goal) => `${count(votes)} von etwa ${count(goal)} von allen Eingeladenen`,
    assigned: (votes, wanted) => `${count(votes)} von ${count(wanted)} Stimmen zu Paaren deiner Gruppe`,

    closed: 'Die Abstimmung ist beendet.',
    result: 'Was die Rangliste sagt',
    ended: 'Dieser Link ist nicht mehr zu gebrauchen.',
    voteWithout: 'Ohne Einladung abstimmen',
    other: 'Dieser Link ist für eine andere Person.',
    keepMine: 'Meine Einladung behalten',
    useThis: 'Diesen Link verwenden',
  },
})

/** What voters would see, for operators. */
export const preview = withTerms({
  en: {
    title: 'Preview',
    how: 'This is what voters see. Nothing is recorded, and nobody can vote here.',
    needsToken: 'The preview needs the token of an operator.',
    promptHow: 'its key; empty: any',
    other: 'Other contestant',
    any: 'any',
    again: 'Another pair',
    toArena: 'Back to the arena',
    drawn: (prompt: string) => `Pair on prompt ${prompt}`,
  },
  de: {
    title: 'Vorschau',
    how: 'So sehen es die Abstimmenden. Es wird nichts festgehalten, und hier kann niemand abstimmen.',
    needsToken: 'Die Vorschau braucht das Token einer Verwalterin oder eines Verwalters.',
    promptHow: 'sein Schlüssel; leer: beliebig',
    other: 'Anderer Teilnehmer',
    any: 'beliebig',
    again: 'Anderes Paar',
    toArena: 'Zurück zur Arena',
    drawn: (prompt) => `Paar zu Prompt ${prompt}`,
  },
})

/** Proof of work for a vote. */
export const proof = inLanguages({
  en: {
    solving: 'This arena asks your browser for a short computation. Your vote is sent when it is done.',
    slow: 'The computation takes long on this device. Keep this page open, and your vote is sent. Or skip the pair.',
    progress: 'Computation for your vote',
    cannot: {
      insecure:
        'This arena asks your browser for a short computation, which needs a secure connection. Open this page with https to vote.',
      unsupported:
        'This arena asks your browser for a short computation, and this browser cannot do it in the background. Use a current browser to vote.',
      stopped: 'The computation for your vote stopped. Try again, or reload the page.',
    },
  },
  de: {
    solving:
      'Diese Arena verlangt vom Browser eine kurze Rechnung. Deine Stimme wird gesendet, sobald sie fertig ist.',
    slow: 'Die Rechnung dauert auf diesem Gerät lange. Lass die Seite offen, dann wird deine Stimme gesendet. Oder überspring das Paar.',
    progress: 'Rechnung für deine Stimme',
    cannot: {
      insecure:
        'Diese Arena verlangt vom Browser eine kurze Rechnung, und dafür braucht er eine sichere Verbindung. Öffne die Seite zum Abstimmen mit https.',
      unsupported:
        'Diese Arena verlangt vom Browser eine kurze Rechnung, und dieser Browser kann sie nicht im Hintergrund ausführen. Nimm zum Abstimmen einen aktuellen Browser.',
      stopped: 'Die Rechnung für deine Stimme brach ab. Versuch es noch einmal, oder lade die Seite neu.',
    },
  },
})
