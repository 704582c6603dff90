import type { en } from './en.ts'

export const de: typeof en = {
  unfold: 'Ich habe das Admin-Token',
  label: 'Admin-Token',
  show: 'Texte zeigen',
  refused: 'Dieses Token kennt der Server nicht. Das richtige gibt er beim Start aus.',
  unreachable: 'Der Server antwortet nicht. Gleich noch einmal versuchen.',
  shown: 'Die Texte sind zu sehen, weil hier das Admin-Token vorliegt.',
  forget: 'Token vergessen',
}
