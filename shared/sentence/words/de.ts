import type { en } from './en.ts'

/** 1.234.567 */
const figure = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '.')
/** 1 Stimme, 1.200 Stimmen */
const counted = (votes: number) => `${figure(votes)} ${votes === 1 ? 'Stimme' : 'Stimmen'}`
const prompts = (areGrouped: boolean): string => (areGrouped ? 'Gruppen von Prompts' : 'Prompts')
/** Without a loss, or without a win; where ties are left out, there may be some. */
const allOf = (verb: string, votes: number, otherwise: string | null): string => {
  if (otherwise !== null) return `${otherwise} in ${counted(votes)}`
  return votes === 1 ? `die einzige Stimme ${verb}` : `alle ${figure(votes)} Stimmen ${verb}`
}

/** 3 Stimmen sind in Quarantäne und zählen nicht. Mit ihnen */
const inQuarantine = (votes: number) =>
  votes === 1
    ? '1 Stimme ist in Quarantäne und zählt nicht. Mit ihr'
    : `${figure(votes)} Stimmen sind in Quarantäne und zählen nicht. Mit ihnen`

const belowOne = (others: number) =>
  `${others === 1 ? 'der andere liegt' : `die anderen ${figure(others)} liegen`} nachweislich unter mindestens einem`

const orNone = (n: number) => (n === 0 ? 'keinem' : figure(n))

const times = (n: number) => (n === 1 ? 'einmal' : `${figure(n)}-mal`)

