import type { warnings as en } from '../en/warnings.ts'
import { causes } from './causes.ts'
import { counted, figure, list } from './figures.ts'

const prompts = (count: number) => counted(count, 'Prompt', 'Prompts')
const wordOf = (cause: string): string =>
  (causes as Record<string, string>)[cause] ?? cause.replaceAll('_', ' ')

export const warnings: typeof en = {
  no_votes: 'In dieser Ansicht gibt es keine Stimme, also hat niemand eine Wertung.',
  not_converged: ({ iterations }) =>
    `Die Anpassung endete nach ${iterations} Schritten, ohne genau genug zu sein; diese Wertungen sind nicht verlässlich.`,
  anchor_not_rated: ({ name }) =>
    `${name} hat keine Wertung, an der die Skala festzumachen wäre; ihre Mitte bleibt 1000.`,
  lack_of_fit:
    'Die Stimmen passen nicht zu einer einzigen Stärke je Teilnehmer: Manche Paare gingen anders aus, als alle übrigen Stimmen erwarten lassen, und öfter als durch Zufall. Die Wertungen sind als Mittel zu lesen (rate --fit nennt die Paare).',
  few_rounds: ({ rounds, fewest }) =>
    `${rounds} Bootstrap-Runden sind zu wenige für ruhige Intervalle; es sollten ${fewest} oder mehr sein, in der Regel 1000.`,
  few_units: ({ units, unit, fewest }) =>
    `Nur ${unit === 'prompt' ? prompts(units) : counted(units, 'Person', 'Personen')} zum Neuziehen: Intervalle aus weniger als ${fewest} sind vielleicht zu schmal.`,
  few_units_under: ({ criteria, fewest }) =>
    `Weniger als ${fewest} Prompts oder Personen tragen die Stimmen unter ${list(criteria)}: Die Intervalle sind grob.`,
  speaks_for_few: ({ voters }) =>
    `Die meisten Stimmen sind von ${voters === 1 ? 'einer Person' : `${figure(voters)} Personen`}: Das Ergebnis spricht nur für sie.`,
  no_vote_names_unit: ({ unit, column }) =>
    `Keine Stimme nennt ${unit === 'prompt' ? 'ihren Prompt' : 'ihre Person'} (Spalte ${column}), also zählt jede als unabhängig: Wo Stimmen ${unit === 'prompt' ? 'einen Prompt' : 'eine Person'} teilen, sind die Intervalle zu schmal.`,
  some_votes_name_no_unit: ({ unit, column, count }) =>
    `${counted(count, 'Stimme nennt', 'Stimmen nennen')} ${unit === 'prompt' ? 'keinen Prompt' : 'keine Person'} (Spalte ${column}); jede davon zählt als unabhängig.`,
  classic_intervals:
    'Klassische Intervalle taugen nur zum Vergleich mit anderen Ranglisten: Bei gleich starken Teilnehmern melden sie weit öfter als in 5 % der Fälle Unterschiede, die es nicht gibt.',
  davidson_declares_nothing:
    'Davidsons Modell, mit einem Parameter für Unentschieden: Jedes Intervall gilt nur für eine Wertung allein. Sieger und Ränge nennt nur bradley-terry.',
  elo_declares_nothing:
    'Online Elo, K = 4, in der Reihenfolge der Stimmen: Eine andere Reihenfolge gibt andere Wertungen, und es gibt kein Intervall. Sieger und Ränge nennt nur bradley-terry.',
  no_maximum:
    'Davidsons Modell findet zu diesen Stimmen keine beste Anpassung: Neben den Unentschieden gehen die Siege nur in eine Richtung. Niemand hat eine Wertung; mit bradley-terry gibt es vielleicht welche.',

  overlap_resampled: ({ unit }) =>
    `Je ${unit === 'vote' ? 'Stimme' : 'Person'} neu gezogen, lässt sich keine Stimme an der eines Richters messen, dies ist also die Rangliste der Menschen: Es sollte je Prompt gezogen werden.`,
  overlap_without_people:
    'Hier haben keine Menschen abgestimmt, und Richter stützen nur deren Stimmen: Menschen sollten über das abstimmen, was Richter beurteilt haben.',
  overlap_too_small: ({ prompts: shared, fewest }) =>
    `Nur zu ${prompts(shared)} gibt es Duelle, über die Menschen und Richter abgestimmt haben, dies ist also die Rangliste der Menschen: Nötig sind ${fewest}.`,
  overlap_without_prompts:
    'Die Stimmen der Menschen nennen keinen Prompt, an dem sie sich mit denen eines Richters vergleichen ließen, dies ist also die Rangliste der Menschen: Der Prompt sollte genannt werden.',
  overlap_without_judges: ({ battles }) =>
    `Hier hat kein Richter abgestimmt, dies ist also die Rangliste der Menschen: Richter sollten ${duels(battles)} beurteilen, über ${whichOf(battles)} Menschen abgestimmt haben, und weitere.`,
  overlap_empty: ({ battles }) =>
    `Menschen und Richter haben über kein Duell gemeinsam abgestimmt (ein Prompt, dieselben zwei Teilnehmer), dies ist also die Rangliste der Menschen: Richter sollten ${duels(battles)} beurteilen, über ${whichOf(battles)} Menschen abgestimmt haben, oder Menschen über das abstimmen, was Richter beurteilt haben.`,

  mixed_sources: 'Stimmen von Menschen und von Richtern sind zusammengezählt.',
  mixed_sources_in_file:
    'Stimmen von Menschen und von Richtern sind zusammen gewertet; --source humans, judges oder judge:NAME wählt aus.',
  simulated: 'Diese Stimmen hat ein Programm simuliert.',
  simulated_left_out: ({ count }) =>
    `${counted(count, 'simulierte Stimme wurde', 'simulierte Stimmen wurden')} ausgelassen: Mit echten werden sie nie zusammen gewertet (--source simulated wertet sie allein).`,
  judges_not_measured: ({ judges }) => `Von Richtern, die niemand an Menschen geprüft hat: ${list(judges)}.`,
  judges_uncalibrated: ({ judges }) =>
    `Von einem Richter, der die Prüfung an Menschen nicht bestanden hat: ${list(judges)}.`,
  judges_left_out_beside_people: ({ judges }) =>
    `Ausgelassen, da neben Menschen nur geeichte Richter zählen: ${list(judges)}.`,
  judges_left_out: ({ judges }) => `Ausgelassen, da Menschen nachweislich anders urteilen: ${list(judges)}.`,
  judge_not_measured: ({ judge }) => `${judge} (noch nicht geprüft)`,
  judge_undecided: ({ judge }) => `${judge} (entscheidet nichts, was sie entscheiden)`,
  judge_agrees: ({ judge, agreed, decided, percentAsked }) =>
    `${judge} (stimmt in ${figure(agreed)} von ${figure(decided)} überein, gefordert sind ${percentAsked} %)`,
  judge_same_family: ({ judge, contestants }) =>
    `Richter ${judge} ist aus der Familie von ${list(contestants)} und bevorzugt sie womöglich.`,
  failed_judgements: ({ count, causes: met }) =>
    `${counted(count, 'Urteil misslang und ist keine Stimme', 'Urteile misslangen und sind keine Stimmen')}: ${list(met.map(({ cause, count: times }) => `${wordOf(cause)} ${figure(times)}`))}.`,
  judge_versions: ({ judges }) =>
    `Stimmen mehrerer Fassungen eines Richters sind zusammengezählt: ${list(judges)}.`,
  votes_left_out_by_checks: ({ votes }) =>
    `Um ${counted(votes, 'Stimme', 'Stimmen')} wurden Richter nicht gefragt, weil eine Antwort eine verlangte Prüfung nicht bestand: Diese Rangliste gilt für Antworten, die bestehen. Ein Vergleich von zweien zählt sie mit.`,

  no_significance_asked:
    'Diese Hürde verlangt keine Signifikanz: Gleich Gute nehmen sie womöglich durch Glück.',
  criteria_left_out: ({ criteria }) => `Nicht verglichen: ${list(criteria)}.`,
  one_unanswered: ({ own, other, prompts: lacking }) =>
    `${own} hat auf ${prompts(lacking)} keine Antwort, wo ${other} eine hat: Diese zählen nicht.`,
  both_unanswered: ({ own, other, prompts: lacking, promptsOfOther }) =>
    `${own} hat auf ${prompts(lacking)} keine Antwort, wo ${other} eine hat, und ${other} hat auf ${prompts(promptsOfOther)} keine Antwort, wo ${own} eine hat: Diese zählen nicht.`,
  prompts_left_out_by_checks: ({ own, other, prompts: leftOut, checks, lost, won, tied }) =>
    `Auf ${prompts(leftOut)} bestand eine Antwort eine verlangte Prüfung nicht (${list(checks)}), also sah kein Richter das Paar. Die Prüfungen entscheiden: ${lost} verloren (${own} bestand nicht), ${won} gewonnen (${other} bestand nicht), ${tied} unentschieden (beide bestanden nicht).`,

  incomplete_judgement: ({ count }) =>
    `${counted(count, 'Urteil wurde', 'Urteile wurden')} nur in einer Reihenfolge erfragt und ausgelassen, da die Datei von anderen beide hat (--orders separate zählt jede Zeile).`,
  incomplete_judgement_in: ({ file }) =>
    `Datei ${file}: Urteile in nur einer Reihenfolge sind keine Stimmen, wo die Datei beide hat.`,
  rows_left_out: ({ count, reasons, more }) =>
    `${counted(count, 'Zeile wurde', 'Zeilen wurden')} ausgelassen (${reasons.join('; ')}${more > 0 ? `; und ${more} weitere Gründe` : ''}).`,
  reason_counted: ({ wrong, count }) => `${wrong}: ${count}-mal`,
  of_file: ({ file, wrong }) => `Datei ${file}: ${wrong}`,
  other_version: ({ made, own }) =>
    `Der Schnappschuss stammt von deadheat ${made}, dies ist ${own}: Weichen die Ergebnisse ab, muss Fassung ${made} prüfen.`,
  later_votes: ({ count }) =>
    `${counted(count, 'Stimme der Datei wurde', 'Stimmen der Datei wurden')} nach der Berechnung des Schnappschusses abgegeben: Beide müssen vom selben Zeitpunkt sein.`,
  prompts_were_public: ({ count }) =>
    `Bei ${count} dieser Prompts konnte jeder, der die Arena findet, lesen, wer was geantwortet hat. Stimmen darüber sind von jetzt an vielleicht nicht blind.`,
}

const duels = (count: number): string => (count === 1 ? 'das 1 Duell' : `die ${figure(count)} Duelle`)
const whichOf = (count: number): string => (count === 1 ? 'das' : 'die')
