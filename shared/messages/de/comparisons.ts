import type { Catalogue } from '../render.ts'
import { list } from './phrases.ts'

/** Why a comparison does not decide. */
export const comparisons = {
  held_unmeasured: ({ judges, arena }) =>
    `Die Stimmen nehmen die Hürde, aber sie verlangt geprüfte Richter (judge: measured), und ${list(judges)} ${judges.length === 1 ? 'ist' : 'sind'} hier nicht kalibriert. Stimmen von Menschen zu bewerteten Paaren einlesen und nachsehen, was fehlt: deadheat calibrate ${arena}`,
  held_together:
    'Die Stimmen würden entscheiden, aber Menschen und Richter zählen hier zusammen. Die Stimmen der einen oder der anderen allein vergleichen: --source people oder --source judges.',
  held_by_family:
    'Die Stimmen entscheiden für {winner}, aber nicht ohne {judges} aus derselben Modellfamilie. Richter anderer Familien mehr bewerten lassen, oder Menschen abstimmen lassen.',
  held_by_family_alone:
    'Die Stimmen entscheiden für {winner}, aber alle sind von {judges} aus derselben Modellfamilie. Einen Richter einer anderen Familie hinzufügen, oder Menschen abstimmen lassen.',
} satisfies Partial<Catalogue>
