import type { requests as en } from '../en/requests.ts'

const list = (names: readonly string[]) => names.join(', ')
const figure = (value: number) => value.toLocaleString('de', { maximumFractionDigits: 20 })

/** The status of an open run. */
const STATUS: Record<string, string> = {
  running: 'läuft',
  paused: 'angehalten',
  budget_reached: 'Budget aufgebraucht',
}

export const requests: typeof en = {
  no_json_body: 'Den Body als JSON schicken, mit „Content-Type: application/json“.',
  request_unread: 'Die Anfrage lässt sich nicht lesen.',
  nothing_served: ({ method, path }) => `Unter ${method} ${path} gibt es nichts.`,
  no_board_at: ({ origin }) =>
    `url: Das ist keine Adresse einer Rangliste dieses Servers. Eine wie ${origin}/a/ARENA angeben.`,
  oembed_is_json: ({ format }) =>
    `Dieser Server antwortet auf oEmbed mit JSON, nicht mit „${format}“. Mit format=json fragen.`,
  database_silent:
    'Die Datenbank antwortet nicht. Nichts wurde gespeichert; in einem Moment noch einmal versuchen.',
  upload_ended: 'Die Anfrage brach ab, bevor sie ganz übertragen war. Noch einmal schicken.',
  database_cannot_write:
    'Die Datenbank kann gerade nichts speichern: Ihre Festplatte ist voll, oder sie ist schreibgeschützt. Nichts wurde gespeichert; später noch einmal versuchen.',
  database_lacks_migration: ({ migration }) =>
    `Der Datenbank fehlt die Migration ${migration} dieser Version. Den Server neu starten: Er migriert die Datenbank.`,
  server_stopping: 'Dieser Server hält gerade an. Einen anderen fragen.',
  host_refused: ({ host }) =>
    `Dieser Server antwortet nicht als „${host}“. Ist das seine Adresse, ihn mit DEADHEAT_ORIGINS=https://${host} starten.`,
  origin_refused: ({ origin }) =>
    `Eine Seite von ${origin} darf hier nichts ändern. Ist das die Adresse dieses Servers, ihn mit DEADHEAT_ORIGINS=${origin} starten.`,
  fault_inside: 'Der Fehler liegt auf dem Server. In dessen Protokoll steht unter dieser Anfrage mehr.',
  request_unstorable:
    'Die Anfrage enthält ein NUL oder ein halbes Zeichen (ein einzelnes Surrogat), das sich nicht speichern lässt. Entfernen.',
  many_exports: 'Es werden gerade mehrere Exporte geladen. In ein paar Sekunden noch einmal versuchen.',
  text_unstorable:
    'Ein NUL oder ein halbes Zeichen (ein einzelnes Surrogat) in diesem Text lässt sich nicht speichern; entfernen',
  key_unstorable: 'Ein NUL oder ein halbes Zeichen in diesem Schlüssel lässt sich nicht speichern; entfernen',
  nested_over: ({ most }) => `Das ist mehr als ${most} Ebenen tief verschachtelt`,
  contestants_many: ({ count, most }) =>
    `Das ergäbe ${count} Teilnehmer; eine Arena darf höchstens ${most} haben. In einer Tabelle von Antworten ist jede Spalte außer denen des Prompts ein Teilnehmer: Vielleicht sind Zeilen und Spalten vertauscht.`,
  request_large: ({ kilobytes }) => `Eine Anfrage darf höchstens ${kilobytes} kB haben.`,
  category_without_prompts: ({ arena, category }) =>
    `category: Die Arena „${arena}“ hat keinen Prompt der Kategorie „${category}“. Es ist nichts geschehen.`,
  arena_without_judge: ({ arena }) =>
    `Die Arena „${arena}“ hat keinen Richter: Einen unter judges in ihre arena.yaml schreiben, dann die Datei noch einmal einlesen.`,
  focus_needs_pairwise: ({ judge }) =>
    `Fokus geht mit Richtern, die zwei Antworten vergleichen. Der Richter „${judge}“ ordnet Listen (form: listwise): ohne Fokus starten oder andere Richter nennen.`,
  nothing_to_rejudge:
    'Kein Judge hat eine frühere Fassung, die etwas beurteilt hat. Zuerst in arena.yaml den Maßstab, den Prompt des Judges, das Modell oder die Parameter ändern und importieren.',
  judge_not_there: ({ judge, there }) =>
    `Den Richter „${judge}“ gibt es nicht. ${there.length === 0 ? 'Es gibt keinen; einen in die arena.yaml schreiben' : `Es gibt ${list(there.map((name) => `„${name}“`))}`}.`,
  every_judge_failed: ({ arena }) =>
    `Alle Richter der Arena „${arena}“ wurden geprüft und haben nicht bestanden, also ist die Quelle „judges“ leer. Einen mit Namen wählen (judge:NAME), oder seine Bewertungsregel verbessern.`,
  source_without_judges: ({ source }) =>
    `source: Richter geben keine Stimmen von ${source}; zur Wahl stehen judges und judge:NAME.`,
  criteria_not_asked: ({ arena, criteria, asked }) =>
    `In der Arena „${arena}“ urteilt kein Richter, der zählt, nach ${list(criteria)}; geurteilt wird nach ${list(asked)}.`,
  baseline_unknown: ({ name }) =>
    `plan.baseline: Die Arena hat keinen Teilnehmer „${name}“. Dort muss einer ihrer Teilnehmer stehen.`,
  models_unknown: ({ models }) =>
    `${models.join('; ')}. Bezahlt wurde nichts: die Namen korrigieren und neu beginnen.`,
  model_not_at: ({ provider, model, names }) => `${provider} hat kein Modell „${model}“ (${list(names)})`,
  budget_without_prices: ({ models }) =>
    `budget: Für ${list(models)} gibt es keinen Preis, also lässt sich kein Budget einhalten. Ihn in eine Preisdatei schreiben und diese in DEADHEAT_PRICES nennen, oder ohne Budget beginnen.`,
  budget_spent: ({ spent, budget }) =>
    `budget: Dieser Durchlauf hat schon ${spent.replace('.', ',')} USD ausgegeben, also bleibt von ${figure(budget)} USD nichts für den Rest. Ein höheres Budget angeben.`,
  budget_below: ({ held }) =>
    `budgetUsd: ${held.replace('.', ',')} USD sind schon ausgegeben oder vorgemerkt. Mindestens so viel angeben.`,
  no_run_to_go_on: ({ arena }) => `Die Arena „${arena}“ hat keinen Durchlauf, der sich fortsetzen ließe.`,
  other_judging_open: ({ arena, status }) =>
    `Die Arena „${arena}“ hat einen offenen Durchlauf (${STATUS[status] ?? status}). Jetzt ein einzelnes Paar zu bewerten würde ihn vorzeitig beenden. Ihn zu Ende bringen (deadheat judge ${arena}) oder abbrechen (POST /api/admin/arenas/${arena}/judging/cancel).`,
  challenge_under_way: ({ arena }) =>
    `In der Arena „${arena}“ läuft gerade eine Herausforderung. Ihr Ende abwarten oder sie auf der Verwaltungsseite der Arena abbrechen, dann neu beginnen.`,
  challenge_between_runs: ({ arena }) =>
    `In der Arena „${arena}“ ist eine Herausforderung gerade zwischen zwei Durchläufen, also gibt es gerade nichts anzuhalten oder fortzusetzen. Sie geht von selbst weiter: gleich noch einmal versuchen, oder sie abbrechen.`,
  prompt_thread: ({ wrong }) => `Ein Prompt ${wrong}.`,
}
