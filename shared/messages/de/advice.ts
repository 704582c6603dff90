import type { advice as en } from '../en/advice.ts'

export const advice: typeof en = {
  nothing_to_compare: ({ contestant }) =>
    `${contestant} ist der einzige Teilnehmer, also gibt es nichts zu vergleichen. Ein zweiter hilft, oder Prüfungen, die sich jede Antwort für sich ansehen.`,
  nobody_judges:
    'Die Arena hat keine Richter und keine Prüfungen. Modelle antworten, und Menschen stimmen ab.',
  too_few_for_listwise: ({ judge, answers, contestants }) =>
    `Richter ${judge} ordnet ${answers} Antworten auf einmal, und es gibt ${contestants} Teilnehmer. ${contestants < 3 ? 'Hier passt form: pairwise.' : `Hier passt answers: ${contestants} oder form: pairwise.`}`,
  criterion_is_a_rule: ({ criterion, instead }) =>
    `Das Kriterium „${criterion}“ liest sich wie eine Regel, die auf eine Antwort zutrifft oder nicht. Eine Prüfung stellt das für jede Antwort einzeln fest, billiger und ohne die Streuung eines Richters. Unter checks passt: ${instead}.`,
  rubric_holds_a_rule: ({ rubric, words, instead }) =>
    `Die Bewertungsregel ${rubric} verlangt etwas Messbares („${words}“). Richter messen schlecht; unter checks tut ${instead} es genau, neben der Wertung.`,
  rubric_asks_for_scores: ({ rubric, words }) =>
    `Die Bewertungsregel ${rubric} spricht von Punkten („${words}“). Richter sagen hier, welche Antwort besser ist; eine Skala lenkt nur ab. Besser steht da, was eine Antwort besser macht.`,
  rubric_forbids_ties: ({ rubric, words }) =>
    `Die Bewertungsregel ${rubric} schließt Gleichstand aus („${words}“). Ein Richter, der wählen muss, wählt nach der Reihenfolge, und beide Reihenfolgen zusammen ergeben doch wieder ein Unentschieden.`,
  references_missing: ({ judge, without, prompts }) =>
    `Richter ${judge} vergleicht mit einer Referenz, und ${without} von ${prompts} Prompts haben keine. Sie brauchen eine \`reference\`, oder der Richter eine Bewertungsregel, die ohne auskommt.`,
  references_are_labels:
    'Jede Referenz ist ein einzelnes kurzes Ergebnis. Ob eine Antwort es nennt, ist eine Frage von Ja oder Nein: unter checks, kind: exact oder contains mit value "{{reference}}".',
  references_unused: ({ references, prompts }) =>
    `${references} von ${prompts} Prompts haben eine Referenz, und weder ein Richter noch eine Prüfung sieht sie an. rubric: reference fragt, welche Antwort ihr näher kommt.`,
  contexts_missing: ({ judge, rubric }) =>
    `Richter ${judge} (Bewertungsregel ${rubric}) vergleicht Antworten mit dem Text, der ihnen vorlag, aber keine Antwort und kein Prompt hat einen \`context\`. Jede Aussage gälte als unbelegt.`,
}
