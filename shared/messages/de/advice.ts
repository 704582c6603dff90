import type { advice as en } from '../en/advice.ts'

export const advice: typeof en = {
  nothing_to_compare: ({ contestant }) =>
    `${contestant} ist der einzige Teilnehmer, also gibt es nichts zu vergleichen. Einen zweiten hinzufügen, oder Prüfungen verwenden, die jede Antwort einzeln testen.`,
  nobody_judges:
    'Die Arena hat keine Richter und keine Prüfungen. Modelle antworten, und Menschen stimmen ab.',
  too_few_for_listwise: ({ judge, answers, contestants }) =>
    `Richter ${judge} ordnet ${answers} Antworten auf einmal, und es gibt ${contestants} Teilnehmer. ${contestants < 3 ? 'Hier passt form: pairwise.' : `Hier passt answers: ${contestants} oder form: pairwise.`}`,
  criterion_is_a_rule: ({ criterion, instead }) =>
    `Das Kriterium „${criterion}“ liest sich wie eine Regel, die auf eine Antwort zutrifft oder nicht. Eine Prüfung entscheidet das für jede Antwort, billiger und ohne die Streuung eines Richters. Unter checks ${instead} verwenden.`,
  rubric_holds_a_rule: ({ rubric, words, instead }) =>
    `Die Bewertungsregel ${rubric} enthält eine Regel, die ein Programm prüfen kann („${words}“). Richter messen schlecht. Unter checks entscheidet ${instead} es genau.`,
  rubric_asks_for_scores: ({ rubric, words }) =>
    `Die Bewertungsregel ${rubric} verlangt Punkte („${words}“). Richter wählen hier die bessere Antwort, eine Skala lenkt nur ab. Besser beschreiben, was eine Antwort besser macht.`,
  rubric_forbids_ties: ({ rubric, words }) =>
    `Die Bewertungsregel ${rubric} schließt Gleichstand aus („${words}“). Ein Richter, der wählen muss, wählt dann nach der Reihenfolge, und beide Reihenfolgen zusammen ergeben doch ein Unentschieden.`,
  references_missing: ({ judge, without, prompts }) =>
    `Richter ${judge} vergleicht mit einer Referenz, und ${without} von ${prompts} Prompts haben keine. Ihnen eine \`reference\` geben, oder eine andere Bewertungsregel wählen.`,
  references_are_labels:
    'Jede Referenz ist ein einzelnes kurzes Ergebnis. Eine Antwort nennt es oder nicht. Besser ist eine Prüfung: kind: exact oder contains mit value "{{reference}}".',
  references_unused: ({ references, prompts }) =>
    `${references} von ${prompts} Prompts haben eine Referenz, aber kein Richter und keine Prüfung verwendet sie. Mit rubric: reference sagt ein Richter, welche Antwort ihr näher kommt.`,
  contexts_missing: ({ judge, rubric }) =>
    `Richter ${judge} (Bewertungsregel ${rubric}) vergleicht Antworten mit dem Kontext, aber keine Antwort und kein Prompt hat einen \`context\`. Jede Aussage würde als unbelegt zählen.`,
}
