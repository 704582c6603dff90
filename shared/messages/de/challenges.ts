import type * as en from '../en/challenges.ts'
import { named, counted } from './phrases.ts'

const quoted = (names: readonly string[]) => named({ names, more: 0 })
const figure = (value: number) => value.toLocaleString('de', { maximumFractionDigits: 4 })
const answers = (count: number) => (count === 1 ? 'einer Antwort' : `${count} Antworten`)
const behind = (why: string) => (why === '' ? '' : ` (${why})`)

export const challenges: typeof en.challenges = {
  no_incumbent: ({ arena }) =>
    `Im Aufstieg der Arena „${arena}“ gibt es noch keinen Titelverteidiger. Ihn ebenfalls nennen (--incumbent NAME).`,
  challenges_itself: ({ name, arena, isNamed }) =>
    `${name} ist ${isNamed ? 'als Herausforderer und als Titelverteidiger genannt' : `schon der Titelverteidiger der Arena „${arena}“`}. Nötig ist ein anderer Herausforderer.`,
  nothing_shared: ({ incumbent, challenger, references, arena }) =>
    `Die Arena „${arena}“ hat ${references} Prompts mit Referenz, aber keinen, auf den sowohl ${incumbent} als auch ${challenger} geantwortet hat. Antworten von beiden einlesen, oder beiden in der arena.yaml einen Anbieter geben.`,
  nothing_held_out:
    'Verlangt wird ein Sieg auf zurückgehaltenen Prompts, aber keiner ist zurückgehalten. Einige zurückhalten (--hold-out 0.25), oder diese Bedingung weglassen.',
  no_references: ({ arena, judge, categories }) =>
    `Die Arena „${arena}“ hat keinen Prompt mit Referenz${categories ? ` in ${quoted(categories)}, den Kategorien des Richters „${judge}“` : ''}. Den Prompts in ihrer Datei eine „reference“ geben und sie noch einmal einlesen.`,
  no_judge: ({ arena }) =>
    `Die Arena „${arena}“ hat keinen Richter. Einen mit „rubric: reference“ in ihre arena.yaml schreiben und diese noch einmal einlesen, oder ihn unter „Ändern“ hinzufügen.`,
  which_judge: ({ arena, judges }) =>
    `Mehrere Richter der Arena „${arena}“ kommen in Frage: ${quoted(judges)}. Einen davon auswählen (--judges NAME).`,
  not_judged_by: ({ judge, asked, wanted }) =>
    `Der Richter „${judge}“ urteilt nach ${quoted(asked)}, nicht nach „${wanted}“. Eins davon auswählen.`,
  which_criterion: ({ judge, asked }) =>
    `Der Richter „${judge}“ urteilt nach ${quoted(asked)}. Eins davon auswählen (--criterion NAME).`,
  held_out_unknown: ({ prompt }) =>
    `Zurückgehaltene Prompts: Es gibt keinen Prompt „${prompt}“ mit Referenz. Prompts mit ihrer id nennen.`,
  all_held_out: ({ count }) =>
    `Alle ${count} Prompts mit Referenz sind zurückgehalten, also bleibt keiner zum Urteilen. Weniger zurückhalten.`,
  none_held_out: ({ count }) =>
    `Von den ${count} Prompts mit Referenz ist keiner zurückgehalten. Mehr zurückhalten, einen anderen Startwert nehmen, oder nichts zurückhalten.`,

  judged_now: ({ arena }) =>
    `Die Arena „${arena}“ wird gerade bewertet. Das Ende abwarten oder die Bewertung abbrechen, dann herausfordern.`,
  judging_paused: ({ arena, goOn }) =>
    `In der Arena „${arena}“ ist ein Durchlauf angehalten. Ihn fortsetzen (${goOn}) oder abbrechen, dann herausfordern.`,
  judge_changed: ({ arena }) =>
    `Der Richter der Arena „${arena}“ wurde geändert, während er urteilte. Noch einmal herausfordern; damit beginnt eine neue Epoche.`,
  judge_removed: ({ judge }) =>
    `Der Richter „${judge}“ wurde entfernt, bevor alles beurteilt war, also wird im Protokoll nichts eingetragen. Ihn wieder hinzufügen und noch einmal herausfordern, oder mit einem anderen Richter herausfordern; damit beginnt eine neue Epoche.`,
  retired_unasked: ({ name, missing }) =>
    `${name} ist zurückgezogen und wurde deshalb nicht nach ${answers(missing)} gefragt, die zum Urteilen nötig ${missing === 1 ? 'ist' : 'sind'}. Im Protokoll wird nichts eingetragen. Den Teilnehmer zurückholen, dann noch einmal herausfordern.`,
  unprovided_unasked: ({ name, missing }) =>
    `${name} hat keinen Anbieter mehr und wurde deshalb nicht nach ${answers(missing)} gefragt, die zum Urteilen nötig ${missing === 1 ? 'ist' : 'sind'}. Im Protokoll wird nichts eingetragen. Einen Anbieter angeben oder die fehlenden Antworten einlesen, dann noch einmal herausfordern.`,
  prompts_taken_away: (prompts) =>
    `${named(prompts)}: zurückgezogen, bevor alles beurteilt war, also wird im Protokoll nichts eingetragen. Zurückholen und noch einmal herausfordern, oder ohne sie herausfordern; damit beginnt eine neue Epoche.`,
  changed_and_back: ({ arena, missing }) =>
    `${missing === 1 ? 'Ein Ergebnis fehlt' : `${missing} Ergebnisse fehlen`}, weil die Arena „${arena}“ während des Urteilens geändert und wieder zurückgeändert wurde. Im Protokoll wird nichts eingetragen. Noch einmal herausfordern: Fertige Urteile bleiben erhalten.`,
  was_cancelled: 'Die Bewertung wurde abgebrochen.',
  challenge_unreadable: ({ problem }) =>
    `Der gespeicherte Plan dieser Herausforderung ist nicht lesbar (${problem}). Im Protokoll wird nichts eingetragen. Noch einmal herausfordern.`,
  attempt_spent: ({ spent, budget }) =>
    `budget: Der Versuch hat schon ${spent.replace('.', ',')} USD gekostet, also bleibt von ${figure(budget)} USD nichts für den Rest. Ein höheres Budget angeben.`,
  no_verdict: ({ why }) => `Es gab kein Urteil${behind(why)}, also wird im Protokoll nichts eingetragen.`,
  results_missing: ({ missing, all, why, runsLeft }) =>
    `${missing} von ${all} Ergebnissen fehlen${behind(why)}, also wird im Protokoll nichts eingetragen. Nach ${runsLeft === 1 ? 'einem weiteren Durchlauf' : `${runsLeft} weiteren Durchläufen`} gelten sie als gescheitert.`,
  challenge_goes_on: 'Fertige Urteile bleiben erhalten; derselbe Befehl macht weiter.',
  challenge_stopped: ({ why, more }) => `${why} ${more}`,
  judging_left: 'Das Urteilen wurde unterbrochen.',
  paused_for: ({ why }) => `Das Urteilen ist angehalten: ${why}.`,
  paused_here: 'Das Urteilen ist angehalten.',
  budget_is_spent: 'Das Budget ist aufgebraucht.',
}

const usd = (amount: number) => `${amount.toFixed(2).replace('.', ',')} $`

export const notices: typeof en.notices = {
  notice_run_finished: ({ title, spent }) => `${title}: Der Lauf ist fertig. Er hat ${usd(spent)} gekostet.`,
  notice_run_stopped: ({ title, spent, why }) =>
    `${title}: Der Lauf hält an${behind(why)}. Er hat ${usd(spent)} gekostet.`,
  notice_budget_spent: ({ title, spent, budget }) =>
    `${title}: Der Lauf hat sein Budget erreicht und hält an. Er hat ${usd(spent)}${budget === null ? '' : ` von ${usd(budget)}`} gekostet, und der nächste Aufruf könnte mehr kosten, als übrig ist.`,
  notice_refused: ({ status }) => `der Empfänger antwortet mit ${status}`,
  notice_redirected: ({ status }) =>
    `der Empfänger antwortet mit ${status} und nennt eine andere Adresse; diese stattdessen setzen`,
  notice_unreachable: ({ why }) => `der Empfänger ist nicht zu erreichen (${why})`,
  notice_timed_out: ({ seconds }) =>
    `der Empfänger antwortet nicht innerhalb von ${counted(seconds, 'Sekunde', 'Sekunden')}`,
}
