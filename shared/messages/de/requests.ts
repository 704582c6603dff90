import type * as en from '../en/requests.ts'
import { thereIsEnd } from './phrases.ts'

const list = (names: readonly string[]) => names.join(', ')
const figure = (value: number) => value.toLocaleString('de', { maximumFractionDigits: 20 })

/** The status of an open run. */
const STATUS: Record<string, string> = {
  running: 'läuft',
  paused: 'angehalten',
  budget_reached: 'Budget aufgebraucht',
}

export const requests: typeof en.requests = {
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
  target_elsewhere: ({ target }) =>
    `Die Anfragezeile nennt „${target}“, also nicht über HTTP den Host des Host-Headers. Nur den Pfad senden oder beide Male denselben Host nennen.`,
  hosts_many: ({ hosts }) => `Die Anfrage hat ${hosts} Host-Header. Einen einzigen senden.`,
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
  prompt_asked_already: ({ prompt, by }) =>
    `Prompt „${prompt}“ fragt dasselbe wie „${by}“, den die Arena schon stellt. Diesen weglassen. Nichts wurde geändert.`,
  category_without_prompts: ({ arena, category }) =>
    `category: Die Arena „${arena}“ hat keinen Prompt der Kategorie „${category}“. Es ist nichts geschehen.`,
  arena_without_judge: ({ arena }) =>
    `Die Arena „${arena}“ hat keinen Richter: Einen unter judges in ihre arena.yaml schreiben, dann die Datei noch einmal einlesen.`,
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
  baseline_unknown: ({ name, there }) =>
    `plan.baseline: Die Arena hat keinen Teilnehmer „${name}“; ${thereIsEnd(there)}`,
  models_unknown: ({ models }) =>
    `${models.join('; ')}. Bezahlt wurde nichts: die Namen korrigieren und neu beginnen.`,
  model_not_at: ({ provider, model, names }) => `${provider} hat kein Modell „${model}“ (${list(names)})`,
  budget_without_prices: ({ models }) =>
    `budget: Für ${list(models)} gibt es keinen Preis, also lässt sich kein Budget einhalten. Ihn in eine Preisdatei schreiben und diese in DEADHEAT_PRICES nennen, oder ohne Budget beginnen.`,
  budget_spent: ({ spent, budget }) =>
    `budget: Dieser Durchlauf hat schon ${spent.replace('.', ',')} USD ausgegeben, also bleibt von ${figure(budget)} USD nichts für den Rest. Ein höheres Budget angeben.`,
  arena_budget_spent: ({ arena, spent, budget }) =>
    `budget: Die Arena „${arena}“ hat ${spent.replace('.', ',')} von ${figure(budget)} USD ausgegeben, mit allen Durchläufen, Herausforderungen und eigenen Fragen. Die Rolle admin kann budgetUsd in ihrer arena.yaml erhöhen oder dem Durchlauf ein eigenes Budget geben.`,
  arena_day_spent: ({ arena, spent, budget }) =>
    `budget: Die Arena „${arena}“ hat heute (UTC) ${spent.replace('.', ',')} von ${figure(budget)} USD ausgegeben, mit allen Durchläufen, Herausforderungen und eigenen Fragen. Morgen noch einmal beginnen, oder die Rolle admin erhöht budgetUsdPerDay in ihrer arena.yaml.`,
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

export const operatorProblems: typeof en.operatorProblems = {
  nothing_to_make: ({ contestant, prompt }) =>
    `Teilnehmer ${contestant} hat keinen Anbieter oder Prompt ${prompt} hat keinen Text, also lässt sich keine Antwort erzeugen.`,
  no_such_export: ({ file, files, formats }) =>
    `Einen Export „${file}“ gibt es nicht. Es gibt ${files}, als .${formats}.`,
  no_such_labelling_link: ({ arena, link }) =>
    `Die Arena „${arena}“ hat keinen Link zum Bewerten mit der Nummer ${link}.`,
  no_open_judging: ({ arena }) =>
    `In der Arena „${arena}“ ist kein Durchlauf offen. Einen beginnen: deadheat run arena.yaml, oder deadheat judge ${arena}.`,
  many_wrong_tokens: ({ seconds }) =>
    `Von dieser Adresse kamen zu viele falsche Token. In ${seconds} s noch einmal versuchen.`,
  wrong_admin_token:
    'Das ist weder das Admin-Token noch ein gültiges benanntes Token. Beim Start zeigt der Server das Admin-Token, oder die Datei mit ihm.',
  role_too_low: ({ name, role, needed }) =>
    `Das verlangt die Rolle ${needed}. Das Token „${name}“ hat die Rolle ${role}. Wer die Rolle admin hat, kann ein anderes machen.`,
  budget_needs_admin: ({ name, role, most }) =>
    `Die Arena erlaubt insgesamt ${most} US-Dollar, und mehr verlangt die Rolle admin. Das Token „${name}“ hat die Rolle ${role}.`,
  overcharge_needs_admin: ({ name, role, arena }) =>
    `Eine Antwort im letzten Durchlauf der Arena „${arena}“ hat mehr gekostet als reserviert war. Nur die Rolle admin kann fortfahren. Das Token „${name}“ hat die Rolle ${role}.`,
  token_name_used: ({ name }) =>
    `Ein Token namens „${name}“ gibt oder gab es schon. Wähle einen anderen Namen, damit das Protokoll eindeutig bleibt.`,
  no_such_token: ({ token }) =>
    `Ein benanntes Token „${token}“ gibt es nicht. deadheat tokens zählt sie auf.`,
  make_or_withdraw_token: 'Gib entweder --make oder --withdraw an.',
  no_token_name: ({ name }) =>
    `--make: „${name}“ kann kein Token benennen. Erlaubt sind bis zu 40 Buchstaben, Ziffern, Leerzeichen, Punkte, Binde- und Unterstriche, am Anfang ein Buchstabe oder eine Ziffer.`,
  admin_token_needed: 'Das verlangt das Admin-Token, als „Authorization: Bearer <Token>“.',
  metrics_token_needed:
    'Das verlangt das Token aus DEADHEAT_METRICS_TOKEN oder das Admin-Token, als „Authorization: Bearer <Token>“.',
  ticket_needed: 'Eine Stimme zurückzunehmen verlangt ihre Marke, als „Authorization: Ticket <Marke>“.',
  no_such_votes: ({ arena, votes, more }) =>
    `Die Arena „${arena}“ hat keine Stimme ${votes.join(', ')}${more ? ', …' : ''}. Es ist nichts geschehen; ein Export ihrer Stimmen nennt die Nummern.`,
  no_such_voter: ({ arena, voter }) =>
    `Niemand in der Arena „${arena}“ hat die Kennung ${voter}, und kein Duell mit dieser Kennung wurde einem Menschen gezeigt. Es wurde nichts gelöscht. Ein Export der Stimmen nennt die Kennungen.`,
  no_such_contestant_named: ({ arena, contestant, there }) =>
    `Die Arena „${arena}“ hat keinen Teilnehmer namens „${contestant}“; ${thereIsEnd(there)} Es wurde nichts gelöscht.`,
  judging_reads_texts: ({ arena }) =>
    `Die Arena „${arena}“ wird gerade bewertet; ein Richter liest den Text vielleicht. Den Durchlauf abbrechen oder sein Ende abwarten, dann löschen.`,
  removal_not_confirmed: ({ arena, confirm }) =>
    confirm === ''
      ? `Um die Arena „${arena}“ endgültig zu entfernen, ihren Namen eingeben: ${arena}. Es wurde nichts entfernt.`
      : `„${confirm}“ ist nicht der Name der Arena „${arena}“. Es wurde nichts entfernt. Um sie zu entfernen, ${arena} eingeben.`,
  arena_exists: ({ arena }) =>
    `Eine Arena „${arena}“ gibt es schon. Eine andere Adresse wählen, oder die Dateien auf ihrer Seite einlesen: /admin/a/${arena}?show=import.`,
  run_still_open: ({ arena }) =>
    `Die Arena „${arena}“ hat einen offenen Durchlauf. Ihn abbrechen oder sein Ende abwarten, dann die Arena entfernen.`,
  preview_of_one: ({ name }) => `Ein Paar braucht zwei Teilnehmer, und „${name}“ ist zweimal genannt.`,
  preview_pair_missing:
    'Abstimmende sehen kein solches Paar: Eine Antwort fehlt, beide sind gleich, eine nennt ihr Modell, oder Prompt oder Teilnehmer sind ausgeschieden.',
  run_open_to_archive: ({ arena }) =>
    `Die Arena „${arena}“ hat einen offenen Durchlauf oder eine offene Herausforderung. Abbrechen oder das Ende abwarten, dann die Arena archivieren.`,
  arena_archived: ({ arena, day }) =>
    `Die Arena „${arena}“ wurde am ${day} archiviert: Sie nimmt keine Stimmen, Durchläufe, Importe, Links und gemeinsamen Paare an. Ändern lässt sich das mit deadheat arenas ${arena} --unarchive oder unter /admin/a/${arena}?show=settings.`,
  erase_text_or_voter:
    'Entweder --erase-voter oder --erase-prompt angeben; --contestant nur mit --erase-prompt.',
  no_such_prompts: ({ arena, prompts, more, near }) =>
    `Die Arena „${arena}“ hat keinen Prompt ${prompts.map((key) => `„${key}“`).join(', ')}${more ? ', …' : ''}${near ? `; ${thereIsEnd(near)}` : '.'} Es ist nichts geschehen.`,
}
