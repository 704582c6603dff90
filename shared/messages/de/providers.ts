import { causes } from './causes.ts'
import type { providers as en } from '../en/providers.ts'

export const providers: typeof en = {
  provider_timeout: ({ provider, seconds }) => `${provider} antwortete nicht in ${seconds} s`,
  provider_too_large: ({ provider, mebibytes }) =>
    `${provider} wurde abgebrochen: Die Antwort ist größer als ${mebibytes} MiB`,
  provider_answered: ({ provider, status, line, advice }) =>
    `${provider} antwortete mit ${status}${line && `: ${line}`}${advice && ` (${advice})`}`,
  advice_key_refused: 'der Schlüssel wurde abgelehnt',
  advice_model: ({ model, path }) =>
    `gefragt war Modell ${model}${path ? ` unter ${path}` : ''}: seinen Namen und die base URL prüfen`,
  advice_redirect: 'es verweist woandershin: diese Adresse als base URL angeben',
  provider_unreachable: ({ provider, why, fault }) => `${provider} nicht erreicht: ${why} (${fault})`,
  provider_private: ({ provider, address }) =>
    `${provider} hat die private Adresse ${address}, und die Arena kam über HTTP, also wurde es nicht aufgerufen: die Arena im Terminal einlesen, oder Server und Worker mit DEADHEAT_ALLOW_PRIVATE_PROVIDERS=1 starten`,
  unreached: 'keine Verbindung',
  unreached_refused: 'Verbindung abgelehnt',
  unreached_host: 'diesen Rechner gibt es nicht',
  unreached_lookup: 'Name nicht aufgelöst',
  unreached_in_time: 'keine Verbindung in der vorgesehenen Zeit',
  unreached_route: 'kein Weg zu diesem Rechner',
  unreached_network: 'kein Netz',
  port_not_allowed: 'HTTP-Aufrufe an diesen Port sind gesperrt',
  key_missing: ({ name, variable }) =>
    `Anbieter ${name}: ${variable} ist nicht gesetzt. Den Schlüssel des Anbieters setzen: export ${variable}=…`,
  key_malformed: ({ name, variable }) =>
    `Anbieter ${name}: ${variable} enthält Leerzeichen oder Zeichen, die kein Schlüssel hat. Nur den Schlüssel setzen.`,
  base_url_not_http: ({ name }) => `Anbieter ${name}: Die base URL ist keine http://- oder https://-Adresse`,
  base_url_with_password: ({ name }) =>
    `Anbieter ${name}: Die base URL enthält einen Namen oder ein Passwort. Weglassen; ein Schlüssel gehört in eine Variable.`,
  failed_inside: 'es scheiterte in Deadheat selbst; warum, steht im Protokoll des Prozesses',
  overcharged: (values) =>
    `${values.provider} (${values.model}) berechnete ${values.charged} für eine Antwort, wo max_tokens ${values.maxTokens} nur ${values.allowed} erlaubt; damit lässt sich das Budget nicht einhalten (${values.spent} von ${values.budget} ausgegeben)`,
  next_calls_over_budget: ({ most, spent, budget }) =>
    `die nächsten Aufrufe können bis zu $${most} kosten, und $${spent} von $${budget} sind ausgegeben`,
  cause_with_line: ({ word, line }) =>
    `${(causes as Partial<Record<string, string>>)[word] ?? word.replaceAll('_', ' ')}: ${line}`,
  provider_cut: ({ provider }) => `${provider} beendete die Verbindung, bevor die Antwort vollständig war`,
  provider_no_completion: ({ provider }) =>
    `${provider} antwortete mit etwas, das keine Vervollständigung ist: die base URL prüfen`,
  provider_without_end: ({ provider }) => `${provider} schickte eine Antwort ohne Ende`,
  provider_empty: ({ provider }) => `${provider} schickte eine leere Antwort`,
  reply_not_utf8: ({ provider }) => `${provider} schickte eine Antwort, die kein UTF-8-Text ist`,
  reply_no_json: ({ provider }) =>
    `${provider} schickte eine Antwort, die kein JSON ist. Ohne \`answer\` ist alles zusammen die Antwort`,
  reply_without_text: ({ provider, pointer }) =>
    `${provider} schickte eine Antwort ohne Text an der Stelle „${pointer}“`,
  reply_transcript: ({ provider, wrong }) =>
    `${provider} schickte Nachrichten, die kein lesbarer Verlauf sind: ${wrong}`,
  command_not_started: ({ provider, command, fault }) =>
    `Anbieter ${provider}: ${command} ließ sich nicht starten (${fault}). Es muss ein Programm auf diesem Rechner sein, und sein Ordner muss da sein`,
  command_timeout: ({ provider, seconds }) =>
    `${provider} war nach ${seconds} s nicht fertig und wurde beendet`,
  command_exited: ({ provider, exit, line }) =>
    `${provider} endete mit Exit-Code ${exit}${line && `: ${line}`}`,
  command_killed: ({ provider, signal, line }) =>
    `${provider} wurde durch ${signal} beendet${line && `: ${line}`}`,
  verdict_not_boolean: ({ provider }) =>
    `${provider} schrieb JSON, dessen \`pass\` weder true noch false ist`,
  verdict_contradicted: ({ provider }) => `${provider} schrieb \`"pass": true\` und endete mit Exit-Code 1`,
  command_not_public: ({ name }) =>
    `Anbieter ${name} ist ein Befehl, und die Arena kam über HTTP, also wird er nicht ausgeführt: die Arena im Terminal einlesen`,
  variable_missing: ({ name, variable }) =>
    `Anbieter ${name}: ${variable} ist nicht gesetzt. Setzen mit: export ${variable}=…`,
  provider_tried_again: ({ why, pauses }) => `${why}, nach ${pauses} Pausen noch einmal versucht`,
  provider_ended: ({ provider, ended }) => `${provider} beendete die Antwort mit „${ended}“`,
}
