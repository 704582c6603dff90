import { counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  digest: 'Prüfwert des Tages',
  newest: (day, votes) => `${day}, ${counted(votes, 'Stimme', 'Stimmen')}: [Prüfwert]`,
  none: 'Noch keiner. Der erste entsteht nach dem Ende des ersten Tages mit Stimmen (UTC).',
  copy: 'Den Prüfwert dieses Tages kopieren',
  how: 'Ab und zu notieren, wo der Betreiber ihn nicht ändern kann. Mit einem notierten Prüfwert findet verify Stimmen, die danach geändert wurden. [Alle Prüfwerte]',
}
