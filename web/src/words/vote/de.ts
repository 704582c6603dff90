import { count, counted } from '../../ui/figures.ts'
import type * as en from './en.ts'

export const vote: typeof en.vote = {
  title: 'Abstimmen',
  today: (votes) => `heute ${counted(votes, 'Stimme', 'Stimmen')}`,
  ofAbout: (votes, needed) => `${count(votes)} von etwa ${count(needed)}`,
  forJudges:
    'Über diese Paare haben Modelle geurteilt. Deine blinden Stimmen zeigen, wie gut diese Richter sind.',
  pairsWanted: (n) =>
    `Für ein Ergebnis ${n === 1 ? 'fehlt noch ein Paar' : `fehlen noch ${count(n)} Paare`}.`,
  pairsEnough: 'Es gibt genug Paare für ein Ergebnis. Mit mehr wird es genauer.',
  toJudges: 'Zu den Richtern',
  question: 'Welche Antwort ist besser?',
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
  lookedUp: (n) => `Abgerufener Kontext (${n})`,
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
  showNames: 'Namen zeigen',
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
}

export const differences: typeof en.differences = {
  title: 'Unterschiede',
  only: (name) => `nur ${name}:`,
  key: 'Durchgestrichen: nur [0]. Unterstrichen: nur [1].',
  turn: (n) => `Beitrag ${n}`,
}

export const invited: typeof en.invited = {
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
}

export const preview: typeof en.preview = {
  title: 'Vorschau',
  how: 'So sehen es die Abstimmenden. Es wird nichts festgehalten, und hier kann niemand abstimmen.',
  needsToken: 'Die Vorschau braucht das Token einer Verwalterin oder eines Verwalters.',
  promptHow: 'sein Schlüssel; leer: beliebig',
  one: 'Teilnehmer',
  other: 'Anderer Teilnehmer',
  any: 'beliebig',
  again: 'Anderes Paar',
  names: 'Namen zeigen',
  toArena: 'Zurück zur Arena',
  drawn: (prompt) => `Paar zu Prompt ${prompt}`,
}

export const proof: typeof en.proof = {
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
}
