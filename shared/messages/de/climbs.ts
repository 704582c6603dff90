import type { climbs as en } from '../en/climbs.ts'
import { counted, figure, finePercent } from './figures.ts'

export const climbs: typeof en = {
  climb_overfit: ({ attempts, chance }) =>
    `${counted(attempts, 'Herausforderung wurde', 'Herausforderungen wurden')} an diesen Referenzen gemessen: Wäre keine besser gewesen, hätte doch mit einer Wahrscheinlichkeit von ${finePercent(chance)} mindestens eine bestanden. Neue Referenzen helfen, oder einige zurückzuhalten.`,
  hold_out_overfit: ({ times, chance }) =>
    `Die zurückgehaltenen Prompts haben ${times}-mal entschieden: Wäre dort niemand besser gewesen, hätte doch mit einer Wahrscheinlichkeit von ${finePercent(chance)} mindestens einer bestanden. Jetzt andere zurückhalten.`,
  promotion_not_confirmed: ({ epoch, challenger, incumbent, winRate }) =>
    `In Epoche ${epoch} noch einmal beurteilt, besteht ${challenger} nicht gegen den Vorgänger ${incumbent} (Siegquote ${winRate === null ? 'unbekannt' : finePercent(winRate)}).`,
  references_unanswered: ({ challenger, unanswered, references }) =>
    `${challenger} hat auf ${unanswered} von ${counted(references, 'Prompt', 'Prompts')} keine Antwort; was unbeantwortet bleibt, zählt als verloren.`,
  references_without_result: ({ failed, missing, references, mostMissing }) =>
    `Von ${counted(references, 'Referenz', 'Referenzen')} brachten ${failed} kein lesbares Urteil, und auf ${missing} hat der Titelverteidiger keine Antwort. Befördert wird nur, wenn höchstens ${finePercent(mostMissing)} ohne Ergebnis bleiben.`,
  alpha_out_of_reach: ({ results, alpha }) =>
    `Mit ${counted(results, 'Ergebnis', 'Ergebnissen')} kann kein Herausforderer alpha ${figure(alpha)} erreichen, auch nicht mit lauter Siegen. Mehr Referenzen helfen.`,
  incumbent_named: ({ was, is }) =>
    `Titelverteidiger war ${was}; von diesem Versuch an ist es ${is}, weil es so verlangt wurde.`,
}
