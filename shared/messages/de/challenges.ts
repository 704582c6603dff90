import type { challenges as en } from '../en/challenges.ts'
import { named } from './names.ts'

const quoted = (names: readonly string[]) => named({ names, more: 0 })
const figure = (value: number) => value.toLocaleString('de', { maximumFractionDigits: 4 })
const answers = (count: number) => (count === 1 ? 'einer Antwort' : `${count} Antworten`)
const behind = (why: string) => (why === '' ? '' : ` (${why})`)

export const challenges: typeof en = {
  no_incumbent: ({ arena }) =>
    `Im Aufstieg der Arena „${arena}“ gibt es noch keinen Titelverteidiger. Der Titelverteidiger muss also genannt werden.`,
  challenges_itself: ({ name, arena, isNamed }) =>
    `${name} ist ${isNamed ? 'als Herausforderer und als Titelverteidiger genannt' : `selbst der Titelverteidiger der Arena „${arena}“`}. Nötig ist ein anderer Herausforderer.`,
  nothing_shared: ({ incumbent, challenger, references, arena }) =>
    `${incumbent} und ${challenger} haben zu keinem der ${references} Prompts mit Referenz in der Arena „${arena}“ beide eine Antwort. Antworten von beiden hereinbringen oder beiden einen Anbieter geben.`,
  nothing_held_out:
    'Verlangt wird ein Sieg auf den zurückgehaltenen Prompts, aber keiner ist zurückgehalten. Welche zurückhalten oder den Sieg nicht verlangen.',
  no_references: ({ arena, judge, categories }) =>
    `Die Arena „${arena}“ hat keinen Prompt mit Referenz${categories ? ` in ${quoted(categories)}, wofür der Richter „${judge}“ da ist` : ''}. Den Prompts in ihrer Datei eine „reference“ geben und sie noch einmal hereinbringen.`,
  no_judge: ({ arena }) =>
    `Die Arena „${arena}“ hat keinen Richter. Einen mit „rubric: reference“ in ihre arena.yaml schreiben und diese noch einmal hereinbringen, oder ihn unter „Ändern“ hinzufügen.`,
  which_judge: ({ arena, judges }) =>
    `Mehrere Richter der Arena „${arena}“ kommen in Frage: ${quoted(judges)}. Einen davon auswählen.`,
  not_judged_by: ({ judge, asked, wanted }) =>
    `Der Richter „${judge}“ urteilt nach ${quoted(asked)}, nicht nach „${wanted}“. Eins davon auswählen.`,
  which_criterion: ({ judge, asked }) =>
    `Der Richter „${judge}“ urteilt nach ${quoted(asked)}. Eins davon auswählen.`,
  held_out_unknown: ({ prompt }) =>
    `Zurückgehaltenes: Es gibt keinen Prompt „${prompt}“ mit Referenz. Prompts heißen hier nach ihrer id.`,
  all_held_out: ({ count }) =>
    `Zurückgehalten sind alle ${count} Prompts mit Referenz, und keiner bleibt, nach dem geurteilt wird. Weniger zurückhalten.`,
  none_held_out: ({ count }) =>
    `Von den ${count} Prompts mit Referenz ist keiner zurückgehalten. Mehr zurückhalten, mit einem anderen Startwert ziehen oder es weglassen.`,

  judged_now: ({ arena }) =>
    `Die Arena „${arena}“ wird gerade bewertet. Erst muss das zu Ende gehen oder angehalten und abgebrochen werden.`,
  judging_paused: ({ arena, goOn }) =>
    `In der Arena „${arena}“ ist eine Bewertung angehalten. Erst muss sie weitergehen (${goOn}) oder abgebrochen werden.`,
  judge_changed: ({ arena }) =>
    `Der Richter der Arena „${arena}“ wurde geändert, während er urteilte. Noch einmal herausfordern: Eine neue Epoche beginnt.`,
  judge_removed: ({ judge }) =>
    `Der Richter „${judge}“ wurde entfernt, bevor alles beurteilt war, und im Protokoll wird nichts eingetragen. Ihn wieder dazutun und noch einmal herausfordern; oder mit einem anderen Richter herausfordern, dann beginnt eine neue Epoche.`,
  retired_unasked: ({ name, missing }) =>
    `${name} ist zurückgezogen und wurde nach ${answers(missing)} nicht gefragt, auf die es hier ankommt. Im Protokoll wird nichts eingetragen. Erst zurückholen, dann noch einmal herausfordern.`,
  unprovided_unasked: ({ name, missing }) =>
    `${name} hat keinen Anbieter mehr und wurde nach ${answers(missing)} nicht gefragt, auf die es hier ankommt. Im Protokoll wird nichts eingetragen. Einen Anbieter angeben oder das Fehlende hereinbringen, dann noch einmal herausfordern.`,
  prompts_taken_away: (prompts) =>
    `${named(prompts)}: zurückgezogen, bevor alles beurteilt war, und im Protokoll wird nichts eingetragen. Zurückholen und noch einmal herausfordern; oder ohne herausfordern, dann beginnt eine neue Epoche.`,
  changed_and_back: ({ arena, missing }) =>
    `${missing === 1 ? 'Ein Ergebnis blieb' : `${missing} Ergebnisse blieben`} aus, weil in der Arena „${arena}“ etwas geändert war, das inzwischen nicht mehr gilt; im Protokoll wird nichts eingetragen. Noch einmal herausfordern: Was beurteilt ist, bleibt.`,
  was_cancelled: 'Die Bewertung wurde abgebrochen.',
  challenge_unreadable: ({ problem }) =>
    `Der gespeicherte Plan dieser Herausforderung ist nicht lesbar (${problem}). Im Protokoll wird nichts eingetragen. Noch einmal herausfordern.`,
  attempt_spent: ({ spent, budget }) =>
    `budget: Der Versuch hat schon ${spent.replace('.', ',')} USD gekostet; mit ${figure(budget)} USD bliebe nichts, um weiterzumachen. Das Budget muss höher sein.`,
  no_verdict: ({ why }) => `Es kam kein Urteil${behind(why)}, und im Protokoll wird nichts eingetragen.`,
  results_missing: ({ missing, all, why, runsLeft }) =>
    `${missing} von ${all} Ergebnissen blieben aus${behind(why)}, und im Protokoll wird nichts eingetragen. Nach ${runsLeft === 1 ? 'einem weiteren Durchlauf' : `${runsLeft} weiteren Durchläufen`} gelten sie als gescheitert.`,
  challenge_goes_on: 'Was beurteilt ist, bleibt: Derselbe Befehl macht dort weiter.',
  challenge_stopped: ({ why, more }) => `${why} ${more}`,
  judging_left: 'Das Urteilen läuft noch.',
  paused_for: ({ why }) => `Das Urteilen ist angehalten: ${why}.`,
  paused_here: 'Das Urteilen ist angehalten.',
  budget_is_spent: 'Das Budget ist aufgebraucht.',
}
