import type { Catalogue } from '../render.ts'
import { causes } from './causes.ts'
import { countWithNoun, figure, list } from './phrases.ts'

const prompts = (count: number) => countWithNoun(count, 'Prompt', 'Prompts')
const unitsOn = (count: number, unit: 'prompt' | 'group') =>
  unit === 'prompt' ? prompts(count) : countWithNoun(count, 'Gruppe von Prompts', 'Gruppen von Prompts')
const causeInWords = (cause: string): string =>
  (causes as Record<string, string>)[cause] ?? cause.replaceAll('_', ' ')

/** Warum ein angehaltener Richter nicht gezeigt wird, nach dem Code seines Halts. */
const NOT_SHOWN: Partial<Record<string, string>> = {
  position: 'entscheidet nach dem Platz',
  refusal: 'weigert sich',
  unreadable: 'ist nicht lesbar',
  empty: 'ist nicht lesbar',
  cut_off: 'ist nicht lesbar',
}

/** What a board, a comparison or a published file says of its votes. */
/** Was ein Richter bevorzugen mag. */
const PREFERRED: Readonly<Record<string, string>> = {
  first: 'die zuerst gezeigte Antwort',
  second: 'die als Zweite gezeigte Antwort',
  longer: 'längere Antworten',
  own_family: 'seine eigene Modellfamilie',
}

