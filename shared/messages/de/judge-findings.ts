import type { judgeFindings as en, Preferred } from '../en/judge-findings.ts'
import { counted, list, percent } from './figures.ts'

const PREFERRED: Record<Preferred, string> = {
  longer: 'die längere von zwei Antworten',
  own_family: 'Antworten der eigenen Familie',
}

export const judgeFindings: typeof en = {
  judge_decided_none: ({ undecided }) =>
    `Er stimmt zu selten mit Menschen überein: Von den ${undecided} Paaren, die sie entschieden, hat er keines entschieden.`,
  judge_agrees_too_rarely: ({ share, pairs, asked, since, until }) =>
    `Er stimmt zu selten mit Menschen überein: bei ${percent(share)} von ${pairs} Paaren, die beide${since ? ` seit ${since}` : ''}${until ? ` bis ${until}` : ''} entschieden; gefordert sind ${percent(asked)}.`,
  judge_decides_too_rarely: ({ share, pairs, asked }) =>
    `Er stimmt zu selten mit Menschen überein: Von den ${pairs} Paaren, die sie entschieden, hat er ${percent(share)} ebenso entschieden; gefordert sind ${percent(asked)}.`,
  judge_orders_differ: ({ share, of, asked }) =>
    `Er ändert sein Urteil zu oft, wenn die Antworten die Plätze tauschen: einheitlich bei ${percent(share)} von ${of} Paaren; gefordert sind ${percent(asked)}.`,
  judge_contradicts_itself: ({ day, share, pairs, asked, decided, required }) =>
    `Er stimmt nicht mehr mit sich selbst überein: Am ${day} erneut gefragt, wiederholte er ${percent(share)} von ${pairs} Urteilen; gefordert sind ${percent(asked)}. Wie gut er jetzt ist, sagen daher nur Paare, die er später beurteilt hat. Davon haben beide ${counted(decided, 'Paar', 'Paare')} entschieden; gefordert sind ${required}.`,
  judge_unmeasured_since: ({ since, pairs, required }) =>
    `Er wurde in ${since} schlechter, daher sagen frühere Paare nichts mehr über ihn. Seither haben beide ${counted(pairs, 'Paar', 'Paare')} entschieden; gefordert sind ${required}.`,
  judge_served_anew: ({ before, now, since }) =>
    `Sein Anbieter antwortet seit ${since} mit ${now}, davor mit ${before}. Wie weit ihm zu trauen ist, sagen nur Paare, die ${now} beurteilt hat.`,
  judge_prefers_place: ({ place, share, showings }) =>
    `Er bevorzugt die ${place === 'first' ? 'zuerst' : 'als zweite'} gezeigte Antwort: bei ${percent(share)} von ${showings} Anfragen mit einem Sieger.`,
  judge_prefers: ({ what, share, of }) =>
    `Er wählt ${PREFERRED[what]} bei ${percent(share)} von ${of} Paaren. Ob zu Recht, lässt sich nicht sagen, da zu wenige Menschen über diese Paare abgestimmt haben.`,
  judge_prefers_more: ({ what, share, of, humans }) =>
    `Er wählt ${PREFERRED[what]} bei ${percent(share)} von ${of} Paaren, Menschen bei ${percent(humans)} derselben Paare.`,
  judge_inconsistent: ({ share, of }) =>
    `Er ändert sein Urteil oft, wenn die Antworten die Plätze tauschen: einheitlich bei ${percent(share)} von ${of} Paaren.`,
  judge_drifted: ({ measure, before, period, from, to }) =>
    `${measure === 'decisive' ? 'Die Übereinstimmung mit Menschen' : 'Die Einheitlichkeit'} ging von ${percent(from)} (${before}) auf ${percent(to)} (${period}).`,
  judge_tells_control: ({ contestant, control, wins, losses }) =>
    `Er unterscheidet ${contestant} von der Kontrolle ${control}, die dieselben Einstellungen hat: ${wins} gewonnen, ${losses} verloren.`,
  judge_of_family: ({ contestants }) =>
    `Er ist aus der Familie von ${list(contestants)} und bevorzugt sie womöglich.`,
  judge_was_addressed: ({ judgements }) =>
    `${judgements} seiner Urteile zeigten eine Antwort, die den Richter anspricht. Sie zählen: erst ansehen, dann ihm vertrauen.`,
  judge_due: ({ measuredAt, days }) =>
    `Er wurde zuletzt am ${measuredAt} gemessen, vor mehr als ${days} Tagen: Über Paare, die er seither beurteilt hat, sollte abgestimmt werden.`,
}
