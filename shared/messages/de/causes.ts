import type { causes as en } from '../en/causes.ts'

export const causes: typeof en = {
  rate_limited: 'Ratenlimit erreicht',
  overloaded: 'Anbieter überlastet',
  server_error: 'Fehler beim Anbieter',
  timeout: 'keine Antwort in der vorgesehenen Zeit',
  unreachable: 'Anbieter nicht erreicht',
  cut: 'Verbindung abgebrochen',
  empty: 'leere Antwort',
  too_large: 'Antwort zu groß',
  unauthorised: 'Schlüssel abgelehnt',
  out_of_quota: 'Guthaben verbraucht',
  model_unknown: 'Modell unbekannt',
  bad_request: 'Anfrage abgelehnt',
  refusal: 'Modell lehnte ab',
  cut_off: 'Antwort zu lang',
  unreadable: 'Antwort nicht lesbar',
  unfit: 'passt nicht zur Bewertungsregel',
  limit_ignored: 'Tokengrenze missachtet',
  unreadable_spec: 'der Auftrag des Durchlaufs ist nicht lesbar',
  internal: 'Fehler auf diesem Server',
  abandoned: 'aufgegeben',
}
