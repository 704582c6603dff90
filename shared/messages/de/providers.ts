import type { providers as en } from '../en/providers.ts'

export const providers: typeof en = {
  provider_timeout: ({ provider, seconds }) => `${provider} antwortete nicht in ${seconds} s`,
  provider_too_large: ({ provider, why }) => `${provider} wurde abgebrochen: ${why}`,
  provider_cut: ({ provider }) => `${provider} beendete die Verbindung, bevor die Antwort vollständig war`,
  provider_no_completion: ({ provider }) =>
    `${provider} antwortete mit etwas, das keine Vervollständigung ist: die base URL prüfen`,
  provider_without_end: ({ provider }) => `${provider} schickte eine Antwort ohne Ende`,
  provider_empty: ({ provider }) => `${provider} schickte eine leere Antwort`,
  provider_tried_again: ({ why, pauses }) => `${why}, nach ${pauses} Pausen noch einmal versucht`,
  provider_ended: ({ provider, ended }) => `${provider} beendete die Antwort mit „${ended}“`,
}