export const warnings = {
  no_votes: 'In dieser Ansicht gibt es keine Stimme, also hat niemand eine Wertung.',
  not_converged:
    'Die Anpassung endete nach {iterations} Schritten, ohne zu konvergieren; diese Wertungen sind nicht verlässlich.',
  anchor_not_rated:
    '{name} hat keine Wertung und kann die Skala deshalb nicht verankern. Ihre Mitte bleibt 1000.',
  lack_of_fit:
    'Die Stimmen passen nicht zu einer einzigen Stärke je Teilnehmer: Manche Paare gingen anders aus, als alle übrigen Stimmen erwarten lassen, und zwar stärker als durch Zufall. Die Wertungen sind als Mittelwerte zu lesen.',
  one_sided_failures:
    'Urteile oder Antworten von {name} misslangen öfter als die der anderen. Vielleicht misslang gerade, was verloren worden wäre; dann ist die Wertung zu hoch. Mit --retry-failed noch einmal urteilen oder Prompts ohne Antwort weglassen.',
  busy_voter: ({ votes, of, percent }) =>
    `Von ${figure(of)} Stimmen sind ${figure(votes)} von einer Person. Sie haben ${percent} % des Gewichts, denn jede weitere Stimme einer Person zählt weniger.`,
  few_rounds:
    '{rounds} Bootstrap-Runden sind zu wenige für stabile Intervalle; mindestens {fewest} verwenden, üblich sind 1000.',
  many_contestants: ({ most }) =>
    `Mehr als ${figure(most)} Teilnehmer haben eine Wertung. Für so viele gibt es keine Intervalle, also wird nichts festgestellt.`,
  few_units: ({ units, unit, fewest }) =>
    `Nur ${unit === 'voter' ? countWithNoun(units, 'Person', 'Personen') : unitsOn(units, unit)}: Bei weniger als ${fewest} sind Intervalle lang, und Seltenes fehlt vielleicht.`,
  uneven_units: ({ units, unit, worth, fewest }) =>
    `Die meisten Stimmen kommen ${unit === 'both' ? 'zu wenigen Prompts oder von wenigen Personen' : unit === 'voter' ? `von wenigen von ${countWithNoun(units, 'Person', 'Personen')}` : `zu wenigen von ${unitsOn(units, unit)}`}, die wie ${worth} zählen: Bei weniger als ${fewest} sind Intervalle lang, und Seltenes fehlt vielleicht.`,
  few_units_under: ({ criteria, fewest, isGrouped }) =>
    `Weniger als ${fewest} ${isGrouped ? 'Gruppen von Prompts' : 'Prompts'} oder Personen tragen die Stimmen unter ${list(criteria)}: Die Intervalle sind grob.`,
  speaks_for_few: ({ voters }) =>
    `Die meisten Stimmen sind von ${voters === 1 ? 'einer Person' : `${figure(voters)} Personen`}: Das Ergebnis spricht nur für sie.`,
  no_vote_names_unit: ({ unit, column }) =>
    `Keine Stimme nennt ${unit === 'prompt' ? 'ihren Prompt' : 'ihre Person'} (Spalte ${column}), also zählt jede als unabhängig: Wo Stimmen ${unit === 'prompt' ? 'einen Prompt' : 'eine Person'} teilen, sind die Intervalle zu schmal.`,
  some_votes_name_no_unit: ({ unit, column, count }) =>
    `${countWithNoun(count, 'Stimme nennt', 'Stimmen nennen')} ${unit === 'prompt' ? 'keinen Prompt' : 'keine Person'} (Spalte ${column}); jede davon zählt als unabhängig.`,
  classic_intervals:
    'Klassische Intervalle taugen nur zum Vergleich mit anderen Ranglisten: Bei gleich starken Teilnehmern melden sie weit öfter als in 5 % der Fälle Unterschiede, die es nicht gibt.',
  elo_declares_nothing:
    'Online Elo, K = 4, in der Reihenfolge der Stimmen: Eine andere Reihenfolge gibt andere Wertungen, und es gibt kein Intervall. Sieger und Plätze nennt nur bradley-terry.',

  mixed_sources: 'Stimmen von Menschen und von Richtern sind zusammengezählt.',
  simulated: 'Diese Stimmen hat ein Programm simuliert.',
  judges_not_measured: 'Von Richtern, die noch nicht mit Menschen verglichen wurden: {judges}.',
  judges_by_chance: 'Von einem Richter, der noch nicht gezeigt hat, was seine Prüfung verlangt: {judges}.',
  judges_uncalibrated: 'Von einem Richter, der seine Prüfung nicht bestanden hat: {judges}.',
  judges_and_people: ({ judges }) => `So weit stimmen Richter mit Menschen überein: ${judges.join('; ')}.`,
  judge_beside_people: ({ judge, agreed, decided, low, high, prefers }) =>
    `${judge} bei ${figure(agreed)} von ${countWithNoun(decided, 'Paar', 'Paaren')} (${low} bis ${high} %)${prefers.length > 0 ? `, er bevorzugt ${list(prefers.map((what) => PREFERRED[what] ?? what))}` : ''}`,
  judges_left_out_beside_people:
    'Ausgelassen, weil neben Menschen nur Richter zählen, die den Vergleich mit Menschen bestanden haben: {judges}.',
  judges_left_out: 'Ausgelassen, da sie ihre Prüfung nicht bestanden haben: {judges}.',
  judge_not_shown: ({ judge, what }) =>
    `Nicht gezeigt: Richter ${judge} ${NOT_SHOWN[what] ?? 'gab keine Urteile ab'}.`,
  judge_not_measured: '{judge} (noch nicht verglichen)',
  judge_shows_too_little: (values) =>
    `${values.judge} (${figure(values.hits)} von ${figure(values.pairs)} zeigen mindestens ${values.percentShown} %, verlangt sind ${values.percentAsked} %)`,
  judge_undecided: '{judge} (hat keines der Paare entschieden, die Menschen entschieden haben)',
  judge_agrees: ({ judge, agreed, decided, percentAsked, since }) =>
    `${judge} (stimmt in ${figure(agreed)} von ${figure(decided)}${since ? ` seit ${since}` : ''} überein, gefordert sind ${percentAsked} %)`,
  judge_decides_rarely: ({ judge, agreed, pairs, percentAsked }) =>
    `${judge} (entscheidet ${figure(agreed)} von ${figure(pairs)} Paaren wie Menschen, gefordert sind ${percentAsked} %)`,
  judge_changes_with_order: ({ judge, consistent, votes, percentAsked }) =>
    `${judge} (behält ${figure(consistent)} von ${figure(votes)} Urteilen, wenn die Antworten die Plätze tauschen, gefordert sind ${percentAsked} %)`,
  judge_does_not_repeat: ({ judge, day, repeated, pairs, percentAsked }) =>
    `${judge} (am ${day} erneut gefragt, wiederholte er ${figure(Math.round(repeated))} von ${figure(pairs)} Urteilen, gefordert sind ${percentAsked} %)`,
  judge_same_family: ({ judge, contestants }) =>
    `Richter ${judge} ist aus der Familie von ${list(contestants)} und bevorzugt sie womöglich.`,
  failed_judgements: ({ count, causes: found }) =>
    `${countWithNoun(count, 'Urteil misslang und ist keine Stimme', 'Urteile misslangen und sind keine Stimmen')}: ${list(found.map(({ cause, count: times }) => `${causeInWords(cause)} ${figure(times)}`))}.`,
  judge_versions: 'Stimmen mehrerer Fassungen eines Richters sind zusammengezählt: {judges}.',
  served_models:
    'Anbieter haben das Modell hinter dem Namen eines Richters gewechselt, und Stimmen beider Modelle sind zusammengezählt: {judges}.',
  source_read: ({ judgements, of }) =>
    `In ${figure(judgements)} von ${countWithNoun(of, 'Urteil', 'Urteilen')} las der Richter den Quelltext einer Webseite oder eines SVG-Bildes, ohne Bild davon. Menschen sahen sie laufen.`,
  focused_draws:
    'Paare, die noch Erste sein können, wurden öfter gezogen. Die Reihenfolge darunter ist weniger genau bekannt als bei gleichmäßigem Ziehen.',
  votes_left_out_by_checks: ({ votes }) =>
    `Um ${countWithNoun(votes, 'Stimme', 'Stimmen')} wurden Richter nicht gefragt, weil eine Antwort eine Pflichtprüfung nicht bestand. Diese Rangliste gilt für Antworten, die bestehen. Ein Vergleich zweier Teilnehmer zählt die übersprungenen Paare mit.`,

  no_significance_asked:
    'Diese Hürde hat kein Signifikanzniveau: Ein gleich guter Teilnehmer nimmt sie womöglich durch Zufall.',
  criteria_left_out: 'Nicht verglichen: {criteria}.',
  one_unanswered: ({ own, other, prompts: lacking }) =>
    `${own} hat auf ${prompts(lacking)} keine Antwort, wo ${other} eine hat: Diese zählen nicht.`,
  both_unanswered: ({ own, other, prompts: lacking, promptsOfOther }) =>
    `${own} hat auf ${prompts(lacking)} keine Antwort, wo ${other} eine hat, und ${other} hat auf ${prompts(promptsOfOther)} keine Antwort, wo ${own} eine hat: Diese zählen nicht.`,
  prompts_left_out_by_checks: ({ own, other, prompts: leftOut, checks, lost, won, tied }) =>
    `Auf ${prompts(leftOut)} bestand eine Antwort eine Pflichtprüfung nicht (${list(checks)}), also übersprangen Richter das Paar. Die Prüfungen entscheiden: ${lost} verloren (${own} bestand nicht), ${won} gewonnen (${other} bestand nicht), ${tied} unentschieden (beide bestanden nicht).`,
  other_version:
    'Der Schnappschuss stammt von deadheat {made}, dies ist {own}: Weichen die Ergebnisse ab, mit Fassung {made} prüfen.',
  other_method_version:
    'Die Rangliste ist von Version {made} der Statistik, und dies ist Version {own}. Verglichen wurden nur ihre Zahlen der Stimmen und ihre Prüfsumme.',
  decided_on_other_votes:
    'Die Stimmen der Entscheidung sind nicht die ersten dieser Datei: Einige wurden seither zurückgenommen, zurückgehalten oder hinzugefügt. Ihr Eintrag ließ sich nicht nachrechnen.',
  later_votes: ({ count }) =>
    `${countWithNoun(count, 'Stimme der Datei wurde', 'Stimmen der Datei wurden')} nach der Berechnung des Schnappschusses abgegeben. Beide zum selben Zeitpunkt exportieren.`,
} satisfies Partial<Catalogue>
