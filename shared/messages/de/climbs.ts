import type { Translated } from '../render.ts'
import type { climbs as en } from '../en/climbs.ts'
import { countWithNoun, finePercent, levelPercent } from './phrases.ts'

export const climbs: Translated<typeof en> = {
  climb_overfit: ({ attempts, chance }) =>
    `${countWithNoun(attempts, 'Herausforderung wurde', 'Herausforderungen wurden')} mit diesen Referenzen beurteilt. Wäre kein Herausforderer besser, hätte mit einer Wahrscheinlichkeit von ${finePercent(chance)} trotzdem mindestens einer durch Zufall bestanden. Neue Referenzen hinzufügen, oder einige zurückhalten.`,
  hold_out_overfit: ({ times, chance }) =>
    `Die zurückgehaltenen Prompts haben ${times}-mal entschieden. Wäre kein Herausforderer besser, hätte mit einer Wahrscheinlichkeit von ${finePercent(chance)} trotzdem mindestens einer durch Zufall bestanden. Andere Prompts zurückhalten.`,
  promotion_not_confirmed: ({ epoch, challenger, incumbent, winRate }) =>
    `In Epoche ${epoch} noch einmal beurteilt, nimmt ${challenger} die Hürde gegen den Vorgänger ${incumbent} nicht (Siegquote ${winRate === null ? 'unbekannt' : finePercent(winRate)}).`,
  references_unanswered: ({ challenger, unanswered, references }) =>
    `${challenger} hat auf ${unanswered} von ${countWithNoun(references, 'Prompt', 'Prompts')} keine Antwort; unbeantwortete Prompts zählen als verloren.`,
  references_without_result: ({ failed, missing, references, mostMissing }) =>
    `Von ${countWithNoun(references, 'Referenz', 'Referenzen')} brachten ${failed} kein lesbares Urteil, und auf ${missing} hat der Titelverteidiger keine Antwort. Kein Herausforderer wird befördert, wenn mehr als ${finePercent(mostMissing)} ohne Ergebnis sind.`,
  alpha_out_of_reach: ({ results, alpha }) =>
    `Mit ${countWithNoun(results, 'Ergebnis', 'Ergebnissen')} kann kein Herausforderer den Test auf dem Niveau ${levelPercent(alpha)} bestehen, auch nicht mit lauter Siegen. Mehr Referenzen hinzufügen.`,
  level_of_attempt: ({ place, alpha, epochAlpha, spent }) =>
    `Versuch ${place} dieser Epoche wird auf dem Niveau ${levelPercent(alpha)} geprüft, damit alle Versuche zusammen mit höchstens ${levelPercent(epochAlpha)} Wahrscheinlichkeit falsch befördern; verbraucht sind bisher ${levelPercent(spent)}.`,
  level_requested: ({ place, alpha }) =>
    `Versuch ${place} dieser Epoche wird ${alpha === 1 ? 'ohne Test entschieden' : `auf einem eigenen Niveau geprüft, ${levelPercent(alpha)}`}. Wie oft alle Versuche zusammen falsch befördern, ist nicht begrenzt.`,
  incumbent_named: 'Titelverteidiger war {was}. Genannt wurde {is}, also geht dieser Versuch gegen {is}.',
}