/** The words of a headline and its small print, in German. */
export const de: typeof en = {
  figure,
  and: 'und',
  others: (n) => `${figure(n)} weitere`,

  noVotes: 'Noch keine Stimmen.',
  notComputed: 'Intervalle wurden nicht berechnet, also lässt sich nichts feststellen.',
  nothingDeclared: 'Nichts ist festgestellt.',
  declaresNothing: 'Das Verfahren dieser Wertungen nennt weder Sieger noch Ränge.',
  pairingFollows:
    'Die Gegner liegen in der Wertung näher beieinander als durch Zufall: Die Paarung folgte den Ergebnissen. Für so viele Teilnehmer gilt dann nichts.',
  failuresHit: (name) =>
    `Urteile oder Antworten von ${name} misslangen öfter als die der anderen; die Stimmen allein bevorzugen den Teilnehmer vielleicht.`,
  heldByFamily: (name) =>
    `Richter aus der eigenen Modellfamilie setzen ${name} auf den ersten Platz. Ohne sie tun es die Stimmen nicht.`,
  noWinner: 'Noch kein Sieger.',
  nobodyRated: 'Noch hat niemand eine Wertung.',
  noLink: 'Keine Stimme, die zählt, verbindet zwei Teilnehmer.',

  leads: (winner) => `${winner} führt.`,
  leadsAmong: (winner, voters) =>
    voters === 1
      ? `Für die eine Person, die abgestimmt hat, führt ${winner}.`
      : `Unter diesen ${figure(voters)} Personen führt ${winner}.`,
  tooFewPeople: 'Zu wenige haben abgestimmt, um für andere zu sprechen.',
  intervalAbove: (others) => `Das Intervall liegt über ${others}.`,
  everyOther: 'allen anderen',
  everyComparable: 'allen anderen, mit denen ein Vergleich möglich ist',
  notLinked: (names) => `; mit ${names} lassen sie sich nicht vergleichen`,

  littleKnown: 'Es ist zu wenig bekannt, um jemanden zu bewerten.',
  untilFirstRatings: (votes) =>
    `Noch etwa ${figure(votes)} ${votes === 1 ? 'Stimme' : 'Stimmen'} bis zu den ersten Wertungen.`,
  someOf: (n, all) => `${figure(n)} von ${figure(all)} Teilnehmern`,
  deadHeat: (who) => `${who} liegen in einem toten Rennen um Platz eins.`,
  highestBut: (name, who, others) =>
    `${name} hat die höchste Wertung, aber ${who} ${others === 1 ? 'könnte' : 'könnten'} ebenso auf Platz eins liegen.`,
  ofMany: (first, all) =>
    `${figure(first)} von ${figure(all)} könnten Erster sein; ${belowOne(all - first)}.`,
  allMayBeFirst: (all) => `Alle ${figure(all)} könnten Erster sein; wer über wem liegt, ist noch offen.`,
  highestOfMany: (name, above, below, others) =>
    `Die höchste Wertung hat ${name}: über ${orNone(above)} der anderen ${figure(others)}, unter ${orNone(below)}, ${figure(others - above - below)} offen.`,
  willTake: (ways) => `Damit jemand gewinnt, braucht es wahrscheinlich ${ways}.`,
  orElse: ' oder ',
  moreVotes: (amount) => `${amount} weitere Stimmen`,
  morePrompts: (amount, areGrouped) => `${amount} weitere ${prompts(areGrouped)}`,
  moreVoters: (amount) => `${amount} weitere Personen`,
  moreOfBoth: (amount, areGrouped) => `${amount} weitere ${prompts(areGrouped)} und Personen`,
  tooFew: {
    prompts: (n, areGrouped) =>
      `${figure(n)} ${prompts(areGrouped)} sind wahrscheinlich zu wenige für einen Sieger, auch mit beliebig vielen Stimmen.`,
    voters: (voters) =>
      `${figure(voters)} Personen sind wahrscheinlich zu wenige für einen Sieger, auch mit beliebig vielen Stimmen.`,
  },
  more: {
    votes: () => 'Für einen Sieger braucht es mehr Stimmen.',
    prompts: (areGrouped) => `Für einen Sieger braucht es mehr ${prompts(areGrouped)}.`,
    voters: () => 'Für einen Sieger braucht es mehr Personen.',
  },
  tooMany:
    'Auch hundertmal so viele Stimmen, zu neuen Prompts und von neuen Personen, ergäben wahrscheinlich keinen Sieger: Die Besten liegen zu nah beieinander.',
  pairingMayFollow:
    'Vielleicht haben Ergebnisse entschieden, wer auf wen traf; dann lässt sich weniger sagen.',
  amounts: {
    few: 'einige wenige',
    about: (n) => `etwa ${n}`,
    hundred: 'etwa hundert',
    hundreds: 'einige Hundert',
    thousand: 'etwa tausend',
    thousands: 'einige Tausend',
    tensOfThousands: 'Zehntausende',
    hundredsOfThousands: 'Hunderttausende',
    millions: 'Millionen',
  },
  theTwo: 'Die beiden',
  equal: (who) =>
    `${who} sind praktisch gleich: Die Siegquote liegt höchstens 3 Prozentpunkte neben 50 %. Weitere Stimmen ändern daran nichts.`,
  notCompared: (names, n) =>
    `${names} ${n === 1 ? 'lässt' : 'lassen'} sich nicht mit den bewerteten Teilnehmern vergleichen, darum liegt niemand darüber.`,

  missing: (what) => `Es hätte mehr ${what} gebraucht.`,
  kinds: { votes: 'Stimmen', prompts, voters: () => 'Personen' },

  closed: {
    on: (day, votes, lead) => `Beendet am ${day}${votes > 0 ? ` nach ${counted(votes)}` : ''}: ${lead}`,
    noVotes: 'keine Stimmen.',
    nothingDeclared: 'nichts ist festgestellt.',
    noWinner: 'kein Sieger.',
    notYet: 'noch kein Sieger.',
    nobodyRated: 'niemand hat eine Wertung.',
    leads: (winner) => `${winner} hat gewonnen.`,
    leadsAmong: (winner, voters) =>
      voters === 1
        ? `für die eine Person, die abgestimmt hat, hat ${winner} gewonnen.`
        : `unter diesen ${figure(voters)} Personen hat ${winner} gewonnen.`,
    deadHeat: (who) => `${who} endeten in einem toten Rennen um Platz eins.`,
    highestBut: (name, who, others) =>
      `${name} hat die höchste Wertung, aber ${who} ${others === 1 ? 'ließ' : 'ließen'} sich davon nicht unterscheiden.`,
    ofMany: (first, all) =>
      `Platz eins blieb offen zwischen ${figure(first)} von ${figure(all)}; ${belowOne(all - first)}.`,
    allMayBeFirst: (all) =>
      `Platz eins blieb offen zwischen allen ${figure(all)}, ebenso, wer über wem liegt.`,
    equal: (who) => `${who} sind praktisch gleich: Die Siegquote liegt höchstens 3 Prozentpunkte neben 50 %.`,
  },

  nothingButTies: (votes) => `nur Unentschieden in ${counted(votes)}, und die zählen hier nicht`,
  tooFewVotes: (votes) => `noch zu wenige Stimmen (${figure(votes)})`,
  tooFewUnits: {
    prompt: (votes, units) =>
      `noch zu wenige Stimmen (${figure(votes)} zu ${figure(units)} ${units === 1 ? 'Prompt' : 'Prompts'})`,
    group: (votes, units) =>
      `noch zu wenige Stimmen (${figure(votes)} zu ${figure(units)} ${units === 1 ? 'Gruppe' : 'Gruppen'} von Prompts)`,
    voter: (votes, units) =>
      `noch zu wenige Stimmen (${figure(votes)} von ${figure(units)} ${units === 1 ? 'Person' : 'Personen'})`,
  },
  noVotesYet: 'noch keine Stimmen',
  unbeaten: (votes, half) => `${allOf('gewonnen', votes, half ? null : 'ungeschlagen')}; mehr Stimmen nötig`,
  winless: (votes, half) => `${allOf('verloren', votes, half ? null : 'sieglos')}; mehr Stimmen nötig`,
  disconnected: 'keine Stimme verbindet diesen Teilnehmer mit den bewerteten',

  forPeople: (voters) => `Sie spricht für Menschen wie ihre ${figure(voters)} Abstimmenden.`,
  forVoters: (voters) =>
    voters === 1
      ? 'Alle Stimmen sind von 1 Person: Die Rangliste spricht nur für sie.'
      : `Die Stimmen sind von ${figure(voters)} Personen: Die Rangliste spricht nur für sie.`,
  forFewVoters: (voters, effective) =>
    `Die Stimmen sind von ${figure(voters)} Personen, aber so ungleich verteilt, dass sie wie ${figure(effective)} zählen: Die Rangliste spricht nur für sie.`,
  forJudges: (names, n) =>
    n === 1
      ? `Die Stimmen sind von ${names}: Die Rangliste spricht nur für diesen Richter.`
      : `Die Stimmen sind von ${names}: Die Rangliste spricht nur für diese Richter.`,
  anyLooks: (oneIn) =>
    `Höchstens 1 von ${figure(oneIn)} Ranglisten nennt zu Unrecht einen Sieger oder einen Unterschied, wie oft man auch hinsieht.`,
  oneLook: (oneIn) =>
    `Höchstens 1 von ${figure(oneIn)} Ranglisten nennt zu Unrecht einen Sieger oder einen Unterschied, wenn man einmal hinsieht, zu einem vorher gewählten Zeitpunkt.`,
  oneOfBoards: (boards) =>
    `Sie ist eine von ${figure(boards)} Ranglisten: eine für jede Kategorie und eine für alle Stimmen. Dass mindestens eine von ihnen falsch ist, ist wahrscheinlicher.`,
  boardsTogether: (oneIn, boards) =>
    `Höchstens 1 Mal in ${figure(oneIn)} ist auf mindestens einer von ${figure(boards)} Ranglisten etwas falsch: eine für jede Kategorie und eine für alle Stimmen.`,

  namedSince: (votes, day, fell) =>
    `Als Sieger genannt seit Stimme ${figure(votes)}, ${day}; seither ohne Unterbrechung.${fell > 0 ? ` Davor verlor ein genannter Sieger ${times(fell)} den ersten Platz.` : ''}`,
  fellBefore: (fell) => `Ein Sieger war schon genannt und verlor ${times(fell)} den ersten Platz.`,

  quarantinedSame: (votes) => `${inQuarantine(votes)} bliebe der erste Platz, wie er ist.`,
  quarantinedWinner: (votes, name) => `${inQuarantine(votes)} wäre ${name} der Sieger.`,
  quarantinedDeadHeat: (votes, names) =>
    `${inQuarantine(votes)} lägen ${names} in einem toten Rennen um Platz eins.`,
  quarantinedNobody: (votes) => `${inQuarantine(votes)} ließe sich über den ersten Platz nichts sagen.`,
}
